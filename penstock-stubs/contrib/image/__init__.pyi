"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.image.transforms import adjust_hsv_in_yiq as adjust_hsv_in_yiq
from penstock.contrib.image.transforms import angles_to_projective_transforms as angles_to_projective_transforms
from penstock.contrib.image.transforms import bipartite_match as bipartite_match
from penstock.contrib.image.transforms import compose_transforms as compose_transforms
from penstock.contrib.image.transforms import connected_components as connected_components
from penstock.contrib.image.transforms import flat_transforms_to_matrices as flat_transforms_to_matrices
from penstock.contrib.image.transforms import matrices_to_flat_transforms as matrices_to_flat_transforms
from penstock.contrib.image.transforms import random_hsv_in_yiq as random_hsv_in_yiq
from penstock.contrib.image.transforms import rotate as rotate
from penstock.contrib.image.transforms import transform as transform
from penstock.contrib.image.transforms import translate as translate
from penstock.contrib.image.transforms import translations_to_projective_transforms as translations_to_projective_transforms
from penstock.contrib.image.warping import dense_image_warp as dense_image_warp
from penstock.contrib.image.warping import interpolate_spline as interpolate_spline
from penstock.contrib.image.warping import sparse_image_warp as sparse_image_warp

__all__ = [
    "adjust_hsv_in_yiq",
    "angles_to_projective_transforms",
    "bipartite_match",
    "compose_transforms",
    "connected_components",
    "dense_image_warp",
    "flat_transforms_to_matrices",
    "interpolate_spline",
    "matrices_to_flat_transforms",
    "random_hsv_in_yiq",
    "rotate",
    "sparse_image_warp",
    "transform",
    "translate",
    "translations_to_projective_transforms",
]
