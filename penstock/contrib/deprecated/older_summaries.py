"""`tf.contrib.deprecated`: the summaries of 0.x, under the names that 1.x kept for them."""

from penstock._namespace import export
from penstock.summary import ops

audio_summary = export("contrib.deprecated.audio_summary")(ops.audio_summary)
histogram_summary = export("contrib.deprecated.histogram_summary")(ops.histogram_summary)
image_summary = export("contrib.deprecated.image_summary")(ops.image_summary)
merge_all_summaries = export("contrib.deprecated.merge_all_summaries")(ops.merge_all_summaries)
merge_summary = export("contrib.deprecated.merge_summary")(ops.merge_summary)
scalar_summary = export("contrib.deprecated.scalar_summary")(ops.scalar_summary)
