// Package question has the questions about a fleet, as SQL that can be read (folder sql), and has DuckDB resolve them.
//
// The engine is the program duckdb, which runs in the folder of the fleet: so all of the SQL is constant, and neither names of folders nor
// labels become part of it. What it says is read as JSON.
package question
