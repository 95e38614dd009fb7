// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.
#pragma once

#include "tensorflow/cc/ops/const_op.h"

namespace tensorflow {
namespace ops {

class ApplyAdadelta {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad) : ApplyAdadelta(scope, var, accum, accum_update, lr, rho, epsilon, grad, Attrs()) {}
  ApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyAdadelta", "ApplyAdadelta", "var:&T,accum:&T,accum_update:&T,lr:T,rho:T,epsilon:T,grad:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(accum_update);
    op.In(lr);
    op.In(rho);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyAdadelta(const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ApplyAdadelta(options.scope(), var, accum, accum_update, lr, rho, epsilon, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UpdateSlots(bool x) const { Attrs a = *this; a.update_slots_ = x; return a; }
    bool update_slots_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UpdateSlots(bool x) { return Attrs().UpdateSlots(x); }
  ApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad) : ApplyAdagrad(scope, var, accum, lr, grad, Attrs()) {}
  ApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyAdagrad", "ApplyAdagrad", "var:&T,accum:&T,lr:T,grad:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("update_slots", attrs.update_slots_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& grad, const GraphDefBuilder::Options& options) : ApplyAdagrad(options.scope(), var, accum, lr, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyAdagradDA {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& global_step) : ApplyAdagradDA(scope, var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step, Attrs()) {}
  ApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyAdagradDA", "ApplyAdagradDA", "var:&T,gradient_accumulator:&T,gradient_squared_accumulator:&T,grad:T,lr:T,l1:T,l2:T,global_step:9>out:&T");
    op.In(var);
    op.In(gradient_accumulator);
    op.In(gradient_squared_accumulator);
    op.In(grad);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(global_step);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyAdagradDA(const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const GraphDefBuilder::Options& options) : ApplyAdagradDA(options.scope(), var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyAdam {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  ApplyAdam(const Scope& scope, const Input& var, const Input& m, const Input& v, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad) : ApplyAdam(scope, var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, Attrs()) {}
  ApplyAdam(const Scope& scope, const Input& var, const Input& m, const Input& v, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyAdam", "ApplyAdam", "var:&T,m:&T,v:&T,beta1_power:T,beta2_power:T,lr:T,beta1:T,beta2:T,epsilon:T,grad:T>out:&T");
    op.In(var);
    op.In(m);
    op.In(v);
    op.In(beta1_power);
    op.In(beta2_power);
    op.In(lr);
    op.In(beta1);
    op.In(beta2);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyAdam(const Input& var, const Input& m, const Input& v, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ApplyAdam(options.scope(), var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyAddSign {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyAddSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& alpha, const Input& sign_decay, const Input& beta, const Input& grad) : ApplyAddSign(scope, var, m, lr, alpha, sign_decay, beta, grad, Attrs()) {}
  ApplyAddSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& alpha, const Input& sign_decay, const Input& beta, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyAddSign", "ApplyAddSign", "var:&T,m:&T,lr:T,alpha:T,sign_decay:T,beta:T,grad:T>out:&T");
    op.In(var);
    op.In(m);
    op.In(lr);
    op.In(alpha);
    op.In(sign_decay);
    op.In(beta);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyAddSign(const Input& var, const Input& m, const Input& lr, const Input& alpha, const Input& sign_decay, const Input& beta, const Input& grad, const GraphDefBuilder::Options& options) : ApplyAddSign(options.scope(), var, m, lr, alpha, sign_decay, beta, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyCenteredRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad) : ApplyCenteredRMSProp(scope, var, mg, ms, mom, lr, rho, momentum, epsilon, grad, Attrs()) {}
  ApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyCenteredRMSProp", "ApplyCenteredRMSProp", "var:&T,mg:&T,ms:&T,mom:&T,lr:T,rho:T,momentum:T,epsilon:T,grad:T>out:&T");
    op.In(var);
    op.In(mg);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyCenteredRMSProp(const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ApplyCenteredRMSProp(options.scope(), var, mg, ms, mom, lr, rho, momentum, epsilon, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyFtrl {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power) : ApplyFtrl(scope, var, accum, linear, grad, lr, l1, l2, lr_power, Attrs()) {}
  ApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyFtrl", "ApplyFtrl", "var:&T,accum:&T,linear:&T,grad:T,lr:T,l1:T,l2:T,lr_power:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyFtrl(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const GraphDefBuilder::Options& options) : ApplyFtrl(options.scope(), var, accum, linear, grad, lr, l1, l2, lr_power) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyFtrlV2 {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power) : ApplyFtrlV2(scope, var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power, Attrs()) {}
  ApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyFtrlV2", "ApplyFtrlV2", "var:&T,accum:&T,linear:&T,grad:T,lr:T,l1:T,l2:T,l2_shrinkage:T,lr_power:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(l2_shrinkage);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyFtrlV2(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const GraphDefBuilder::Options& options) : ApplyFtrlV2(options.scope(), var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyGradientDescent {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& delta) : ApplyGradientDescent(scope, var, alpha, delta, Attrs()) {}
  ApplyGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& delta, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyGradientDescent", "ApplyGradientDescent", "var:&T,alpha:T,delta:T>out:&T");
    op.In(var);
    op.In(alpha);
    op.In(delta);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyGradientDescent(const Input& var, const Input& alpha, const Input& delta, const GraphDefBuilder::Options& options) : ApplyGradientDescent(options.scope(), var, alpha, delta) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyMomentum {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  ApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum) : ApplyMomentum(scope, var, accum, lr, grad, momentum, Attrs()) {}
  ApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyMomentum", "ApplyMomentum", "var:&T,accum:&T,lr:T,grad:T,momentum:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(momentum);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyMomentum(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum, const GraphDefBuilder::Options& options) : ApplyMomentum(options.scope(), var, accum, lr, grad, momentum) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyPowerSign {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyPowerSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& logbase, const Input& sign_decay, const Input& beta, const Input& grad) : ApplyPowerSign(scope, var, m, lr, logbase, sign_decay, beta, grad, Attrs()) {}
  ApplyPowerSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& logbase, const Input& sign_decay, const Input& beta, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyPowerSign", "ApplyPowerSign", "var:&T,m:&T,lr:T,logbase:T,sign_decay:T,beta:T,grad:T>out:&T");
    op.In(var);
    op.In(m);
    op.In(lr);
    op.In(logbase);
    op.In(sign_decay);
    op.In(beta);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyPowerSign(const Input& var, const Input& m, const Input& lr, const Input& logbase, const Input& sign_decay, const Input& beta, const Input& grad, const GraphDefBuilder::Options& options) : ApplyPowerSign(options.scope(), var, m, lr, logbase, sign_decay, beta, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyProximalAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad) : ApplyProximalAdagrad(scope, var, accum, lr, l1, l2, grad, Attrs()) {}
  ApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyProximalAdagrad", "ApplyProximalAdagrad", "var:&T,accum:&T,lr:T,l1:T,l2:T,grad:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyProximalAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const GraphDefBuilder::Options& options) : ApplyProximalAdagrad(options.scope(), var, accum, lr, l1, l2, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyProximalGradientDescent {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& delta) : ApplyProximalGradientDescent(scope, var, alpha, l1, l2, delta, Attrs()) {}
  ApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& delta, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyProximalGradientDescent", "ApplyProximalGradientDescent", "var:&T,alpha:T,l1:T,l2:T,delta:T>out:&T");
    op.In(var);
    op.In(alpha);
    op.In(l1);
    op.In(l2);
    op.In(delta);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyProximalGradientDescent(const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& delta, const GraphDefBuilder::Options& options) : ApplyProximalGradientDescent(options.scope(), var, alpha, l1, l2, delta) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ApplyRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad) : ApplyRMSProp(scope, var, ms, mom, lr, rho, momentum, epsilon, grad, Attrs()) {}
  ApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ApplyRMSProp", "ApplyRMSProp", "var:&T,ms:&T,mom:&T,lr:T,rho:T,momentum:T,epsilon:T,grad:T>out:&T");
    op.In(var);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  ApplyRMSProp(const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ApplyRMSProp(options.scope(), var, ms, mom, lr, rho, momentum, epsilon, grad) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class ResourceApplyAdadelta {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad) : ResourceApplyAdadelta(scope, var, accum, accum_update, lr, rho, epsilon, grad, Attrs()) {}
  ResourceApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyAdadelta", "ResourceApplyAdadelta", "var:20,accum:20,accum_update:20,lr:T,rho:T,epsilon:T,grad:T>");
    op.In(var);
    op.In(accum);
    op.In(accum_update);
    op.In(lr);
    op.In(rho);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyAdadelta(const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyAdadelta(options.scope(), var, accum, accum_update, lr, rho, epsilon, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UpdateSlots(bool x) const { Attrs a = *this; a.update_slots_ = x; return a; }
    bool update_slots_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UpdateSlots(bool x) { return Attrs().UpdateSlots(x); }
  ResourceApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad) : ResourceApplyAdagrad(scope, var, accum, lr, grad, Attrs()) {}
  ResourceApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyAdagrad", "ResourceApplyAdagrad", "var:20,accum:20,lr:T,grad:T>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("update_slots", attrs.update_slots_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyAdagrad(options.scope(), var, accum, lr, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyAdagradDA {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& global_step) : ResourceApplyAdagradDA(scope, var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step, Attrs()) {}
  ResourceApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyAdagradDA", "ResourceApplyAdagradDA", "var:20,gradient_accumulator:20,gradient_squared_accumulator:20,grad:T,lr:T,l1:T,l2:T,global_step:9>");
    op.In(var);
    op.In(gradient_accumulator);
    op.In(gradient_squared_accumulator);
    op.In(grad);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(global_step);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyAdagradDA(const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const GraphDefBuilder::Options& options) : ResourceApplyAdagradDA(options.scope(), var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyAdam {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  ResourceApplyAdam(const Scope& scope, const Input& var, const Input& m, const Input& v, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad) : ResourceApplyAdam(scope, var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, Attrs()) {}
  ResourceApplyAdam(const Scope& scope, const Input& var, const Input& m, const Input& v, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyAdam", "ResourceApplyAdam", "var:20,m:20,v:20,beta1_power:T,beta2_power:T,lr:T,beta1:T,beta2:T,epsilon:T,grad:T>");
    op.In(var);
    op.In(m);
    op.In(v);
    op.In(beta1_power);
    op.In(beta2_power);
    op.In(lr);
    op.In(beta1);
    op.In(beta2);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyAdam(const Input& var, const Input& m, const Input& v, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyAdam(options.scope(), var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyAdamWithAmsgrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyAdamWithAmsgrad(const Scope& scope, const Input& var, const Input& m, const Input& v, const Input& vhat, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad) : ResourceApplyAdamWithAmsgrad(scope, var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, Attrs()) {}
  ResourceApplyAdamWithAmsgrad(const Scope& scope, const Input& var, const Input& m, const Input& v, const Input& vhat, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyAdamWithAmsgrad", "ResourceApplyAdamWithAmsgrad", "var:20,m:20,v:20,vhat:20,beta1_power:T,beta2_power:T,lr:T,beta1:T,beta2:T,epsilon:T,grad:T>");
    op.In(var);
    op.In(m);
    op.In(v);
    op.In(vhat);
    op.In(beta1_power);
    op.In(beta2_power);
    op.In(lr);
    op.In(beta1);
    op.In(beta2);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyAdamWithAmsgrad(const Input& var, const Input& m, const Input& v, const Input& vhat, const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyAdamWithAmsgrad(options.scope(), var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyAddSign {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyAddSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& alpha, const Input& sign_decay, const Input& beta, const Input& grad) : ResourceApplyAddSign(scope, var, m, lr, alpha, sign_decay, beta, grad, Attrs()) {}
  ResourceApplyAddSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& alpha, const Input& sign_decay, const Input& beta, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyAddSign", "ResourceApplyAddSign", "var:20,m:20,lr:T,alpha:T,sign_decay:T,beta:T,grad:T>");
    op.In(var);
    op.In(m);
    op.In(lr);
    op.In(alpha);
    op.In(sign_decay);
    op.In(beta);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyAddSign(const Input& var, const Input& m, const Input& lr, const Input& alpha, const Input& sign_decay, const Input& beta, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyAddSign(options.scope(), var, m, lr, alpha, sign_decay, beta, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyCenteredRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad) : ResourceApplyCenteredRMSProp(scope, var, mg, ms, mom, lr, rho, momentum, epsilon, grad, Attrs()) {}
  ResourceApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyCenteredRMSProp", "ResourceApplyCenteredRMSProp", "var:20,mg:20,ms:20,mom:20,lr:T,rho:T,momentum:T,epsilon:T,grad:T>");
    op.In(var);
    op.In(mg);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyCenteredRMSProp(const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyCenteredRMSProp(options.scope(), var, mg, ms, mom, lr, rho, momentum, epsilon, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyFtrl {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power) : ResourceApplyFtrl(scope, var, accum, linear, grad, lr, l1, l2, lr_power, Attrs()) {}
  ResourceApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyFtrl", "ResourceApplyFtrl", "var:20,accum:20,linear:20,grad:T,lr:T,l1:T,l2:T,lr_power:T>");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyFtrl(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const GraphDefBuilder::Options& options) : ResourceApplyFtrl(options.scope(), var, accum, linear, grad, lr, l1, l2, lr_power) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyFtrlV2 {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power) : ResourceApplyFtrlV2(scope, var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power, Attrs()) {}
  ResourceApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyFtrlV2", "ResourceApplyFtrlV2", "var:20,accum:20,linear:20,grad:T,lr:T,l1:T,l2:T,l2_shrinkage:T,lr_power:T>");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(l2_shrinkage);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyFtrlV2(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const GraphDefBuilder::Options& options) : ResourceApplyFtrlV2(options.scope(), var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyGradientDescent {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& delta) : ResourceApplyGradientDescent(scope, var, alpha, delta, Attrs()) {}
  ResourceApplyGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& delta, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyGradientDescent", "ResourceApplyGradientDescent", "var:20,alpha:T,delta:T>");
    op.In(var);
    op.In(alpha);
    op.In(delta);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyGradientDescent(const Input& var, const Input& alpha, const Input& delta, const GraphDefBuilder::Options& options) : ResourceApplyGradientDescent(options.scope(), var, alpha, delta) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyKerasMomentum {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  ResourceApplyKerasMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum) : ResourceApplyKerasMomentum(scope, var, accum, lr, grad, momentum, Attrs()) {}
  ResourceApplyKerasMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyKerasMomentum", "ResourceApplyKerasMomentum", "var:20,accum:20,lr:T,grad:T,momentum:T>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(momentum);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyKerasMomentum(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum, const GraphDefBuilder::Options& options) : ResourceApplyKerasMomentum(options.scope(), var, accum, lr, grad, momentum) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyMomentum {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  ResourceApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum) : ResourceApplyMomentum(scope, var, accum, lr, grad, momentum, Attrs()) {}
  ResourceApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyMomentum", "ResourceApplyMomentum", "var:20,accum:20,lr:T,grad:T,momentum:T>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(momentum);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyMomentum(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& momentum, const GraphDefBuilder::Options& options) : ResourceApplyMomentum(options.scope(), var, accum, lr, grad, momentum) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyPowerSign {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyPowerSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& logbase, const Input& sign_decay, const Input& beta, const Input& grad) : ResourceApplyPowerSign(scope, var, m, lr, logbase, sign_decay, beta, grad, Attrs()) {}
  ResourceApplyPowerSign(const Scope& scope, const Input& var, const Input& m, const Input& lr, const Input& logbase, const Input& sign_decay, const Input& beta, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyPowerSign", "ResourceApplyPowerSign", "var:20,m:20,lr:T,logbase:T,sign_decay:T,beta:T,grad:T>");
    op.In(var);
    op.In(m);
    op.In(lr);
    op.In(logbase);
    op.In(sign_decay);
    op.In(beta);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyPowerSign(const Input& var, const Input& m, const Input& lr, const Input& logbase, const Input& sign_decay, const Input& beta, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyPowerSign(options.scope(), var, m, lr, logbase, sign_decay, beta, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyProximalAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad) : ResourceApplyProximalAdagrad(scope, var, accum, lr, l1, l2, grad, Attrs()) {}
  ResourceApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyProximalAdagrad", "ResourceApplyProximalAdagrad", "var:20,accum:20,lr:T,l1:T,l2:T,grad:T>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyProximalAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyProximalAdagrad(options.scope(), var, accum, lr, l1, l2, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyProximalGradientDescent {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& delta) : ResourceApplyProximalGradientDescent(scope, var, alpha, l1, l2, delta, Attrs()) {}
  ResourceApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& delta, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyProximalGradientDescent", "ResourceApplyProximalGradientDescent", "var:20,alpha:T,l1:T,l2:T,delta:T>");
    op.In(var);
    op.In(alpha);
    op.In(l1);
    op.In(l2);
    op.In(delta);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyProximalGradientDescent(const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& delta, const GraphDefBuilder::Options& options) : ResourceApplyProximalGradientDescent(options.scope(), var, alpha, l1, l2, delta) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceApplyRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad) : ResourceApplyRMSProp(scope, var, ms, mom, lr, rho, momentum, epsilon, grad, Attrs()) {}
  ResourceApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceApplyRMSProp", "ResourceApplyRMSProp", "var:20,ms:20,mom:20,lr:T,rho:T,momentum:T,epsilon:T,grad:T>");
    op.In(var);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceApplyRMSProp(const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const GraphDefBuilder::Options& options) : ResourceApplyRMSProp(options.scope(), var, ms, mom, lr, rho, momentum, epsilon, grad) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyAdadelta {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Input& indices) : ResourceSparseApplyAdadelta(scope, var, accum, accum_update, lr, rho, epsilon, grad, indices, Attrs()) {}
  ResourceSparseApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyAdadelta", "ResourceSparseApplyAdadelta", "var:20,accum:20,accum_update:20,lr:T,rho:T,epsilon:T,grad:T,indices:Tindices>");
    op.In(var);
    op.In(accum);
    op.In(accum_update);
    op.In(lr);
    op.In(rho);
    op.In(epsilon);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyAdadelta(const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : ResourceSparseApplyAdadelta(options.scope(), var, accum, accum_update, lr, rho, epsilon, grad, indices) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UpdateSlots(bool x) const { Attrs a = *this; a.update_slots_ = x; return a; }
    bool update_slots_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UpdateSlots(bool x) { return Attrs().UpdateSlots(x); }
  ResourceSparseApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices) : ResourceSparseApplyAdagrad(scope, var, accum, lr, grad, indices, Attrs()) {}
  ResourceSparseApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyAdagrad", "ResourceSparseApplyAdagrad", "var:20,accum:20,lr:T,grad:T,indices:Tindices>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("update_slots", attrs.update_slots_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : ResourceSparseApplyAdagrad(options.scope(), var, accum, lr, grad, indices) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyAdagradDA {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& global_step) : ResourceSparseApplyAdagradDA(scope, var, gradient_accumulator, gradient_squared_accumulator, grad, indices, lr, l1, l2, global_step, Attrs()) {}
  ResourceSparseApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyAdagradDA", "ResourceSparseApplyAdagradDA", "var:20,gradient_accumulator:20,gradient_squared_accumulator:20,grad:T,indices:Tindices,lr:T,l1:T,l2:T,global_step:9>");
    op.In(var);
    op.In(gradient_accumulator);
    op.In(gradient_squared_accumulator);
    op.In(grad);
    op.In(indices);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(global_step);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyAdagradDA(const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const GraphDefBuilder::Options& options) : ResourceSparseApplyAdagradDA(options.scope(), var, gradient_accumulator, gradient_squared_accumulator, grad, indices, lr, l1, l2, global_step) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyCenteredRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices) : ResourceSparseApplyCenteredRMSProp(scope, var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices, Attrs()) {}
  ResourceSparseApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyCenteredRMSProp", "ResourceSparseApplyCenteredRMSProp", "var:20,mg:20,ms:20,mom:20,lr:T,rho:T,momentum:T,epsilon:T,grad:T,indices:Tindices>");
    op.In(var);
    op.In(mg);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyCenteredRMSProp(const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : ResourceSparseApplyCenteredRMSProp(options.scope(), var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyFtrl {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power) : ResourceSparseApplyFtrl(scope, var, accum, linear, grad, indices, lr, l1, l2, lr_power, Attrs()) {}
  ResourceSparseApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyFtrl", "ResourceSparseApplyFtrl", "var:20,accum:20,linear:20,grad:T,indices:Tindices,lr:T,l1:T,l2:T,lr_power:T>");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(indices);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyFtrl(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const GraphDefBuilder::Options& options) : ResourceSparseApplyFtrl(options.scope(), var, accum, linear, grad, indices, lr, l1, l2, lr_power) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyFtrlV2 {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power) : ResourceSparseApplyFtrlV2(scope, var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power, Attrs()) {}
  ResourceSparseApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyFtrlV2", "ResourceSparseApplyFtrlV2", "var:20,accum:20,linear:20,grad:T,indices:Tindices,lr:T,l1:T,l2:T,l2_shrinkage:T,lr_power:T>");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(indices);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(l2_shrinkage);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyFtrlV2(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const GraphDefBuilder::Options& options) : ResourceSparseApplyFtrlV2(options.scope(), var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyKerasMomentum {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  ResourceSparseApplyKerasMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum) : ResourceSparseApplyKerasMomentum(scope, var, accum, lr, grad, indices, momentum, Attrs()) {}
  ResourceSparseApplyKerasMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyKerasMomentum", "ResourceSparseApplyKerasMomentum", "var:20,accum:20,lr:T,grad:T,indices:Tindices,momentum:T>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(indices);
    op.In(momentum);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyKerasMomentum(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum, const GraphDefBuilder::Options& options) : ResourceSparseApplyKerasMomentum(options.scope(), var, accum, lr, grad, indices, momentum) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyMomentum {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  ResourceSparseApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum) : ResourceSparseApplyMomentum(scope, var, accum, lr, grad, indices, momentum, Attrs()) {}
  ResourceSparseApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyMomentum", "ResourceSparseApplyMomentum", "var:20,accum:20,lr:T,grad:T,indices:Tindices,momentum:T>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(indices);
    op.In(momentum);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyMomentum(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum, const GraphDefBuilder::Options& options) : ResourceSparseApplyMomentum(options.scope(), var, accum, lr, grad, indices, momentum) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyProximalAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Input& indices) : ResourceSparseApplyProximalAdagrad(scope, var, accum, lr, l1, l2, grad, indices, Attrs()) {}
  ResourceSparseApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyProximalAdagrad", "ResourceSparseApplyProximalAdagrad", "var:20,accum:20,lr:T,l1:T,l2:T,grad:T,indices:Tindices>");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyProximalAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : ResourceSparseApplyProximalAdagrad(options.scope(), var, accum, lr, l1, l2, grad, indices) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyProximalGradientDescent {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& grad, const Input& indices) : ResourceSparseApplyProximalGradientDescent(scope, var, alpha, l1, l2, grad, indices, Attrs()) {}
  ResourceSparseApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyProximalGradientDescent", "ResourceSparseApplyProximalGradientDescent", "var:20,alpha:T,l1:T,l2:T,grad:T,indices:Tindices>");
    op.In(var);
    op.In(alpha);
    op.In(l1);
    op.In(l2);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyProximalGradientDescent(const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : ResourceSparseApplyProximalGradientDescent(options.scope(), var, alpha, l1, l2, grad, indices) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class ResourceSparseApplyRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  ResourceSparseApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices) : ResourceSparseApplyRMSProp(scope, var, ms, mom, lr, rho, momentum, epsilon, grad, indices, Attrs()) {}
  ResourceSparseApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "ResourceSparseApplyRMSProp", "ResourceSparseApplyRMSProp", "var:20,ms:20,mom:20,lr:T,rho:T,momentum:T,epsilon:T,grad:T,indices:Tindices>");
    op.In(var);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
  }
  ResourceSparseApplyRMSProp(const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : ResourceSparseApplyRMSProp(options.scope(), var, ms, mom, lr, rho, momentum, epsilon, grad, indices) {}
  operator Operation() const { return operation; }
  operator Node*() const { return operation.node(); }
  Operation operation;
};

class SparseApplyAdadelta {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Input& indices) : SparseApplyAdadelta(scope, var, accum, accum_update, lr, rho, epsilon, grad, indices, Attrs()) {}
  SparseApplyAdadelta(const Scope& scope, const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyAdadelta", "SparseApplyAdadelta", "var:&T,accum:&T,accum_update:&T,lr:T,rho:T,epsilon:T,grad:T,indices:Tindices>out:&T");
    op.In(var);
    op.In(accum);
    op.In(accum_update);
    op.In(lr);
    op.In(rho);
    op.In(epsilon);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyAdadelta(const Input& var, const Input& accum, const Input& accum_update, const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : SparseApplyAdadelta(options.scope(), var, accum, accum_update, lr, rho, epsilon, grad, indices) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UpdateSlots(bool x) const { Attrs a = *this; a.update_slots_ = x; return a; }
    bool update_slots_ = true;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UpdateSlots(bool x) { return Attrs().UpdateSlots(x); }
  SparseApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices) : SparseApplyAdagrad(scope, var, accum, lr, grad, indices, Attrs()) {}
  SparseApplyAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyAdagrad", "SparseApplyAdagrad", "var:&T,accum:&T,lr:T,grad:T,indices:Tindices>out:&T");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("update_slots", attrs.update_slots_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : SparseApplyAdagrad(options.scope(), var, accum, lr, grad, indices) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyAdagradDA {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& global_step) : SparseApplyAdagradDA(scope, var, gradient_accumulator, gradient_squared_accumulator, grad, indices, lr, l1, l2, global_step, Attrs()) {}
  SparseApplyAdagradDA(const Scope& scope, const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyAdagradDA", "SparseApplyAdagradDA", "var:&T,gradient_accumulator:&T,gradient_squared_accumulator:&T,grad:T,indices:Tindices,lr:T,l1:T,l2:T,global_step:9>out:&T");
    op.In(var);
    op.In(gradient_accumulator);
    op.In(gradient_squared_accumulator);
    op.In(grad);
    op.In(indices);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(global_step);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyAdagradDA(const Input& var, const Input& gradient_accumulator, const Input& gradient_squared_accumulator, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& global_step, const GraphDefBuilder::Options& options) : SparseApplyAdagradDA(options.scope(), var, gradient_accumulator, gradient_squared_accumulator, grad, indices, lr, l1, l2, global_step) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyCenteredRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices) : SparseApplyCenteredRMSProp(scope, var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices, Attrs()) {}
  SparseApplyCenteredRMSProp(const Scope& scope, const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyCenteredRMSProp", "SparseApplyCenteredRMSProp", "var:&T,mg:&T,ms:&T,mom:&T,lr:T,rho:T,momentum:T,epsilon:T,grad:T,indices:Tindices>out:&T");
    op.In(var);
    op.In(mg);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyCenteredRMSProp(const Input& var, const Input& mg, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : SparseApplyCenteredRMSProp(options.scope(), var, mg, ms, mom, lr, rho, momentum, epsilon, grad, indices) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyFtrl {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power) : SparseApplyFtrl(scope, var, accum, linear, grad, indices, lr, l1, l2, lr_power, Attrs()) {}
  SparseApplyFtrl(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyFtrl", "SparseApplyFtrl", "var:&T,accum:&T,linear:&T,grad:T,indices:Tindices,lr:T,l1:T,l2:T,lr_power:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(indices);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyFtrl(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& lr_power, const GraphDefBuilder::Options& options) : SparseApplyFtrl(options.scope(), var, accum, linear, grad, indices, lr, l1, l2, lr_power) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyFtrlV2 {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power) : SparseApplyFtrlV2(scope, var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power, Attrs()) {}
  SparseApplyFtrlV2(const Scope& scope, const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyFtrlV2", "SparseApplyFtrlV2", "var:&T,accum:&T,linear:&T,grad:T,indices:Tindices,lr:T,l1:T,l2:T,l2_shrinkage:T,lr_power:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(linear);
    op.In(grad);
    op.In(indices);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(l2_shrinkage);
    op.In(lr_power);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyFtrlV2(const Input& var, const Input& accum, const Input& linear, const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power, const GraphDefBuilder::Options& options) : SparseApplyFtrlV2(options.scope(), var, accum, linear, grad, indices, lr, l1, l2, l2_shrinkage, lr_power) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyMomentum {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
    Attrs UseNesterov(bool x) const { Attrs a = *this; a.use_nesterov_ = x; return a; }
    bool use_nesterov_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  static Attrs UseNesterov(bool x) { return Attrs().UseNesterov(x); }
  SparseApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum) : SparseApplyMomentum(scope, var, accum, lr, grad, indices, momentum, Attrs()) {}
  SparseApplyMomentum(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyMomentum", "SparseApplyMomentum", "var:&T,accum:&T,lr:T,grad:T,indices:Tindices,momentum:T>out:&T");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(grad);
    op.In(indices);
    op.In(momentum);
    op.Attr("use_locking", attrs.use_locking_);
    op.Attr("use_nesterov", attrs.use_nesterov_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyMomentum(const Input& var, const Input& accum, const Input& lr, const Input& grad, const Input& indices, const Input& momentum, const GraphDefBuilder::Options& options) : SparseApplyMomentum(options.scope(), var, accum, lr, grad, indices, momentum) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyProximalAdagrad {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Input& indices) : SparseApplyProximalAdagrad(scope, var, accum, lr, l1, l2, grad, indices, Attrs()) {}
  SparseApplyProximalAdagrad(const Scope& scope, const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyProximalAdagrad", "SparseApplyProximalAdagrad", "var:&T,accum:&T,lr:T,l1:T,l2:T,grad:T,indices:Tindices>out:&T");
    op.In(var);
    op.In(accum);
    op.In(lr);
    op.In(l1);
    op.In(l2);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyProximalAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : SparseApplyProximalAdagrad(options.scope(), var, accum, lr, l1, l2, grad, indices) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyProximalGradientDescent {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& grad, const Input& indices) : SparseApplyProximalGradientDescent(scope, var, alpha, l1, l2, grad, indices, Attrs()) {}
  SparseApplyProximalGradientDescent(const Scope& scope, const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyProximalGradientDescent", "SparseApplyProximalGradientDescent", "var:&T,alpha:T,l1:T,l2:T,grad:T,indices:Tindices>out:&T");
    op.In(var);
    op.In(alpha);
    op.In(l1);
    op.In(l2);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyProximalGradientDescent(const Input& var, const Input& alpha, const Input& l1, const Input& l2, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : SparseApplyProximalGradientDescent(options.scope(), var, alpha, l1, l2, grad, indices) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};

class SparseApplyRMSProp {
 public:
  struct Attrs {
    Attrs UseLocking(bool x) const { Attrs a = *this; a.use_locking_ = x; return a; }
    bool use_locking_ = false;
  };
  static Attrs UseLocking(bool x) { return Attrs().UseLocking(x); }
  SparseApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices) : SparseApplyRMSProp(scope, var, ms, mom, lr, rho, momentum, epsilon, grad, indices, Attrs()) {}
  SparseApplyRMSProp(const Scope& scope, const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const Attrs& attrs) {
    penstock::OpBuilder op(scope, "SparseApplyRMSProp", "SparseApplyRMSProp", "var:&T,ms:&T,mom:&T,lr:T,rho:T,momentum:T,epsilon:T,grad:T,indices:Tindices>out:&T");
    op.In(var);
    op.In(ms);
    op.In(mom);
    op.In(lr);
    op.In(rho);
    op.In(momentum);
    op.In(epsilon);
    op.In(grad);
    op.In(indices);
    op.Attr("use_locking", attrs.use_locking_);
    if (!op.Done(&operation)) return;
    out = op.Out(0);
  }
  SparseApplyRMSProp(const Input& var, const Input& ms, const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices, const GraphDefBuilder::Options& options) : SparseApplyRMSProp(options.scope(), var, ms, mom, lr, rho, momentum, epsilon, grad, indices) {}
  operator Output() const { return out; }
  operator Input() const { return out; }
  operator Node*() const { return out.node(); }
  Node* node() const { return out.node(); }
  Operation operation;
  Output out;
};


}  // namespace ops
}  // namespace tensorflow
