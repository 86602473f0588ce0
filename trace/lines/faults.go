package lines

import (
	"fmt"
	"slices"

	"memcity/trace"
	"memcity/trace/wire/lines"
)

// A Fault is a kind of fault in a file, with the lines that have it.
type Fault struct {
	Line  int64  // first line, 1-based
	Count int64  // number of lines, references or objects
	Text  string // a clause

	lost bool // objects are missing
}

// String returns the fault with its line, for people.
func (f *Fault) String() string {
	text := fmt.Sprintf("line %d: %s", f.Line, f.Text)
	if f.Count > 1 {
		text += fmt.Sprintf("; %d times in all", f.Count)
	}
	return text
}

// Faults that concern several lines. Their numbers follow the faults of single lines.
const (
	unfinished = lines.Faults + iota
	duplicate
	dangling
	rootTarget
	unknownSite
	noSuchFrame
	manyWeak
	noObjects
	allFaults
)

var faultTexts = [allFaults]string{
	unfinished:  "the file ends within a line; only the lines before it are read",
	duplicate:   "the id of an object is that of an earlier line; the later object is left out",
	dangling:    "a reference leads to an id that no object has; it is left out",
	rootTarget:  "a root leads to an id that no object has; it is left out",
	unknownSite: "an object has the number of a site that no line describes",
	noSuchFrame: "a root has the number of a frame that its thread does not have",
	manyWeak:    "weak references are left out, because an object has too many, or is a module or a class",
	noObjects:   "there are no objects",
}

// faultList collects faults by kind.
type faultList [allFaults]Fault

// add adds faults of a kind in a line.
func (l *faultList) add(kind lines.Fault, line, count int64) {
	f := &l[kind]
	if f.Count == 0 || line < f.Line {
		f.Line = line
	}
	f.Count += count
}

// addLine adds the faults of a single line.
func (l *faultList) addLine(r *lines.Record) {
	for kind := lines.Fault(0); r.Faulty>>kind != 0; kind++ {
		if r.Has(kind) {
			l.add(kind, r.Line, 1)
		}
	}
}

// list returns the faults that occurred, by line.
func (l *faultList) list() (faults []Fault) {
	for kind, f := range l {
		if f.Count == 0 {
			continue
		}
		if f.Text = faultTexts[kind]; lines.Fault(kind) < lines.Faults {
			f.Text = lines.Fault(kind).String()
		}
		switch lines.Fault(kind) {
		case lines.NotJSON, lines.NoKind, lines.BadID, lines.TooLong, unfinished:
			f.lost = true
		}
		faults = append(faults, f)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return int(a.Line - b.Line) })
	return faults
}

// warnings returns a warning for each kind of fault.
func (l *faultList) warnings(source string) (warnings []trace.Warning) {
	for _, f := range l.list() {
		warnings = append(warnings, trace.Warning{Source: source, Text: f.String(), Lost: f.lost})
	}
	return warnings
}
