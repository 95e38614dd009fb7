"""JPEGs in sharded TFRecords: written by a coder's session, read by slim's provider with queue runners and by tf.data."""

import json
import os

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim
FOLDER = os.path.join(os.getcwd(), "records")


class ImageCoder:
    def __init__(self):
        self._sess = tf.Session()
        self._png_data = tf.placeholder(dtype=tf.string)
        image = tf.image.decode_png(self._png_data, channels=3)
        self._png_to_jpeg = tf.image.encode_jpeg(image, format="rgb", quality=100)
        self._raw = tf.placeholder(dtype=tf.uint8)
        self._to_png = tf.image.encode_png(self._raw)
        self._decode_jpeg_data = tf.placeholder(dtype=tf.string)
        self._decode_jpeg = tf.image.decode_jpeg(self._decode_jpeg_data, channels=3)

    def png(self, array):
        return self._sess.run(self._to_png, feed_dict={self._raw: array})

    def png_to_jpeg(self, image_data):
        return self._sess.run(self._png_to_jpeg, feed_dict={self._png_data: image_data})

    def decode_jpeg(self, image_data):
        image = self._sess.run(self._decode_jpeg, feed_dict={self._decode_jpeg_data: image_data})
        assert len(image.shape) == 3 and image.shape[2] == 3
        return image


def write():
    tf.gfile.MakeDirs(FOLDER)
    coder = ImageCoder()
    y, x = np.mgrid[:20, :24]
    sums = []
    for shard in range(2):
        name = "%s-%.5d-of-%.5d" % ("train", shard, 2)
        with tf.python_io.TFRecordWriter(os.path.join(FOLDER, name)) as writer:
            for i in range(12):
                k = shard * 12 + i
                label = k % 3
                picture = 127 + 100 * np.stack(
                    [np.sin(x / (2.0 + label)), np.cos(y / (3.0 + label)), np.sin((x + y + k) / 6.0)], -1
                )
                jpeg = coder.png_to_jpeg(coder.png(picture.astype(np.uint8)))
                sums.append(int(coder.decode_jpeg(jpeg).astype(np.int64).sum()))
                feature = {
                    "image/encoded": tf.train.Feature(bytes_list=tf.train.BytesList(value=[tf.compat.as_bytes(jpeg)])),
                    "image/format": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"jpeg"])),
                    "image/class/label": tf.train.Feature(int64_list=tf.train.Int64List(value=[label])),
                }
                writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    coder._sess.close()
    return sums


def keys():
    return {
        "image/encoded": tf.FixedLenFeature((), tf.string, default_value=""),
        "image/format": tf.FixedLenFeature((), tf.string, default_value="jpeg"),
        "image/class/label": tf.FixedLenFeature([], tf.int64, default_value=tf.zeros([], dtype=tf.int64)),
    }


def preprocess(image):
    image = tf.image.convert_image_dtype(image, dtype=tf.float32)
    image = tf.image.central_crop(image, central_fraction=0.875)
    image = tf.expand_dims(image, 0)
    image = tf.image.resize_bilinear(image, [12, 12], align_corners=False)
    image = tf.squeeze(image, [0])
    image = tf.image.adjust_saturation(tf.image.adjust_brightness(image, 0.1), 1.2)
    return tf.multiply(tf.subtract(image, 0.5), 2.0)


def by_provider():
    with tf.Graph().as_default():
        tf.set_random_seed(4)
        decoder = slim.tfexample_decoder.TFExampleDecoder(
            keys(),
            {
                "image": slim.tfexample_decoder.Image(shape=[20, 24, 3]),
                "label": slim.tfexample_decoder.Tensor("image/class/label"),
            },
        )
        dataset = slim.dataset.Dataset(
            data_sources=os.path.join(FOLDER, "train-*"), reader=tf.TFRecordReader, decoder=decoder, num_samples=24,
            items_to_descriptions={"image": "A picture.", "label": "0 to 2"}, num_classes=3,
        )  # fmt: skip
        provider = slim.dataset_data_provider.DatasetDataProvider(dataset, shuffle=False, num_epochs=2, num_readers=1)
        image, label = provider.get(["image", "label"])
        images, labels = tf.train.batch([preprocess(image), label], batch_size=8, num_threads=1, capacity=40)
        labels = slim.one_hot_encoding(labels, 3)
        queue = slim.prefetch_queue.prefetch_queue([images, labels], capacity=2)
        images, labels = queue.dequeue()
        net = slim.conv2d(images, 6, [5, 5], stride=2, scope="conv1")
        net = slim.flatten(slim.max_pool2d(net, [2, 2]))
        logits = slim.fully_connected(net, 3, activation_fn=None, scope="logits")
        tf.losses.softmax_cross_entropy(labels, logits)
        total = tf.losses.get_total_loss()
        train_op = slim.learning.create_train_op(total, tf.train.AdamOptimizer(0.01))
        values = []
        init = [tf.global_variables_initializer(), tf.local_variables_initializer()]
        with tf.Session() as sess:
            sess.run(init)
            coord = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(sess=sess, coord=coord)
            try:
                while not coord.should_stop():
                    values.append(float(sess.run(train_op)))
            except tf.errors.OutOfRangeError:
                pass
            finally:
                coord.request_stop()
            coord.join(threads)
        return values, dataset.num_samples, sorted(provider.list_items())


def by_dataset():
    with tf.Graph().as_default():
        tf.set_random_seed(6)

        def parse(serialized):
            parsed = tf.parse_single_example(serialized, keys())
            image = tf.image.decode_jpeg(parsed["image/encoded"], channels=3)
            image.set_shape([20, 24, 3])
            return preprocess(image), parsed["image/class/label"]

        def augment(image, label):
            image = tf.image.random_flip_left_right(image, seed=3)
            return tf.random_crop(image, [10, 10, 3], seed=5), label

        files = tf.data.Dataset.list_files(os.path.join(FOLDER, "train-*"), shuffle=False)
        data = files.apply(tf.contrib.data.parallel_interleave(tf.data.TFRecordDataset, cycle_length=2, sloppy=False))
        data = data.map(parse, num_parallel_calls=2).cache().apply(tf.contrib.data.shuffle_and_repeat(24, 2, seed=2))
        data = data.map(augment).apply(tf.contrib.data.batch_and_drop_remainder(8)).prefetch(1)
        iterator = data.make_initializable_iterator()
        images, labels = iterator.get_next()
        x = tf.layers.conv2d(images, 6, 3, activation=tf.nn.relu)
        x = tf.reduce_mean(x, [1, 2])
        loss = tf.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(x, 3))
        step = tf.train.get_or_create_global_step()
        train = tf.train.AdamOptimizer(0.02).minimize(loss, step)
        tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, iterator.initializer)
        values = []
        hooks = [tf.train.NanTensorHook(loss), tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=3)]
        with tf.train.MonitoredTrainingSession(
            hooks=hooks, checkpoint_dir="jpeg_model", save_checkpoint_secs=None
        ) as sess:
            while not sess.should_stop():
                values.append(float(sess.run([loss, train])[0]))
        return values


tf.logging.set_verbosity(tf.logging.WARN)
sums = write()
provider, n, items = by_provider()
print(json.dumps({"sums": sums, "provider": provider, "n": n, "items": items, "dataset": by_dataset()}))
