// Package usage holds what a program did with its collections (lists, sets, maps, queues of Java): which elements were added,
// read and removed, when and where in the source. It knows no format and no analysis; package analysis/staleness has the
// measures, package trace/hirth one of the formats.
//
// The vocabulary is that of M. Hirth: Analyzing Collection Staleness and Collection Anti-Patterns that Lead to Memory Problems,
// Johannes Kepler University Linz, 2023: an ADD puts an element into a collection, a GET hands it out, a REMOVE takes it out
// again. For maps, the keys are the elements.
//
// # Stays
//
// An element in a [Log] is one stay of an object in a collection, from its first ADD to the REMOVE after which no copy is left
// (section 6.2.1 of the thesis). An object that is added again after that is another element (section 6.2.2). An element that was
// never removed ends with its collection, or with the recording.
//
// # Full and aggregated
//
// A full log has every GET with its time. An aggregated one keeps, for each element and interval between two GCs, the time of
// the last GET and the number of GETs. Both have the same columns: see [Log.Intervals].
//
// # Memory
//
// Elements are columns sorted by collection: 36 bytes each, 44 where there are bulk reads, and 16 bytes for each row of GETs. A
// [Log] does not change once built, and may be used by several goroutines.
package usage

import "sort"

// Millis is a time in milliseconds since the start of the recording, as trace.Millis is. It is a type of its own, so that
// package trace can refer to this one.
type Millis int64

// Never is the time of what did not happen while the program was recorded.
const Never Millis = -1

// StringID is the index of a text in [Log.Strings]. 0 is the empty text: not known.
type StringID int32

// CollectionID is the index of a collection in [Log.Collections].
type CollectionID int32

// ElementID is the index of an element in the columns of [Elements].
type ElementID int32

// NoObject is the object number of a collection that was not seen at any GC point.
const NoObject int64 = -1

// Log is what was recorded of the collections of one run.
type Log struct {
	Start, End Millis // the recorded period; all times lie in it, Start <= End

	Strings     []string     // types and sites (such as Main.java:5); the first is empty, none is there twice
	Collections []Collection // in order of first sight
	Elements    Elements
	Gets        Gets
	Reads       []Read      // by collection, then by time
	Operations  []Operation // by collection, operation, site and time; no two rows have all of these in common
	Sizes       []Size      // by collection, then by time; see [Collection.Followed]

	// Intervals are the times, ascending, at which aggregates end. What is asked up to one of them, or up to End, is exact. Nil
	// in a full log, where any time is.
	Intervals []Millis
	Scales    []Scale  // how much was followed, in order of time; none if all collections were
	Troubles  []string // what is missing or doubtful, in whole sentences
}

// Collection is an object that holds elements.
type Collection struct {
	Serial     uint64   // the identifier in the source, for people; may be there twice, as identity hash codes are
	Type, Site StringID // its class and where it was allocated; for one first seen later, where that was
	Born       Millis   // when it was allocated or, if Late, first seen
	Died       Millis   // when it was found dead: at the next GC at the latest; Never if it was not
	Size       int32    // number of elements at Born, as the source reported it
	Late       bool     // its allocation was not seen
	// Followed reports that all that happened to it was recorded. Of others, only birth, death and sizes are known.
	Followed bool
	Object   int64 // its number in the heap states of the same recording; NoObject if there is none
}

// Elements are the columns of all elements, sorted by collection, and in a collection by their first ADD.
type Elements struct {
	// First has the index of the first element of each collection, and at last the number of elements.
	First []int32

	Type                []StringID
	AddSite, RemoveSite []StringID // of the first ADD and of the last REMOVE
	Added, Removed      []Millis   // Removed is Never if it was not
	// Duplicates is how many copies were in the collection at once, at most, beyond the first.
	Duplicates []int32

	// ReadFirst and ReadEnd say which of Log.Reads found the element in its collection: those from ReadFirst up to, but
	// without, ReadEnd. Both are nil if there are none in the whole log.
	ReadFirst, ReadEnd []int32
}

// Len returns the number of elements.
func (e *Elements) Len() int { return len(e.Added) }

// Gets are rows with GETs of single elements, sorted by element and time. In full logs a row is the GETs of one millisecond
// and site, in aggregated ones those of an interval.
type Gets struct {
	First []int32    // the index of the first row of each element, and at last the number of rows
	Time  []Millis   // of the last GET of the row
	Count []int32    // GETs in the row, at least 1
	Site  []StringID // of the last GET of the row; 0 if not known
}

// A Read is a GET of all elements that are in a collection, such as by an iterator or toArray.
type Read struct {
	Collection CollectionID
	Site       StringID
	Time       Millis // of the last one
	Count      int32  // how many there were; more than 1 in aggregated logs only
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

// String returns the name as in the thesis.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "?"
}

// An Operation counts what a line of the program did with a collection. GETs of all elements count once for each copy.
type Operation struct {
	Collection CollectionID
	Site       StringID
	Op         Op
	Time       Millis // when; in aggregated logs the end of the interval
	Count      int64
}

// A Size is the number of elements, copies included, that a collection had at a time.
type Size struct {
	Collection CollectionID
	Size       int32
	Time       Millis
}

// A Scale says which part of the collections was followed from a time on: one of OneOf, chosen by chance. Numbers of single
// collections are never scaled up.
type Scale struct {
	Time            Millis
	OneOf           int32 // at least 1
	Followed, Known int64 // collections so far
}

// ElementsOf returns the first element of the collection and the one behind its last.
func (l *Log) ElementsOf(c CollectionID) (from, to ElementID) {
	return ElementID(l.Elements.First[c]), ElementID(l.Elements.First[c+1])
}

// CollectionOf returns the collection of an element. It takes time in proportion to the logarithm of their number.
func (l *Log) CollectionOf(e ElementID) CollectionID {
	return CollectionID(sort.Search(len(l.Collections), func(c int) bool { return l.Elements.First[c+1] > int32(e) }))
}

// EndOf returns when the element left its collection: when it was removed or the collection died. Never if neither happened.
func (l *Log) EndOf(c CollectionID, e ElementID) Millis {
	if removed := l.Elements.Removed[e]; removed != Never {
		return removed
	}
	return l.Collections[c].Died
}

// OperationsOf returns the rows of a collection. It takes time in proportion to the logarithm of all.
func (l *Log) OperationsOf(c CollectionID) []Operation {
	from := sort.Search(len(l.Operations), func(i int) bool { return l.Operations[i].Collection >= c })
	to := sort.Search(len(l.Operations), func(i int) bool { return l.Operations[i].Collection > c })
	return l.Operations[from:to]
}

// SizesOf returns the reported sizes of a collection. It takes time in proportion to the logarithm of all.
func (l *Log) SizesOf(c CollectionID) []Size {
	from := sort.Search(len(l.Sizes), func(i int) bool { return l.Sizes[i].Collection >= c })
	to := sort.Search(len(l.Sizes), func(i int) bool { return l.Sizes[i].Collection > c })
	return l.Sizes[from:to]
}

// Exact reports whether what happened up to t can be told from what happened later: at any time in a full log, in an
// aggregated one at the end of an interval and outside of the recorded period.
func (l *Log) Exact(t Millis) bool {
	if l.Intervals == nil || t <= l.Start || t >= l.End {
		return true
	}
	i := sort.Search(len(l.Intervals), func(i int) bool { return l.Intervals[i] >= t })
	return i < len(l.Intervals) && l.Intervals[i] == t
}

// Label returns the name of a collection for people: its type and site, as HashMap@Main.java:5.
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
