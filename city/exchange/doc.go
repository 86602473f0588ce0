// Package exchange defines the values that window and session exchange. The window sends a [Request] for a plan. The session returns a
// [Result] with the open recording, its plan and query results. The package also has values to request recordings of running programs, and
// to report on them.
package exchange
