// Package whatif is what a user removes from the heap in thought, and what would be freed by that.
package whatif
