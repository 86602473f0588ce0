// Package summaries is the pure half of the summary: what one heap state holds, by whom, of which types, what of it is waste, and what to
// record next to learn more.
package summaries
