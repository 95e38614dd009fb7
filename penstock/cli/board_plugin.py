"""What makes plain `tensorboard --logdir DIR` show embeddings: its projector then reads checkpoints with Penstock.

TensorBoard asks every installed package for plugins (the entry points `tensorboard_plugins`). Ours adds no page. Where
there is no TensorFlow, TensorBoard has a stand-in that cannot read checkpoints, and its projector shows nothing but
tables of text; ours gives that one page what it lacks, in TensorBoard's own process and nowhere else.
"""

from typing import Any

from tensorboard.plugins import base_plugin


class CheckpointsForProjector(base_plugin.TBLoader):
    """Called by TensorBoard when it starts.

    Example:
      >>> CheckpointsForProjector().load(None) is None
      True
    """

    def load(self, context: Any) -> None:
        """Gives the projector a reader of checkpoints if it has none. There is no page to add."""
        from tensorboard.plugins.projector import projector_plugin

        if getattr(projector_plugin.tf, "__version__", "stub") == "stub":
            import penstock

            projector_plugin.tf = penstock
