// LoadSavedModel: a SavedModel in a session.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/protobuf/meta_graph.pb.h"
#include "tensorflow/core/public/session.h"

namespace tensorflow {

struct SavedModelBundle {
  ~SavedModelBundle() {
    if (session) session->Close().IgnoreError();
  }
  SavedModelBundle() {}
  Session* GetSession() const { return session.get(); }
  const penstock::Map<string, SignatureDef>& GetSignatures() const { return meta_graph_def.signature_def(); }
  std::unique_ptr<Session> session;
  MetaGraphDef meta_graph_def;
};

inline Status LoadSavedModel(const SessionOptions& session_options, const RunOptions&, const string& export_dir,
                             const std::unordered_set<string>& tags, SavedModelBundle* bundle) {
  penstock::EmbeddedSession* session = nullptr;
  TF_RETURN_IF_ERROR(penstock::EmbeddedSession::New(session_options, &session));
  bundle->session.reset(session);
  string meta_graph;
  const Status status = session->Load(export_dir, std::vector<string>(tags.begin(), tags.end()), &meta_graph);
  if (!status.ok()) {
    bundle->session.reset();
    return status;
  }
  return bundle->meta_graph_def.ParseFromString(meta_graph) ? Status::OK() : errors::Internal("damaged MetaGraphDef");
}

inline bool MaybeSavedModelDirectory(const string& export_dir) {
  return Env::Default()->FileExists(export_dir + "/saved_model.pb").ok() || Env::Default()->FileExists(export_dir + "/saved_model.pbtxt").ok();
}

}  // namespace tensorflow
