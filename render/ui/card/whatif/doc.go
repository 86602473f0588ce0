// Package whatif draws the removals of the what-if, and the objects they free.
package whatif
