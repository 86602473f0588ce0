// Package whatif draws the removals of the what-if, and what they free.
package whatif
