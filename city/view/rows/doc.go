// Package rows lists the groups of any tree as table rows: sorted, filtered, expanded and collapsed.
package rows
