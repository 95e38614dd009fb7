"""Names of the files and collections of an export: `tf.contrib.session_bundle.constants`."""

from penstock._namespace import export_value

_PREFIX = "contrib.session_bundle.constants."

ASSETS_DIRECTORY = export_value("assets", _PREFIX + "ASSETS_DIRECTORY")
ASSETS_KEY = export_value("serving_assets", _PREFIX + "ASSETS_KEY")
CLASSIFICATION_SIGNATURE = export_value("classification_signature", _PREFIX + "CLASSIFICATION_SIGNATURE")
EXPORT_BASE_NAME = export_value("export", _PREFIX + "EXPORT_BASE_NAME")
EXPORT_SUFFIX_NAME = export_value("meta", _PREFIX + "EXPORT_SUFFIX_NAME")
GENERIC_SIGNATURE = export_value("generic_signature", _PREFIX + "GENERIC_SIGNATURE")
GRAPH_KEY = export_value("serving_graph", _PREFIX + "GRAPH_KEY")
INIT_OP_KEY = export_value("serving_init_op", _PREFIX + "INIT_OP_KEY")
META_GRAPH_DEF_FILENAME = export_value("export.meta", _PREFIX + "META_GRAPH_DEF_FILENAME")
REGRESSION_SIGNATURE = export_value("regression_signature", _PREFIX + "REGRESSION_SIGNATURE")
SIGNATURES_KEY = export_value("serving_signatures", _PREFIX + "SIGNATURES_KEY")
VARIABLES_FILENAME = export_value("export", _PREFIX + "VARIABLES_FILENAME")
VARIABLES_FILENAME_PATTERN = export_value("export-?????-of-?????", _PREFIX + "VARIABLES_FILENAME_PATTERN")
VARIABLES_FILENAME_PATTERN_V2 = export_value("export.data-?????-of-?????", _PREFIX + "VARIABLES_FILENAME_PATTERN_V2")
VARIABLES_INDEX_FILENAME_V2 = export_value("export.index", _PREFIX + "VARIABLES_INDEX_FILENAME_V2")
VERSION_FORMAT_SPECIFIER = export_value("%08d", _PREFIX + "VERSION_FORMAT_SPECIFIER")
