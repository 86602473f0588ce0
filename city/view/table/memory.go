package table

import "slices"

// namesOf returns the names of columns, as they are stored.
func namesOf(columns []Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.String())
	}
	return names
}

// columnsOf parses the result of namesOf; ok is false if a name is unknown or occurs twice.
func columnsOf(names []string) (columns []Column, ok bool) {
	for _, name := range names {
		c, err := ParseColumn(name)
		if err != nil || !slices.Contains(AllColumns(), c) || slices.Contains(columns, c) {
			return nil, false
		}
		columns = append(columns, c)
	}
	return columns, true
}
