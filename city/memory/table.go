package memory

import (
	"memcity/trace"
	"memcity/trace/scratch"
)

// Work identifies a kind of work on a heap state.
type Work int

// Kinds of work, by increasing need.
const (
	Counts     Work = iota // objects and bytes by type, in one pass over the file
	Tree                   // grouping single objects
	Convert                // writing a trace
	Diff                   // following objects from one heap state to another, or dating them
	Paths                  // paths from GC roots, and single objects
	Owners                 // owners of a group
	Structures             // data structures
	Sizes                  // deep and retained sizes
	Analyze                // the guided exploration
)

// figures contains the bytes that some work needs, including the work that it builds on.
type figures struct {
	name      string // for display
	commands  string // commands that do the work, for the manual
	object    float64
	reference float64
	instead   []Work // work to offer if it does not fit, closest first
	files     inFiles
}

// inFiles contains the bytes of memory and disk that some work needs if columns are stored in files. With less memory the work takes
// several times as long, because the system constantly reads and writes files.
type inFiles struct {
	object, reference         float64
	diskObject, diskReference float64
}

// first contains the bytes that some work needs in addition for each of the first [firstObjects] objects. The work stores distinct items,
// such as the paths to objects in the guided exploration. Larger heaps have few additional ones.
var first = map[Work]float64{Analyze: 115}

const firstObjects = 800_000

// table contains the figures of all work: the peak of live memory in a heap of millions of objects, plus a tenth. The guided exploration
// may search for data structures, so its figures are at least as high. Parts of work precede the work that contains them. TestMemoryTable
// of package session measures the figures on heaps like those of real programs, and fails if a figure is too low.
var table = [...]figures{
	Counts: {"counts by type", "`info`, and `tree --by type` for inputs that are too large for other commands", 2.5, 0, nil, inFiles{}},
	Tree: {"groups", "`tree`, `city`, `shot`, `film`, `trend`, `compare`, `check`, `serve`, `collections`", 18, 10,
		[]Work{Counts}, inFiles{8, 4, 7, 8}},
	Convert:    {"converting", "`convert`", 27, 11, []Work{Counts}, inFiles{}},
	Diff:       {"following objects", "`diff`, `tree --ages`, for each of the GC points", 70, 26, []Work{Tree, Counts}, inFiles{}},
	Paths:      {"paths to GC roots", "`paths`", 44, 17, []Work{Tree, Counts}, inFiles{}},
	Owners:     {"owners", "`owners`", 50, 21, []Work{Tree, Counts}, inFiles{}},
	Structures: {"data structures", "`structures`", 47, 21, []Work{Tree, Counts}, inFiles{}},
	Sizes:      {"deep and retained sizes", "`tree --sizes`, `trend --measure`", 48, 30, []Work{Tree, Counts}, inFiles{17, 3, 66, 22}},
	Analyze:    {"guided exploration", "`analyze`, `report`, `check` with findings", 51, 23, []Work{Sizes, Tree, Counts}, inFiles{}},
}

// Bytes per item for items that are usually few, for any work. base is the memory of the program without a recording.
const (
	perClass = 1400
	perRow   = 320      // a GC root or a thread
	base     = 64 << 20 // code and tables, and buffers for reading
)

// Bytes for items whose number is unknown before the work reaches them.
const (
	// PerGroup is the memory of a group and its text while a tree is made: 365 were measured for addresses, 540 for paths.
	PerGroup = 600
	// PerKeyByte is the number of bytes per byte of a long key: output contains it as a key, as a path, and while it is written.
	PerKeyByte = 3
	// PerSelected is the memory per object in the graph of some objects: paths to all 50 million nodes of a list took 7 GB.
	PerSelected = 64
)

// OfGroups returns the bytes that the given number of groups take, with the given total bytes of keys.
func OfGroups(groups int, keys int64) int64 { return max(PerGroup*int64(groups), PerKeyByte*keys) }

// All returns all kinds of work, by increasing need.
func All() []Work {
	all := make([]Work, len(table))
	for i := range all {
		all[i] = Work(i)
	}
	return all
}

func (w Work) String() string { return table[w].name }

// Need estimates the bytes that the work needs for a heap state, without the base memory of the program.
func (w Work) Need(v trace.Volume) int64 {
	f := &table[w]
	return scaled(v, f.object, f.reference) + int64(first[w]*float64(min(v.Objects, firstObjects))) + fixed(v)
}

func scaled(v trace.Volume, object, reference float64) int64 {
	return int64(object*float64(v.Objects) + reference*float64(v.References))
}

// fixed returns the bytes that a heap state needs for any work.
func fixed(v trace.Volume) int64 { return perClass*v.Classes + perRow*v.Rows + v.Bytes }

// minInFiles is the number of objects from which all columns are files. The smallest column has 2 bytes per object.
const minInFiles = scratch.Least / 2

// Resident estimates the bytes of memory that the work needs for a heap state if its columns are stored in files. It equals [Work.Need] for
// work that stores nothing in files, and for small heap states.
func (w Work) Resident(v trace.Volume) int64 {
	f := &table[w].files
	if *f == (inFiles{}) || v.Objects < minInFiles {
		return w.Need(v)
	}
	return scaled(v, f.object, f.reference) + fixed(v)
}

// in estimates the bytes of memory that the work needs for a heap state, with columns in files or without.
func (w Work) in(files bool, v trace.Volume) int64 {
	if files {
		return w.Resident(v)
	}
	return w.Need(v)
}

// Disk estimates the bytes that columns in files take; 0 if there are none.
func (w Work) Disk(v trace.Volume) int64 {
	if v.Objects < minInFiles {
		return 0
	}
	f := &table[w].files
	return scaled(v, f.diskObject, f.diskReference)
}

// Process estimates the bytes that the process needs to do the work.
func (w Work) Process(v trace.Volume) int64 { return base + w.Need(v) }
