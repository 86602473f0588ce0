// Package fleet has the commands about many recordings together: export writes what is kept of each as tables, and fleet answers questions about them.
package fleet
