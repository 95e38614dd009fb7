"""Contact sheets: whole-number arithmetic with sizes and pixels."""
import math, os, sys
from StringIO import StringIO
import numpy as np
import tensorflow as tf
from PIL import Image

def merge(images, size):
	h, w = images.shape[1], images.shape[2]
	sheet = np.zeros((h * size[0], w * size[1], 3), dtype=np.uint8)
	for idx, image in enumerate(images):
		i = idx % size[1]
	        j = idx / size[1]
		sheet[j*h:j*h+h, i*w:i*w+w, :] = image
	return sheet

def center_crop(x, crop):
	h, w = x.shape[:2]
	j = int(round((h - crop) / 2.))
	i = int(round((w - crop) / 2.))
	return x[j:j+crop, i:i+crop]

pixels = np.arange(6 * 9 * 9 * 3).reshape(6, 9, 9, 3) % 251
small = np.array([center_crop(p, 4) for p in pixels]).astype(np.uint8)
sheet = merge(small, [2, 3])
print sheet.shape, sheet.sum(), round(sheet.mean(), 2), (sheet / 2).sum(), (sheet / 2).dtype
buf = StringIO()
Image.fromarray(sheet).save(buf, format='png')
png = buf.getvalue()
print len(png) > 50, repr(png[1:4]).lstrip('b'), Image.open(StringIO(png)).size

with tf.Session() as sess:
	image = tf.image.decode_png(png, channels=3)
	h, w = [d.value for d in image.get_shape()[:2]]
	print h, w, image.get_shape().ndims
	shape = tf.shape(image)
	halves = tf.strided_slice(shape, [0], [2]) / 2
	print sess.run([shape, halves])
	cropped = tf.slice(image, tf.concat([halves / 2, [0]], 0), tf.concat([halves, [3]], 0))
	out = sess.run(cropped)
	print out.shape, out.sum(), out.mean() / 255
	summary = tf.Summary(value=[tf.Summary.Value(tag='sheet', image=tf.Summary.Image(
		encoded_image_string=png, height=sheet.shape[0], width=sheet.shape[1]))])
	print len(summary.value), summary.value[0].image.height
	rows = int(math.ceil(len(pixels) / 4))
	print rows, math.ceil(len(pixels) / 4.0), -7 / 2, 7 % -3, divmod(-7, 2)
