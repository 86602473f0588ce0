package native

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// TestColumns compares the names of columns with the table of the format.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		kind   memcity.Kind
		column int
		name   string
	}{
		{memcity.Info, infoText, "text"}, {memcity.Types, typesStatics, "statics"}, {memcity.Types, typesWeak, "weak"}, {memcity.Frames, framesNative, "native"},
		{memcity.Sites, sitesFrame, "frame"}, {memcity.Threads, threadsName, "name"}, {memcity.GCs, gcConcurrent, "concurrent"},
		{memcity.Objects, objectsReferences, "references"}, {memcity.Objects, objectsSite, "site"}, {memcity.Classes, classesLoader, "loader"},
		{memcity.Stacks, stacksFrames, "frames"}, {memcity.Roots, rootsDetail, "detail"}, {memcity.Counts, countsBytes, "bytes"},
		{memcity.Allocations, allocationsBytes, "bytes"}, {memcity.Deaths, deathsBirth, "birth"}, {memcity.Notes, notesColor, "color"},
		{memcity.Report, reportText, "text"},
	} {
		if rows := c.kind.Spec().Rows; c.column >= len(rows) || rows[c.column].Name != c.name {
			t.Errorf("column %d of %s is not %s", c.column, c.kind, c.name)
		}
	}
	for _, c := range []struct {
		kind memcity.Kind
		head int
		name string
	}{
		{memcity.State, statePause, "pause"}, {memcity.State, stateObjects, "objects"}, {memcity.Objects, objectsFirst, "first"},
		{memcity.References, referencesSlot, "slot"}, {memcity.Allocations, allocationsEstimated, "estimated"}, {memcity.Deaths, deathsGC, "gc"},
	} {
		if head := c.kind.Spec().Head; c.head >= len(head) || head[c.head].Name != c.name {
			t.Errorf("number %d at the head of %s is not %s", c.head, c.kind, c.name)
		}
	}
}

// TestWords checks that the format's description lists the kinds of GC roots and of knowledge defined here.
func TestWords(t *testing.T) {
	var kinds []string
	for kind := trace.RootUnknown; kind <= trace.RootModule; kind++ {
		kinds = append(kinds, fmt.Sprintf("%d %s", kind, kind))
	}
	for _, c := range []struct {
		field memcity.Field
		want  string
	}{
		{memcity.Roots.Spec().Rows[rootsKind], strings.Join(kinds, ", ")},
		{memcity.Info.Spec().Rows[infoName], "knows (which of " + strings.Join(trace.Knowledge(math.MaxUint32).Names(), ", ") + ", joined by blanks)"},
	} {
		if !strings.Contains(c.field.What, c.want) {
			t.Errorf("%s: %q does not list %q", c.field.Name, c.field.What, c.want)
		}
	}
}
