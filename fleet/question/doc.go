// Package question resolves questions about a fleet with DuckDB or Spark. The questions are readable SQL files in the folder sql.
//
// DuckDB is the program duckdb. It runs in a separate folder, where the tables have fixed names. The SQL is therefore constant: neither
// names of folders nor labels become part of it. Spark gets the same SQL from a Python script. Differences between the dialects are in
// duckdb.sql and spark.py. Both engines return JSON.
package question
