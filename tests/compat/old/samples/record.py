"""Records what NumPy 1.16.2, SciPy 1.1.0, Pillow 6.2.2 and h5py 2.10.0 answer: python record.py recorded.json strings.h5"""
import io
import json
import sys
import warnings

import numpy as np
from scipy import misc

warnings.simplefilter("ignore")
out = {}
def put(name, value):
    value = np.asarray(value)
    out[name] = {"dtype": str(value.dtype), "shape": list(value.shape), "values": value.ravel().tolist()}
i = np.arange(7 * 5 * 3)
colours = ((i * i * 37 + i * 11) % 256).reshape(7, 5, 3)
bytes_ = colours.astype(np.uint8)
greys = (np.sin(np.arange(42) * 0.7) * 3 + 1).reshape(6, 7)
images = {"bytes": bytes_, "ints": colours, "floats": greys, "float32": greys.astype(np.float32), "four": np.dstack([bytes_, bytes_[:, :, 0]]), "first": bytes_.transpose(2, 0, 1)}
for name, image in images.items():
    put("toimage/" + name, np.array(misc.toimage(image)))
    put("bytescale/" + name, misc.bytescale(image))
    put("bytescale_bounds/" + name, misc.bytescale(image, cmin=1, cmax=2, high=200, low=10))
    for interp in ("nearest", "lanczos", "bilinear", "bicubic", "cubic"):
        put("imresize/%s/%s" % (name, interp), misc.imresize(image, (9, 4), interp))
    put("imresize_percent/" + name, misc.imresize(image, 150))
    put("imresize_factor/" + name, misc.imresize(image, 0.6))
    put("imrotate/" + name, misc.imrotate(image, 90))
    put("imfilter/" + name, misc.imfilter(images[name] if image.shape[-1] != 4 else bytes_, "blur"))
put("imresize_F", misc.imresize(greys, (3, 3), mode="F"))
put("toimage_cmin", np.array(misc.toimage(greys, cmin=0.0, cmax=255.0)))
put("toimage_I", np.array(misc.toimage(greys, mode="I")))
put("toimage_P", np.array(misc.toimage(greys, mode="P").convert("RGB")))
f = io.BytesIO(); misc.imsave(f, bytes_, "png"); f.seek(0)
put("imread", misc.imread(f)); f.seek(0)
put("imread_flatten", misc.imread(f, flatten=True)); f.seek(0)
put("imread_L", misc.imread(f, mode="L"))
put("derivative", [misc.derivative(np.sin, 0.5, dx=1e-2, n=n, order=7) for n in (1, 2, 3)])
put("central", misc.central_diff_weights(5, 2))
from scipy import stats

put("itemfreq", stats.itemfreq([1, 1, 5, 2, 5, 5]))
put("asfarray", np.asfarray([1, 2])); put("asfarray_int", np.asfarray([1, 2], dtype=np.int32)); put("asfarray32", np.asfarray([1, 2], dtype=np.float32))
put("in1d", np.in1d([[1, 2], [3, 4]], [2, 3])); put("in1d_invert", np.in1d([1, 2], [2], invert=True))
put("msort", np.msort([[3, 1], [2, 5]]))
put("cast", np.cast["float32"]([1, 2])); put("round_", np.round_([1.26, 2.5], 1)); put("ptp", np.array([[1, 5], [2, 9]]).ptp(axis=1))
put("histogram", np.histogram([1, 2, 2, 5], bins=4, normed=True)[0]); put("percentile", np.percentile([1, 2, 3, 9], 40, interpolation="lower"))
put("overflow", np.array([300, -1, 5], dtype=np.uint8))
put("fromstring", np.fromstring(b"\x01\x02\x03\x04", dtype=np.uint16))
put("linspace", np.linspace(0, 1, 5.0))
texts = {
 "find_common_type": [str(np.find_common_type(a, b)) for a, b in [([np.float32], [np.int64, np.float64]), ([np.int8], [np.float32]), ([], [np.int32, np.float32]), (["i4"], ["u1"])]],
 "maximum_sctype": [np.maximum_sctype(t).__name__ for t in (int, np.uint8, np.float32, np.complex64)][:2],
 "sctype2char": [np.sctype2char(t) for t in ("f4", np.int16, complex)],
 "obj2sctype": [np.obj2sctype(t).__name__ for t in ("f4", np.zeros(1), float)],
 "issubsctype": [bool(np.issubsctype("S8", str.__class__)) if 0 else bool(np.issubsctype(np.array([1.0]), float)), bool(np.issubsctype(int, np.floating))],
 "issctype": [bool(np.issctype(x)) for x in (np.int32, list, 1.1, np.dtype("str"))],
 "alen": [np.alen(np.zeros((7, 4))), np.alen(3)],
 "nbytes": [np.nbytes[np.float64], np.nbytes[np.int8]],
 "ragged": [[str(a.dtype), list(a.shape), repr(a.tolist())] for a in (np.array([[1, 2], [3]]), np.array([1, [2, 3]]), np.asarray([[], [1]]), np.array([np.zeros(2), np.zeros(3)]))],
}
import fractions

texts["gcd"] = [fractions.gcd(a, b) for a, b in [(12, 18), (-12, 18), (12, -18), (0, -5), (-5, 0), (0, 0)]]
import inspect


class C:
    def m(self, a, b=2, *c, **d): pass
texts["getargspec"] = [repr(inspect.getargspec(f)) for f in (C.m, C().m, lambda: 0, lambda a, b=(1,): 0)]
texts["formatargspec"] = inspect.formatargspec(*inspect.getargspec(C.m))
out["texts"] = texts
import h5py

with h5py.File(sys.argv[2], "w") as f:
    f.attrs["ascii"] = b"2.1.0"; f.attrs["text"] = "\u00e4"; f.attrs["fixed"] = np.array([b"a", b"bcd"]); f.attrs["number"] = 3
    f.attrs["fixed_one"] = np.string_("xy")
    f.attrs.create("asciis", np.array([b"a", b"bc"], dtype=object), dtype=h5py.special_dtype(vlen=bytes))
    f.attrs.create("texts", np.array(["a", "\u00e4"], dtype=object), dtype=h5py.special_dtype(vlen=str))
    f.create_dataset("ascii", (2,), dtype=h5py.special_dtype(vlen=bytes))[:] = [b"one", b"two"]
    f.create_dataset("text", (2,), dtype=h5py.special_dtype(vlen=str))[:] = ["one", "\u00e4"]
    f.create_dataset("scalar", data="\u00e4"); f["x"] = np.arange(3)
with h5py.File(sys.argv[2], "r") as f:
    out["h5"] = {"attrs": {k: repr(f.attrs[k].tolist() if isinstance(f.attrs[k], np.ndarray) else f.attrs[k] if not isinstance(f.attrs[k], np.generic) else f.attrs[k].item()) for k in sorted(f.attrs)},
      "values": {k: repr(f[k][()].tolist() if isinstance(f[k][()], np.ndarray) else f[k][()]) for k in sorted(f)}}
json.dump(out, open(sys.argv[1], "w"), indent=None, sort_keys=True, separators=(",", ":"))
