"""What Python, NumPy, SciPy and others have dropped since 1.x, there again for old programs: `install` and `uninstall`.

`table` lists the names with the reasons; `hooks` puts them where a program looks, when the program imports the module;
`uses` tells program code from today's libraries, and remembers what was used. The other modules hold what has to be
written anew. Nothing here runs for those who merely `import penstock`.
"""

import atexit

_telling = False


def install() -> None:
    """Makes old names available in this process; at its end one line on stderr tells which were used."""
    global _telling
    from penstock.compat.old import hooks, uses

    hooks.install()
    if not _telling:
        atexit.register(uses.tell_once)
        _telling = True


def uninstall() -> None:
    """Takes everything back that `install` did."""
    global _telling
    if _telling:
        from penstock.compat.old import hooks, uses

        hooks.uninstall()
        atexit.unregister(uses.tell_once)
        uses.forget()
        _telling = False
