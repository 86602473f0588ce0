package ruby

// Kind is the kind of a line.
type Kind uint8

// Kinds of lines, by their member type.
const (
	Unknown Kind = iota
	Object       // any type but those below
	Class        // CLASS or MODULE
	Root         // ROOT
	Shape        // SHAPE
	Names        // NAMES
)

// Fault is a kind of fault in a line.
type Fault uint8

// Faults that a single line shows.
const (
	NotJSON Fault = iota
	NoType
	NoAddress
	BadMember
	TooLong
	Faults // number of faults
)

var faultTexts = [Faults]string{
	NotJSON:   "the line is not a JSON object",
	NoType:    "the line has no member type with a text",
	NoAddress: "an object has no member address such as \"0x7f73a53b8948\"",
	BadMember: "a member has a value of the wrong kind",
	TooLong:   "the line is longer than 1 GB",
}

// String returns the fault as a clause.
func (f Fault) String() string { return faultTexts[f] }

// Name is a name of a reference, from a line of the kind [Names].
type Name struct {
	Text string
	To   uint64 // address; 0 for names without a target
}

// Record is a line. Its slices are valid until the next line is read. Members that the line lacks are 0 or empty, unless described.
type Record struct {
	Kind   Kind
	Faulty uint32 // a bit for each [Fault]

	Type       []byte // STRING, ARRAY, CLASS, ROOT …
	Address    uint64
	Class      uint64 // address of the class
	Super      uint64 // address of the superclass
	Name       []byte // of a class
	Singleton  bool
	Struct     []byte // of DATA
	Internal   []byte // imemo_type
	Root       []byte // name of a group of roots
	Size       int64  // memsize, in bytes
	Ivars      int64  // number of instance variables; -1 for none
	References []uint64

	File       []byte
	SourceLine int32 // 1-based
	Method     []byte
	Generation int64 // number of GCs that had ended when the object was allocated; -1 for none

	Names []Name
}

// Has reports whether the line has a fault.
func (r *Record) Has(f Fault) bool { return r.Faulty&(1<<f) != 0 }

func (r *Record) fault(f Fault) { r.Faulty |= 1 << f }

func (r *Record) reset() {
	*r = Record{Type: r.Type[:0], Name: r.Name[:0], Struct: r.Struct[:0], Internal: r.Internal[:0], Root: r.Root[:0], References: r.References[:0],
		File: r.File[:0], Method: r.Method[:0], Names: r.Names[:0], Ivars: -1, Generation: -1}
}
