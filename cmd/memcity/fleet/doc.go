// Package fleet contains the commands for many recordings: export writes each as tables, and fleet answers questions about the tables.
package fleet
