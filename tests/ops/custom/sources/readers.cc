// A file format of one's own, as the how-to writes one: records of a length byte and so many bytes, after a magic word.
#include <memory>

#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/reader_base.h"
#include "tensorflow/core/framework/reader_op_kernel.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/io/inputbuffer.h"
#include "tensorflow/core/lib/strings/strcat.h"
#include "tensorflow/core/platform/env.h"

namespace tensorflow {

class PascalReader : public ReaderBase {
 public:
  PascalReader(const string& node_name, const string& magic, Env* env)
      : ReaderBase(strings::StrCat("PascalReader '", node_name, "'")), magic_(magic), env_(env) {}

  Status OnWorkStartedLocked() override {
    number_ = 0;
    TF_RETURN_IF_ERROR(env_->NewRandomAccessFile(current_work(), &file_));
    buffer_.reset(new io::InputBuffer(file_.get(), 8));
    string found;
    TF_RETURN_IF_ERROR(buffer_->ReadNBytes(static_cast<int64>(magic_.size()), &found));
    if (found != magic_) return errors::DataLoss("no ", magic_, " in ", current_work());
    return Status::OK();
  }

  Status OnWorkFinishedLocked() override {
    buffer_.reset(nullptr);
    file_.reset(nullptr);
    return Status::OK();
  }

  Status ReadLocked(string* key, string* value, bool* produced, bool* at_end) override {
    string length;
    Status status = buffer_->ReadNBytes(1, &length);
    if (errors::IsOutOfRange(status)) {
      *at_end = true;
      return Status::OK();
    }
    TF_RETURN_IF_ERROR(status);
    status = buffer_->ReadNBytes(static_cast<unsigned char>(length[0]), value);
    if (errors::IsOutOfRange(status)) return errors::DataLoss("a record ends too early");
    TF_RETURN_IF_ERROR(status);
    *key = KeyName(strings::StrCat(number_++));
    *produced = true;
    return Status::OK();
  }

  Status ResetLocked() override {
    buffer_.reset(nullptr);
    file_.reset(nullptr);
    number_ = 0;
    return ReaderBase::ResetLocked();
  }

 private:
  const string magic_;
  Env* const env_;
  int64 number_ = 0;
  std::unique_ptr<RandomAccessFile> file_;
  std::unique_ptr<io::InputBuffer> buffer_;
};

class PascalReaderOp : public ReaderOpKernel {
 public:
  explicit PascalReaderOp(OpKernelConstruction* context) : ReaderOpKernel(context) {
    string magic;
    OP_REQUIRES_OK(context, context->GetAttr("magic", &magic));
    OP_REQUIRES(context, !magic.empty(), errors::InvalidArgument("magic must not be empty"));
    Env* env = context->env();
    SetReaderFactory([this, magic, env]() { return new PascalReader(name(), magic, env); });
  }
};

REGISTER_KERNEL_BUILDER(Name("PascalReader").Device(DEVICE_CPU), PascalReaderOp);

REGISTER_OP("PascalReader")
    .Output("reader_handle: Ref(string)")
    .Attr("magic: string = 'PSCL'")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .SetIsStateful()
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      c->set_output(0, c->Vector(2));
      return Status::OK();
    })
    .Doc(R"doc(
Reads records of up to 255 bytes.

reader_handle: The handle to reference the Reader.
magic: what a file begins with.
)doc");

}  // namespace tensorflow
