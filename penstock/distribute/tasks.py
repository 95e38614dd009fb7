"""Which task of a cluster a process is: whether it is the chief, and which of how many workers."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find


def cluster_of(cluster_spec: Any) -> dict[str, list[str]]:
    """A cluster given in any form, as jobs and addresses."""
    return find("train.ClusterSpec")(cluster_spec).as_dict()


def _checked(cluster_spec: Any, task_type: str, task_id: int) -> dict[str, list[str]]:
    jobs = cluster_of(cluster_spec)
    if task_type not in ("chief", "worker", "evaluator", "ps"):
        raise ValueError(
            f'Unrecognized task_type: {task_type!r}, valid task types are: "chief", "worker", "evaluator" and "ps".'
        )
    if task_type not in jobs and task_type != "evaluator":
        raise ValueError(f"`task_type` {task_type!r} not found in cluster_spec.")
    if len(jobs.get("chief", ())) > 1:
        raise ValueError("There must be at most one 'chief' job.")
    if len(jobs.get("evaluator", ())) > 1:
        raise ValueError("There must be at most one 'evaluator' job.")
    if task_type in jobs and task_id >= len(jobs[task_type]):
        raise ValueError(f"The `task_id` {task_id} exceeds the maximum id of {task_type}.")
    return jobs


def is_chief(cluster_spec: Any, task_type: str, task_id: int) -> bool:
    """Whether a task leads: the chief, an evaluator, or the first worker of a cluster without chief."""
    jobs = _checked(cluster_spec, task_type, task_id)
    if task_type in ("chief", "evaluator"):
        return True
    return "chief" not in jobs and task_type == "worker" and task_id == 0


def collective_leader(cluster_spec: Any, task_type: str, task_id: int) -> str:
    """The task that collective operations are agreed upon with, '' if none is needed."""
    if not cluster_of(cluster_spec) or task_type == "evaluator":
        return ""
    job = "chief" if "chief" in _checked(cluster_spec, task_type, task_id) else "worker"
    return f"/job:{job}/replica:0/task:0"


def worker_count(cluster_spec: Any, task_type: str) -> int:
    """How many tasks train, or evaluate if the task does."""
    jobs = _checked(cluster_spec, task_type, 0)
    if task_type not in ("chief", "worker", "evaluator"):
        raise ValueError(f"Unexpected `task_type` {task_type!r}")
    if task_type == "evaluator":
        return len(jobs["evaluator"])
    return len(jobs.get("chief", ())) + len(jobs.get("worker", ()))


def id_in_cluster(cluster_spec: Any, task_type: str, task_id: int) -> int:
    """The number of a task among those that train: the chief's is 0."""
    jobs = _checked(cluster_spec, task_type, task_id)
    if task_type == "chief":
        return 0
    if task_type == "worker":
        return task_id + len(jobs.get("chief", ()))
    if task_type == "evaluator":
        return task_id
    raise ValueError(f"There is no id for task_type {task_type!r}")
