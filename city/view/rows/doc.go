// Package rows lists the groups of any tree as the rows of a table: sorted, filtered, opened and closed.
package rows
