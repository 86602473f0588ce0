package trace

// Unit is a unit of heap sizes.
type Unit uint8

// Units.
const (
	Objects Unit = iota
	Bytes
)

// DefaultUnit is the default unit of all outputs.
const DefaultUnit = Bytes

// String returns "objects" or "bytes".
func (m Unit) String() string {
	if m == Bytes {
		return "bytes"
	}
	return "objects"
}

// Other returns the other unit.
func (m Unit) Other() Unit {
	if m == Objects {
		return Bytes
	}
	return Objects
}

// Amount is a number of objects and their bytes. The bytes are shallow unless stated otherwise.
type Amount struct{ Objects, Bytes int64 }

// Of returns the number in a unit.
func (a Amount) Of(m Unit) int64 {
	if m == Bytes {
		return a.Bytes
	}
	return a.Objects
}

// Add adds b to a.
func (a *Amount) Add(b Amount) {
	a.Objects += b.Objects
	a.Bytes += b.Bytes
}

// Plus returns the sum of both.
func (a Amount) Plus(b Amount) Amount { return Amount{a.Objects + b.Objects, a.Bytes + b.Bytes} }

// Minus returns the difference a - b.
func (a Amount) Minus(b Amount) Amount { return Amount{a.Objects - b.Objects, a.Bytes - b.Bytes} }
