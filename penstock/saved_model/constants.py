"""`tf.saved_model.constants`: the names of files, collections and reserved signatures of a SavedModel."""

from penstock._namespace import export_value

ASSETS_DIRECTORY = export_value("assets", "saved_model.ASSETS_DIRECTORY", "saved_model.constants.ASSETS_DIRECTORY")
ASSETS_KEY = export_value("saved_model_assets", "saved_model.ASSETS_KEY", "saved_model.constants.ASSETS_KEY")
LEGACY_INIT_OP_KEY = export_value(
    "legacy_init_op", "saved_model.LEGACY_INIT_OP_KEY", "saved_model.constants.LEGACY_INIT_OP_KEY"
)
MAIN_OP_KEY = export_value("saved_model_main_op", "saved_model.MAIN_OP_KEY", "saved_model.constants.MAIN_OP_KEY")
SAVED_MODEL_FILENAME_PB = export_value(
    "saved_model.pb", "saved_model.SAVED_MODEL_FILENAME_PB", "saved_model.constants.SAVED_MODEL_FILENAME_PB"
)
SAVED_MODEL_FILENAME_PBTXT = export_value(
    "saved_model.pbtxt", "saved_model.SAVED_MODEL_FILENAME_PBTXT", "saved_model.constants.SAVED_MODEL_FILENAME_PBTXT"
)
SAVED_MODEL_SCHEMA_VERSION = export_value(
    1, "saved_model.SAVED_MODEL_SCHEMA_VERSION", "saved_model.constants.SAVED_MODEL_SCHEMA_VERSION"
)
VARIABLES_DIRECTORY = export_value(
    "variables", "saved_model.VARIABLES_DIRECTORY", "saved_model.constants.VARIABLES_DIRECTORY"
)
VARIABLES_FILENAME = export_value(
    "variables", "saved_model.VARIABLES_FILENAME", "saved_model.constants.VARIABLES_FILENAME"
)
TRAIN_OP_KEY = "saved_model_train_op"
INIT_OP_SIGNATURE_KEY = "__saved_model_init_op"  # how TensorFlow 2 names the main operation
TRAIN_OP_SIGNATURE_KEY = "__saved_model_train_op"
