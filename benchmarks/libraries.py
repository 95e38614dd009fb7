"""Run the tests of libraries that were built on TensorFlow 1, with TensorFlow 1.15.5 and with Penstock, and count.

    python benchmarks/libraries.py fetch CACHE [--repositories FOLDER]
    python benchmarks/libraries.py run CACHE --side penstock --python PYTHON [--only NAME,NAME] [--files PATTERN]
    python benchmarks/libraries.py table CACHE
    python benchmarks/libraries.py times CACHE

`fetch` takes the libraries of `library_list.py` out of their public repositories (`--repositories` names a folder with
clones that are there already) into CACHE, which lies outside of this tree. `run` runs every test file in a process of its
own, under a time limit, and notes each test's outcome in CACHE; what is noted already is not run again unless `--again`
is given. `times` compares the seconds of the tests that pass on both sides. The outcomes of 1.15.5 do not change:
`libraries_115.json` keeps them, so that the table can be made without it.
"""

from __future__ import annotations

import argparse
import fcntl
import fnmatch
import json
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

from library_list import LIBRARIES, Library

_HERE = Path(__file__).resolve().parent
_RECORDED = _HERE / "libraries_115.json"
_REASONS = _HERE / "library_reasons.json"

Outcomes = dict[str, dict[str, object]]


def repository(library: Library, folder: Path | None, cache: Path) -> Path:
    """The Git folder of the library's public repository: one that is there already, or a clone."""
    owner, name = library.repository.split("/")
    for base in [folder] if folder is not None else []:
        for place in (base / owner / name, base / f"{owner}+{name}" / "repo"):
            if (place / ".git").exists():
                return place / ".git"
            if (place / "HEAD").exists():
                return place
    place = cache / "repositories" / owner / name
    if not place.exists():
        subprocess.run(
            ["git", "clone", "-q", "--bare", f"https://github.com/{library.repository}", str(place)], check=True
        )
    return place


def fetch(args: argparse.Namespace) -> None:
    """Put each library's files of the right version below CACHE/src."""
    for library in chosen(args):
        target = args.cache / "src" / library.name
        if target.exists():
            continue
        git = repository(library, args.repositories, args.cache)
        command = ["git", f"--git-dir={git}", "archive", "--format=tar", library.revision, "--", *library.paths]
        data = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=BytesIO(data)) as archive:
            archive.extractall(target, filter="data")
        if library.package:
            unpack(library.package, target)
        for file, (old, new) in library.replace.items():
            (target / file).write_text((target / file).read_text().replace(old, new))
        print(f"{library.name} {library.version}: {len(test_files(library, args.cache))} test files")


def unpack(package: str, target: Path) -> None:
    """Add the files of a package from PyPI to a library's own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--only-binary=:all:",
            "-d",
            folder,
            package,
        ]
        subprocess.run(command, check=True)
        for wheel in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(target)


def chosen(args: argparse.Namespace) -> list[Library]:
    """The libraries that `--only` names, or all."""
    names = args.only.split(",") if args.only else [library.name for library in LIBRARIES]
    return [library for name in names for library in LIBRARIES if library.name == name]


def test_files(library: Library, cache: Path, whole: bool = False) -> list[str]:
    """The library's test files, or an even sample of them where there are very many."""
    root = cache / "src" / library.name
    files = sorted({str(path.relative_to(root)) for pattern in library.tests for path in root.glob(pattern)})
    files = [file for file in files if not any(fnmatch.fnmatch(file, pattern) for pattern in library.leave)]
    if library.sample and not whole and len(files) > library.sample:
        files = [files[index * len(files) // library.sample] for index in range(library.sample)]
    return files


def environment(library: Library, args: argparse.Namespace) -> dict[str, str]:
    """The variables a test process gets: the library and those it needs come from CACHE."""
    sources = [args.cache / "src" / name for name in [library.name, *library.needs]]
    folders = [*map(str, sources), str(_HERE)]
    if args.side == "penstock":
        folders.append(str(_HERE.parent))
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(folders),
        "LIBRARY_SIDE": args.side,
        "LIBRARY_ROOT": str(args.cache / "src" / library.name),
        "PENSTOCK_OLD_NAMES": "quiet",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "MPLBACKEND": "Agg",
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(args.cache / "bytecode"),
        "CUDA_VISIBLE_DEVICES": "",
    }


def run_file(library: Library, file: str, args: argparse.Namespace) -> dict[str, object]:
    """Run one test file until every test has an outcome; a test that ends or stops the process is left out next time."""
    root = args.cache / "src" / library.name
    outcomes: Outcomes = {}
    log = args.cache / "logs" / args.side / library.name / (file.replace("/", "__") + ".txt")
    log.parent.mkdir(parents=True, exist_ok=True)
    start = time.time()
    for _ in range(4):
        with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as out, open(log, "ab") as text:
            env = environment(library, args)
            env["LIBRARY_OUT"] = out.name
            env["LIBRARY_DONE"] = json.dumps(list(outcomes))
            command = [args.python, "-m", "pytest", "-q", "-x" if args.first else "-q", "-p", "library_plugin"]
            command += ["-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={root}", "--tb=short", file]
            process = subprocess.Popen(
                command, cwd=root, env=env, stdout=text, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
            try:
                code = process.wait(timeout=args.limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                code = process.wait()
            begun = None
            for line in out.read().splitlines():
                entry = json.loads(line)
                name = str(entry.pop("id"))
                if entry["outcome"] == "begun":
                    begun = name
                elif entry["outcome"] == "failed" or outcomes.get(name, {}).get("outcome") != "failed":
                    outcomes[name] = entry
        if code in (0, 1, 2, 5) or begun is None:
            break
        if begun not in outcomes:
            why = "time limit" if code == -signal.SIGKILL else f"the process ended with {code}"
            outcomes[begun] = {"outcome": "failed", "why": why}
    if not outcomes and code not in (0, 5):
        outcomes["(import)"] = {"outcome": "failed", "why": f"the process ended with {code}: see {log.name}"}
    return {"seconds": round(time.time() - start, 1), "tests": outcomes}


def result_file(args: argparse.Namespace, side: str, library: Library) -> Path:
    """Where the outcomes of one side's run of a library are noted."""
    return Path(args.cache) / "results" / side / f"{library.name}.json"


def run(args: argparse.Namespace) -> None:
    """Run the test files that have no noted outcome yet, and note what comes out."""
    for library in chosen(args):
        place = result_file(args, args.side, library)
        place.parent.mkdir(parents=True, exist_ok=True)
        known = json.loads(place.read_text()) if place.exists() else {}
        for file in test_files(library, args.cache, args.whole):
            if args.files and not fnmatch.fnmatch(file, args.files):
                continue
            if file in known and not args.again:
                continue
            if args.side == "penstock" and not args.again and not judged(library).get(file, {"": 0}):
                continue
            known = noted(place, file, run_file(library, file, args))
            tests = known[file]["tests"].values()
            passed = sum(test["outcome"] == "passed" for test in tests)
            print(f"{library.name} {file}: {passed} of {len(tests)} pass, {known[file]['seconds']} s", flush=True)


def noted(place: Path, file: str, result: dict[str, object]) -> dict[str, Any]:
    """Adds a file's outcomes to those that are noted, which others may do at the same time, and returns all."""
    with open(place.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = json.loads(place.read_text()) if place.exists() else {}
        known[file] = result
        place.write_text(json.dumps(known, indent=0, sort_keys=True))
    return known


def judged(library: Library) -> dict[str, list[str]]:
    """The tests that pass on 1.15.5, by file, as recorded."""
    if not _RECORDED.exists():
        return {}
    return dict(json.loads(_RECORDED.read_text()).get(library.name, {}))


def record(args: argparse.Namespace) -> None:
    """Keep the names of the tests that passed on 1.15.5 in `libraries_115.json`."""
    recorded = json.loads(_RECORDED.read_text()) if _RECORDED.exists() else {}
    for library in chosen(args):
        place = result_file(args, "tensorflow", library)
        if not place.exists():
            continue
        files = recorded.setdefault(library.name, {})
        for file, result in json.loads(place.read_text()).items():
            tests = result["tests"]
            files[file] = sorted(name.removeprefix(file) for name, test in tests.items() if test["outcome"] == "passed")
    _RECORDED.write_text(json.dumps(recorded, indent=0, sort_keys=True) + "\n")


def table(args: argparse.Namespace) -> None:
    """Print, for each library, how many of the tests that pass on 1.15.5 pass here, and what stands in the others' way."""
    reasons = json.loads(_REASONS.read_text()) if _REASONS.exists() else {}
    print("| library | version | pass on 1.15.5 | not run here yet | not counted | counted | pass here | share |")
    print("|---|---|---|---|---|---|---|---|")
    total = [0] * 5
    causes: dict[str, list[str]] = {}
    for library in chosen(args):
        place = result_file(args, "penstock", library)
        here = json.loads(place.read_text()) if place.exists() else {}
        row = [0] * 5
        for file, names in judged(library).items():
            tests = here.get(file, {}).get("tests", {})
            for name in names:
                row[0] += 1
                test = tests.get(file + name) or tests.get("(import)")
                if file not in here:
                    row[1] += 1
                elif test is not None and test["outcome"] == "passed":
                    row[3] += 1
                    row[4] += 1
                elif excuse(reasons, library.name, file + name):
                    row[2] += 1
                else:
                    row[3] += 1
                    why = "" if test is None else str(test.get("why") or test["outcome"])
                    causes.setdefault(why or "no outcome", []).append(f"{library.name} {file}{name}")
        total = [a + b for a, b in zip(total, row, strict=True)]
        print(line(library.name, library.version, row))
    print(line("all", "", total))
    if args.causes:
        for cause, where in sorted(causes.items(), key=lambda item: -len(item[1])):
            print(f"{len(where)}  {cause}\n      {where[0]}")


def times(args: argparse.Namespace) -> None:
    """Print, for each library, the seconds that both sides took for the tests that pass on both, and for whole processes."""
    print("| library | files | tests | seconds on 1.15.5 | here | processes on 1.15.5 | here |")
    print("|---|---|---|---|---|---|---|")
    total = [0.0] * 6
    for library in chosen(args):
        places = [result_file(args, side, library) for side in ("tensorflow", "penstock")]
        if not all(place.exists() for place in places):
            continue
        theirs, ours = (json.loads(place.read_text()) for place in places)
        row = [0.0] * 6
        for file in theirs.keys() & ours.keys():
            tests = [
                {k: v for k, v in side[file]["tests"].items() if v["outcome"] == "passed"} for side in (theirs, ours)
            ]
            both = tests[0].keys() & tests[1].keys()
            seconds = [sum(side[name].get("seconds", 0.0) for name in both) for side in tests]
            row = [a + b for a, b in zip(row, [1, len(both), *seconds, theirs[file]["seconds"], ours[file]["seconds"]])]
        total = [a + b for a, b in zip(total, row, strict=True)]
        print(f"| {library.name} | {row[0]:.0f} | {row[1]:.0f} | " + " | ".join(f"{n:.1f}" for n in row[2:]) + " |")
    print(f"| all | {total[0]:.0f} | {total[1]:.0f} | " + " | ".join(f"{n:.1f}" for n in total[2:]) + " |")


def line(name: str, version: str, row: list[int]) -> str:
    """One line of the table."""
    share = f"{100 * row[4] / row[3]:.1f} %" if row[3] else ""
    return f"| {name} | {version} | " + " | ".join(map(str, row)) + f" | {share} |"


def excuse(reasons: dict[str, dict[str, str]], library: str, test: str) -> str:
    """The reason why a test is listed and not counted, or an empty text."""
    for pattern, reason in reasons.get(library, {}).items():
        if fnmatch.fnmatchcase(test, pattern):
            return reason
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["fetch", "run", "record", "table", "times"])
    parser.add_argument("cache", type=Path)
    parser.add_argument("--repositories", type=Path, help="a folder with clones: owner/name")
    parser.add_argument("--side", choices=["tensorflow", "penstock"], default="penstock")
    parser.add_argument("--python", default=sys.executable, help="the Python that has what the libraries import")
    parser.add_argument("--only", default="", help="names of libraries, with commas")
    parser.add_argument("--files", default="", help="a pattern of test files")
    parser.add_argument("--whole", action="store_true", help="all files of the very large libraries, not a sample")
    parser.add_argument("--again", action="store_true", help="run what is noted already, too")
    parser.add_argument("--first", action="store_true", help="end a file at its first failure")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one file")
    parser.add_argument("--causes", action="store_true", help="print the causes of failures")
    args = parser.parse_args()
    args.cache = args.cache.resolve()
    {"fetch": fetch, "run": run, "record": record, "table": table, "times": times}[args.what](args)


if __name__ == "__main__":
    main()
