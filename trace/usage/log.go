// Package usage defines logs of a program's operations on its collections (Java lists, sets, maps and queues): which elements were added,
// read and removed, when and where in the source. It is independent of formats and analyses. Package analysis/staleness computes metrics,
// and package trace/hirth reads one of the formats.
//
// The terms are those of M. Hirth: Analyzing Collection Staleness and Collection Anti-Patterns that Lead to Memory Problems, Johannes
// Kepler University Linz, 2023. An ADD adds an element to a collection, a GET returns it, and a REMOVE removes it. For maps, the keys are
// the elements.
//
// # Stays
//
// An element in a [Log] is one stay of an object in a collection, from its first ADD to the REMOVE of its last copy (section 6.2.1 of the
// thesis). An object that is added again later is another element (section 6.2.2). An element that was never removed ends with its
// collection, or with the recording.
//
// # Full and aggregated
//
// A full log contains every GET with its time. An aggregated log contains, for each element and interval between two GCs, the number of
// GETs and the time of the last. Both have the same columns; see [Log.Intervals].
//
// # Memory
//
// Elements are columns sorted by collection: 36 bytes each, or 44 with bulk reads, plus 16 bytes for each row of GETs. A [Log] is read-only
// once built and safe for concurrent use.
package usage

import "sort"

// Millis is a time in milliseconds since the start of the recording, like trace.Millis. It is a separate type so that package trace can
// import this package.
type Millis int64

// Never is the time of an event that did not happen while the program was recorded.
const Never Millis = -1

// StringID is the index of a text in [Log.Strings]. 0 is the empty text, which means unknown.
type StringID int32

// CollectionID is the index of a collection in [Log.Collections].
type CollectionID int32

// ElementID is the index of an element in the columns of [Elements].
type ElementID int32

// NoObject is the object number of a collection that was not at any GC point.
const NoObject int64 = -1

// Log contains the recorded operations on the collections of one run.
type Log struct {
	Start, End Millis // recorded period, which contains all times; Start <= End

	Strings     []string     // types and sites (such as Main.java:5), distinct; the first is empty
	Collections []Collection // in order of first occurrence
	Elements    Elements
	Gets        Gets
	Reads       []Read      // sorted by collection, then by time
	Operations  []Operation // sorted by collection, operation, site and time; rows differ in at least one of these
	Sizes       []Size      // sorted by collection, then by time; see [Collection.Followed]

	// Intervals are the ascending times at which aggregates end. Results up to one of these times, or up to End, are exact. Nil in a full
	// log, where results are exact at any time.
	Intervals []Millis
	Scales    []Scale  // share of collections followed, in order of time; empty if all were
	Troubles  []string // missing or doubtful data, in whole sentences
}

// Collection is an object that contains elements.
type Collection struct {
	Serial     uint64   // identifier in the source, for people; not always unique, since it may be an identity hash code
	Type, Site StringID // class and allocation site; if Late, the site where it was first seen
	Born       Millis   // time of its allocation or, if Late, when it was first seen
	Died       Millis   // time when it was found dead, at the next GC at the latest; Never if it was not
	Size       int32    // number of elements at Born, as reported by the source
	Late       bool     // its allocation was not seen
	// Followed means that all operations on it were recorded. Otherwise, the log has only birth, death and sizes.
	Followed bool
	Object   int64 // number in the heap states of the same recording; NoObject for none
}

// Elements contains the columns of all elements, sorted by collection and then by first ADD.
type Elements struct {
	// First is the index of the first element of each collection, followed by the number of elements.
	First []int32

	Type                []StringID
	AddSite, RemoveSite []StringID // site of the first ADD and of the last REMOVE
	Added, Removed      []Millis   // Removed is Never if the element was not removed
	// Duplicates is the largest number of simultaneous copies in the collection, beyond the first.
	Duplicates []int32

	// ReadFirst and ReadEnd are the range of Log.Reads that found the element in its collection; ReadEnd is exclusive. Both are nil if the
	// log has no reads.
	ReadFirst, ReadEnd []int32
}

// Len returns the number of elements.
func (e *Elements) Len() int { return len(e.Added) }

// Gets contains rows of GETs of single elements, sorted by element and time. A row contains the GETs of one millisecond and site in a full
// log, and of one interval in an aggregated log.
type Gets struct {
	First []int32    // index of the first row of each element, followed by the number of rows
	Time  []Millis   // of the last GET of the row
	Count []int32    // number of GETs in the row, at least 1
	Site  []StringID // of the last GET of the row; 0 if unknown
}

// A Read is a GET of all elements in a collection, for example by an iterator or toArray.
type Read struct {
	Collection CollectionID
	Site       StringID
	Time       Millis // of the last GET
	Count      int32  // number of GETs; more than 1 only in aggregated logs
}

// Op is a kind of operation.
type Op uint8

// Operations on collections.
const (
	Add Op = iota
	Get
	Remove
)

var opNames = [...]string{"ADD", "GET", "REMOVE"}

// String returns the name used in the thesis.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "?"
}

// An Operation counts the operations of a line of code on a collection. A GET of all elements counts once for each copy.
type Operation struct {
	Collection CollectionID
	Site       StringID
	Op         Op
	Time       Millis // the end of the interval in aggregated logs
	Count      int64
}

// A Size is the number of elements in a collection at a time, including copies.
type Size struct {
	Collection CollectionID
	Size       int32
	Time       Millis
}

// A Scale is the share of collections followed since a time: one in OneOf, chosen at random. Numbers of single collections are never scaled
// up.
type Scale struct {
	Time            Millis
	OneOf           int32 // at least 1
	Followed, Known int64 // number of collections so far
}

// ElementsOf returns the range of elements of a collection; to is exclusive.
func (l *Log) ElementsOf(c CollectionID) (from, to ElementID) {
	return ElementID(l.Elements.First[c]), ElementID(l.Elements.First[c+1])
}

// CollectionOf returns the collection of an element. The cost is logarithmic in the number of collections.
func (l *Log) CollectionOf(e ElementID) CollectionID {
	return CollectionID(sort.Search(len(l.Collections), func(c int) bool { return l.Elements.First[c+1] > int32(e) }))
}

// EndOf returns when the element was removed or its collection died; Never if neither happened.
func (l *Log) EndOf(c CollectionID, e ElementID) Millis {
	if removed := l.Elements.Removed[e]; removed != Never {
		return removed
	}
	return l.Collections[c].Died
}

// OperationsOf returns the rows of a collection. The cost is logarithmic in the number of rows.
func (l *Log) OperationsOf(c CollectionID) []Operation {
	from := sort.Search(len(l.Operations), func(i int) bool { return l.Operations[i].Collection >= c })
	to := sort.Search(len(l.Operations), func(i int) bool { return l.Operations[i].Collection > c })
	return l.Operations[from:to]
}

// SizesOf returns the reported sizes of a collection. The cost is logarithmic in the number of rows.
func (l *Log) SizesOf(c CollectionID) []Size {
	from := sort.Search(len(l.Sizes), func(i int) bool { return l.Sizes[i].Collection >= c })
	to := sort.Search(len(l.Sizes), func(i int) bool { return l.Sizes[i].Collection > c })
	return l.Sizes[from:to]
}

// Exact reports whether events up to t can be distinguished from later ones. This is always so in a full log. In an aggregated log, it is
// so at the end of an interval and outside the recorded period.
func (l *Log) Exact(t Millis) bool {
	if l.Intervals == nil || t <= l.Start || t >= l.End {
		return true
	}
	i := sort.Search(len(l.Intervals), func(i int) bool { return l.Intervals[i] >= t })
	return i < len(l.Intervals) && l.Intervals[i] == t
}

// Label returns the name of a collection for people, with type and site: HashMap@Main.java:5.
func (l *Log) Label(c CollectionID) string {
	of := &l.Collections[c]
	return orUnknown(l.Strings[of.Type], "(type not known)") + "@" + orUnknown(l.Strings[of.Site], "(site not known)")
}

func orUnknown(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
