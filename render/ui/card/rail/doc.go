// Package rail draws the column of views at the left edge.
package rail
