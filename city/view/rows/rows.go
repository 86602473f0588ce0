package rows

// Row is a group in the table.
type Row struct {
	Node     int32 // of the series
	Level    int32 // 0 for the root
	Children bool  // true if it has children to list
	Open     bool
}

// TableRows contains the rows of a table.
type TableRows struct {
	Rows   []Row
	Groups int // number with objects at the GC point
	Left   int // number of these that chips hide
}

type SortedRow struct {
	Node  int32
	Value float64
}
