"""`tf.saved_model.tag_constants`: tags that graphs of a SavedModel usually have."""

from penstock._namespace import export_value

SERVING = export_value("serve", "saved_model.SERVING", "saved_model.tag_constants.SERVING")
TRAINING = export_value("train", "saved_model.TRAINING", "saved_model.tag_constants.TRAINING")
GPU = export_value("gpu", "saved_model.GPU", "saved_model.tag_constants.GPU")
TPU = export_value("tpu", "saved_model.TPU", "saved_model.tag_constants.TPU")
EVAL = "eval"
