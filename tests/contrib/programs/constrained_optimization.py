"""Programs of tf.contrib.constrained_optimization; what 1.15.5 says to them is in `recorded/constrained_optimization.json`.

They were recorded with SciPy 1.7.3 beside TensorFlow.
"""

_PROBLEM = """
C = tf.contrib.constrained_optimization

def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

class Problem(C.ConstrainedMinimizationProblem):
    # With one optimizer for both players, 1.15 reads and updates their variables in no certain order.
    def __init__(self, proxy=False, before=False):
        self.w = tf.get_variable("w", initializer=[1.0, 2.0], use_resource=True)
        self.before = before
        self._objective = tf.reduce_sum(tf.square(self.w - 3.0))
        self._constraints = tf.stack([self.w[0] - 1.5, self.w[0] + self.w[1] - 4.0, -self.w[1]])
        self._proxies = self._constraints * 2.0 if proxy else None

    @property
    def objective(self):
        return self._objective

    @property
    def constraints(self):
        return self._constraints

    @property
    def proxy_constraints(self):
        return self._proxies

    @property
    def pre_train_ops(self):
        return [tf.no_op(name="before")] if self.before else None

inner = tf.train.GradientDescentOptimizer(0.1)
"""
_STEPS = """
problem = Problem({problem})
step = tf.train.get_or_create_global_step()
count = len(tf.get_default_graph().get_operations())
optimizer = {optimizer}
train = optimizer.{call}
made = [[o.type, o.name] for o in tf.get_default_graph().get_operations()[count:]]
loops = ("gradients", "euclidean_projection", "power_method", "cond")
made = [o for o in made if not o[1].startswith(loops)]
values = []
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(6):
        session.run(train)
        values.append([session.run(v) for v in tf.global_variables()])
result = dict(made=made, values=values, names=[v.name for v in tf.global_variables()],
              trained=[v.name for v in tf.trainable_variables()])
"""
_RUNS = {
    "external": ("", "C.AdditiveExternalRegretOptimizer(inner, inner)", "minimize_constrained(problem, global_step=step)"),
    "external, with a radius": (
        "proxy=True",
        "C.AdditiveExternalRegretOptimizer(inner, tf.train.AdagradOptimizer(1.0), maximum_multiplier_radius=0.5)",
        "minimize_constrained(problem, global_step=step, name='mine')",
    ),
    "swap": (
        "proxy=True, before=True",
        "C.AdditiveSwapRegretOptimizer(inner, inner)",
        "minimize_constrained(problem, global_step=step)",
    ),
    "multiplicative": (
        "",
        "C.MultiplicativeSwapRegretOptimizer(inner, tf.train.AdagradOptimizer(1.0), 0.5, 0.75)",
        "minimize_constrained(problem)",
    ),
    "without constraints": (
        "before=True",
        "C.MultiplicativeSwapRegretOptimizer(inner)",
        "minimize_unconstrained(problem, global_step=step, name='mine')",
    ),
    "constraints later": (
        "before=True",
        "C.AdditiveExternalRegretOptimizer(inner, inner)",
        "minimize(problem, 2, global_step=step)",
    ),
    "constraints at once": ("", "C.AdditiveSwapRegretOptimizer(inner, inner)", "minimize(problem, global_step=step)"),
}
PROGRAMS = {
    title: _PROBLEM + _STEPS.replace("{problem}", problem).replace("{optimizer}", optimizer).replace("{call}", call)
    for title, (problem, optimizer, call) in _RUNS.items()
}

PROGRAMS["what is refused"] = (
    _PROBLEM
    + """
class Given(C.ConstrainedMinimizationProblem):
    def __init__(self, objective, constraints, proxies=None):
        self.given = objective, constraints, proxies

    objective = property(lambda self: self.given[0])
    constraints = property(lambda self: self.given[1])
    proxy_constraints = property(lambda self: self.given[2])

w = tf.get_variable("w", [2])
unknown = tf.placeholder(tf.float32)
problems = [Given(w[0], w), Given(w[0], unknown), Given(w[0], w, unknown), Given(w[0], w, w[:1]), Given(w[0], w[0]),
            Given(w[0], tf.ones([2, 3])), Given(w[0], tf.ones([2, 3]), tf.ones([6])), Given(w[0], w[:0])]
result = [
    [refusal(lambda: problem.num_constraints) or problem.num_constraints for problem in problems],
    [refusal(lambda: C.AdditiveExternalRegretOptimizer(inner).minimize_constrained(problem)) for problem in problems],
    refusal(lambda: C.AdditiveExternalRegretOptimizer(inner).minimize(problems[0], unconstrained_steps=3)),
    refusal(lambda: C.AdditiveExternalRegretOptimizer(inner, maximum_multiplier_radius=-1.0)),
    [refusal(lambda: C.MultiplicativeSwapRegretOptimizer(inner, None, least, first))
     for least, first in ((0.0, None), (-1, None), (1.0, None), (0.5, 0.25), (0.5, 1.5))],
]
"""
)

PROGRAMS["candidates"] = """
C = tf.contrib.constrained_optimization

def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

numbers = np.random.RandomState(0)
picked, mixed = [], []
for _ in range(60):
    objective, constraints = numbers.rand(5).round(1), (numbers.rand(2, 5) - 0.5).round(1)
    picked.append([C.find_best_candidate_index(objective, constraints),
                   C.find_best_candidate_index(objective, constraints, rank_objectives=True)])
for shift in (0.0, -0.5, 0.25, 1.0):
    for epsilon in (0.0, 0.1):
        objective, constraints = numbers.rand(6), numbers.rand(3, 6) - 0.5 + shift
        mixed.append(C.find_best_candidate_distribution(objective, constraints, epsilon).round(4).tolist())
objective, constraints = np.arange(3.0), np.ones([2, 3])
wrong = ((objective[:2], constraints), (objective.reshape([1, 3]), constraints), (objective, constraints[0]))
refused = [refusal(lambda: f(*given)) for given in wrong
           for f in (C.find_best_candidate_index, C.find_best_candidate_distribution)]
refused.append(refusal(lambda: C.find_best_candidate_distribution(objective, constraints, -0.1)))
result = dict(picked=picked, mixed=mixed, refused=refused)
"""
