// Package memory estimates the memory that work on a heap state needs, and starts the work only if the allowance permits it. Otherwise the
// work waits for other work to end, or is refused with the numbers. Without these limits, a large heap dump could get the process killed,
// or make the computer unresponsive.
//
// Package allowance determines the allowance. The table in this package estimates the need from the counts that a reader makes before it
// stores anything. See docs/decisions/memory-budget.md.
package memory
