// Package memory says how much memory work on a heap state needs, and lets it begin only where that much may be used: what does not
// fit waits for other work to end, or is refused with the numbers. Without that a large heap dump has the process killed, or the
// computer come to a halt.
//
// What may be used is found by package allowance. What is needed is estimated by the table in this package, from what a reader has
// counted before it keeps anything. See docs/decisions/memory-budget.md.
package memory
