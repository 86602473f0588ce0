package ruby

import (
	"fmt"

	"memcity/trace"
	"memcity/trace/wire/ruby"
)

// Faults that concern several lines. Their numbers follow the faults of single lines.
const (
	unfinished = ruby.Faults + iota
	duplicate
	dangling
	rootTarget
	allFaults
)

var faultTexts = [allFaults]string{
	unfinished: "the file ends within a line; only the lines before it are read",
	duplicate:  "an object has the address of an earlier one; the later object is left out",
	dangling:   "a reference leads to an address that no object has; it is left out",
	rootTarget: "a root leads to an address that no object has; it is left out",
}

// faultCount is a kind of fault in a file.
type faultCount struct {
	line  int64 // first line with the fault, 1-based; 0 for none
	count int64
}

// faultList collects faults by kind.
type faultList [allFaults]faultCount

// add adds faults of a kind in a line.
func (l *faultList) add(kind ruby.Fault, line, count int64) {
	f := &l[kind]
	if f.count == 0 {
		f.line = line
	}
	f.count += count
}

// addLine adds the faults of a single line.
func (l *faultList) addLine(line int64, r *ruby.Record) {
	for kind := ruby.Fault(0); r.Faulty>>kind != 0; kind++ {
		if r.Has(kind) {
			l.add(kind, line, 1)
		}
	}
}

// text returns the description of a fault with its first line and its count.
func (l *faultList) text(kind ruby.Fault) string {
	text := faultTexts[kind]
	if kind < ruby.Faults {
		text = kind.String()
	}
	if f := l[kind]; f.line > 0 {
		text = fmt.Sprintf("line %d: %s", f.line, text)
	}
	if n := l[kind].count; n > 1 {
		text += fmt.Sprintf("; %d times in all", n)
	}
	return text
}

// warnings returns a warning for each kind of fault.
func (l *faultList) warnings(source string) (warnings []trace.Warning) {
	for kind := range ruby.Fault(allFaults) {
		if l[kind].count == 0 {
			continue
		}
		lost := kind != dangling && kind != rootTarget && kind != ruby.BadMember && kind != duplicate
		warnings = append(warnings, trace.Warning{Source: source, Text: l.text(kind), Lost: lost})
	}
	return warnings
}
