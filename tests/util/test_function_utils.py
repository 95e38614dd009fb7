"""The names of the arguments of functions."""

from penstock.util.function_utils import fn_args


def test_fn_args_leaves_out_a_bound_self():
    class C:
        def m(self, a, b=1, *c, d=2):
            pass

    assert fn_args(C().m) == ("a", "b")
    assert fn_args(lambda x: x) == ("x",)
