"""Writes the tables of a fleet with Apache Spark. Each executor runs memcity-record on the paths that it receives.

    spark-submit export.py --memcity bin/memcity-record --parquet /shared/fleet --path-labels '{service}/{version}/{pod}/*' /shared/dumps

Spark does not move the contents of dumps. A task receives a path, runs `memcity-record export`, and returns the outcome. The dumps and the folder of the
tables are on a file system that all executors share. Otherwise, --fetch and --store are commands that copy from and to an object store.

Recordings that need more memory than a task may use come last, one at a time on an executor. `memcity-record info` estimates the need. A task is retried if
its executor is lost or memcity ends unexpectedly, but not if the recording cannot be read. Failed recordings are listed, and the tables of the others are
complete. To process the missing recordings, run the same command again.

Standard output contains a JSON object for each path: path, status (written, already there, labels changed, bad, too large, failed), exit, seconds, attempts,
message, and the recordings that memcity lists. The exit status is 0 if all recordings were written, 1 if some failed, and 2 for invalid options.
Tested with PySpark 4.3.0, the only requirement beyond Python 3.9.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

# Exit statuses of memcity.
DONE, USAGE, INPUT, MEMORY = 0, 2, 3, 4
KILLED = (137, -9)  # killed by the system, mostly because of memory

# A recording takes at most this many times its size in memory. Only for larger ones is the estimate requested.
MOST_PER_BYTE = 20

LEAST_MEMORY = 300_000_000  # in bytes, enough for memcity to process small recordings

ENDINGS = (".hprof", ".mct", ".jfr", ".trees", ".anttracks", ".gz", ".zst", ".log")


def parse(args):
    p = argparse.ArgumentParser(prog="export.py", description="Writes the tables of a fleet on the executors of a Spark cluster.")
    p.add_argument("paths", nargs="*", metavar="PATH", help="recordings; of a folder, all files in it and below that are recordings by their names")
    p.add_argument("--list", metavar="FILE", help="a file with a path in each line, - for standard input")
    p.add_argument("--memcity", required=True, metavar="FILE", help="the program memcity-record for the system of the executors, which is sent to them")
    p.add_argument("--parquet", required=True, metavar="FOLDER", help="the folder of the tables; with --store, what it puts in place of {folder_to}")
    p.add_argument("--by", action="append", default=[], metavar="CHAIN", help="as for memcity export; can be repeated")
    p.add_argument("--sizes", metavar="KINDS", help="as for memcity export")
    p.add_argument("--label", action="append", default=[], metavar="NAME=VALUE", help="as for memcity export; can be repeated")
    p.add_argument("--path-labels", metavar="PATTERN", help="as for memcity export; with --fetch it is held against the path before")
    p.add_argument("--memory", type=int, default=4_000_000_000, metavar="BYTES", help="what memcity may use on an executor, for all of its tasks together")
    p.add_argument("--cores", type=int, default=0, metavar="N", help="cores of an executor (spark.executor.cores, or 1)")
    p.add_argument("--attempts", type=int, default=3, metavar="N", help="how often a recording is tried where memcity ends unexpectedly")
    p.add_argument("--timeout", type=float, default=3600, metavar="SECONDS", help="how long one recording may take")
    p.add_argument("--fetch", metavar="COMMAND", help="makes the file {file} from {path}, such as: aws s3 cp {path} {file}")
    p.add_argument("--store", metavar="COMMAND", help="copies the tables in {folder}, such as: aws s3 sync {folder} s3://bucket/fleet")
    options = p.parse_args(args)
    if not os.path.isfile(options.memcity):
        p.error("--memcity %s: there is no such file" % options.memcity)
    if options.attempts < 1 or options.memory < LEAST_MEMORY:
        p.error("expected --attempts of at least 1, and --memory of at least %d" % LEAST_MEMORY)
    options.found = find(options, p)
    return options


def find(options, parser):
    """Returns the recordings without duplicates, in order."""
    found = []
    for path in options.paths:
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders.sort()
                found += [os.path.join(folder, name) for name in sorted(names) if name.endswith(ENDINGS)]
        else:
            found.append(path)
    if options.list:
        lines = sys.stdin if options.list == "-" else open(options.list, encoding="utf-8")
        with lines:
            found += [line.rstrip("\n") for line in lines if line.strip()]
    if not found:
        parser.error("there is no recording in %s" % (", ".join(options.paths) or "--list"))
    if options.fetch is None:
        found = [os.path.abspath(path) for path in found]
    return list(dict.fromkeys(found))


class Task:
    """The options that an executor needs. Spark sends them with each path."""

    def __init__(self, options, program):
        self.program = program  # name on the executors, or a path
        self.parquet, self.by, self.sizes, self.labels, self.path_labels = (
            options.parquet if options.store else os.path.abspath(options.parquet), options.by, options.sizes, options.label, options.path_labels)
        self.fetch, self.store, self.timeout = options.fetch, options.store, options.timeout

    def command(self, program, path, source, folder, memory):
        command = [program, "export", source, "--parquet", folder, "--format", "json", "--memory", "%d" % memory]
        for chain in self.by:
            command += ["--by", chain]
        if self.sizes:
            command += ["--sizes", self.sizes]
        for label in self.labels:
            command += ["--label", label]
        if self.path_labels:
            command += ["--path-labels", self.path_labels]
        if self.fetch:
            command += ["--path", path]
        return command

    def run(self, program, path, memory):
        """Processes one recording and returns the outcome."""
        began = time.time()
        out = {"path": path, "status": "failed", "exit": None, "message": "", "recordings": []}
        scratch = tempfile.mkdtemp(prefix="memcity-")
        try:
            self.do(program, path, memory, scratch, out)
        except subprocess.TimeoutExpired as e:
            out["message"] = "%s took more than %g s" % (os.path.basename(e.cmd[0] if isinstance(e.cmd, list) else e.cmd), self.timeout)
        except OSError as e:
            out["message"] = str(e)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        out["seconds"] = round(time.time() - began, 3)
        return out

    def do(self, program, path, memory, scratch, out):
        source, folder = path, self.parquet
        if self.fetch:
            source = os.path.join(scratch, "from", os.path.basename(path))  # its extension selects the format
            os.makedirs(os.path.dirname(source), exist_ok=True)
            if not self.shell(self.fetch, out, path=path, file=source):
                return
        if self.store:
            folder = os.path.join(scratch, "tables")
        need = self.need(program, source, memory)
        if need > memory:
            out["status"], out["need"], out["message"] = "large", need, "it needs %d bytes of memory; a task may use %d" % (need, memory)
            return
        done = subprocess.run(self.command(program, path, source, folder, memory), capture_output=True, text=True, errors="replace", timeout=self.timeout)
        out["exit"], out["message"] = done.returncode, done.stderr.strip()[-2000:]
        if done.returncode == DONE:
            printed = json.loads(done.stdout)
            out["recordings"] = printed["recordings"]
            out["status"] = printed["recordings"][0]["status"]
            if self.store and not self.shell(self.store, out, folder=folder, folder_to=self.parquet):
                out["status"] = "failed"
        elif done.returncode in (USAGE, INPUT):
            out["status"] = "bad"
        elif done.returncode == MEMORY or done.returncode in KILLED:
            out["status"] = "large"

    def need(self, program, source, memory):
        """Returns the memory that info estimates for a recording, in bytes; 0 if the recording is small enough or there is no estimate."""
        size = os.path.getsize(source) if os.path.isfile(source) else 0
        if size * MOST_PER_BYTE <= memory:
            return 0
        done = subprocess.run([program, "info", source, "--format", "json"], capture_output=True, text=True, errors="replace", timeout=self.timeout)
        if done.returncode != DONE:
            return 0
        return max([n["bytes"] for n in json.loads(done.stdout).get("memory", {}).get("needs", [])] or [0])

    def shell(self, template, out, **values):
        """Runs a command with names in braces replaced by values, and reports whether it succeeded. A value never splits into several arguments."""
        words = [word.format(**values) for word in shlex.split(template)]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=self.timeout)
        if done.returncode != 0:
            out["exit"], out["message"] = done.returncode, ("%s: %s" % (words[0], done.stderr.strip()))[-2000:]
        return done.returncode == 0


def on_executor(task, memory, finished):
    def work(paths):
        from pyspark import SparkFiles

        program = SparkFiles.get(task.program)
        if not os.access(program, os.X_OK):
            os.chmod(program, 0o700)
        for path in paths:
            out = task.run(program, path, memory)
            finished.add(1)
            yield out

    return work


class Progress(threading.Thread):
    """Prints the number of finished recordings on standard error at intervals."""

    def __init__(self, finished, total, every=5.0):
        super().__init__(daemon=True)
        self.finished, self.total, self.every, self.ended = finished, total, every, threading.Event()
        self.said = -1

    def run(self):
        while not self.ended.wait(self.every):
            self.say()

    def say(self):
        done = min(self.finished.value, self.total)  # a task that ran twice counts twice
        if done != self.said:
            print("memcity: %d of %d recordings" % (done, self.total), file=sys.stderr, flush=True)
            self.said = done


def rounds(paths, attempts, small, large, hand_out):
    """Hands out paths until nothing is left to try, and returns the last outcome of each. hand_out(paths, memory, alone) returns an outcome for each of its paths."""
    outcomes, tries, todo, alone = {}, dict.fromkeys(paths, 0), list(paths), []
    while todo or alone:
        is_alone = not todo
        batch, todo = (todo, []) if todo else (alone, todo)
        if is_alone:
            alone = []
        for out in hand_out(batch, large if is_alone else small, is_alone):
            path = out["path"]
            tries[path] += 1
            out["attempts"] = tries[path]
            outcomes[path] = out
            if out["status"] == "large":
                if is_alone:
                    out["status"] = "too large"
                else:
                    alone.append(path)
            elif out["status"] == "failed" and tries[path] < attempts:
                (alone if is_alone else todo).append(path)
    return [outcomes[path] for path in paths]


def sizes_first(paths):
    """Returns the paths sorted by size, largest first, so that no large recording starts last."""
    return sorted(paths, key=lambda path: -(os.path.getsize(path) if os.path.isfile(path) else 0))


def main(args):
    options = parse(args)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")  # output of Spark is not an outcome
    os.dup2(2, 1)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("memcity export").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    context = session.sparkContext
    context.setLogLevel("ERROR")
    context.addFile(os.path.abspath(options.memcity))
    cores = options.cores or int(context.getConf().get("spark.executor.cores", "1"))
    task = Task(options, os.path.basename(options.memcity))
    finished = context.accumulator(0)
    progress = Progress(finished, len(options.found))
    progress.start()

    def hand_out(paths, memory, alone):
        rdd = context.parallelize(sizes_first(paths), len(paths))  # one task each, so that a lost executor costs little
        if alone and cores > 1:
            from pyspark.resource import ResourceProfileBuilder, TaskResourceRequests

            rdd = rdd.withResources(ResourceProfileBuilder().require(TaskResourceRequests().cpus(cores)).build)
        return rdd.mapPartitions(on_executor(task, memory, finished)).collect()

    outcomes = rounds(options.found, options.attempts, max(options.memory // cores, LEAST_MEMORY), options.memory, hand_out)
    progress.ended.set()
    failed = 0
    for outcome in outcomes:
        failed += outcome["status"] in ("bad", "too large", "failed")
        out.write(json.dumps(outcome) + "\n")
    out.close()
    print("memcity: %d of %d recordings have tables" % (len(outcomes) - failed, len(outcomes)), file=sys.stderr)
    session.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
