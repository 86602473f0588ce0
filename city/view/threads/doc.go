// Package threads defines the threads view without its drawing: the threads of a heap state, their stacks, and the memory of each. Package
// analysis/threads contains the analysis.
package threads
