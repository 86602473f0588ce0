package cli

// ColumnType selects the type of a column's values. It is the same in every run.
type ColumnType int

const (
	Text   ColumnType = iota // never missing; empty for no text
	Whole                    // a 64-bit integer
	Number                   // a number with a fraction
	Truth                    // true or false
)

// Column is a column of a table.
type Column struct {
	Name string
	Type ColumnType
}

// Texts returns columns of text.
func Texts(names ...string) []Column { return columns(Text, names) }

// Wholes returns columns of integers, such as counts and bytes.
func Wholes(names ...string) []Column { return columns(Whole, names) }

// Numbers returns columns of numbers with a fraction.
func Numbers(names ...string) []Column { return columns(Number, names) }

// Truths returns columns of booleans.
func Truths(names ...string) []Column { return columns(Truth, names) }

func columns(t ColumnType, names []string) []Column {
	all := make([]Column, len(names))
	for i, name := range names {
		all[i] = Column{name, t}
	}
	return all
}
