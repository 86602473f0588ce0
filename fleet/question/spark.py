"""Answers questions about the tables of a fleet with Apache Spark.

memcity fleet --engine spark runs this program in Python's isolated mode and sends the request as JSON on standard input. The request contains master, folder,
service, subjects, tables, files, check, and statements. files contains the file names of each table, or null for all files. A statement contains sql and answer.

Standard output contains a JSON array for each statement with an answer, in the format of DuckDB. If check is true, it contains only the list of files that
cannot be read. Messages of Spark go to standard error.
"""

import glob
import json
import os
import re
import site
import sys

# Spark computes a view that is used repeatedly only once.
VIEW = re.compile(r"CREATE TEMPORARY VIEW (\w+) AS")

MISSING = 3  # exit status if pyspark is not installed


def pattern(path):
    """Returns a path with the special characters of Hadoop patterns escaped."""
    return re.sub(r"([\\{}\[\]*?^])", r"\\\1", path)


def find_packages():
    """Adds folders to the search path that may contain pyspark but that isolated mode ignores.

    They are the folders of PYTHONPATH, of SPARK_HOME, and of packages installed for the user only. memcity has removed from PYTHONPATH the folders that other
    users can write to. The folders come last, so that they replace no module of Python.
    """
    folders = [f for f in os.environ.get("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(f)]
    spark = os.environ.get("SPARK_HOME", "")
    if os.path.isabs(spark):
        folders += [os.path.join(spark, "python"), *glob.glob(os.path.join(glob.escape(spark), "python", "lib", "py4j-*-src.zip"))]
    if sys.prefix == sys.base_prefix:  # a virtual environment ignores packages of the user
        user = site.getusersitepackages()
        try:
            found = os.stat(user)
        except OSError:
            found = None
        if found and (os.name == "nt" or found.st_uid in (0, os.geteuid()) and not found.st_mode & 0o002):
            folders.append(user)
    sys.path.extend(folders)


def check(spark, request):
    """Yields the table files that cannot be read."""
    for table, files in request["files"].items():
        for name in files:
            try:
                rows = spark.read.parquet(pattern(request["folder"].rstrip("/") + "/" + table + "/" + name))
                rows.selectExpr("bit_xor(xxhash64(*))").collect()
            except Exception:  # raised by Spark, Java or Parquet
                yield table + "/" + name


def main():
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")  # output of Spark is not an answer
    os.dup2(2, 1)
    request = json.load(sys.stdin)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    find_packages()
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        sys.exit(MISSING)
    spark = (
        SparkSession.builder.master(request["master"])
        .appName("memcity fleet")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    if spark.conf.get("spark.sql.shuffle.partitions") == "200":  # the default, which nobody chose; most tables are small
        spark.conf.set("spark.sql.shuffle.partitions", str(max(8, 2 * spark.sparkContext.defaultParallelism)))
    if request["check"]:
        json.dump(list(check(spark, request)), out)
        out.close()
        spark.stop()
        return
    for table in request["tables"]:
        read = spark.read.option("mergeSchema", "true").option("pathGlobFilter", "*.parquet")
        at = pattern(request["folder"].rstrip("/")) + "/" + table
        files = request["files"]
        rows = read.parquet(*[at + "/" + pattern(f) for f in files[table]] if files else [at])
        if table == "recordings" and "path" not in rows.columns:  # tables of older versions
            rows = rows.selectExpr("*", "CAST(NULL AS STRING) AS path")
        rows.createOrReplaceTempView(table + "_table")
    spark.sql("SELECT :service AS only_service", args={"service": request["service"]}).createOrReplaceTempView("asked")
    spark.sql(
        "SELECT inline(from_json(:subjects, 'ARRAY<STRUCT<subject: BIGINT, chain: STRING, name_like: STRING, path_hash: BIGINT>>'))",
        args={"subjects": request["subjects"]},
    ).createOrReplaceTempView("subjects")
    spark.sql("CREATE TEMPORARY FUNCTION last_of(list ARRAY<STRING>) RETURNS STRING RETURN element_at(list, -1)")
    spark.sql("CREATE TEMPORARY FUNCTION least_bytes() RETURNS BIGINT RETURN 0")
    spark.sql("CREATE TEMPORARY VIEW growth_of_naming AS SELECT * FROM growth_table")
    for statement in request["statements"]:
        rows = spark.sql(statement["sql"])
        if statement["answer"]:
            json.dump([row.asDict() for row in rows.collect()], out, allow_nan=False)
            out.write("\n")
            continue
        view = VIEW.search(statement["sql"])
        if view:
            spark.sql("CACHE LAZY TABLE " + view.group(1))
    out.close()
    spark.stop()


if __name__ == "__main__":
    main()
