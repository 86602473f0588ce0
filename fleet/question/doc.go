// Package question has the questions about a fleet, as SQL that can be read (folder sql), and has DuckDB or Spark resolve them.
//
// DuckDB is the program duckdb, which runs in the folder of the fleet: so all of the SQL is constant, and neither names of folders nor
// labels become part of it. Spark gets the same SQL from a script in Python; what its SQL has other names for is in duckdb.sql and spark.py. What they say is read as JSON.
package question
