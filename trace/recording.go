package trace

import (
	"context"
	"fmt"
	"slices"
	"time"

	"memcity/trace/index"
)

// Millis is a time in milliseconds since the start of the recording. That is the start of the program if the source reports it, otherwise
// the first GC point.
type Millis int64

// Duration returns the time since the start of the recording.
func (m Millis) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

// Progress receives the state of a long operation: done out of total in any unit, and a short text for people. It may be called
// concurrently. A nil Progress does nothing; use [Progress.Report].
type Progress func(done, total int64, what string)

// Report calls p unless it is nil.
func (p Progress) Report(done, total int64, what string) {
	if p != nil {
		p(done, total, what)
	}
}

// Knowledge is a set of kinds of data that a source can provide.
type Knowledge uint32

// Kinds of data.
const (
	KnowsObjects     Knowledge = 1 << iota // single objects, which allow any grouping
	KnowsReferences                        // references between objects or, in ready-made trees, between groups
	KnowsFields                            // names of reference fields
	KnowsRoots                             // GC roots
	KnowsSites                             // allocation sites
	KnowsThreads                           // allocating threads
	KnowsIdentity                          // object identities across GC points
	KnowsTimes                             // times of the GC points
	KnowsValues                            // field values, array lengths and the array contents that the input contains
	KnowsTexts                             // string texts: all, or only some if Recording.Blanked
	KnowsSpaces                            // heap region of each object
	KnowsAges                              // births of objects
	KnowsDeaths                            // deaths of objects between GC points
	KnowsAllocations                       // allocations between GC points
	KnowsUses                              // operations on collections
	KnowsSubsystems                        // subsystems of the virtual machine that allocated objects
)

var knowledgeNames = []string{"objects", "references", "fields", "roots", "sites", "threads", "identity", "times",
	"values", "texts", "spaces", "ages", "deaths", "allocations", "uses", "subsystems"}

// Has reports whether k includes all of want.
func (k Knowledge) Has(want Knowledge) bool { return k&want == want }

// Names returns the names in k, in a fixed order. It is never nil.
func (k Knowledge) Names() []string {
	names := []string{}
	for i, name := range knowledgeNames {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// KnowledgeOf returns the knowledge with a name from [Knowledge.Names]; 0 for any other name.
func KnowledgeOf(name string) Knowledge {
	if i := slices.Index(knowledgeNames, name); i >= 0 {
		return 1 << i
	}
	return 0
}

// Warning is a fault in an input that did not prevent reading the rest.
type Warning struct {
	Source string // name of the file
	Text   string // fault, position and missing data

	Lost       bool // objects of a heap state are missing, so it cannot be compared with others
	Unfinished bool // the only fault is that the input has no end yet, which is normal while it grows
}

// String returns one line with terminal control characters replaced.
func (w Warning) String() string { return PlainLine(w.Source + ": " + w.Text) }

// Recording is a series of GC points in order of time.
type Recording struct {
	Name     string   // short, for people
	Format   string   // such as "hprof" or "memory tree (default format)"
	Runtime  Runtime  // runtime of the recorded program
	Files    []string // base names; in the order of the points if each file is one point
	Knows    Knowledge
	Points   []Point // empty if the input has GCs only, see [Recording.NoStates]
	Warnings []Warning
	Names    *Names // dictionary of all trees of the recording

	// Blanked means that array contents, and thus most strings, were overwritten with zeros after recording. They count as missing; see
	// [Values].
	Blanked bool

	// StartUnix is the wall-clock time of time zero, in ms since 1970; 0 if unknown.
	StartUnix int64

	// GCs are the garbage collections in the input, in order of time. There may be more of them than GC points.
	GCs []GC
	// Stops are the single stops of the program, in the order of their ends; nil if the input does not list them, see [Recording.AllStops].
	// They are not stored in native traces.
	Stops []Stop
	// Life contains allocations and deaths between the GC points. Nil if the input has none.
	Life *Life
	// Usage contains operations on collections. Nil if the input has none.
	Usage *Usage
	// Recorded describes how the recording was made. Nil if the input does not say.
	Recorded *WriterInfo
	// Marks are remarks made while the program was recorded, in order of time.
	Marks []Mark
	// Notes are the user's notes and marks stored in the input.
	Notes []Note

	// More reads data that was added to the input since this recording was read. It returns a recording with the old and the new points and
	// the same Names. It returns nil and no error if nothing was added yet, and io.EOF once the input has ended. It does not block. More is
	// nil if the input does not grow.
	More func(ctx context.Context) (*Recording, error)
	// Forget releases the memory of GC points, given 0-based, that are no longer needed. Recordings returned by More then have only the
	// times of these points. Nil if no memory is held for points.
	Forget func(points []int)
}

// Point is one GC point. Exactly one of Tree, Load and Counts is set.
type Point struct {
	Time   Millis
	Source string // base name of its file

	// GC is the number of GCs that had ended; 0 if unknown.
	GC uint32

	// Final means that the heap state was taken at program shutdown. By then, the main method may have returned and released its objects.
	// False if unknown.
	Final bool

	// Counts are the objects by type, for a heap state without single objects.
	Counts []TypeCount

	// Tree is a ready-made memory tree; Pointers are its pointer maps, nil for none.
	Tree     *Tree
	Pointers *Pointers

	// Load reads the heap state. It takes time and memory (see [Heap]); the recording does not retain the result. A damaged file yields its
	// readable part and warnings. An error means that nothing was readable.
	Load func(ctx context.Context, progress Progress) (*Heap, []Warning, error)

	// Failed reports whether the heap state was dumped because a thread ran out of memory, as far as the beginning of the file shows it. It
	// returns an error only if ctx is done. Nil if the source does not support it.
	Failed func(ctx context.Context) (bool, error)

	// Index returns the index that stores results about the heap state for the next time the input is opened; nil if nothing is stored.
	// Index is nil if the source does not support it.
	Index func() *index.Index

	// Totals counts objects and shallow bytes in one pass over the file, without holding objects. It is several times faster than Load. It
	// returns those warnings of Load that show without objects. Nil if the source does not support it.
	Totals func(ctx context.Context, progress Progress) (objects, bytes int64, warnings []Warning, err error)

	// Count counts the objects of each type in a pass over the file that keeps no references. It is several times faster than Load and
	// returns the same numbers. It includes unreachable objects. Nil if the source does not support it.
	Count func(ctx context.Context, progress Progress) ([]TypeCount, []Warning, error)
}

// WriterInfo describes how a recording was made and what its writer stores. Unknown values are empty or 0.
type WriterInfo struct {
	Program   string // name of the recorded program, for people
	Runtime   Runtime
	VM        string // name and version of its virtual machine
	Tool      string // recorder and its version
	Mode      string // recording mode: sampled, exact, counts, dumps, or [ModeSamples]
	Source    string // input that the recording was made from, if not a running program
	StartUnix int64  // wall-clock time of time zero, in ms since 1970
	Interval  int64  // mean number of allocated bytes between two recorded allocation sites; see [Heap.Interval]
	Depth     int    // frames stored per site
	// Anonymous means that names of packages, classes, methods, fields and threads are replaced by neutral ones. The same name always gets
	// the same replacement; names of the JDK are unchanged. Program, Source, notes and messages are left out.
	Anonymous bool
	// Knows is the data that the recording provides beyond its heap states, usually KnowsTimes.
	Knows Knowledge
}

// ModeSamples is the recording mode of heap states that contain a sample of the live objects and the objects on their paths to GC roots.
// Objects that were not sampled are missing.
const ModeSamples = "object samples"

// OnlySamples reports whether the heap states contain only a sample of the objects. The heap has more and larger objects. Counts by type and
// the sizes of the heap after GCs are complete.
func (r *Recording) OnlySamples() bool { return r.Recorded != nil && r.Recorded.Mode == ModeSamples }

// InputError reports why an input cannot be read. Its text starts with the file name.
type InputError struct {
	Source string // file name as given by the user
	Offset int64  // byte offset; -1 if none applies
	Line   int    // 1-based line; 0 if none applies
	Text   string // expected and actual content
	Err    error  // [*Refused] if the input is valid but does not fit into memory; otherwise nil
}

// Unwrap returns Err.
func (e *InputError) Unwrap() error { return e.Err }

// Error returns one line with terminal control characters replaced.
func (e *InputError) Error() string {
	text := e.Source + ": " + e.Text
	switch {
	case e.Line > 0:
		text = fmt.Sprintf("%s: line %d: %s", e.Source, e.Line, e.Text)
	case e.Offset >= 0:
		text = fmt.Sprintf("%s: offset %d: %s", e.Source, e.Offset, e.Text)
	}
	return PlainLine(text)
}

// Index returns the index for results that depend on the whole recording, and the keys of its inputs. Both are nil if the recording has
// more than the heap states of its inputs, or if an input has no index.
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

// NoStates returns an error if the recording has no heap states and will get none.
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
	text += ", but no heap states to group"
	return &InputError{Source: r.Name, Offset: -1, Text: text + "; open it together with heap dumps of the same run"}
}
