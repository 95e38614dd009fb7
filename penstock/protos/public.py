"""The messages that users reach as `tf.*` names. They are made when the first of them is used."""

from penstock import protos
from penstock._namespace import export_value

# Message → its public names. Those of one namespace have the message's own name there.
_AT_THE_ROOT = """AttrValue ConfigProto Event GPUOptions GraphDef GraphOptions HistogramProto LogMessage MetaGraphDef
    NameAttrList NodeDef OptimizerOptions RunMetadata RunOptions SessionLog Summary SummaryMetadata TensorInfo"""
_IN_SUMMARY = "Event SessionLog Summary SummaryDescription TaggedRunMetadata"
_IN_TRAIN = """BytesList ClusterDef Example Feature FeatureList FeatureLists Features FloatList Int64List JobDef
    SaverDef SequenceExample ServerDef"""
_IN_PROFILER = "AdviceProto GraphNodeProto MultiGraphNodeProto OpLogProto"

for _prefix, _messages in (
    ("", _AT_THE_ROOT),
    ("summary.", _IN_SUMMARY),
    ("train.", _IN_TRAIN),
    ("profiler.", _IN_PROFILER),
):
    for _name in _messages.split():
        globals()[_name] = export_value(getattr(protos, _name), _prefix + _name)
