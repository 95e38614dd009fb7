"""Files by name: what is read back, and which error says what went wrong. Expected texts are real TensorFlow's."""

import os
import pathlib
import threading

import pytest

from penstock.graph import errors
from penstock.storage import gfile, open_file


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name, text, mode="w"):
    with gfile.GFile(name, mode) as f:
        f.write(text)


def test_text_is_read_back_as_text_and_bytes_as_bytes():
    write("a.txt", "l1\nl2 é\nl3")
    assert gfile.GFile("a.txt").read() == "l1\nl2 é\nl3"
    assert gfile.GFile("a.txt", "rb").read() == b"l1\nl2 \xc3\xa9\nl3"
    assert gfile.GFile("a.txt").read(4) == "l1\nl"
    assert gfile.GFile("a.txt").readlines() == list(gfile.GFile("a.txt")) == ["l1\n", "l2 é\n", "l3"]
    assert gfile.GFile("a.txt").size() == 11


def test_bytes_may_be_written_in_text_mode_and_text_in_binary_mode():
    write("b", b"ab")
    write("c", "é", "wb")
    assert pathlib.Path("b").read_bytes() == b"ab"
    assert pathlib.Path("c").read_bytes() == b"\xc3\xa9"
    with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
        write("d", 3)


def test_appending_adds_at_the_end():
    write("a", "one")
    write("a", "two", "a")
    assert gfile.GFile("a").read() == "onetwo"


def test_a_file_open_for_both_reads_what_it_wrote():
    with gfile.GFile("a", "w+") as f:
        f.write("hello")
        f.seek(1)
        assert f.read() == "ello"


def test_seeking_counts_from_start_position_and_end():
    write("a", "0123456789")
    f = gfile.GFile("a")
    assert f.read(2) == "01" and f.tell() == 2
    f.seek(1, 1)
    assert f.read(1) == "3"
    f.seek(-2, 2)
    assert f.read() == "89"
    f.seek(position=5)
    assert f.read(1) == "5"


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ((1, 7), errors.InvalidArgumentError, "Invalid whence argument: 7. Valid values are 0, 1, or 2."),
        ((-5,), errors.InvalidArgumentError, "Seeking to a negative position: -5"),
        ((1000,), errors.OutOfRangeError, "reached end of file"),
        ((), TypeError, r"seek\(\): offset argument required"),
    ],
)
def test_seeking_out_of_the_file_is_an_error(arguments, error, text):
    write("a", "0123456789")
    with pytest.raises(error, match=text):
        gfile.GFile("a").seek(*arguments)


def test_a_file_is_opened_when_it_is_first_used():
    f = gfile.GFile("missing")
    with pytest.raises(errors.NotFoundError) as caught:
        f.read()
    assert caught.value.message == "missing; No such file or directory"
    gfile.GFile("never_written", "w").close()
    assert not os.path.exists("never_written")


CASES = [
    ("unknown mode", lambda: gfile.GFile("a", "q"), errors.InvalidArgumentError, "mode is not 'r' or 'w' or 'a'"),
    ("read of w", lambda: gfile.GFile("a", "w").read(), errors.PermissionDeniedError, "File isn't open for reading"),
    ("write of r", lambda: gfile.GFile("a").write("x"), errors.PermissionDeniedError, "File isn't open for writing"),
    ("no folder", lambda: write("no/c", "x"), errors.NotFoundError, "no/c; No such file or directory"),
    ("read folder", lambda: gfile.GFile("dir").read(), errors.FailedPreconditionError, "dir; Is a directory"),
    ("list missing", lambda: gfile.ListDirectory("no"), errors.NotFoundError, "Could not find directory no"),
    ("list file", lambda: gfile.ListDirectory("file"), errors.NotFoundError, "Could not find directory file"),
    ("mkdir deep", lambda: gfile.MkDir("no/n"), errors.NotFoundError, "no/n; No such file or directory"),
    ("makedirs", lambda: gfile.MakeDirs("file/x"), errors.FailedPreconditionError, "file is not a directory"),
    ("remove", lambda: gfile.Remove("no"), errors.NotFoundError, "no; No such file or directory"),
    ("remove folder", lambda: gfile.Remove("dir"), errors.FailedPreconditionError, "dir; Is a directory"),
    ("rmtree", lambda: gfile.DeleteRecursively("no"), errors.NotFoundError, "no not found"),
    ("rmtree file", lambda: gfile.DeleteRecursively("file"), errors.FailedPreconditionError, "file; Not a directory"),
    ("rename", lambda: gfile.Rename("no", "x"), errors.NotFoundError, "no; No such file or directory"),
    ("rename onto", lambda: gfile.Rename("file", "other"), errors.AlreadyExistsError, "file already exists"),
    ("copy onto", lambda: gfile.Copy("file", "other"), errors.AlreadyExistsError, "file already exists"),
    ("copy", lambda: gfile.Copy("no", "x"), errors.NotFoundError, "no; No such file or directory"),
    ("stat", lambda: gfile.Stat("no"), errors.NotFoundError, "no; No such file or directory"),
    (
        "scheme",
        lambda: gfile.Exists("foo://a/b"),
        errors.UnimplementedError,
        "File system scheme 'foo' not implemented",
    ),
]


@pytest.mark.parametrize(("action", "error", "text"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_failures_are_classes_of_tf_errors(action, error, text):
    os.mkdir("dir")
    write("file", "1")
    write("other", "2")
    with pytest.raises(error) as caught:
        action()
    assert text in caught.value.message
    assert gfile.GFile("other").read() == "2"


def test_making_what_is_there_is_no_error():
    gfile.MakeDirs("a/b/c")
    gfile.MakeDirs("a/b/c")
    gfile.MkDir("a")
    assert gfile.IsDirectory("a/b/c") and not gfile.IsDirectory("nothing")


def test_overwrite_lets_rename_and_copy_replace():
    write("a", "1")
    write("b", "2")
    gfile.Copy("a", "b", overwrite=True)
    assert gfile.GFile("b").read() == "1"
    gfile.Rename("b", "a", overwrite=True)
    assert not gfile.Exists("b")


def test_stat_tells_length_kind_and_time():
    write("a", "123")
    found = gfile.Stat("a")
    assert (found.length, found.is_directory) == (3, False)
    assert found.mtime_nsec == os.stat("a").st_mtime_ns
    os.mkdir("d")
    assert gfile.Stat("d").is_directory


@pytest.fixture
def tree():
    os.makedirs("t/u/v")
    write("t/f1", "1")
    write("t/u/f2", "2")
    write(".hidden", "3")


def test_glob_matches_part_by_part(tree, folder):
    assert gfile.Glob("t/*") == ["t/f1", "t/u"]
    assert gfile.Glob("t/*/*") == ["t/u/f2", "t/u/v"]
    assert gfile.Glob("*hidden") == ["./.hidden"]
    assert gfile.Glob("[t]") == ["./t"]
    assert gfile.Glob(["t/f*", "nope*", "t"]) == ["t/f1", "t"]
    assert gfile.Glob(f"{folder}/t/u/f?") == [f"{folder}/t/u/f2"]
    assert gfile.Glob(f"file://{folder}/t/*") == [f"file://{folder}/t/f1", f"file://{folder}/t/u"]


def test_walk_goes_down_or_up(tree):
    down = [("t", ["u"], ["f1"]), ("t/u", ["v"], ["f2"]), ("t/u/v", [], [])]
    assert list(gfile.Walk("t")) == down
    assert list(gfile.Walk("t", in_order=False)) == down[::-1]
    assert list(gfile.Walk("nothing")) == []
    seen = []
    assert list(gfile.walk("nothing", onerror=seen.append)) == []
    assert isinstance(seen[0], errors.NotFoundError)


def test_delete_recursively_takes_everything_below(tree):
    gfile.DeleteRecursively("t")
    assert not gfile.Exists("t")


def test_a_file_url_is_the_local_file(folder):
    write(f"file://{folder}/a", "x")
    assert pathlib.Path("a").read_text() == "x"
    assert gfile.Exists(f"file://{folder}/a") and gfile.ListDirectory(f"file://{folder}") == ["a"]


def test_paths_may_be_bytes_or_path_objects(folder):
    write(folder / "a", "x")
    assert gfile.Exists(b"a") and gfile.GFile(b"a").read() == "x"


def test_a_registered_scheme_serves_its_paths(folder, monkeypatch):
    class Below(gfile.FileSystem):
        def open(self, path, mode):
            return super().open(str(folder / path), mode)

        def exists(self, path):
            return super().exists(str(folder / path))

    monkeypatch.setattr(open_file, "_file_systems", dict(open_file._file_systems))
    open_file.register_file_system("below", Below())
    write("below://a", "x")
    assert (folder / "a").read_text() == "x" and gfile.Exists("below://a")


def test_an_atomic_write_leaves_no_temporary_file():
    gfile.atomic_write_string_to_file("a", "x")
    assert gfile.read_file_to_string("a") == "x" and os.listdir(".") == ["a"]
    with pytest.raises(errors.AlreadyExistsError):
        gfile.atomic_write_string_to_file("a", "y", overwrite=False)
    assert gfile.read_file_to_string("a", binary_mode=True) == b"x"


SCRIPT = """
import os
import tempfile

log = []


def attempt(action):
    try:
        log.append(repr(action()))
    except Exception as error:
        log.append(type(error).__name__ + ": " + getattr(error, "message", str(error)))


def write(name, text, mode="w"):
    with g.GFile(name, mode) as f:
        f.write(text)


before = os.getcwd()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    write("f", "one\\ntwo\\n")
    write("other", "x")
    os.makedirs("d/e")
    for name in ("f", "d", "no", "no/x", "f/x", "d/new", "foo://a"):
        for function in (g.Exists, g.IsDirectory, g.ListDirectory, g.MkDir, g.Glob, g.Remove, g.DeleteRecursively):
            attempt(lambda: function(name))
        attempt(lambda: g.GFile(name).read())
        attempt(lambda: g.Stat(name).is_directory)
        attempt(lambda: write(name, "new"))
        attempt(lambda: g.Rename(name, "other"))
        attempt(lambda: g.Copy(name, "copy"))
        attempt(lambda: g.MakeDirs(name))
        attempt(lambda: sorted(os.listdir(".")))
    for mode in ("r", "rb", "w", "a", "r+", "U", "x", "wb"):
        write("f", "one\\ntwo\\n")
        attempt(lambda: g.GFile("f", mode).readline())
        attempt(lambda: g.GFile("f", mode).read(2))
        attempt(lambda: g.GFile("f", mode).seek(100))
        attempt(lambda: g.GFile("f", mode).size())
    os.chdir(before)
"""


def test_a_long_list_of_calls_ends_as_in_real_tensorflow(peer):
    names = {"g": gfile}
    exec(SCRIPT, names)
    theirs = peer.run("import tensorflow as tf\ng = tf.compat.v1.gfile\n" + SCRIPT + "\nresult = {'log': log}")["log"]
    assert names["log"] == theirs


def test_many_threads_may_make_the_same_directory(tmp_path):
    failed = []

    def work(meet, path):
        try:
            meet.wait(20)
            gfile.mkdir(path)
        except Exception as error:
            failed.append(error)

    for number in range(50):
        meet = threading.Barrier(4)
        threads = [threading.Thread(target=work, args=(meet, str(tmp_path / str(number)))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert not failed and len(list(tmp_path.iterdir())) == 50
