// Package summary draws the summary: what the last heap state holds, by whom and of which types, what of it is waste, and what to record next.
package summary
