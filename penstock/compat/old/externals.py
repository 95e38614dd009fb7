"""`sklearn.externals`, which held copies of `joblib` and `six`: both are packages of their own."""

__path__: list[str] = []


def __getattr__(name: str) -> object:
    import importlib

    if name in ("joblib", "six"):
        return importlib.import_module(name)
    raise AttributeError(f"module 'sklearn.externals' has no attribute {name!r}")
