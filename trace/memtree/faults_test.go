package memtree_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/tracetest"
)

func TestSniff(t *testing.T) {
	for _, test := range []struct {
		head       string
		json, tree bool
	}{
		{"", false, false}, {" \t\r\n", false, false}, {"{", true, false}, {"[", true, false}, {"\xef\xbb\xbf \n[", true, false},
		{"x{", false, false},
		{`{"time":1,"root":{`, true, true}, {`[{"pointerMap"`, true, true}, {`{"classifiers"`, true, true},
		{`{"fullKeyAsString"`, true, true},
		{`{"other"`, true, false}, {`"root"`, false, false},
	} {
		if got := memtree.SniffJSON([]byte(test.head)); got != test.json {
			t.Errorf("%q begins JSON: %t", test.head, got)
		}
		if got := memtree.Sniff([]byte(test.head)); got != test.tree {
			t.Errorf("%q begins a tree: %t", test.head, got)
		}
	}
}

func TestSeriesFolder(t *testing.T) {
	for name, want := range map[string]string{"a/b/c.json": "a/b false", "a/points-to-maps/c.json": "a true",
		"pointed-from-maps/c.json": ". true", "c.json": ". false", "points-to-maps.json": ". false",
		"a/points-to-maps/b/c.json": "a/points-to-maps/b false"} {
		folder, isMap := memtree.SeriesFolder(name)
		if got := fmt.Sprint(folder, " ", isMap); got != want {
			t.Errorf("%s is in %s, want %s", name, got, want)
		}
	}
}

// openAll opens files, checks that they are closed, and returns the warnings or the error as text.
func openAll(t *testing.T, files ...trace.File) (*trace.Recording, string) {
	t.Helper()
	rec, err := memtree.Open(t.Context(), tracetest.Closed(t, files...), nil)
	if err != nil {
		if input := (*trace.InputError)(nil); !errors.As(err, &input) {
			t.Errorf("error %v is not about an input", err)
		}
		return nil, err.Error() + "\n"
	}
	return rec, tracetest.WarningText(rec.Warnings)
}

// TestFilesWithoutTrees checks that unreadable files are left out with the reason. If none is left, the first fault is the error.
func TestFilesWithoutTrees(t *testing.T) {
	good, locked := trace.MemoryFile("d/1.json", []byte(tree("1", ""))), tracetest.Unreadable("d/locked.json", errors.New("locked"))
	mapDoc := `{"time":1,"pointerMap":{"H":{"H":1}}}`
	stray := trace.MemoryFile("d/stray.json", []byte(mapDoc))
	empty := trace.MemoryFile("d/empty.json", []byte(" "))
	const noFolder = "a pointer map outside the folders points-to-maps and pointed-from-maps was skipped"
	for _, test := range []struct {
		files []trace.File
		want  string
	}{
		{[]trace.File{good}, ""},
		{[]trace.File{locked, good}, "locked.json: locked; skipped\n"},
		{[]trace.File{locked, stray}, "d/locked.json: locked\n"},
		{[]trace.File{stray, locked}, "d/stray.json: it contains no memory tree: " + noFolder + "\n"},
		{[]trace.File{stray, good}, "stray.json: it contains no memory tree: " + noFolder + "; skipped\n"},
		{[]trace.File{empty}, "d/empty.json: it contains no memory tree\n"},
		{[]trace.File{empty, locked}, "d/empty.json: it contains no memory tree\n"},
		{[]trace.File{trace.MemoryFile("m.json", []byte("["+mapDoc+","+tree("1", "")+"]"))}, "m.json: " + noFolder + "\n"},
		{[]trace.File{trace.MemoryFile("points-to-maps/1.json", []byte(mapDoc))},
			"points-to-maps/1.json: the pointer maps have no matching memory trees\n"},
		{[]trace.File{good, tracetest.Unreadable("points-to-maps/1.json", errors.New("locked"))},
			"points-to-maps/1.json: locked; skipped\n"},
		{[]trace.File{trace.MemoryFile("c.json", []byte("["+tree("1", "")+","+tree("2", "")+","+tree("3", `,"bytes":-4`)))},
			"c.json: offset 102: bytes is -4; expected a number from 0; only the 2 trees before it are shown\n"},
		{[]trace.File{trace.MemoryFile("c.json", []byte("["+tree("1", "")+",\n"+tree("3", `,"bytes":-4`)))},
			"c.json: line 2: bytes is -4; expected a number from 0; only the tree before it is shown\n"},
	} {
		_, got := openAll(t, test.files...)
		if got != test.want {
			t.Errorf("got\n%swant\n%s", got, test.want)
		}
	}
}

func TestLinesOfFaults(t *testing.T) {
	for _, lines := range []int{1, 2, 3, 70_000} {
		text := "{" + strings.Repeat("\n", lines-1) + `"root":{"name":"A","bytes":-4}}`
		_, got := openAll(t, trace.MemoryFile("a.json", []byte(text)))
		if isLine := strings.HasPrefix(got, fmt.Sprintf("a.json: line %d: ", lines)); isLine != (lines > 1) {
			t.Errorf("fault in line %d: %s", lines, got)
		}
	}
}

// TestOwnersOfMaps checks that a map belongs to the tree with its time, if several have it to the one with its name, and without times to
// the only one with its name.
func TestOwnersOfMaps(t *testing.T) {
	mapAt := func(name, time string) trace.File {
		return trace.MemoryFile("points-to-maps/"+name, []byte(`{`+time+`"pointerMap":{"H":{"H":1}}}`))
	}
	treeAt := func(name, time string) trace.File {
		return trace.MemoryFile(name, []byte(`{`+time+`"root":{"name":"H"}}`))
	}
	one, two := `"time":1,`, `"time":2,`
	late := "skipped: no tree has the time of this pointer map"
	for _, test := range []struct {
		name       string
		files      []trace.File
		owners     []int
		warnings   string
		unfinished bool
	}{
		{"times", []trace.File{treeAt("a", one), treeAt("b", two), mapAt("x", two), mapAt("y", one)}, []int{0, 1}, "", false},
		{"names at one time", []trace.File{treeAt("a", one), treeAt("b", one), mapAt("b", one)}, []int{1}, "", false},
		{"no name at one time", []trace.File{treeAt("a", one), treeAt("b", one), mapAt("c", one)}, []int{0}, "", false},
		{"time in the name", []trace.File{treeAt("5.json", ""), treeAt("6.json", ""), mapAt("6.json", "")}, []int{1}, "", false},
		{"between", []trace.File{treeAt("a", one), treeAt("b", `"time":3,`), mapAt("c", two)}, nil, "points-to-maps/c: " + late + "\n",
			false},
		{"the last", []trace.File{treeAt("a", one), mapAt("a", two)}, nil, "points-to-maps/a: " + late + "\n", true},
		{"without a time", []trace.File{treeAt("a", one), mapAt("a", "")}, []int{0}, "", false},
		{"without a time or a name", []trace.File{treeAt("a", one), mapAt("b", "")}, nil, "points-to-maps/b: " + late + "\n", false},
		{"trees without times", []trace.File{treeAt("a", ""), treeAt("b", ""), mapAt("a", one)}, []int{0}, "a: neither", false},
	} {
		rec, warnings := openAll(t, test.files...)
		var owners []int
		for i, p := range rec.Points {
			if p.Pointers != nil {
				owners = append(owners, i)
			}
		}
		if !slices.Equal(owners, test.owners) || !strings.HasPrefix(warnings, test.warnings) || test.warnings == "" && warnings != "" {
			t.Errorf("%s: maps of %v, want %v; warnings %swant %s", test.name, owners, test.owners, warnings, test.warnings)
		}
		if rec.Knows.Has(trace.KnowsReferences) != (len(owners) > 0) {
			t.Errorf("%s: knows %v", test.name, rec.Knows.Names())
		}
		if len(rec.Warnings) == 1 && rec.Warnings[0].Unfinished != test.unfinished {
			t.Errorf("%s: unfinished %t", test.name, rec.Warnings[0].Unfinished)
		}
	}
}

// TestOddEntries checks the separate reports for entries not between leaves and for unknown keys.
func TestOddEntries(t *testing.T) {
	inner := tree("1", `,"children":[{"name":"A"},{"name":"B"}]`)
	for entries, want := range map[string]string{
		`"H#A":{"H#B":1}`: "", `"H#A":{"H":1}`: "1 entries were skipped, because they are not between leaves of the tree; 0 keys are not in the tree",
		`"H#A":{"H#B":1},"H#C":{}`: "0 entries were skipped, because they are not between leaves of the tree; 1 keys are not in the tree",
		`"H#C":{"H#B":1}`:          "1 entries were skipped, because they are not between leaves of the tree; 1 keys are not in the tree",
	} {
		_, got := openAll(t, trace.MemoryFile("1.json", []byte(inner)),
			trace.MemoryFile("points-to-maps/1.json", []byte(`{"time":1,"pointerMap":{`+entries+`}}`)))
		if want != "" {
			want = "points-to-maps/1.json: " + want + "\n"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", entries, got, want)
		}
	}
}

// TestMapsAfterOthers checks that maps are read even after other documents in a file of maps.
func TestMapsAfterOthers(t *testing.T) {
	rec, warnings := openAll(t, trace.MemoryFile("1.json", []byte(tree("1", ""))), trace.MemoryFile("2.json", []byte(tree("2", ""))),
		trace.MemoryFile("points-to-maps/x.json", []byte(`[{"time":1,"pointerMap":{"H":{"H":1}}},{"time":1,"pointerMap":{"H":{"H":9}}},`+
			`{"time":2,"pointerMap":null},{"time":2,"pointerMap":{"H":{"H":2,"H":3}}}]`)))
	for i, want := range []int64{1, 5} {
		if got := count(&rec.Points[i].Pointers.PointsTo, 0, 0); got != want {
			t.Errorf("tree %d: %d references, want %d", i, got, want)
		}
		if n := len(rec.Points[i].Pointers.PointsTo.Start); n != len(rec.Points[i].Tree.Nodes)+1 {
			t.Errorf("tree %d: the rows of %d nodes have %d ends", i, len(rec.Points[i].Tree.Nodes), n)
		}
	}
	if want := "points-to-maps/x.json: skipped: a second pointer map for time 1\n"; warnings != want {
		t.Errorf("warnings %q, want %q", warnings, want)
	}
}

func TestTreeProgress(t *testing.T) {
	files := []trace.File{trace.MemoryFile("1.json", []byte(tree("1", ""))), trace.MemoryFile("2.json", []byte(tree("2", ""))),
		trace.MemoryFile("points-to-maps/1.json", []byte(`{"time":1,"pointerMap":null}`))}
	total := int64(0)
	for _, f := range files {
		total += f.Size
	}
	var mu sync.Mutex
	var steps []int64
	if _, err := memtree.Open(t.Context(), files, func(done, of int64, what string) {
		mu.Lock()
		defer mu.Unlock()
		if steps = append(steps, done); of != total || what != "reading memory trees" {
			t.Errorf("progress %d of %d, want %d: %s", done, of, total, what)
		}
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(steps)
	if len(steps) != 4 || steps[0] != 0 || steps[3] != total {
		t.Errorf("progress %v, want four steps from 0 to %d", steps, total)
	}
}

// TestUnknownSizes checks that closure sizes exist if at least one node has one, and that they are written if the format supports them.
func TestUnknownSizes(t *testing.T) {
	for text, want := range map[string]string{
		"": "[] []", `,"transitiveClosureSize":0`: "[0 -1] []", `,"retainedSize":0`: "[] [0 -1]",
		`,"transitiveClosureSize":7,"retainedSize":5`: "[7 -1] [5 -1]",
	} {
		doc := `{"time":3,"root":{"name":"H"` + text + `,"children":[{"name":"x"}]}}`
		rec, warnings := openAll(t, trace.MemoryFile("a.json", []byte(doc)))
		tr := rec.Points[0].Tree
		if got := fmt.Sprint(tr.Deep, " ", tr.Retained); got != want || warnings != "" {
			t.Errorf("%s: closures %s, want %s; warnings %s", text, got, want, warnings)
		}
		if strings.Contains(text, ":0") { // how the format would represent an unknown size
			continue
		}
		var b bytes.Buffer
		if err := memtree.WriteAntTracks(&b, 3, tr); err != nil {
			t.Fatal(err)
		}
		again, warnings := openAll(t, trace.MemoryFile("a.json", b.Bytes()))
		tr = again.Points[0].Tree
		if got := fmt.Sprint(tr.Deep, " ", tr.Retained); got != want || warnings != "" || again.Points[0].Time != 3 {
			t.Errorf("%s: written and read closures are %s, want %s; warnings %s", text, got, want, warnings)
		}
	}
}

// full is a writer that fails after some bytes.
type full int

var errFull = errors.New("disk full")

func (f *full) Write(b []byte) (int, error) {
	if *f -= full(len(b)); *f < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestWriteErrors(t *testing.T) {
	rec, _ := openAll(t, trace.MemoryFile("a.json", []byte(tree("1", ""))))
	tr := rec.Points[0].Tree
	for name, write := range map[string]func(w *full) error{
		"default":   func(w *full) error { return memtree.Write(w, 1, tr) },
		"AntTracks": func(w *full) error { return memtree.WriteAntTracks(w, 1, tr) },
		"no map":    func(w *full) error { return memtree.WritePointerMap(w, 1, tr, nil) },
		"map": func(w *full) error {
			return memtree.WritePointerMap(w, 1, tr, &trace.PointerMap{Start: make([]uint32, 2)})
		},
	} {
		if err := write(new(full)); !errors.Is(err, errFull) {
			t.Errorf("%s: writing to a full disk: %v", name, err)
		}
		room := full(math.MaxInt32)
		if err := write(&room); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestReleases checks that the times of a fleet are wall-clock times, and that its releases become marks.
func TestReleases(t *testing.T) {
	fleet := func(time, more string) trace.File {
		return trace.MemoryFile(time+".json", []byte(`{"time":`+time+`,"root":{"name":"A"},"fleet":{`+more+`}}`))
	}
	const releases = `"releases":[{"service":"b","version":"2","unix_ms":1006},{"service":"a","version":"1.1","unix_ms":1004}]`
	rec, warnings := openAll(t, fleet("5", `"unix_ms":1005`), fleet("8", `"unix_ms":1008,`+releases))
	if want := []trace.Mark{{Time: 4, Text: "a 1.1"}, {Time: 6, Text: "b 2"}}; warnings != "" || rec.StartUnix != 1000 || !slices.Equal(rec.Marks, want) {
		t.Errorf("%s, from %d: %v", warnings, rec.StartUnix, rec.Marks)
	}
	merged := trace.MemoryFile("8.json", []byte(`{"time":8,"root":{"name":"A","children":[{"name":"B"},{"name":"B"}]},"fleet":{"unix_ms":1008,`+
		releases+`}}`))
	if again, _ := openAll(t, fleet("5", `"unix_ms":1005`), merged); again.StartUnix != rec.StartUnix || !slices.Equal(again.Marks, rec.Marks) {
		t.Errorf("with merged siblings, start %d and marks %v, want %d and %v", again.StartUnix, again.Marks, rec.StartUnix, rec.Marks)
	}
	if rec, _ = openAll(t, fleet("5", `"unix_ms":1005`), fleet("8", releases)); rec.StartUnix != 0 || len(rec.Marks) > 0 {
		t.Errorf("without a time by the clock there are %v from %d", rec.Marks, rec.StartUnix)
	}
}
