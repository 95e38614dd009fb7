"""The settings of an estimator as scikit-learn asks for them, so that its searches can copy and change estimators."""

from __future__ import annotations

from typing import Any


class Settings:
    """`get_params` and `set_params` over the public attributes of an object."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings by name; functions are none.

        Args:
          deep: whether those of estimators among them are there too, as `name__setting`.
        """
        found = {}
        for name, value in vars(self).items():
            if name.startswith("_") or callable(value):
                continue
            if deep and hasattr(value, "get_params"):
                found.update((f"{name}__{inner}", setting) for inner, setting in value.get_params().items())
            found[name] = value
        return found

    def set_params(self, **params: Any) -> Any:
        """Changes settings, `name__setting` those of an estimator among them, and returns the estimator.

        Raises:
          ValueError: there is no such setting.
        """
        known = self.get_params()
        for key, value in params.items():
            name, nested, inner = key.partition("__")
            if name not in known:
                raise ValueError(
                    f"Invalid parameter {name} for estimator {type(self).__name__}. Check the list of available parameters "
                    "with `estimator.get_params().keys()`."
                )
            if nested:
                known[name].set_params(**{inner: value})
            else:
                setattr(self, name, value)
        return self
