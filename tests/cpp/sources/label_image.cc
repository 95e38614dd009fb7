// What is in a picture: a graph from a file, a picture that is read, scaled and put into it, the best labels. As 1.x's label_image.
#include <fstream>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "tensorflow/cc/ops/const_op.h"
#include "tensorflow/cc/ops/image_ops.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/io/path.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/init_main.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/public/session.h"
#include "tensorflow/core/util/command_line_flags.h"

using tensorflow::Flag;
using tensorflow::int32;
using tensorflow::Status;
using tensorflow::string;
using tensorflow::Tensor;

Status ReadLabels(const string& file_name, std::vector<string>* labels) {
  std::ifstream file(file_name);
  if (!file) return tensorflow::errors::NotFound("Labels file ", file_name, " not found.");
  string line;
  while (std::getline(file, line)) labels->push_back(line);
  return Status();
}

Status ReadTensorFromImageFile(const string& file_name, const int input_height, const int input_width, const float input_mean,
                               const float input_std, std::vector<Tensor>* out_tensors) {
  auto root = tensorflow::Scope::NewRootScope();
  using namespace ::tensorflow::ops;  // NOLINT
  string output_name = "normalized";
  auto file_reader = ReadFile(root.WithOpName("file_reader"), file_name);
  const int wanted_channels = 3;
  tensorflow::Output image_reader;
  if (file_name.size() > 4 && file_name.substr(file_name.size() - 4) == ".png") {
    image_reader = DecodePng(root.WithOpName("png_reader"), file_reader, DecodePng::Channels(wanted_channels));
  } else {
    image_reader = DecodeJpeg(root.WithOpName("jpeg_reader"), file_reader, DecodeJpeg::Channels(wanted_channels));
  }
  auto float_caster = Cast(root.WithOpName("float_caster"), image_reader, tensorflow::DT_FLOAT);
  auto dims_expander = ExpandDims(root.WithOpName("dim"), float_caster, 0);
  auto resized = ResizeBilinear(root.WithOpName("size"), dims_expander, Const(root, {input_height, input_width}));
  Div(root.WithOpName(output_name), Sub(root, resized, {input_mean}), {input_std});
  tensorflow::GraphDef graph;
  TF_RETURN_IF_ERROR(root.ToGraphDef(&graph));
  std::unique_ptr<tensorflow::Session> session(tensorflow::NewSession(tensorflow::SessionOptions()));
  TF_RETURN_IF_ERROR(session->Create(graph));
  TF_RETURN_IF_ERROR(session->Run({}, {output_name}, {}, out_tensors));
  return Status();
}

Status LoadGraph(const string& graph_file_name, std::unique_ptr<tensorflow::Session>* session) {
  tensorflow::GraphDef graph_def;
  Status load_graph_status = ReadBinaryProto(tensorflow::Env::Default(), graph_file_name, &graph_def);
  if (!load_graph_status.ok()) {
    return tensorflow::errors::NotFound("Failed to load compute graph at '", graph_file_name, "'");
  }
  session->reset(tensorflow::NewSession(tensorflow::SessionOptions()));
  return (*session)->Create(graph_def);
}

Status GetTopLabels(const std::vector<Tensor>& outputs, int how_many_labels, Tensor* indices, Tensor* scores) {
  auto root = tensorflow::Scope::NewRootScope();
  using namespace ::tensorflow::ops;  // NOLINT
  string output_name = "top_k";
  TopK(root.WithOpName(output_name), outputs[0], how_many_labels);
  tensorflow::GraphDef graph;
  TF_RETURN_IF_ERROR(root.ToGraphDef(&graph));
  std::unique_ptr<tensorflow::Session> session(tensorflow::NewSession(tensorflow::SessionOptions()));
  TF_RETURN_IF_ERROR(session->Create(graph));
  std::vector<Tensor> out_tensors;
  TF_RETURN_IF_ERROR(session->Run({}, {output_name + ":0", output_name + ":1"}, {}, &out_tensors));
  *scores = out_tensors[0];
  *indices = out_tensors[1];
  return Status();
}

int main(int argc, char* argv[]) {
  string image = "image.png", graph = "graph.pb", labels = "labels.txt", root_dir;
  string input_layer = "input", output_layer = "softmax";
  int32 input_width = 12, input_height = 12;
  float input_mean = 128, input_std = 64;
  std::vector<Flag> flag_list = {
      Flag("image", &image, "image to be processed"),        Flag("graph", &graph, "graph to be executed"),
      Flag("labels", &labels, "name of file with labels"),   Flag("input_width", &input_width, "width of the scaled image"),
      Flag("input_height", &input_height, "height of it"),   Flag("input_mean", &input_mean, "scale pixel values to this mean"),
      Flag("input_std", &input_std, "and this deviation"),   Flag("input_layer", &input_layer, "name of input layer"),
      Flag("output_layer", &output_layer, "name of output"), Flag("root_dir", &root_dir, "where all of these are"),
  };
  string usage = tensorflow::Flags::Usage(argv[0], flag_list);
  const bool parse_result = tensorflow::Flags::Parse(&argc, argv, flag_list);
  if (!parse_result) {
    LOG(ERROR) << usage;
    return -1;
  }
  tensorflow::port::InitMain(argv[0], &argc, &argv);
  if (argc > 1) {
    LOG(ERROR) << "Unknown argument " << argv[1] << "\n" << usage;
    return -1;
  }
  std::unique_ptr<tensorflow::Session> session;
  Status status = LoadGraph(tensorflow::io::JoinPath(root_dir, graph), &session);
  if (!status.ok()) {
    LOG(ERROR) << status;
    return -1;
  }
  std::vector<Tensor> resized_tensors;
  status = ReadTensorFromImageFile(tensorflow::io::JoinPath(root_dir, image), input_height, input_width, input_mean, input_std,
                                   &resized_tensors);
  if (!status.ok()) {
    LOG(ERROR) << status;
    return -1;
  }
  std::vector<Tensor> outputs;
  status = session->Run({{input_layer, resized_tensors[0]}}, {output_layer}, {}, &outputs);
  if (!status.ok()) {
    LOG(ERROR) << "Running model failed: " << status;
    return -1;
  }
  std::vector<string> names;
  Tensor indices, scores;
  status = ReadLabels(tensorflow::io::JoinPath(root_dir, labels), &names);
  if (status.ok()) status = GetTopLabels(outputs, 3, &indices, &scores);
  if (!status.ok()) {
    LOG(ERROR) << "Running print failed: " << status;
    return -1;
  }
  for (int pos = 0; pos < 3; ++pos) {
    const int index = indices.flat<int32>()(pos);
    std::printf("%s (%d): %.6f\n", names[static_cast<size_t>(index)].c_str(), index, scores.flat<float>()(pos));
  }
  return 0;
}
