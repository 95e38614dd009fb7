"""The table of old names: where a program looks, what it looks for, since when that is gone, and what stands for it.

Data only; `hooks` puts it to work. A place is written `module:attribute`; `module:*` has the attribute of the same name,
and a module alone is meant itself. The name `*` is any that the place has. Names that exist today, if with another
meaning, are never asked for here, since only what is missing is (`np.bool` is NumPy's own type today, `np.long` the long
of C).
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """Old names of one module or class.

    Attributes:
      where: the module in which a program looks for them, for methods `module:Class`.
      names: the names, separated by spaces.
      gone: the release that dropped them.
      now: the place of what is given for them.
    """

    where: str
    names: str
    gone: str
    now: str


_NUMPY = "penstock.compat.old.numpy_names"
_PYTHON = "penstock.compat.old.python_names"
_SCIPY = "penstock.compat.old.scipy_names"
_IMAGES = "penstock.compat.old.scipy_images"
_PILLOW = "penstock.compat.old.pillow"
_H5PY = "penstock.compat.old.h5"
_RESOURCES = "penstock.compat.old.resources"
_OTHERS = "penstock.compat.old.others"

# ---- attributes of modules ----

NAMES = [
    # NumPy: names of Python's own types, which hid that nothing of NumPy was meant.
    Row("numpy", "int", "NumPy 1.24", "builtins:int"),
    Row("numpy", "float", "NumPy 1.24", "builtins:float"),
    Row("numpy", "complex", "NumPy 1.24", "builtins:complex"),
    Row("numpy", "object", "NumPy 1.24", "builtins:object"),
    Row("numpy", "str unicode", "NumPy 1.24", "builtins:str"),
    Row("numpy", "bool", "NumPy 1.24", "builtins:bool"),  # before NumPy 2.0, which has it again
    Row("numpy", "long", "NumPy 1.24", "builtins:int"),  # the same
    # NumPy: second names of its types and constants.
    Row("numpy", "float_", "NumPy 2.0", "numpy:float64"),
    Row("numpy", "complex_ cfloat", "NumPy 2.0", "numpy:complex128"),
    Row("numpy", "singlecomplex", "NumPy 2.0", "numpy:complex64"),
    Row("numpy", "longfloat", "NumPy 2.0", "numpy:longdouble"),
    Row("numpy", "longcomplex clongfloat", "NumPy 2.0", "numpy:clongdouble"),
    Row("numpy", "string_ bytes0", "NumPy 2.0", "numpy:bytes_"),
    Row("numpy", "unicode_ str0", "NumPy 2.0", "numpy:str_"),
    Row("numpy", "bool8", "NumPy 2.0", "numpy:bool_"),
    Row("numpy", "int0", "NumPy 2.0", "numpy:intp"),
    Row("numpy", "uint0", "NumPy 2.0", "numpy:uintp"),
    Row("numpy", "object0", "NumPy 2.0", "numpy:object_"),
    Row("numpy", "void0", "NumPy 2.0", "numpy:void"),
    Row("numpy", "Inf Infinity PINF infty", "NumPy 2.0", "numpy:inf"),
    Row("numpy", "NaN NAN", "NumPy 2.0", "numpy:nan"),
    Row("numpy", "NINF NZERO PZERO nbytes cast sctypes typeDict sctypeNA typeNA", "NumPy 2.0", f"{_NUMPY}:*"),
    # NumPy: functions.
    Row("numpy", "product", "NumPy 2.0", "numpy:prod"),
    Row("numpy", "cumproduct", "NumPy 2.0", "numpy:cumprod"),
    Row("numpy", "alltrue", "NumPy 2.0", "numpy:all"),
    Row("numpy", "sometrue", "NumPy 2.0", "numpy:any"),
    Row("numpy", "round_", "NumPy 2.0", "numpy:round"),
    Row("numpy", "row_stack", "NumPy 2.x", "numpy:vstack"),
    Row("numpy", "trapz", "NumPy 2.4", "numpy:trapezoid"),
    Row("numpy", "mat", "NumPy 2.0", "numpy:asmatrix"),
    Row("numpy", "rank", "NumPy 1.18", "numpy:ndim"),
    Row("numpy", "asscalar", "NumPy 1.23", f"{_NUMPY}:*"),
    Row("numpy", "in1d", "NumPy 2.4", f"{_NUMPY}:*"),
    Row("numpy", "alen loads", "NumPy 1.23", f"{_NUMPY}:*"),
    Row(
        "numpy",
        """asfarray msort find_common_type obj2sctype sctype2char issctype issubclass_ issubsctype maximum_sctype
        disp safe_eval source lookfor who byte_bounds deprecate fastCopyAndTranspose recfromcsv recfromtxt ndfromtxt
        mafromtxt set_string_function""",
        "NumPy 2.0",
        f"{_NUMPY}:*",
    ),
    Row("numpy", "math", "NumPy 1.25", "math"),
    Row("numpy", "sys", "NumPy 2.0", "sys"),
    Row("numpy", "warnings", "NumPy 2.0", "warnings"),
    Row("numpy", "DataSource", "NumPy 2.0", "numpy.lib.npyio:DataSource"),
    Row("numpy", "format_parser", "NumPy 2.0", "numpy.rec:format_parser"),
    Row("numpy", "chararray compare_chararrays", "NumPy 2.0", "numpy.char:*"),
    Row("numpy", "add_docstring tracemalloc_domain add_newdoc", "NumPy 2.0", "numpy.lib:*"),
    Row(
        "numpy",
        "AxisError ComplexWarning ModuleDeprecationWarning RankWarning TooHardError VisibleDeprecationWarning",
        "NumPy 2.0",
        "numpy.exceptions:*",
    ),
    Row("numpy.random", "random_integers", "NumPy 2.x", f"{_NUMPY}:random_integers"),
    Row("numpy.testing", "rand", "NumPy 1.2x", "numpy.random:rand"),
    Row("numpy.linalg", "linalg", "NumPy 2.x", "numpy.linalg"),
    Row("numpy.fft", "fftpack", "NumPy 1.17", "numpy.fft"),
    # SciPy: images by way of Pillow, and functions that moved.
    Row(
        "scipy.misc",
        "bytescale fromimage imfilter imread imresize imrotate imsave imshow toimage",
        "SciPy 1.2",
        f"{_IMAGES}:*",
    ),
    Row("scipy.ndimage", "imread", "SciPy 1.2", f"{_IMAGES}:imread"),
    Row("scipy.misc", "logsumexp comb factorial factorial2 factorialk", "SciPy 1.3", "scipy.special:*"),
    Row("scipy.misc", "pade", "SciPy 1.3", "scipy.interpolate:pade"),
    Row("scipy.misc", "derivative central_diff_weights", "SciPy 1.12", f"{_SCIPY}:*"),
    Row("scipy.misc", "face ascent electrocardiogram", "SciPy 1.12", f"{_SCIPY}:*"),
    Row("scipy", "rand randn", "SciPy 1.6", "numpy.random:*"),
    Row("scipy", "*", "SciPy 1.6", "numpy:*"),  # SciPy gave all of NumPy's names a second time
    Row("scipy.integrate", "simps", "SciPy 1.14", "scipy.integrate:simpson"),
    Row("scipy.integrate", "trapz", "SciPy 1.14", "scipy.integrate:trapezoid"),
    Row("scipy.integrate", "cumtrapz", "SciPy 1.14", "scipy.integrate:cumulative_trapezoid"),
    Row(
        "scipy.signal",
        """barthann bartlett blackman blackmanharris bohman boxcar chebwin cosine exponential flattop gaussian
        general_gaussian hamming hann kaiser nuttall parzen triang tukey""",
        "SciPy 1.13",
        "scipy.signal.windows:*",
    ),
    Row("scipy.signal", "hanning", "SciPy 1.1x", "scipy.signal.windows:hann"),
    Row("scipy.stats", "itemfreq", "SciPy 1.3", f"{_SCIPY}:*"),
    Row("scipy.stats", "gilbrat", "SciPy 1.12", "scipy.stats:gibrat"),
    Row("scipy.stats", "binom_test", "SciPy 1.12", f"{_SCIPY}:*"),
    Row("scipy.linalg", "pinv2", "SciPy 1.9", "scipy.linalg:pinv"),
    Row("scipy.linalg", "tri tril triu kron", "SciPy 1.13", "numpy:*"),
    Row("scipy.special", "sph_harm", "SciPy 1.17", f"{_SCIPY}:*"),
    # Python: abstract classes of containers.
    Row(
        "collections",
        """Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator Hashable Iterable Iterator Generator Reversible
        Sized Container Callable Collection Set MutableSet Mapping MutableMapping MappingView KeysView ItemsView
        ValuesView Sequence MutableSequence ByteString""",
        "Python 3.10",
        "collections.abc:*",
    ),
    Row("inspect", "getargspec ArgSpec formatargspec", "Python 3.11", f"{_PYTHON}:*"),
    Row("time", "clock", "Python 3.8", "time:process_time"),
    Row("fractions", "gcd", "Python 3.9", f"{_PYTHON}:gcd"),
    Row("platform", "linux_distribution dist popen", "Python 3.8", f"{_PYTHON}:*"),
    Row("base64", "encodestring", "Python 3.9", "base64:encodebytes"),
    Row("base64", "decodestring", "Python 3.9", "base64:decodebytes"),
    Row("cgi", "escape", "Python 3.8", f"{_PYTHON}:escape"),
    Row("cgi", "parse_qs parse_qsl", "Python 3.8", "urllib.parse:*"),
    Row("os", "errno", "Python 3.7", "errno"),
    Row("os", "getcwdu", "Python 3.0", "os:getcwd"),
    Row("sys", "maxint", "Python 3.0", "sys:maxsize"),
    Row("sys", "setcheckinterval getcheckinterval", "Python 3.9", f"{_PYTHON}:*"),
    Row("asyncio", "coroutine", "Python 3.11", "types:coroutine"),
    Row("asyncio", "async", "Python 3.7", "asyncio:ensure_future"),
    Row("configparser", "SafeConfigParser", "Python 3.12", "configparser:ConfigParser"),
    Row("locale", "format", "Python 3.12", "locale:format_string"),
    Row("importlib", "find_loader", "Python 3.12", f"{_PYTHON}:*"),
    Row("ssl", "wrap_socket", "Python 3.12", f"{_PYTHON}:*"),
    Row("unittest", "makeSuite", "Python 3.13", f"{_PYTHON}:*"),
    Row("plistlib", "readPlist writePlist readPlistFromBytes writePlistToBytes", "Python 3.9", f"{_PYTHON}:*"),
    Row("gettext", "lgettext ldgettext", "Python 3.11", f"{_PYTHON}:*"),
    Row("ast", "Num Str Bytes NameConstant Ellipsis", "Python 3.14", f"{_PYTHON}:*"),
    Row("xml.etree", "cElementTree", "Python 3.9", "xml.etree.ElementTree"),
    # Python 2: what a program means that never noticed Python 3.
    Row("itertools", "izip", "Python 3.0", "builtins:zip"),
    Row("itertools", "imap", "Python 3.0", "builtins:map"),
    Row("itertools", "ifilter", "Python 3.0", "builtins:filter"),
    Row("itertools", "izip_longest", "Python 3.0", "itertools:zip_longest"),
    Row("itertools", "ifilterfalse", "Python 3.0", "itertools:filterfalse"),
    Row("string", "letters", "Python 3.0", "string:ascii_letters"),
    Row("string", "lowercase", "Python 3.0", "string:ascii_lowercase"),
    Row("string", "uppercase", "Python 3.0", "string:ascii_uppercase"),
    Row(
        "string",
        "maketrans join joinfields split splitfields replace lower upper strip lstrip rstrip find rfind count zfill atoi atof",
        "Python 3.0",
        f"{_PYTHON}:string_*",
    ),
    Row("urllib", "urlopen urlretrieve urlcleanup URLopener FancyURLopener", "Python 3.0", "urllib.request:*"),
    Row("urllib", "url2pathname pathname2url getproxies", "Python 3.0", "urllib.request:*"),
    Row("urllib", "quote quote_plus unquote unquote_plus urlencode", "Python 3.0", "urllib.parse:*"),
    Row("urllib", "ContentTooShortError", "Python 3.0", "urllib.error:*"),
    Row("types", "StringType UnicodeType", "Python 3.0", "builtins:str"),
    Row("types", "IntType LongType", "Python 3.0", "builtins:int"),
    Row("types", "FloatType", "Python 3.0", "builtins:float"),
    Row("types", "ComplexType", "Python 3.0", "builtins:complex"),
    Row("types", "BooleanType", "Python 3.0", "builtins:bool"),
    Row("types", "ListType", "Python 3.0", "builtins:list"),
    Row("types", "TupleType", "Python 3.0", "builtins:tuple"),
    Row("types", "DictType DictionaryType", "Python 3.0", "builtins:dict"),
    Row("types", "ObjectType", "Python 3.0", "builtins:object"),
    Row("types", "TypeType ClassType", "Python 3.0", "builtins:type"),
    Row("types", "FileType StringTypes InstanceType", "Python 3.0", f"{_PYTHON}:*"),
    # Submodules that were there because TensorFlow had imported them.
    Row("urllib", "request parse error", "never by itself", "urllib.*"),
    Row("importlib", "util machinery abc metadata resources", "never by itself", "importlib.*"),
    Row("concurrent", "futures", "never by itself", "concurrent.*"),
    Row("xml", "etree dom sax", "never by itself", "xml.*"),
    Row("xml.etree", "ElementTree", "never by itself", "xml.etree.*"),
    Row("logging", "handlers config", "never by itself", "logging.*"),
    Row("multiprocessing", "pool dummy managers", "never by itself", "multiprocessing.*"),
    Row("os", "path", "never", "os.path"),
    # Pillow.
    Row("PIL.Image", "ANTIALIAS", "Pillow 10", "PIL.Image:LANCZOS"),
    Row("PIL.Image", "LINEAR", "Pillow 10", "PIL.Image:BILINEAR"),
    Row("PIL.Image", "CUBIC", "Pillow 10", "PIL.Image:BICUBIC"),
    Row("PIL.Image", "isImageType fromstring NORMAL SEQUENCE CONTAINER", "Pillow 10", f"{_PILLOW}:*"),
    Row("PIL", "PILLOW_VERSION VERSION", "Pillow 9", "PIL:__version__"),
    Row("PIL.Image", "PILLOW_VERSION VERSION", "Pillow 9", "PIL:__version__"),
    # h5py and protobuf.
    Row("h5py", "new_vlen get_vlen new_enum get_enum", "h5py 3.0", f"{_H5PY}:*"),
    Row("h5py", "highlevel", "h5py 3.0", "h5py"),
    Row("google.protobuf.reflection", "MakeClass ParseMessage", "protobuf 4", f"{_OTHERS}:*"),
    # Others, if they are installed.
    Row("pandas", "datetime", "pandas 2.0", "datetime:datetime"),
    Row("pandas", "np", "pandas 2.0", "numpy"),
    Row("pandas", "scatter_matrix", "pandas 0.25", "pandas.plotting:*"),
    Row("pandas.tools", "plotting", "pandas 0.24", "pandas.plotting"),
    Row("sklearn", "externals cross_validation grid_search", "scikit-learn 0.23", "sklearn.*"),
    Row("sklearn.preprocessing", "Imputer", "scikit-learn 0.22", "sklearn.impute:SimpleImputer"),
    Row("sklearn.metrics", "jaccard_similarity_score", "scikit-learn 0.23", "sklearn.metrics:accuracy_score"),
    Row("sklearn.datasets", "fetch_mldata load_boston", "scikit-learn 1.2", f"{_OTHERS}:*"),
    Row("skimage.measure", "compare_ssim", "scikit-image 0.18", "skimage.metrics:structural_similarity"),
    Row("skimage.measure", "compare_psnr", "scikit-image 0.18", "skimage.metrics:peak_signal_noise_ratio"),
    Row("skimage.measure", "compare_mse", "scikit-image 0.18", "skimage.metrics:mean_squared_error"),
    Row("skimage.measure", "compare_nrmse", "scikit-image 0.18", "skimage.metrics:normalized_root_mse"),
    Row("matplotlib.pyplot", "hold ishold", "matplotlib 3.0", f"{_OTHERS}:*"),
    Row("matplotlib.pyplot", "spectral", "matplotlib 2.2", "matplotlib.pyplot:nipy_spectral"),
    Row("matplotlib.cm", "get_cmap", "matplotlib 3.9", "matplotlib.pyplot:get_cmap"),
    Row("matplotlib.cm", "spectral Vega10 Vega20", "matplotlib 2.2", f"{_OTHERS}:*"),
    Row("networkx", "from_numpy_matrix", "networkx 3.0", "networkx:from_numpy_array"),
]

# ---- methods of classes, in C or in Python ----

METHODS = [
    Row("numpy:ndarray", "tostring itemset newbyteorder ptp", "NumPy 2.x", f"{_NUMPY}:method_*"),
    Row("numpy:generic", "tostring", "NumPy 2.3", f"{_NUMPY}:method_*"),
    Row("array:array", "tostring fromstring", "Python 3.9", f"{_PYTHON}:array_*"),
    Row("threading:Thread", "isAlive", "Python 3.9", f"{_PYTHON}:thread_*"),
    Row("xml.etree.ElementTree:Element", "getchildren getiterator", "Python 3.9", f"{_PYTHON}:element_*"),
    Row("xml.etree.ElementTree:ElementTree", "getiterator", "Python 3.9", f"{_PYTHON}:tree_*"),
    Row("configparser:RawConfigParser", "readfp", "Python 3.12", f"{_PYTHON}:parser_*"),
    Row("html.parser:HTMLParser", "unescape", "Python 3.9", f"{_PYTHON}:parser_*"),
    Row(
        "unittest:TestCase",
        """assertEquals assertNotEquals assertAlmostEquals assertNotAlmostEquals assertRegexpMatches assertNotRegexpMatches
        assertRaisesRegexp assert_ failUnless failIf failUnlessEqual failIfEqual assertItemsEqual
        assertDictContainsSubset""",
        "Python 3.12",
        f"{_PYTHON}:case_*",
    ),
    Row("PIL.ImageDraw:ImageDraw", "textsize multiline_textsize", "Pillow 10", f"{_PILLOW}:draw_*"),
    Row("PIL.ImageFont:FreeTypeFont", "getsize getoffset getsize_multiline", "Pillow 10", f"{_PILLOW}:font_*"),
    Row("PIL.ImageFont:TransposedFont", "getsize", "Pillow 10", f"{_PILLOW}:font_*"),
    Row("PIL.ImageFont:ImageFont", "getsize", "Pillow 10", f"{_PILLOW}:font_*"),
    Row("PIL.Image:Image", "tostring fromstring offset", "Pillow 3", f"{_PILLOW}:image_*"),
    Row("h5py:Dataset", "value", "h5py 3.0", f"{_H5PY}:dataset_*"),
    Row(
        "google.protobuf.message_factory:MessageFactory",
        "GetPrototype CreatePrototype",
        "protobuf 5",
        f"{_OTHERS}:factory_*",
    ),
    Row(
        "google.protobuf.symbol_database:SymbolDatabase",
        "GetPrototype GetSymbol",
        "protobuf 5",
        f"{_OTHERS}:database_*",
    ),
    Row(
        "pandas:DataFrame", "ix as_matrix append iteritems get_value set_value sort", "pandas 2.0", f"{_OTHERS}:frame_*"
    ),
    Row("pandas:Series", "ix as_matrix append iteritems get_value set_value sort", "pandas 2.0", f"{_OTHERS}:frame_*"),
    Row("matplotlib.axes:Axes", "set_axis_bgcolor set_color_cycle hold", "matplotlib 2.2", f"{_OTHERS}:axes_*"),
]

# ---- functions and methods that exist but refuse what they took: the old way comes after their error ----

CALLS = [
    Row("numpy", "array asarray asanyarray", "NumPy 1.24: ragged lists; 2.0: copy=False", f"{_NUMPY}:lenient_array"),
    Row("numpy", "reshape", "NumPy 2.4: newshape=", f"{_NUMPY}:lenient_reshape"),
    Row("numpy", "load", "NumPy 1.16.3: pickles without asking", f"{_NUMPY}:lenient_load"),
    Row("numpy", "fromstring", "NumPy 2.3: bytes", f"{_NUMPY}:lenient_fromstring"),
    Row("numpy", "histogram histogram2d histogramdd", "NumPy 1.24: normed=", f"{_NUMPY}:lenient_histogram"),
    Row("numpy", "percentile quantile nanpercentile", "NumPy 2.4: interpolation=", f"{_NUMPY}:lenient_percentile"),
    Row("numpy", "linspace logspace", "NumPy 1.18: counts that are floats", f"{_NUMPY}:lenient_linspace"),
    Row(
        "numpy",
        "vstack hstack dstack column_stack stack concatenate",
        "NumPy 1.24: map, zip and generators",
        f"{_NUMPY}:lenient_stack",
    ),
    Row(
        "numpy:ndarray", "__float__ __int__ __complex__", "NumPy 2.4: arrays of one element", f"{_NUMPY}:lenient_number"
    ),
    Row("numpy:ndarray", "__bool__", "NumPy 2.2: empty arrays", f"{_NUMPY}:lenient_truth"),
    Row("json", "load loads dump dumps", "Python 3.9: encoding=", f"{_PYTHON}:lenient_json"),
    Row("re", "split", "Python 3.7: matches of nothing", "penstock.compat.old.expressions:lenient_split"),
    Row("random", "sample shuffle", "Python 3.11: sets; a second argument", f"{_PYTHON}:lenient_random"),
    Row("PIL.Image", "fromarray", "Pillow 13: mode", f"{_PILLOW}:lenient_fromarray"),
    Row("h5py:AttributeManager", "__getitem__", "h5py 3.0: bytes of attributes", f"{_H5PY}:lenient_attribute"),
    Row("h5py:AttributeManager", "__setitem__", "h5py 3.0: lists of bytes", f"{_H5PY}:lenient_attribute_list"),
    Row("h5py:Dataset", "__getitem__", "h5py 3.0: text of datasets", f"{_H5PY}:lenient_dataset"),
    Row("h5py:File", "__init__", "h5py 3.0: no mode means append", f"{_H5PY}:lenient_file"),
    Row("google.protobuf.json_format", "MessageToDict MessageToJson", "protobuf 5.26", f"{_OTHERS}:lenient_message"),
    Row(
        "pkg_resources", "get_distribution require", "never: asked for tensorflow", f"{_RESOURCES}:lenient_distribution"
    ),
    Row("yaml", "load load_all", "PyYAML 6: no Loader", f"{_OTHERS}:lenient_yaml"),
    Row("matplotlib", "use", "matplotlib 3.3: warn=", f"{_OTHERS}:lenient_use"),
    Row("matplotlib.pyplot", "hist", "matplotlib 3.1: normed=", f"{_OTHERS}:lenient_hist"),
    Row("matplotlib.style", "use", "matplotlib 3.8: seaborn styles", f"{_OTHERS}:lenient_style"),
]

# ---- modules ----

# Names that Python 3 changed or dropped → the module given. If the import stands in a `try` that expects it to fail, it
# fails: such a program knows both Pythons, and what follows a success would be meant for Python 2.
PYTHON2_MODULES = {
    "cPickle": "penstock.compat.old.pickles",
    "urllib2": "penstock.compat.old.urls",
    "urlparse": "urllib.parse",
    "StringIO": "io",
    "cStringIO": "io",
    "Queue": "queue",
    "ConfigParser": "configparser",
    "__builtin__": "builtins",
    "HTMLParser": "html.parser",
    "httplib": "http.client",
    "cookielib": "http.cookiejar",
    "Cookie": "http.cookies",
    "BaseHTTPServer": "http.server",
    "SimpleHTTPServer": "http.server",
    "SocketServer": "socketserver",
    "xmlrpclib": "xmlrpc.client",
    "Tkinter": "tkinter",
    "tkMessageBox": "tkinter.messagebox",
    "tkFileDialog": "tkinter.filedialog",
    "thread": "_thread",
    "copy_reg": "copyreg",
    "UserDict": "collections",
    "commands": "subprocess",
    "sets": "penstock.compat.old.python_names",
    "exceptions": "builtins",
    "md5": "hashlib",
    "anydbm": "dbm",
    "repr": "reprlib",
}
# Module → a function that sets it as it was when imported, and returns what takes that back.
SETTINGS = {"numpy": f"{_NUMPY}:print_as_before"}
# Modules that were packages: those under them are looked for in MODULES.
PACKAGES = {"scipy.sparse.linalg.eigen"}
# Modules that later Pythons or packages dropped, or that TensorFlow brought along → the module given.
MODULES = {
    "imp": "penstock.compat.old.imports",
    "pkg_resources": "penstock.compat.old.resources",
    "distutils": "setuptools._distutils",
    "mock": "unittest.mock",
    "backports.weakref": "weakref",
    "backports.functools_lru_cache": "functools",
    "functools32": "functools",
    "xml.etree.cElementTree": "xml.etree.ElementTree",
    "dummy_threading": "threading",
    "_dummy_thread": "_thread",
    "pipes": "shlex",
    "scipy.misc.pilutil": "scipy.misc",
    "scipy.sparse.linalg.eigen.arpack": "scipy.sparse.linalg",
    "numpy.core.umath_tests": "numpy._core._umath_tests",
    "numpy.lib.arraysetops": "numpy",
    "numpy.lib.function_base": "numpy",
    "numpy.lib.index_tricks": "numpy",
    "sklearn.externals.joblib": "joblib",
    "sklearn.externals.six": "six",
    "sklearn.externals": "penstock.compat.old.externals",
    "sklearn.cross_validation": "sklearn.model_selection",
    "sklearn.grid_search": "sklearn.model_selection",
    "sklearn.learning_curve": "sklearn.model_selection",
    "sklearn.datasets.samples_generator": "sklearn.datasets",
    "sklearn.utils.testing": "sklearn.utils._testing",
    "pandas.tools": "pandas",
    "pandas.tools.plotting": "pandas.plotting",
    "matplotlib.finance": "",
}
# Modules that are not installed with Penstock → (what to install, why a program may expect it).
_WITH_TENSORFLOW = "TensorFlow 1.x brought it along, Penstock does not"
_WITH_PYTHON = "Python {} had it"
_OWN = "the program needs it, and TensorFlow never had it"
INSTALL = {
    **{
        module: (package, _WITH_TENSORFLOW)
        for module, package in {
            "astor": "astor",
            "gast": "gast",
            "pasta": "google-pasta",
            "opt_einsum": "opt-einsum",
            "keras_preprocessing": "Keras-Preprocessing",
            "keras_applications": "Keras-Applications",
            "requests": "requests",
            "werkzeug": "werkzeug",
            "markdown": "markdown",
            "bleach": "bleach",
            "html5lib": "html5lib",
            "wheel": "wheel",
            "setuptools": "setuptools",
            "distutils": "setuptools",
        }.items()
    },
    **{
        module: (package, _WITH_PYTHON.format("before 3.13" if not module.startswith("async") else "before 3.12"))
        for module, package in {
            "aifc": "standard-aifc",
            "asynchat": "standard-asynchat",
            "asyncore": "standard-asyncore",
            "audioop": "audioop-lts",
            "cgi": "legacy-cgi",
            "cgitb": "legacy-cgi",
            "chunk": "standard-chunk",
            "crypt": "legacycrypt",
            "imghdr": "standard-imghdr",
            "mailcap": "standard-mailcap",
            "nntplib": "standard-nntplib",
            "sndhdr": "standard-sndhdr",
            "sunau": "standard-sunau",
            "telnetlib": "standard-telnetlib",
            "uu": "standard-uu",
            "xdrlib": "standard-xdrlib",
        }.items()
    },
    **{
        module: (package, _OWN)
        for module, package in {
            "cv2": "opencv-python-headless",
            "gym": "gym",
            "imageio": "imageio",
            "librosa": "librosa",
            "matplotlib": "matplotlib",
            "nltk": "nltk",
            "pandas": "pandas",
            "prettytensor": "prettytensor",
            "pylab": "matplotlib",
            "skimage": "scikit-image",
            "sklearn": "scikit-learn",
            "tensorflow_hub": "tensorflow-hub",
            "tqdm": "tqdm",
            "yaml": "PyYAML",
        }.items()
    },
}
