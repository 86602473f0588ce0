package rows

// Row is a group in the table.
type Row struct {
	Node     int32 // of the series
	Level    int32 // 0 for the root
	Children bool  // it has children that could be listed
	Open     bool
}

// TableRows are the rows that can be scrolled through.
type TableRows struct {
	Rows   []Row
	Groups int // with objects at the GC point
	Left   int // of them, left out by chips
}

type SortedRow struct {
	Node  int32
	Value float64
}
