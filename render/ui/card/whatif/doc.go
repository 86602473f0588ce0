// Package whatif draws what is removed in the what-if, and what that frees.
package whatif
