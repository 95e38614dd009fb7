"""Flags, start, log and data files of a program. Programs run in a process of their own, as flags are global."""

import logging as python_logging
import textwrap

import pytest

from penstock.platform import logging, resource_loader, sysconfig
from tests.subprocesses import python

FLAG_PROGRAM = """
import sys
import penstock as tf
flags = tf.app.flags
flags.DEFINE_string('s', 'def', 'a string')
flags.DEFINE_integer('i', 3, 'an int')
flags.DEFINE_boolean('b', False, 'a bool')
tf.flags.DEFINE_float(flag_name='f', default_value=.5, docstring='a float')
FLAGS = flags.FLAGS
if '--early' in sys.argv:
    sys.argv.remove('--early')
    print('early', FLAGS.s)
def main(argv):
    print(argv[1:], FLAGS.s, FLAGS.i, FLAGS.b, FLAGS.f)
    return 3
if __name__ == '__main__':
    tf.app.run()
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(FLAG_PROGRAM)
    return path


@pytest.mark.parametrize(
    ("args", "printed"),
    [
        (["x", "y"], "['x', 'y'] def 3 False 0.5\n"),
        (["--s=q", "--b", "--i", "5", "pos"], "['pos'] q 5 True 0.5\n"),
        (["--unknown=3", "--s", "z"], "['--unknown=3'] z 3 False 0.5\n"),
        (["--s", "w", "--", "--i=4"], "['--', '--i=4'] w 3 False 0.5\n"),
        (["--early", "--s=w", "--nob"], "early w\n[] w 3 False 0.5\n"),
    ],
)
def test_flags_are_parsed_and_main_gets_the_rest(program, args, printed):
    done = python(program, *args)
    assert (done.stdout, done.returncode) == (printed, 3), done.stderr


def test_a_bad_flag_value_ends_the_program_with_a_message(program):
    done = python(program, "--i=bad")
    assert done.returncode == 1 and done.stdout == ""
    assert "flag --i=bad: invalid literal for int()" in done.stderr and "Traceback" not in done.stderr


def test_reading_a_flag_before_run_does_not_accept_unknown_flags(program):
    done = python(program, "--early", "--unknown")
    assert done.returncode == 1 and "Unknown command line flag 'unknown'" in done.stderr


def test_help_shows_the_programs_flags(program):
    done = python(program, "--help")
    assert done.returncode == 1
    assert "--[no]b: a bool" in done.stdout and "(default: '3')" in done.stdout


def test_a_program_may_define_the_flags_that_absl_has_itself():
    text = textwrap.dedent(
        """
        import penstock as tf
        tf.flags.DEFINE_string('log_dir', 'logs', '')
        tf.flags.DEFINE_boolean('verbosity', False, '')
        def main(_):
            print(tf.flags.FLAGS.log_dir, tf.flags.FLAGS.verbosity)
        tf.app.run()
        """
    )
    done = python("-c", text, "--verbosity")
    assert done.stdout == "logs True\n", done.stderr


def test_programs_of_1_4_parse_flags_themselves():
    source = """
        import sys
        sys.argv = ['p', '--n=4', '--other']
        import penstock as tf
        tf.flags.DEFINE_integer('n', 1, '')
        tf.flags.FLAGS._parse_flags()
        print(tf.flags.FLAGS.n, 'n' in tf.flags.FLAGS.__flags)
        tf.flags.FLAGS.n = 7
        print(tf.app.flags.FLAGS.n, hasattr(tf.flags.FLAGS, 'missing'))
    """
    done = python("-c", textwrap.dedent(source))
    assert done.stdout == "4 True\n7 False\n", done.stderr


LOG_PROGRAM = """
import penstock as tf
log = tf.logging
log.info('not shown')
log.warn('w %d', 3)
log.set_verbosity(log.DEBUG)
log.info('i %s', 'a'); log.debug('d'); log.error('e'); log.fatal('f'); log.log(log.INFO, 'l'); log.vlog(1, 'no')
log.TaskLevelStatusMessage('t'); log.log_if(log.INFO, 'if', True); log.log_if(log.INFO, 'if not', False)
for i in range(7):
    log.log_every_n(log.INFO, 'every %d', 3, i)
    log.log_first_n(log.INFO, 'first %d', 2, i)
log.set_verbosity('ERROR'); log.warning('not shown'); log.flush()
tf.compat.v1.logging.error('last')
"""
LOGGED = """
WARNING:tensorflow:w 3
INFO:tensorflow:i a
DEBUG:tensorflow:d
ERROR:tensorflow:e
CRITICAL:tensorflow:f
INFO:tensorflow:l
ERROR:tensorflow:t
INFO:tensorflow:if
INFO:tensorflow:every 0
INFO:tensorflow:first 0
INFO:tensorflow:first 1
INFO:tensorflow:every 3
INFO:tensorflow:every 6
ERROR:tensorflow:last
"""


def test_messages_go_to_standard_error_from_the_set_level_on():
    done = python("-c", LOG_PROGRAM)
    assert done.stderr == LOGGED.lstrip() and done.stdout == ""


def test_messages_go_to_the_programs_own_handlers_if_it_has_set_them_up():
    source = (
        "import logging; logging.basicConfig(format='mine %(message)s')\nimport penstock as tf; tf.logging.warn('x')"
    )
    done = python("-c", source)
    assert done.stderr == "mine x\n"


def test_a_record_names_the_line_that_logged(caplog):
    with caplog.at_level(python_logging.WARNING, logger="tensorflow"):
        logging.warn("here")
        logging.log(logging.ERROR, "here")
    assert {r.funcName for r in caplog.records} == {"test_a_record_names_the_line_that_logged"}


def test_importing_penstock_imports_neither_flags_nor_xla():
    source = "import sys, penstock; print([m for m in ('absl', 'jax', 'numpy', 'google.protobuf') if m in sys.modules])"
    assert python("-c", source).stdout == "[]\n"


def test_data_files_are_found_beside_the_caller(tmp_path):
    here = __file__.rpartition("/")[0]
    assert resource_loader.get_data_files_path() == here
    assert resource_loader.get_root_dir_with_all_resources() == here
    assert resource_loader.get_path_to_datafile("x/y") == f"{here}/x/y"
    assert b"beside the caller" in resource_loader.load_resource("test_platform.py")
    assert resource_loader.readahead_file_path("p") == "p"
    names = {}
    code = compile("def f(): return root()", str(tmp_path / "a.runfiles" / "ws" / "pkg" / "p.py"), "exec")
    exec(code, {"root": resource_loader.get_root_dir_with_all_resources}, names)
    names["f"].__globals__.update(names)
    assert names["f"]() == str(tmp_path / "a.runfiles" / "ws")


def test_the_version_is_1_15():
    assert sysconfig.VERSION.startswith("1.15.")
    assert sysconfig.get_include().endswith("penstock/include")
    assert sysconfig.get_compile_flags()[0] == f"-I{sysconfig.get_include()}"
    assert sysconfig.get_link_flags()[0] == f"-L{sysconfig.get_lib()}"
