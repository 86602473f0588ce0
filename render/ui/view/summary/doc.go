// Package summary draws the summary page. It shows what the last heap state contains by owner and type, what is waste, and what to record
// next.
package summary
