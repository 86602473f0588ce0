package lines

import (
	"hash/fnv"
	"math"
	"strconv"
)

// Format is the member format of a header.
const Format = "objects"

// Version is the version of the format that this package reads and writes.
const Version = 1

// Kind is the kind of a line.
type Kind uint8

// Kinds of lines, by the member that only they have. Unknown is a line without any of these.
const (
	Unknown Kind = iota
	Header       // format; begins a GC point
	Object       // id
	Root         // root
	Thread       // thread, and neither id nor root
	Site         // site, without the members above
	Class        // class, without the members above
	Library      // library, without the members above
)

// Fault is a kind of fault in a line.
type Fault uint8

// Faults that a single line shows.
const (
	NotJSON Fault = iota
	NoKind
	BadID
	NoType
	BadSize
	BadReferences
	BadNames
	NoTarget
	BadMember
	TooLong
	Faults // number of faults
)

var faultTexts = [Faults]string{
	NotJSON:       "the line is not a JSON object",
	NoKind:        "the line has none of the members format, id, root, thread, site, class and library",
	BadID:         "an id is neither a whole number nor a text",
	NoType:        "an object has no type, or its type is not a text",
	BadSize:       "the size is not a number of bytes",
	BadReferences: "references are neither ids, nor pairs of name and id, nor an object with an id for each name",
	BadNames:      "names is not a list with a text or null for each reference",
	NoTarget:      "a root has no ref, or its kind is not a text",
	BadMember:     "a member has a value of the wrong kind",
	TooLong:       "the line is longer than 1 GB",
}

// String returns the fault as a clause.
func (f Fault) String() string { return faultTexts[f] }

// Reference is a reference of an object.
type Reference struct {
	To   uint64 // see [Key]
	Name Text   // 0 for an element
	Weak bool   // keeps nothing alive
	Null bool   // refers to nothing; To is 0
}

// Record is a line. Texts are 0, and other members as described, if the line lacks them.
type Record struct {
	Kind Kind
	Line int64 // 1-based
	// Faulty has a bit for each [Fault] of the line.
	Faulty uint32

	ID         uint64 // of an object
	Ref        uint64 // target of a root, or object of a thread
	HasRef     bool
	Type       Text
	Size       int64 // in bytes
	References []Reference
	What       Text // kind of an object or a root
	Name       Text
	Owner      Text // of a root
	Member     Text // of a root
	Super      Text // of a class
	Site       Text
	Thread     Text
	Frame      int32 // of a root, 0-based; -1 for none
	Birth      int64 // in GCs; -1 for none
	Frames     []Text

	Head Head
}

// Head contains the members of a header.
type Head struct {
	Version   float64
	Runtime   string  // name, and a version after a blank
	Program   string  // name, for people
	Time      float64 // seconds since 1970; NaN for none
	Uptime    float64 // seconds since the start of the program; NaN for none
	GC        uint32  // number of GCs that had ended
	Final     bool
	StableIDs bool  // an id means the same object at every GC point
	Interval  int64 // mean number of allocated bytes between two objects with a site; 0 for all objects
}

// Has reports whether the line has a fault.
func (r *Record) Has(f Fault) bool { return r.Faulty&(1<<f) != 0 }

func (r *Record) fault(f Fault) { r.Faulty |= 1 << f }

// Key returns the number that identifies an object with the given id: the value of a number, in decimal or in hexadecimal after 0x, below
// 2⁶⁴, else a hash.
func Key(id []byte) uint64 {
	if n, ok := decimal(id); ok {
		return n
	}
	if len(id) > 2 && id[0] == '0' && (id[1] == 'x' || id[1] == 'X') {
		if n, err := strconv.ParseUint(string(id[2:]), 16, 64); err == nil {
			return n
		}
	}
	hash := fnv.New64a()
	_, _ = hash.Write(id) // never fails
	return hash.Sum64()
}

// decimal returns the value of decimal digits below 2⁶⁴.
func decimal(digits []byte) (n uint64, ok bool) {
	if len(digits) == 0 || len(digits) > 20 {
		return 0, false
	}
	for _, c := range digits {
		d := uint64(c - '0')
		if d > 9 || n > math.MaxUint64/10 || n == math.MaxUint64/10 && d > math.MaxUint64%10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}
