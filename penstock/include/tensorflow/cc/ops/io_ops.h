// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class FixedLengthRecordReader {
 public:
  struct Attrs {
    Attrs HeaderBytes(int64 x) const { Attrs a = *this; a.header_bytes_ = x; return a; }
    int64 header_bytes_ = 0;
    Attrs FooterBytes(int64 x) const { Attrs a = *this; a.footer_bytes_ = x; return a; }
    int64 footer_bytes_ = 0;
    Attrs HopBytes(int64 x) const { Attrs a = *this; a.hop_bytes_ = x; return a; }
    int64 hop_bytes_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs Encoding(StringPiece x) const { Attrs a = *this; a.encoding_ = x; return a; }
    StringPiece encoding_ = "";
  };
  static Attrs HeaderBytes(int64 x) { return Attrs().HeaderBytes(x); }
  static Attrs FooterBytes(int64 x) { return Attrs().FooterBytes(x); }
  static Attrs HopBytes(int64 x) { return Attrs().HopBytes(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs Encoding(StringPiece x) { return Attrs().Encoding(x); }
  FixedLengthRecordReader(const Scope& scope, int64 record_bytes) : FixedLengthRecordReader(scope, record_bytes, Attrs()) {}
  FixedLengthRecordReader(const Scope& scope, int64 record_bytes, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "FixedLengthRecordReader", "FixedLengthRecordReaderV2", ">reader_handle:20");
    op.Attr("record_bytes", record_bytes);
    op.Attr("header_bytes", attrs.header_bytes_);
    op.Attr("footer_bytes", attrs.footer_bytes_);
    op.Attr("hop_bytes", attrs.hop_bytes_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("encoding", attrs.encoding_);
    if (!op.Done(&operation)) return;
    reader_handle = op.Out(0);
  }
  FixedLengthRecordReader(int64 record_bytes, const GraphDefBuilder::Options& options) : FixedLengthRecordReader(options.scope(), record_bytes) {}
  operator Output() const { return reader_handle; }
  operator Input() const { return reader_handle; }
  operator Node*() const { return reader_handle.node(); }
  Node* node() const { return reader_handle.node(); }
  Operation operation;
  Output reader_handle;
};

class IdentityReader {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  IdentityReader(const Scope& scope) : IdentityReader(scope, Attrs()) {}
  IdentityReader(const Scope& scope, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "IdentityReader", "IdentityReaderV2", ">reader_handle:20");
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    reader_handle = op.Out(0);
  }
  IdentityReader(const GraphDefBuilder::Options& options) : IdentityReader(options.scope()) {}
  operator Output() const { return reader_handle; }
  operator Input() const { return reader_handle; }
  operator Node*() const { return reader_handle.node(); }
  Node* node() const { return reader_handle.node(); }
  Operation operation;
  Output reader_handle;
};

class LMDBReader {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  LMDBReader(const Scope& scope) : LMDBReader(scope, Attrs()) {}
  LMDBReader(const Scope& scope, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "LMDBReader", "LMDBReader", ">reader_handle:&7");
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    reader_handle = op.Out(0);
  }
  LMDBReader(const GraphDefBuilder::Options& options) : LMDBReader(options.scope()) {}
  operator Output() const { return reader_handle; }
  operator Input() const { return reader_handle; }
  operator Node*() const { return reader_handle.node(); }
  Node* node() const { return reader_handle.node(); }
  Operation operation;
  Output reader_handle;
};

class MatchingFiles {
 public:
  MatchingFiles(const Scope& scope, const Input& pattern) {
    penstock::OpBuilder op(scope, "MatchingFiles", "MatchingFiles", "pattern:7>filenames:7");
    op.In(pattern);
    if (!op.Done(&operation)) return;
    filenames = op.Out(0);
  }
  MatchingFiles(const Input& pattern, const GraphDefBuilder::Options& options) : MatchingFiles(options.scope(), pattern) {}
  operator Output() const { return filenames; }
  operator Input() const { return filenames; }
  operator Node*() const { return filenames.node(); }
  Node* node() const { return filenames.node(); }
  Operation operation;
  Output filenames;
};

class MergeV2Checkpoints {
 public:
  struct Attrs {
    Attrs DeleteOldDirs(bool x) const { Attrs a = *this; a.delete_old_dirs_ = x; return a; }
    bool delete_old_dirs_ = true;
  };
  static Attrs DeleteOldDirs(bool x) { return Attrs().DeleteOldDirs(x); }
  MergeV2Checkpoints(const Scope& scope, const Input& checkpoint_prefixes, const Input& destination_prefix) : MergeV2Checkpoints(scope, checkpoint_prefixes, destination_prefix, Attrs()) {}
  MergeV2Checkpoints(const Scope& scope, const Input& checkpoint_prefixes, const Input& destination_prefix, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "MergeV2Checkpoints", "MergeV2Checkpoints", "checkpoint_prefixes:7,destination_prefix:7>");
    op.In(checkpoint_prefixes);
    op.In(destination_prefix);
    op.Attr("delete_old_dirs", attrs.delete_old_dirs_);
    if (!op.Done(&operation)) return;
  }
  MergeV2Checkpoints(const Input& checkpoint_prefixes, const Input& destination_prefix, const GraphDefBuilder::Options& options) : MergeV2Checkpoints(options.scope(), checkpoint_prefixes, destination_prefix) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ReadFile {
 public:
  ReadFile(const Scope& scope, const Input& filename) {
    penstock::OpBuilder op(scope, "ReadFile", "ReadFile", "filename:7>contents:7");
    op.In(filename);
    if (!op.Done(&operation)) return;
    contents = op.Out(0);
  }
  ReadFile(const Input& filename, const GraphDefBuilder::Options& options) : ReadFile(options.scope(), filename) {}
  operator Output() const { return contents; }
  operator Input() const { return contents; }
  operator Node*() const { return contents.node(); }
  Node* node() const { return contents.node(); }
  Operation operation;
  Output contents;
};

class ReaderNumRecordsProduced {
 public:
  ReaderNumRecordsProduced(const Scope& scope, const Input& reader_handle) {
    penstock::OpBuilder op(scope, "ReaderNumRecordsProduced", "ReaderNumRecordsProducedV2", "reader_handle:20>records_produced:9");
    op.In(reader_handle);
    if (!op.Done(&operation)) return;
    records_produced = op.Out(0);
  }
  ReaderNumRecordsProduced(const Input& reader_handle, const GraphDefBuilder::Options& options) : ReaderNumRecordsProduced(options.scope(), reader_handle) {}
  operator Output() const { return records_produced; }
  operator Input() const { return records_produced; }
  operator Node*() const { return records_produced.node(); }
  Node* node() const { return records_produced.node(); }
  Operation operation;
  Output records_produced;
};

class ReaderNumWorkUnitsCompleted {
 public:
  ReaderNumWorkUnitsCompleted(const Scope& scope, const Input& reader_handle) {
    penstock::OpBuilder op(scope, "ReaderNumWorkUnitsCompleted", "ReaderNumWorkUnitsCompletedV2", "reader_handle:20>units_completed:9");
    op.In(reader_handle);
    if (!op.Done(&operation)) return;
    units_completed = op.Out(0);
  }
  ReaderNumWorkUnitsCompleted(const Input& reader_handle, const GraphDefBuilder::Options& options) : ReaderNumWorkUnitsCompleted(options.scope(), reader_handle) {}
  operator Output() const { return units_completed; }
  operator Input() const { return units_completed; }
  operator Node*() const { return units_completed.node(); }
  Node* node() const { return units_completed.node(); }
  Operation operation;
  Output units_completed;
};

class ReaderRead {
 public:
  ReaderRead(const Scope& scope, const Input& reader_handle, const Input& queue_handle) {
    penstock::OpBuilder op(scope, "ReaderRead", "ReaderReadV2", "reader_handle:20,queue_handle:20>key:7,value:7");
    op.In(reader_handle);
    op.In(queue_handle);
    if (!op.Done(&operation)) return;
    key = op.Out(0);
    value = op.Out(1);
  }
  ReaderRead(const Input& reader_handle, const Input& queue_handle, const GraphDefBuilder::Options& options) : ReaderRead(options.scope(), reader_handle, queue_handle) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output key;
  Output value;
};

class ReaderReadUpTo {
 public:
  ReaderReadUpTo(const Scope& scope, const Input& reader_handle, const Input& queue_handle, const Input& num_records) {
    penstock::OpBuilder op(scope, "ReaderReadUpTo", "ReaderReadUpToV2", "reader_handle:20,queue_handle:20,num_records:9>keys:7,values:7");
    op.In(reader_handle);
    op.In(queue_handle);
    op.In(num_records);
    if (!op.Done(&operation)) return;
    keys = op.Out(0);
    values = op.Out(1);
  }
  ReaderReadUpTo(const Input& reader_handle, const Input& queue_handle, const Input& num_records, const GraphDefBuilder::Options& options) : ReaderReadUpTo(options.scope(), reader_handle, queue_handle, num_records) {}
  operator Node*() const { return operation.node(); }
  Operation operation;
  Output keys;
  Output values;
};

class ReaderReset {
 public:
  ReaderReset(const Scope& scope, const Input& reader_handle) {
    penstock::OpBuilder op(scope, "ReaderReset", "ReaderResetV2", "reader_handle:20>");
    op.In(reader_handle);
    if (!op.Done(&operation)) return;
  }
  ReaderReset(const Input& reader_handle, const GraphDefBuilder::Options& options) : ReaderReset(options.scope(), reader_handle) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ReaderRestoreState {
 public:
  ReaderRestoreState(const Scope& scope, const Input& reader_handle, const Input& state) {
    penstock::OpBuilder op(scope, "ReaderRestoreState", "ReaderRestoreStateV2", "reader_handle:20,state:7>");
    op.In(reader_handle);
    op.In(state);
    if (!op.Done(&operation)) return;
  }
  ReaderRestoreState(const Input& reader_handle, const Input& state, const GraphDefBuilder::Options& options) : ReaderRestoreState(options.scope(), reader_handle, state) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ReaderSerializeState {
 public:
  ReaderSerializeState(const Scope& scope, const Input& reader_handle) {
    penstock::OpBuilder op(scope, "ReaderSerializeState", "ReaderSerializeStateV2", "reader_handle:20>state:7");
    op.In(reader_handle);
    if (!op.Done(&operation)) return;
    state = op.Out(0);
  }
  ReaderSerializeState(const Input& reader_handle, const GraphDefBuilder::Options& options) : ReaderSerializeState(options.scope(), reader_handle) {}
  operator Output() const { return state; }
  operator Input() const { return state; }
  operator Node*() const { return state.node(); }
  Node* node() const { return state.node(); }
  Operation operation;
  Output state;
};

class Restore {
 public:
  struct Attrs {
    Attrs PreferredShard(int64 x) const { Attrs a = *this; a.preferred_shard_ = x; return a; }
    int64 preferred_shard_ = -1;
  };
  static Attrs PreferredShard(int64 x) { return Attrs().PreferredShard(x); }
  Restore(const Scope& scope, const Input& file_pattern, const Input& tensor_name, DataType dt) : Restore(scope, file_pattern, tensor_name, dt, Attrs()) {}
  Restore(const Scope& scope, const Input& file_pattern, const Input& tensor_name, DataType dt, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "Restore", "Restore", "file_pattern:7,tensor_name:7>tensor:dt");
    op.In(file_pattern);
    op.In(tensor_name);
    op.Attr("dt", dt);
    op.Attr("preferred_shard", attrs.preferred_shard_);
    if (!op.Done(&operation)) return;
    tensor = op.Out(0);
  }
  Restore(const Input& file_pattern, const Input& tensor_name, DataType dt, const GraphDefBuilder::Options& options) : Restore(options.scope(), file_pattern, tensor_name, dt) {}
  operator Output() const { return tensor; }
  operator Input() const { return tensor; }
  operator Node*() const { return tensor.node(); }
  Node* node() const { return tensor.node(); }
  Operation operation;
  Output tensor;
};

class RestoreSlice {
 public:
  struct Attrs {
    Attrs PreferredShard(int64 x) const { Attrs a = *this; a.preferred_shard_ = x; return a; }
    int64 preferred_shard_ = -1;
  };
  static Attrs PreferredShard(int64 x) { return Attrs().PreferredShard(x); }
  RestoreSlice(const Scope& scope, const Input& file_pattern, const Input& tensor_name, const Input& shape_and_slice, DataType dt) : RestoreSlice(scope, file_pattern, tensor_name, shape_and_slice, dt, Attrs()) {}
  RestoreSlice(const Scope& scope, const Input& file_pattern, const Input& tensor_name, const Input& shape_and_slice, DataType dt, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "RestoreSlice", "RestoreSlice", "file_pattern:7,tensor_name:7,shape_and_slice:7>tensor:dt");
    op.In(file_pattern);
    op.In(tensor_name);
    op.In(shape_and_slice);
    op.Attr("dt", dt);
    op.Attr("preferred_shard", attrs.preferred_shard_);
    if (!op.Done(&operation)) return;
    tensor = op.Out(0);
  }
  RestoreSlice(const Input& file_pattern, const Input& tensor_name, const Input& shape_and_slice, DataType dt, const GraphDefBuilder::Options& options) : RestoreSlice(options.scope(), file_pattern, tensor_name, shape_and_slice, dt) {}
  operator Output() const { return tensor; }
  operator Input() const { return tensor; }
  operator Node*() const { return tensor.node(); }
  Node* node() const { return tensor.node(); }
  Operation operation;
  Output tensor;
};

class RestoreV2 {
 public:
  RestoreV2(const Scope& scope, const Input& prefix, const Input& tensor_names, const Input& shape_and_slices, gtl::ArraySlice<DataType> dtypes) {
    penstock::OpBuilder op(scope, "RestoreV2", "RestoreV2", "prefix:7,tensor_names:7,shape_and_slices:7>tensors:[dtypes");
    op.In(prefix);
    op.In(tensor_names);
    op.In(shape_and_slices);
    op.Attr("dtypes", dtypes);
    if (!op.Done(&operation)) return;
    tensors = op.OutList(0);
  }
  RestoreV2(const Input& prefix, const Input& tensor_names, const Input& shape_and_slices, gtl::ArraySlice<DataType> dtypes, const GraphDefBuilder::Options& options) : RestoreV2(options.scope(), prefix, tensor_names, shape_and_slices, dtypes) {}
  Output operator[](size_t i) const { return tensors[i]; }
  OutputList::const_iterator begin() const { return tensors.begin(); }
  OutputList::const_iterator end() const { return tensors.end(); }
  Operation operation;
  OutputList tensors;
};

class Save {
 public:
  Save(const Scope& scope, const Input& filename, const Input& tensor_names, const InputList& data) {
    penstock::OpBuilder op(scope, "Save", "Save", "filename:7,tensor_names:7,data:[T>");
    op.In(filename);
    op.In(tensor_names);
    op.In(data);
    if (!op.Done(&operation)) return;
  }
  Save(const Input& filename, const Input& tensor_names, const InputList& data, const GraphDefBuilder::Options& options) : Save(options.scope(), filename, tensor_names, data) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class SaveSlices {
 public:
  SaveSlices(const Scope& scope, const Input& filename, const Input& tensor_names, const Input& shapes_and_slices, const InputList& data) {
    penstock::OpBuilder op(scope, "SaveSlices", "SaveSlices", "filename:7,tensor_names:7,shapes_and_slices:7,data:[T>");
    op.In(filename);
    op.In(tensor_names);
    op.In(shapes_and_slices);
    op.In(data);
    if (!op.Done(&operation)) return;
  }
  SaveSlices(const Input& filename, const Input& tensor_names, const Input& shapes_and_slices, const InputList& data, const GraphDefBuilder::Options& options) : SaveSlices(options.scope(), filename, tensor_names, shapes_and_slices, data) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class SaveV2 {
 public:
  SaveV2(const Scope& scope, const Input& prefix, const Input& tensor_names, const Input& shape_and_slices, const InputList& tensors) {
    penstock::OpBuilder op(scope, "SaveV2", "SaveV2", "prefix:7,tensor_names:7,shape_and_slices:7,tensors:[dtypes>");
    op.In(prefix);
    op.In(tensor_names);
    op.In(shape_and_slices);
    op.In(tensors);
    if (!op.Done(&operation)) return;
  }
  SaveV2(const Input& prefix, const Input& tensor_names, const Input& shape_and_slices, const InputList& tensors, const GraphDefBuilder::Options& options) : SaveV2(options.scope(), prefix, tensor_names, shape_and_slices, tensors) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ShardedFilename {
 public:
  ShardedFilename(const Scope& scope, const Input& basename, const Input& shard, const Input& num_shards) {
    penstock::OpBuilder op(scope, "ShardedFilename", "ShardedFilename", "basename:7,shard:3,num_shards:3>filename:7");
    op.In(basename);
    op.In(shard);
    op.In(num_shards);
    if (!op.Done(&operation)) return;
    filename = op.Out(0);
  }
  ShardedFilename(const Input& basename, const Input& shard, const Input& num_shards, const GraphDefBuilder::Options& options) : ShardedFilename(options.scope(), basename, shard, num_shards) {}
  operator Output() const { return filename; }
  operator Input() const { return filename; }
  operator Node*() const { return filename.node(); }
  Node* node() const { return filename.node(); }
  Operation operation;
  Output filename;
};

class ShardedFilespec {
 public:
  ShardedFilespec(const Scope& scope, const Input& basename, const Input& num_shards) {
    penstock::OpBuilder op(scope, "ShardedFilespec", "ShardedFilespec", "basename:7,num_shards:3>filename:7");
    op.In(basename);
    op.In(num_shards);
    if (!op.Done(&operation)) return;
    filename = op.Out(0);
  }
  ShardedFilespec(const Input& basename, const Input& num_shards, const GraphDefBuilder::Options& options) : ShardedFilespec(options.scope(), basename, num_shards) {}
  operator Output() const { return filename; }
  operator Input() const { return filename; }
  operator Node*() const { return filename.node(); }
  Node* node() const { return filename.node(); }
  Operation operation;
  Output filename;
};

class TFRecordReader {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
    Attrs CompressionType(StringPiece x) const { Attrs a = *this; a.compression_type_ = x; return a; }
    StringPiece compression_type_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  static Attrs CompressionType(StringPiece x) { return Attrs().CompressionType(x); }
  TFRecordReader(const Scope& scope) : TFRecordReader(scope, Attrs()) {}
  TFRecordReader(const Scope& scope, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TFRecordReader", "TFRecordReaderV2", ">reader_handle:20");
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    op.Attr("compression_type", attrs.compression_type_);
    if (!op.Done(&operation)) return;
    reader_handle = op.Out(0);
  }
  TFRecordReader(const GraphDefBuilder::Options& options) : TFRecordReader(options.scope()) {}
  operator Output() const { return reader_handle; }
  operator Input() const { return reader_handle; }
  operator Node*() const { return reader_handle.node(); }
  Node* node() const { return reader_handle.node(); }
  Operation operation;
  Output reader_handle;
};

class TextLineReader {
 public:
  struct Attrs {
    Attrs SkipHeaderLines(int64 x) const { Attrs a = *this; a.skip_header_lines_ = x; return a; }
    int64 skip_header_lines_ = 0;
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs SkipHeaderLines(int64 x) { return Attrs().SkipHeaderLines(x); }
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  TextLineReader(const Scope& scope) : TextLineReader(scope, Attrs()) {}
  TextLineReader(const Scope& scope, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "TextLineReader", "TextLineReaderV2", ">reader_handle:20");
    op.Attr("skip_header_lines", attrs.skip_header_lines_);
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    reader_handle = op.Out(0);
  }
  TextLineReader(const GraphDefBuilder::Options& options) : TextLineReader(options.scope()) {}
  operator Output() const { return reader_handle; }
  operator Input() const { return reader_handle; }
  operator Node*() const { return reader_handle.node(); }
  Node* node() const { return reader_handle.node(); }
  Operation operation;
  Output reader_handle;
};

class WholeFileReader {
 public:
  struct Attrs {
    Attrs Container(StringPiece x) const { Attrs a = *this; a.container_ = x; return a; }
    StringPiece container_ = "";
    Attrs SharedName(StringPiece x) const { Attrs a = *this; a.shared_name_ = x; return a; }
    StringPiece shared_name_ = "";
  };
  static Attrs Container(StringPiece x) { return Attrs().Container(x); }
  static Attrs SharedName(StringPiece x) { return Attrs().SharedName(x); }
  WholeFileReader(const Scope& scope) : WholeFileReader(scope, Attrs()) {}
  WholeFileReader(const Scope& scope, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "WholeFileReader", "WholeFileReaderV2", ">reader_handle:20");
    op.Attr("container", attrs.container_);
    op.Attr("shared_name", attrs.shared_name_);
    if (!op.Done(&operation)) return;
    reader_handle = op.Out(0);
  }
  WholeFileReader(const GraphDefBuilder::Options& options) : WholeFileReader(options.scope()) {}
  operator Output() const { return reader_handle; }
  operator Input() const { return reader_handle; }
  operator Node*() const { return reader_handle.node(); }
  Node* node() const { return reader_handle.node(); }
  Operation operation;
  Output reader_handle;
};

class WriteFile {
 public:
  WriteFile(const Scope& scope, const Input& filename, const Input& contents) {
    penstock::OpBuilder op(scope, "WriteFile", "WriteFile", "filename:7,contents:7>");
    op.In(filename);
    op.In(contents);
    if (!op.Done(&operation)) return;
  }
  WriteFile(const Input& filename, const Input& contents, const GraphDefBuilder::Options& options) : WriteFile(options.scope(), filename, contents) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};


}  // namespace ops
}  // namespace tensorflow
