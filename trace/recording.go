package trace

import (
	"context"
	"fmt"
	"slices"
	"time"

	"memcity/trace/index"
	"memcity/trace/plain"
)

// Millis is a time in milliseconds since the start of the recording: since the start of the program where the source
// knows it, else since the first GC point.
type Millis int64

// Duration returns the time since the start of the recording.
func (m Millis) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

// Progress is reported how far long work is, as done out of total in any unit, with a short text for people. It may be
// called from several goroutines. A nil Progress is silent; use [Progress.Report].
type Progress func(done, total int64, what string)

// Report calls p unless it is nil.
func (p Progress) Report(done, total int64, what string) {
	if p != nil {
		p(done, total, what)
	}
}

// Knowledge is a set of things that a source can report about objects.
type Knowledge uint32

// What a source may know.
const (
	KnowsObjects     Knowledge = 1 << iota // single objects, so that any grouping can be made
	KnowsReferences                        // references between objects or, in ready-made trees, between groups
	KnowsFields                            // names of the fields that hold references
	KnowsRoots                             // GC roots
	KnowsSites                             // allocation sites
	KnowsThreads                           // allocating threads
	KnowsIdentity                          // the same object at several GC points
	KnowsTimes                             // times of the GC points
	KnowsValues                            // values of fields, and lengths of arrays with what the input kept of their contents
	KnowsTexts                             // texts of strings, all or, if Recording.Blanked, some
	KnowsSpaces                            // the part of the heap that an object is in
	KnowsAges                              // births of objects
	KnowsDeaths                            // objects that died between GC points
	KnowsAllocations                       // what was allocated between GC points
	KnowsUses                              // what the program did with its collections
)

var knowledgeNames = []string{"objects", "references", "fields", "roots", "sites", "threads", "identity", "times",
	"values", "texts", "spaces", "ages", "deaths", "allocations", "uses"}

// Has reports whether all of want is known.
func (k Knowledge) Has(want Knowledge) bool { return k&want == want }

// Names lists what is known, in a fixed order.
func (k Knowledge) Names() []string {
	names := []string{}
	for i, name := range knowledgeNames {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// KnowledgeOf returns the thing with one of the names that [Knowledge.Names] lists; 0 for any other.
func KnowledgeOf(name string) Knowledge {
	if i := slices.Index(knowledgeNames, name); i >= 0 {
		return 1 << i
	}
	return 0
}

// Warning is a fault in an input that did not stop the rest from being read.
type Warning struct {
	Source string // name of the file
	Text   string // what is wrong, where, and what is missing for it

	Lost       bool // objects of a heap state are missing for it, so that it compares with no other
	Unfinished bool // it reports no more than that the input has no end yet, which is as it should be while it grows
}

// String is one line; what would steer a terminal is replaced.
func (w Warning) String() string { return plain.Line(w.Source + ": " + w.Text) }

// Recording is a series of GC points in order of time.
type Recording struct {
	Name     string   // short, for people
	Format   string   // such as "hprof" or "memory tree (default format)"
	Files    []string // base names, in the order of the points where one file is one point
	Knows    Knowledge
	Points   []Point // none if the input reports GCs only, see [Recording.NoStates]
	Warnings []Warning
	Names    *Names // dictionary of all trees of this recording

	// Blanked reports that contents of arrays, and so the texts of most strings, were replaced by zeros after the recording
	// was made. They are not known then: see [Values].
	Blanked bool

	// StartUnix is the wall-clock time of time zero, in ms since 1970; 0 if it is not known.
	StartUnix int64

	// GCs are the garbage collections that the input reports, in order of time; there may be more than GC points.
	GCs []GC
	// Life reports births and deaths between the GC points. Nil if the input does not.
	Life *Life
	// Usage reports what the program did with its collections. Nil if the input does not.
	Usage *Usage
	// Recorded says how the recording was made; nil if the input does not.
	Recorded *WriterInfo
	// Marks are what somebody said about moments while the program was recorded, in order of time.
	Marks []Mark
	// Notes are notes and marks that a user made and the input kept.
	Notes []Note

	// More looks for what was added to the input since this recording was read. It returns a recording that has its
	// points and the new ones, with the same Names; nil and no error if nothing was added yet; and io.EOF once nothing
	// more can come. It does not wait. More is nil if the input does not grow.
	More func(ctx context.Context) (*Recording, error)
	// Forget reports that GC points, by their number from 0, are not needed any more: what is kept of them in memory may
	// go, from what More returns as well, which then has their times alone. Nil if nothing is kept.
	Forget func(points []int)
}

// Point is one GC point. Exactly one of Tree, Load and Counts is set.
type Point struct {
	Time   Millis
	Source string // base name of the file it comes from

	// GC is the number of GCs that had ended; 0 if not known.
	GC uint32

	// Final reports that the heap state was taken when the shutdown of the program began: its main method may have returned, and let go
	// of what it held. False if that is not known.
	Final bool

	// Counts are the objects per type of a heap state without single objects.
	Counts []TypeCount

	// Tree is a ready-made memory tree, with its pointer maps if there are any.
	Tree     *Tree
	Pointers *Pointers

	// Load reads the heap state. It costs time and memory (see [Heap]); the result is the caller's, the recording
	// keeps nothing of it. Damaged files give what could be read together with warnings; an error means that
	// nothing could.
	Load func(ctx context.Context, progress Progress) (*Heap, []Warning, error)

	// Index returns what keeps results about the heap state for the next opening of its input; nil for nothing. Nil if the source has no such
	// way.
	Index func() *index.Index

	// Totals counts the objects and shallow bytes of the heap state in one pass over the file and without keeping
	// objects, several times faster than Load. Warnings are as from Load, as far as they show without the objects. Nil if the
	// source has no such way.
	Totals func(ctx context.Context, progress Progress) (objects, bytes int64, warnings []Warning, err error)

	// Count counts the objects of each type in a pass over the file that keeps no references: several times faster than Load,
	// with the numbers of its result. What no GC root keeps alive is counted too. Nil if the source has no such way.
	Count func(ctx context.Context, progress Progress) ([]TypeCount, []Warning, error)
}

// WriterInfo says how a recording was made, and what its writer is to keep. What is not known is empty or 0.
type WriterInfo struct {
	Program   string // that was recorded, as people call it
	VM        string // name and version of its virtual machine
	Tool      string // that recorded, and its version
	Mode      string // how it recorded: sampled, exact, counts, dumps
	Source    string // what it was made of, if not of a running program
	StartUnix int64  // wall-clock time of time zero, in ms since 1970
	Interval  int64  // mean number of allocated bytes between two whose site is taken; 0 if all are
	Depth     int    // frames that are kept per site
	// Anonymous has names of packages, classes, methods, fields and threads replaced by neutral ones, the same for the
	// same name, but for those of the JDK. Program, Source, notes and what is reported are left out.
	Anonymous bool
	// Knows is what the recording knows beyond what its heap states show: usually KnowsTimes.
	Knows Knowledge
}

// InputError says why an input cannot be read. Its text names the file first.
type InputError struct {
	Source string // file name, as the user gave it
	Offset int64  // byte offset; -1 if none applies
	Line   int    // line from 1; 0 if none applies
	Text   string // what was expected and what was found
	Err    error  // a [*Refused] if the input is sound but does not fit; else nil
}

// Unwrap returns why the input was refused.
func (e *InputError) Unwrap() error { return e.Err }

// Error is one line; what would steer a terminal is replaced.
func (e *InputError) Error() string {
	text := e.Source + ": " + e.Text
	switch {
	case e.Line > 0:
		text = fmt.Sprintf("%s: line %d: %s", e.Source, e.Line, e.Text)
	case e.Offset >= 0:
		text = fmt.Sprintf("%s: offset %d: %s", e.Source, e.Offset, e.Text)
	}
	return plain.Line(text)
}

// Index returns what keeps results that depend on the whole recording, and what its inputs are recognised by: nil if it has more than
// the heap states of these, or if nothing is kept of one.
func (r *Recording) Index() (x *index.Index, inputs []string) {
	if r.More != nil || r.Life != nil || r.Usage != nil || len(r.GCs) > 0 || len(r.Files) != len(r.Points) {
		return nil, nil
	}
	for i := range r.Points {
		if r.Points[i].Index == nil {
			return nil, nil
		}
		if x = r.Points[i].Index(); x == nil {
			return nil, nil
		}
		inputs = append(inputs, x.Key())
	}
	return x, inputs
}

// NoStates returns an error that says so if the recording has no heap states and will get none.
func (r *Recording) NoStates() error {
	if len(r.Points) > 0 || r.More != nil {
		return nil
	}
	text := "it has 1 GC"
	if len(r.GCs) != 1 {
		text = fmt.Sprintf("it has %d GCs", len(r.GCs))
	}
	if r.Life != nil {
		text += " and allocations"
	}
	text += ", but no heap states: nothing in it can be grouped"
	return &InputError{Source: r.Name, Offset: -1, Text: text + "; open it together with heap dumps of the same run"}
}
