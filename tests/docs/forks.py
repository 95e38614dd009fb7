"""A process that others are forked from: it imports a module and touches names of it, then reads what to run, a line each.

`python forks.py MODULE NAME...`; each request is answered in a line. It stands alone and keeps to Python 3.7, so that TensorFlow
1.15 can be the module.
"""

import importlib
import json
import os
import signal
import sys
import types

LIMIT = 240  # seconds for a program; one that hangs is ended, whatever it hangs in


def _child(file, folder, blocks, ends):
    os.chdir(folder)
    sys.argv = [file]
    sys.path[0] = os.path.dirname(file)
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=file, __builtins__=__builtins__)
    sys.modules["__main__"] = main
    with open(ends, "w") as said:
        for line, code in blocks:
            exec(compile("\n" * line + code, file, "exec"), main.__dict__)
            sys.stdout.flush()
            said.write("%d\n" % os.lseek(1, 0, os.SEEK_CUR))


def _fork(file, folder, blocks, ends):
    pid = os.fork()
    if pid != 0:
        return pid
    signal.alarm(LIMIT)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for suffix, descriptor in ((".out", 1), (".err", 2)):
        os.dup2(os.open(file + suffix, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND), descriptor)
    sys.stdin = open(os.devnull)  # noqa: SIM115 (until the process ends)
    _child(file, folder, blocks, ends)
    sys.exit(0)  # as any program ends: with its exit handlers


def _serve(module, names):
    """Answers (status, ends of the blocks' output); the output stands in FILE.out and FILE.err."""
    imported = importlib.import_module(module)
    for name in names:
        value = imported
        for part in name.split("."):
            value = getattr(value, part)
    reply = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for request in sys.stdin:
        file, folder, blocks = json.loads(request)
        ends = file + ".ends"
        _, status = os.waitpid(_fork(file, folder, blocks, ends), 0)
        said = []
        if os.path.exists(ends):
            with open(ends) as lines:
                said = [int(line) for line in lines]
        code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        reply.write(json.dumps([code, said]) + "\n")
        reply.flush()


if __name__ == "__main__":
    _serve(sys.argv[1], sys.argv[2:])
