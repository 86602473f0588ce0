// Package trends is the pure half of the trends view: groups over time, level by level. The analysis is package trend.
package trends
