"""Names that Python dropped are there as in 3.7, and those of Python 2 where they cannot be misunderstood."""

import pickle
import sys

import pytest

import penstock


def test_functions_describe_their_arguments_as_before(program, recorded):
    found = program("""
import inspect
class C(object):
    def m(self, a, b=2, *c, **d): pass
specs = [repr(inspect.getargspec(f)) for f in (C.m, C().m, lambda: 0, lambda a, b=(1,): 0)]
text = inspect.formatargspec(*inspect.getargspec(C.m))
""")
    assert found.specs == recorded["texts"]["getargspec"] and found.text == recorded["texts"]["formatargspec"]
    with pytest.raises(ValueError, match="keyword-only"):
        program("import inspect\ninspect.getargspec(lambda *, a: 0)")


def test_common_divisors_have_the_sign_they_had(program, recorded):
    pairs = [(12, 18), (-12, 18), (12, -18), (0, -5), (-5, 0), (0, 0)]
    found = program("from fractions import gcd\na = [gcd(x, y) for x, y in pairs]", pairs=pairs)
    assert found.a == recorded["texts"]["gcd"]


def test_dropped_names_are_there(program):
    found = program("""
import base64, collections, itertools, json, os, platform, random, string, sys, threading, time, types, urllib
import array, concurrent, xml.etree.cElementTree as ET
from collections import Mapping, Callable, OrderedDict
tree = ET.fromstring("<a><b/><c/></a>")
checks = [
    isinstance({}, Mapping), issubclass(dict, collections.MutableMapping), callable(time.clock),
    base64.decodestring(base64.encodestring(b"x")) == b"x", os.errno.ENOENT == 2, sys.maxint == sys.maxsize,
    [e.tag for e in tree.getchildren()] == ["b", "c"], len(tree.getiterator()) == 3,
    json.loads("[1]", encoding="utf-8") == [1], random.sample({1}, 1) == [1], not threading.Thread().isAlive(),
    list(itertools.izip([1], [2])) == [(1, 2)], string.letters[:2] == "ab", string.join(["a", "b"], "-") == "a-b",
    "abc".translate(string.maketrans("a", "z")) == "zbc", isinstance("", types.StringTypes),
    urllib.quote("a b") == "a%20b", callable(urllib.urlretrieve), callable(urllib.request.urlopen),
    array.array("b", [1]).tostring() == b"\\x01", concurrent.futures.Future is not None,
    len(platform.linux_distribution()) == 3]
order = [1, 2, 3, 4]
random.shuffle(order, lambda: 0.0)
""")
    assert all(found.checks), found.checks
    assert found.order == [2, 3, 4, 1]


def test_modules_of_python_2_are_todays(program):
    found = program(
        "import cPickle, urllib2, Queue, ConfigParser, urlparse, cStringIO\nf = cStringIO.StringIO('x').read()"
    )
    import queue
    import urllib.request

    assert found.Queue is queue and found.urllib2.urlopen is urllib.request.urlopen and found.f == "x"
    penstock.uninstall()
    assert "cPickle" not in sys.modules and "Queue" not in sys.modules


def test_an_import_that_is_expected_to_fail_fails(program, tmp_path):
    path = tmp_path / "both.py"
    path.write_text(
        "try:\n    import cPickle as pickle\n    two = True\nexcept ImportError:\n    import pickle\n    two = False\n"
    )
    names = {"__name__": "both"}
    exec(compile(path.read_text(), str(path), "exec"), names)
    assert names["two"] is False


def test_cpickle_reads_what_python_2_wrote(program, tmp_path):
    # cPickle.dumps({'data': '\\xff\\x00'}, 2) of Python 2.7
    (tmp_path / "batch").write_bytes(b"\x80\x02}q\x01U\x04dataq\x02U\x02\xff\x00q\x03s.")
    found = program("import cPickle\nwith open(path, 'rb') as f: d = cPickle.load(f)", path=tmp_path / "batch")
    assert found.d == {"data": "\xff\x00"}
    assert program("import cPickle\na = cPickle.loads(cPickle.dumps([1], cPickle.HIGHEST_PROTOCOL))").a == [1]
    with pytest.raises(UnicodeDecodeError):
        pickle.loads((tmp_path / "batch").read_bytes())


def test_imp_loads_modules_from_files(program, tmp_path):
    from penstock.compat.old import imports

    (tmp_path / "lonely.py").write_text("value = 3\n")
    assert imports.load_source("lonely_1", str(tmp_path / "lonely.py")).value == 3
    file, path, details = imports.find_module("lonely", [str(tmp_path)])
    with file:
        assert imports.load_module("lonely_2", file, path, details).value == 3
    assert sys.modules.pop("lonely_1") is not sys.modules.pop("lonely_2")
    with pytest.raises(ImportError, match="No module named 'nope'"):
        imports.find_module("nope", [str(tmp_path)])


def test_what_tensorflow_brought_along_is_there_or_named(program):
    found = program(
        "import six, wrapt, termcolor, h5py, mock, enum, opt_einsum, werkzeug\nfrom backports import weakref\nw = weakref"
    )
    assert found.w.finalize and found.mock.Mock and found.six.PY3
    with pytest.raises(
        ModuleNotFoundError, match=r"^No module named 'astor' \(TensorFlow 1.x brought it .*: pip install astor$"
    ) as caught:
        program("import astor")
    assert caught.value.name == "astor"
    assert program("import importlib.util\nfound = importlib.util.find_spec('astor')").found is None


def test_pkg_resources_answers_from_what_is_installed(program):
    found = program("""
import pkg_resources
numpy = pkg_resources.get_distribution("numpy>=2")
names = [d.key for d in pkg_resources.require("numpy")]
text = pkg_resources.resource_string("numpy", "__init__.py")
there = pkg_resources.resource_exists("numpy", "nope.txt")
newer = pkg_resources.parse_version("1.10") > pkg_resources.parse_version("1.9")
errors = []
for wanted in ("numpy<1", "no-such-package"):
    try: pkg_resources.require(wanted)
    except (pkg_resources.VersionConflict, pkg_resources.DistributionNotFound) as e: errors.append(type(e).__name__)
""")
    import numpy

    assert found.numpy.version == numpy.__version__ and found.names[0] == "numpy"
    assert b"numpy" in found.text.lower() and not found.there and found.newer
    assert found.errors == ["VersionConflict", "DistributionNotFound"]


def test_a_module_that_was_a_package_has_its_modules_again(program):
    found = program("""
import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg.eigen.arpack import eigsh
largest = eigsh(sp.diags(np.arange(1.0, 9.0)).tocsr(), 1, which="LM")[0]
""")
    assert abs(found.largest[0] - 8.0) < 1e-9
