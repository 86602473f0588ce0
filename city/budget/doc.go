// Package budget evaluates rules against the groups of a recording. Budgets come from a file and are evaluated at every GC point. Other
// rules watch a recording while it grows.
package budget
