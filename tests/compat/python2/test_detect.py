"""Which files are taken for Python 2."""

import pytest

from penstock.compat.python2 import detect

PYTHON_2 = {
    "from __future__ import print_function\nfor i in xrange(3):\n    print(i)\n": "2: xrange",
    "name = raw_input('?')\n": "1: raw_input",
    "def f(s):\n    return isinstance(s, unicode)\n": "2: unicode",
    "for k, v in d.iteritems():\n    pass\n": "1: .iteritems()",
    "if d.has_key('a'): pass\n": "1: .has_key()",
    "import sys\nprint >>sys.stderr, 'a', 3\n": "2: print",
    "print  # an empty line\nprint('a')\n": "1: print without arguments",
    "def f(s):\n    sizes = map(int, s.split(','))\n    for i in range(len(sizes)): g(sizes[i])\n": "3: the list that map makes",
    "first = zip(a, b)[0]\n": "1: the list that zip makes",
    "n = len(filter(None, a))\n": "1: the list that filter makes",
    "pairs = zip(a, b)\npairs.sort()\n": "2: the list that zip makes",
    "both = dict(a.items() + b.items())\n": "1: .items() + ...",
    "import cPickle\n": "1: import cPickle",
    "from Queue import Queue\n": "1: import Queue",
    "import urllib\nurllib.urlretrieve(url, path)\n": "2: urllib.urlretrieve",
    "import sys\nbest = sys.maxint\n": "2: sys.maxint",
    "from itertools import izip\n": "1: itertools.izip",
    "total = reduce(lambda a, b: a + b, x)\n": "1: reduce",
}
PYTHON_3 = [
    "print(7 / 2)\n",
    "from six.moves import xrange\nfor i in xrange(3): pass\n",
    "try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(3)\n",
    "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\n",
    "import sys\nif sys.version_info[0] == 2:\n    import urllib2\nelse:\n    import urllib.request as urllib2\n",
    "import six\ntext = unicode('a') if six.PY2 else 'a'\n",
    "import six\nfor k, v in six.iteritems(d): pass\n",
    "class Table:\n    def has_key(self, k): return True\nTable().has_key(1)\n",
    "from functools import reduce\nreduce(f, x)\n",
    "x = f'{unicode}'\nimport cPickle\n",
    "def f(x: int):\n    return x.iteritems()\n",
    "a, *b = c\nd.has_key(a)\n",
    "class A(B):\n    def f(self): return super().f(xrange(3))\n",
    "'xrange and cPickle in a text'\n# raw_input\n",
    "n = len(a.items()) + 1\nclass A:\n    def keys(self): return []\nA().keys() + [1]\n",
    "import string\ndef f(string):\n    return string.split(',')\n",
    "reduce = tf.reduce_sum\nreduce(x)\n",
    "from names import *\nxrange(3)\n",
    "print  # left over\nprint('a', 3)\n",
    "print\nprint('a', end='')\n",
    "sizes = list(map(int, a))\nlen(sizes)\nlen(list(zip(a, b)))\n",
    "sizes = map(int, a)\nsizes = list(sizes)\nlen(sizes)\n",
    "def f():\n    sizes = map(int, a)\ndef g(sizes):\n    return len(sizes)\n",
    "from six.moves import map\nlen(map(f, a))\n",
    "map = Map()\nlen(map(3))\nd = pool.map(f, a)[0]\n",
    "import pandas as pd\nfile = open('a')\nlong = 3\nlong / 2\n",
]


@pytest.mark.parametrize("source", PYTHON_2, ids=lambda s: PYTHON_2[s])
def test_what_only_python_2_has_is_a_sign(source):
    assert detect.signs(source.encode(), "a.py") == [PYTHON_2[source]]


@pytest.mark.parametrize("source", PYTHON_3)
def test_a_file_that_serves_python_3_has_no_sign(source):
    assert detect.reads(source.encode(), "a.py") is None
    assert detect.signs(source.encode(), "a.py") == []


def test_a_module_of_the_program_may_have_the_name_of_an_old_one(tmp_path):
    (tmp_path / "commands.py").write_text("")
    assert detect.signs(b"import commands", str(tmp_path / "a.py")) == []


def test_importing_a_sibling_by_its_bare_name_is_a_sign_in_a_package_only(tmp_path):
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "layers_of_mine.py").write_text("")
    (tmp_path / "json.py").write_text("")
    path = str(tmp_path / "net.py")
    told = ["1: import layers_of_mine means the module beside this one"]
    assert detect.signs(b"import layers_of_mine", path, in_package=True) == told
    assert detect.signs(b"import layers_of_mine", path) == []
    assert detect.signs(b"import json", path, in_package=True) == []  # there is another
    absolute = b"from __future__ import absolute_import\nimport layers_of_mine"
    assert detect.signs(absolute, path, in_package=True) == []
