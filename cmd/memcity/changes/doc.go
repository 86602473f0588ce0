// Package changes contains the commands about several GC points: diff, compare, windows, trend and churn.
package changes
