// Package budget holds rules against the groups of a recording: budgets, which come from a file and are judged at every GC
// point, and the rules that watch a recording while it grows.
package budget
