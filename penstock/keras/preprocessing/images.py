"""`tf.keras.preprocessing.image`: images from files and arrays, changed at random, for training.

The work is done by the package Keras-Preprocessing, as in 1.15; the classes here add what a `Sequence` of `tf.keras` needs
and take defaults from its configuration.
"""

from __future__ import annotations

from typing import Any

from keras_preprocessing import image

import penstock as tf
from penstock._namespace import export, export_value
from penstock.graph.typing import TensorLike
from penstock.keras.utils.enqueuers import Sequence

random_rotation = export_value(image.random_rotation, "keras.preprocessing.image.random_rotation")
random_shift = export_value(image.random_shift, "keras.preprocessing.image.random_shift")
random_shear = export_value(image.random_shear, "keras.preprocessing.image.random_shear")
random_zoom = export_value(image.random_zoom, "keras.preprocessing.image.random_zoom")
apply_channel_shift = export_value(image.apply_channel_shift, "keras.preprocessing.image.apply_channel_shift")
random_channel_shift = export_value(image.random_channel_shift, "keras.preprocessing.image.random_channel_shift")
apply_brightness_shift = export_value(image.apply_brightness_shift, "keras.preprocessing.image.apply_brightness_shift")
random_brightness = export_value(image.random_brightness, "keras.preprocessing.image.random_brightness")
apply_affine_transform = export_value(image.apply_affine_transform, "keras.preprocessing.image.apply_affine_transform")
load_img = export_value(image.load_img, "keras.preprocessing.image.load_img")


def _format(data_format: str | None) -> str:
    return tf.keras.backend.image_data_format() if data_format is None else data_format


def _type(dtype: str | None) -> str:
    return tf.keras.backend.floatx() if dtype is None else dtype


@export("keras.preprocessing.image.array_to_img")
def array_to_img(x: TensorLike, data_format: str | None = None, scale: bool = True, dtype: str | None = None) -> Any:
    """Turns an array into an image of Pillow.

    Args:
      x: an array of rank 3.
      data_format: "channels_last" or "channels_first"; the configuration's by default.
      scale: whether values are stretched to 0 to 255.
      dtype: the type to compute with.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.preprocessing.image.array_to_img(np.zeros([2, 3, 3])).size
    (3, 2)
    """
    return image.array_to_img(x, data_format=_format(data_format), scale=scale, dtype=_type(dtype))


@export("keras.preprocessing.image.img_to_array")
def img_to_array(img: Any, data_format: str | None = None, dtype: str | None = None) -> Any:
    """Turns an image of Pillow into an array of rank 3.

    Args:
      img: the image.
      data_format: "channels_last" or "channels_first"; the configuration's by default.
      dtype: the type of the result.

    >>> from PIL import Image
    >>> import penstock as tf
    >>> tf.keras.preprocessing.image.img_to_array(Image.new("RGB", (3, 2), (1, 2, 3)))[0, 0]
    array([1., 2., 3.], dtype=float32)
    """
    return image.img_to_array(img, data_format=_format(data_format), dtype=_type(dtype))


@export("keras.preprocessing.image.save_img")
def save_img(
    path: str,
    x: TensorLike,
    data_format: str | None = None,
    file_format: str | None = None,
    scale: bool = True,
    **kwargs: Any,
) -> None:
    """Writes an array as an image file.

    Args:
      path: the file.
      x: an array of rank 3.
      data_format: "channels_last" or "channels_first"; the configuration's by default.
      file_format: the format, if the file's ending does not tell.
      scale: whether values are stretched to 0 to 255.
      **kwargs: for Pillow's `Image.save`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.preprocessing.image.save_img("black.png", np.zeros([2, 3, 3]))
    >>> tf.keras.preprocessing.image.load_img("black.png").size
    (3, 2)
    """
    image.save_img(path, x, data_format=_format(data_format), file_format=file_format, scale=scale, **kwargs)


@export("keras.preprocessing.image.Iterator")
class Iterator(image.Iterator, Sequence):
    """The base of the iterators over images: batches of indices, shuffled if wanted.

    Args:
      n: the number of images.
      batch_size: how many are in a batch.
      shuffle: whether their order is another one in each epoch.
      seed: a seed.

    >>> import penstock as tf
    >>> len(tf.keras.preprocessing.image.Iterator(10, 4, False, 1))
    3
    """


@export("keras.preprocessing.image.DirectoryIterator")
class DirectoryIterator(image.DirectoryIterator, Iterator):
    """Batches of images from a folder that has a folder for each class.

    Args:
      directory: the folder.
      image_data_generator: an `ImageDataGenerator`.
      target_size: the size that images get.
      color_mode: "rgb", "rgba" or "grayscale".
      classes: the names of the classes; the folders' by default.
      class_mode: "categorical", "binary", "sparse", "input" or None.
      batch_size, shuffle, seed: as in `Iterator`.
      data_format: "channels_last" or "channels_first".
      save_to_dir, save_prefix, save_format: where changed images are kept, if wanted.
      follow_links: whether links to folders are followed.
      subset: "training" or "validation", with the generator's `validation_split`.
      interpolation: how images are scaled.
      dtype: the type of the batches.

    >>> import numpy as np, os
    >>> import penstock as tf
    >>> image = tf.keras.preprocessing.image
    >>> os.makedirs("pictures/cats")
    >>> image.save_img("pictures/cats/a.png", np.zeros([4, 4, 3]))
    >>> batches = image.DirectoryIterator("pictures", image.ImageDataGenerator(), target_size=(2, 2))
    Found 1 images belonging to 1 classes.
    >>> [x.shape for x in next(batches)]
    [(1, 2, 2, 3), (1, 1)]
    """

    def __init__(
        self,
        directory: str,
        image_data_generator: Any,
        target_size: tuple[int, int] = (256, 256),
        color_mode: str = "rgb",
        classes: Any = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        data_format: str | None = None,
        save_to_dir: str | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        follow_links: bool = False,
        subset: str | None = None,
        interpolation: str = "nearest",
        dtype: str | None = None,
    ) -> None:
        super().__init__(
            directory,
            image_data_generator,
            target_size=target_size,
            color_mode=color_mode,
            classes=classes,
            class_mode=class_mode,
            batch_size=batch_size,
            shuffle=shuffle,
            seed=seed,
            data_format=_format(data_format),
            save_to_dir=save_to_dir,
            save_prefix=save_prefix,
            save_format=save_format,
            follow_links=follow_links,
            subset=subset,
            interpolation=interpolation,
            dtype=_type(dtype),
        )


@export("keras.preprocessing.image.NumpyArrayIterator")
class NumpyArrayIterator(image.NumpyArrayIterator, Iterator):
    """Batches of images from an array.

    Args:
      x: the images.
      y: their labels.
      image_data_generator: an `ImageDataGenerator`.
      batch_size, shuffle, seed: as in `Iterator`.
      sample_weight: a weight for each image.
      data_format: "channels_last" or "channels_first".
      save_to_dir, save_prefix, save_format: where changed images are kept, if wanted.
      subset: "training" or "validation", with the generator's `validation_split`.
      dtype: the type of the batches.

    >>> import numpy as np
    >>> import penstock as tf
    >>> image = tf.keras.preprocessing.image
    >>> batches = image.NumpyArrayIterator(np.zeros([5, 4, 4, 3]), None, image.ImageDataGenerator(), batch_size=2)
    >>> next(batches).shape
    (2, 4, 4, 3)
    """

    def __init__(
        self,
        x: Any,
        y: Any,
        image_data_generator: Any,
        batch_size: int = 32,
        shuffle: bool = False,
        sample_weight: TensorLike | None = None,
        seed: int | None = None,
        data_format: str | None = None,
        save_to_dir: str | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        dtype: str | None = None,
    ) -> None:
        super().__init__(
            x,
            y,
            image_data_generator,
            batch_size=batch_size,
            shuffle=shuffle,
            sample_weight=sample_weight,
            seed=seed,
            data_format=_format(data_format),
            save_to_dir=save_to_dir,
            save_prefix=save_prefix,
            save_format=save_format,
            subset=subset,
            dtype=_type(dtype),
        )


@export("keras.preprocessing.image.ImageDataGenerator")
class ImageDataGenerator(image.ImageDataGenerator):
    """Batches of images that are changed at random: shifted, turned, mirrored, normalized.

    Args:
      featurewise_center, samplewise_center: whether the mean of the data set, or of the image, is subtracted.
      featurewise_std_normalization, samplewise_std_normalization: whether the standard deviation is divided by.
      zca_whitening, zca_epsilon: whether images are whitened.
      rotation_range: the largest angle, in degrees.
      width_shift_range, height_shift_range: the largest shift, in pixels or as a fraction.
      brightness_range: the smallest and the largest brightness.
      shear_range, zoom_range, channel_shift_range: how far images are sheared, zoomed, and their colours shifted.
      fill_mode, cval: what stands beyond the border.
      horizontal_flip, vertical_flip: whether images are mirrored.
      rescale: a factor for all values.
      preprocessing_function: a function of one image, applied at last.
      data_format: "channels_last" or "channels_first".
      validation_split: the fraction that is kept for validation.
      dtype: the type of the batches.

    >>> import numpy as np
    >>> import penstock as tf
    >>> generator = tf.keras.preprocessing.image.ImageDataGenerator(rescale=0.5)
    >>> float(next(generator.flow(np.ones([5, 4, 4, 3]), batch_size=2)).max())
    0.5
    """

    def __init__(
        self,
        featurewise_center: bool = False,
        samplewise_center: bool = False,
        featurewise_std_normalization: bool = False,
        samplewise_std_normalization: bool = False,
        zca_whitening: bool = False,
        zca_epsilon: float = 1e-06,
        rotation_range: float = 0,
        width_shift_range: Any = 0.0,
        height_shift_range: Any = 0.0,
        brightness_range: Any = None,
        shear_range: float = 0.0,
        zoom_range: Any = 0.0,
        channel_shift_range: float = 0.0,
        fill_mode: str = "nearest",
        cval: float = 0.0,
        horizontal_flip: bool = False,
        vertical_flip: bool = False,
        rescale: float | None = None,
        preprocessing_function: Any = None,
        data_format: str | None = None,
        validation_split: float = 0.0,
        dtype: str | None = None,
    ) -> None:
        super().__init__(
            featurewise_center=featurewise_center,
            samplewise_center=samplewise_center,
            featurewise_std_normalization=featurewise_std_normalization,
            samplewise_std_normalization=samplewise_std_normalization,
            zca_whitening=zca_whitening,
            zca_epsilon=zca_epsilon,
            rotation_range=rotation_range,
            width_shift_range=width_shift_range,
            height_shift_range=height_shift_range,
            brightness_range=brightness_range,
            shear_range=shear_range,
            zoom_range=zoom_range,
            channel_shift_range=channel_shift_range,
            fill_mode=fill_mode,
            cval=cval,
            horizontal_flip=horizontal_flip,
            vertical_flip=vertical_flip,
            rescale=rescale,
            preprocessing_function=preprocessing_function,
            data_format=_format(data_format),
            validation_split=validation_split,
            dtype=_type(dtype),
        )
