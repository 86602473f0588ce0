package cli

// ColumnType is the type of the values of a column, which is the same in every run.
type ColumnType int

const (
	Text   ColumnType = iota // never missing: empty
	Whole                    // a number of 64 bits without a fraction
	Number                   // a number with a fraction
	Truth                    // true or false
)

// Column is a column of a table.
type Column struct {
	Name string
	Type ColumnType
}

// Texts are columns of text.
func Texts(names ...string) []Column { return columns(Text, names) }

// Wholes are columns of numbers without a fraction, such as counts and bytes.
func Wholes(names ...string) []Column { return columns(Whole, names) }

// Numbers are columns of numbers with a fraction.
func Numbers(names ...string) []Column { return columns(Number, names) }

// Truths are columns of true or false.
func Truths(names ...string) []Column { return columns(Truth, names) }

func columns(t ColumnType, names []string) []Column {
	all := make([]Column, len(names))
	for i, name := range names {
		all[i] = Column{name, t}
	}
	return all
}
