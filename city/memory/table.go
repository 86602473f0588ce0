package memory

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/scratch"
	"memcity/words"
)

// Work is what is made of one heap state.
type Work int

// The work that there is, by what it needs.
const (
	Counts     Work = iota // objects and bytes by type, in one pass over the file
	Tree                   // grouping single objects
	Convert                // writing a trace
	Diff                   // following objects from one heap state to another, or dating them
	Paths                  // paths from GC roots, and single objects
	Owners                 // who owns a group
	Structures             // data structures
	Sizes                  // deep and retained sizes
	Analyze                // the guided exploration
)

// figures are what some work needs, in bytes, with all that it begins with.
type figures struct {
	name      string // for people
	commands  string // that do it, for the manual
	object    float64
	reference float64
	instead   []Work // what to offer if it does not fit, the closest first
	files     inFiles
}

// inFiles are the bytes of memory and of the disk that some work needs if columns are in files. With less memory it takes several times as
// long, as the system reads and writes files all the time.
type inFiles struct {
	object, reference         float64
	diskObject, diskReference float64
}

// first is what some work takes in addition for each of the first [firstObjects] objects: it keeps what is different in a heap, as the guided
// exploration does the paths to objects, and in larger heaps hardly more is.
var first = map[Work]float64{Analyze: 115}

const firstObjects = 800_000

// table holds the figures of all work: the peak of what is alive at once in a heap of millions of objects, and a tenth more. The
// guided exploration may look for data structures, so it is planned with no less than these; work that is part of other work comes before
// that. TestMemoryTable of package session measures it on heaps like those of real
// programs, and fails where what is planned is too little.
var table = [...]figures{
	Counts: {"counts by type", "`info`, and `tree --by type` of what is too large for more", 2.5, 0, nil, inFiles{}},
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

// What there are usually few of takes, in bytes, with whatever work. Base is what the program takes without a recording.
const (
	perClass = 1400
	perRow   = 320      // a GC root or a thread
	base     = 64 << 20 // its code and tables, and buffers for reading
)

// What is not known before the work has come to it, in bytes.
const (
	// PerGroup is what a group takes while a tree is made, with its text: 365 were measured of addresses, 540 of paths.
	PerGroup = 600
	// PerKeyByte is the bytes that each byte of a long key takes: output holds it as key, as path, and while it is written.
	PerKeyByte = 3
	// PerSelected is what the graph of some objects takes for each of them: paths to all 50 million nodes of a list took 7 GB.
	PerSelected = 64
)

// OfGroups returns the bytes that the given number of groups take, with the given total bytes of keys.
func OfGroups(groups int, keys int64) int64 { return max(PerGroup*int64(groups), PerKeyByte*keys) }

// All lists the work that there is, by what it needs.
func All() []Work {
	all := make([]Work, len(table))
	for i := range all {
		all[i] = Work(i)
	}
	return all
}

func (w Work) String() string { return table[w].name }

// Need estimates the bytes that the work needs for a heap state, without what the program takes in any case.
func (w Work) Need(v trace.Volume) int64 {
	f := &table[w]
	return scaled(v, f.object, f.reference) + int64(first[w]*float64(min(v.Objects, firstObjects))) + fixed(v)
}

func scaled(v trace.Volume, object, reference float64) int64 {
	return int64(object*float64(v.Objects) + reference*float64(v.References))
}

// fixed is what a heap state needs with whatever work.
func fixed(v trace.Volume) int64 { return perClass*v.Classes + perRow*v.Rows + v.Bytes }

// leastInFiles is from how many objects on all columns are files: the smallest has 2 bytes for each.
const leastInFiles = scratch.Least / 2

// Resident estimates the bytes of memory that the work needs for a heap state if its columns are kept in files. It is as much as
// [Work.Need] for work that keeps nothing there, and for small heap states.
func (w Work) Resident(v trace.Volume) int64 {
	f := &table[w].files
	if *f == (inFiles{}) || v.Objects < leastInFiles {
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

// Disk estimates the bytes that columns in files take, 0 where there are none.
func (w Work) Disk(v trace.Volume) int64 {
	if v.Objects < leastInFiles {
		return 0
	}
	f := &table[w].files
	return scaled(v, f.diskObject, f.diskReference)
}

// Process estimates the bytes that the process needs to do the work.
func (w Work) Process(v trace.Volume) int64 { return base + w.Need(v) }

func figure(bytes float64) string { return strconv.FormatFloat(bytes, 'f', -1, 64) }

// Manual writes the table as the manual has it.
func Manual() string {
	var b strings.Builder
	b.WriteString("| work | commands | bytes for each object | for each reference |\n|---|---|---|---|\n")
	for w, f := range table {
		object := figure(f.object)
		if more := first[Work(w)]; more > 0 {
			object += fmt.Sprintf(", and %s more for the first %s", figure(more), words.Count(firstObjects))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.name, f.commands, object, figure(f.reference))
	}
	b.WriteString("\n| with `--scratch FOLDER` | bytes of memory for each object | for each reference | of the disk for each object | for each reference |\n|---|---|---|---|---|\n")
	for _, row := range table {
		if f := row.files; f != (inFiles{}) {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", row.name, figure(f.object), figure(f.reference), figure(f.diskObject), figure(f.diskReference))
		}
	}
	return b.String()
}
