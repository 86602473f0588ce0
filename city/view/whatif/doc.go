// Package whatif is what a user takes out of the heap in thought, and what would be freed by that.
package whatif
