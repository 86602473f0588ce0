// Package summaries defines the summary without its drawing. It describes one heap state: its holders, types and waste, and what to record
// next to learn more.
package summaries
