package memtree_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/open"
	"memcity/trace/tracetest"
)

func TestPointerMapsThatDoNotFit(t *testing.T) {
	kids := `,"children":[{"name":"A","children":[{"name":"x"}]},{"name":"B"}]`
	rec, warnings := openText(t, "a.json", tree("1", kids), "b.json", tree("2", kids),
		"pointed-from-maps/any.json", `{"time":1,"pointerMap":{"H#B":{"H#A#x":7,"H#gone":1},"H#A":{"H#B":3},"H#lost":{"H#B":1}}}`,
		"pointed-from-maps/other.json", `{"time":3,"pointerMap":{"H#B":{"H#B":1}}}`,
		"pointed-from-maps/second.json", `{"time":1,"pointerMap":{"H#B":{"H#B":1}}}`,
		"points-to-maps/null.json", `{"time":1,"pointerMap":null}`,
		"points-to-maps/tree.json", tree("1", ""),
		"points-to-maps/cut.json", `[{"time":2,"pointerMap":{"H#B":{"H#B":1}}},{"time":2,"poin`,
	)
	if got := tracetest.MapText(rec.Points[0].Tree, "<-", &rec.Points[0].Pointers.PointedFrom); got != "H#B <- H#A#x 7\n" {
		t.Errorf("got %s", got)
	}
	if got := rec.Points[0].Pointers.PointsTo.Start; !slices.Equal(got, make([]uint32, 5)) {
		t.Errorf("rows of the map that is null start at %v", got)
	}
	if got := tracetest.MapText(rec.Points[1].Tree, "->", &rec.Points[1].Pointers.PointsTo); got != "H#B -> H#B 1\n" {
		t.Errorf("got %s", got)
	}
	want := `pointed-from-maps/any.json: 3 entries were skipped, because they are not between leaves of the tree; 2 keys are not in the tree
pointed-from-maps/other.json: skipped: no tree has the time of this pointer map
pointed-from-maps/second.json: skipped: a second pointer map for time 1
points-to-maps/cut.json: offset 58: the file ends in the middle of a document; the references after that are missing
points-to-maps/tree.json: skipped: a memory tree among pointer maps
`
	if warnings != want {
		t.Errorf("got\n%sexpected\n%s", warnings, want)
	}
}

func TestOnlyNullMaps(t *testing.T) {
	rec, warnings := openText(t, "1.json", tree("1", ""), "points-to-maps/1.json", `{"time":1,"pointerMap":null}`)
	if rec.Points[0].Pointers != nil || rec.Knows != trace.KnowsTimes || warnings != "" {
		t.Errorf("pointers %v, knows %v, warnings %s", rec.Points[0].Pointers, rec.Knows.Names(), warnings)
	}
}

func TestMapsWithoutTimes(t *testing.T) {
	rec, warnings := openText(t, "a.json", `{"root":{"name":"H"}}`, "b.json", `{"root":{"name":"H"}}`,
		"points-to-maps/b.json", `{"pointerMap":{"H":{"H":4}}}`)
	if p := rec.Points[1].Pointers; p == nil || count(&p.PointsTo, 0, 0) != 4 || rec.Points[0].Pointers != nil {
		t.Errorf("the map did not find its tree; warnings: %s", warnings)
	}
}

func TestWriteThenOpen(t *testing.T) {
	rec := mustOpen(t, sample)
	var files []trace.File
	for _, p := range rec.Points {
		for folder, write := range map[string]func(*bytes.Buffer) error{
			"": func(b *bytes.Buffer) error { return memtree.Write(b, p.Time, p.Tree) },
			"points-to-maps/": func(b *bytes.Buffer) error {
				return memtree.WritePointerMap(b, p.Time, p.Tree, &p.Pointers.PointsTo)
			},
			"pointed-from-maps/": func(b *bytes.Buffer) error {
				return memtree.WritePointerMap(b, p.Time, p.Tree, &p.Pointers.PointedFrom)
			},
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			files = append(files, trace.MemoryFile(fmt.Sprintf("%s%d.json", folder, p.Time), b.Bytes()))
			original, err := os.ReadFile(filepath.Join(sample, folder, p.Source))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(original, b.Bytes()) && folder == "" {
				t.Errorf("%s%s is not written as it was read", folder, p.Source)
			}
		}
	}
	again, err := open.Files(t.Context(), "again", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tracetest.TreeText(again), tracetest.TreeText(rec); got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
}
