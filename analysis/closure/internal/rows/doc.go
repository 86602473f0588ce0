// Package rows stores sets of positions as bits, and numbers the positions of a set so that only they need rows.
package rows
