"""The table of case generators: operation type → function that yields its cases. Families add to it from their files."""

GENERATORS = {}


def cases_of(*kinds):
    """Registers a function `f(kind)` that yields the cases of some operation types."""

    def register(function):
        for kind in kinds:
            assert kind not in GENERATORS, f"{kind} has two generators"
            GENERATORS[kind] = function
        return function

    return register


def generate(kind):
    """The cases of an operation type, as a list."""
    return list(GENERATORS[kind](kind))
