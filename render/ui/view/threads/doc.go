// Package threads draws the threads view: the threads of a GC point, their stacks, and the memory of each.
package threads
