// Package search draws the search.
package search
