// Package whatif defines removals from the heap and the report on what they would free.
package whatif
