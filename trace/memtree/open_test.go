package memtree_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/open"
	"memcity/trace/tracetest"
)

const sample = "../../testdata/trees/persons"

// mustOpen opens paths and fails the test on any warning.
func mustOpen(t *testing.T, paths ...string) *trace.Recording {
	t.Helper()
	rec, err := open.Paths(t.Context(), paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Warnings) > 0 {
		t.Fatalf("warnings: %v", rec.Warnings)
	}
	return rec
}

// openText opens files in memory and returns the warnings, one per line.
func openText(t *testing.T, namesAndTexts ...string) (*trace.Recording, string) {
	t.Helper()
	rec, err := open.Files(t.Context(), "test", tracetest.Files(namesAndTexts...), nil)
	if err != nil {
		t.Fatal(err)
	}
	var warnings strings.Builder
	for _, w := range rec.Warnings {
		fmt.Fprintln(&warnings, w)
	}
	return rec, warnings.String()
}

func TestSampleFolder(t *testing.T) {
	rec := mustOpen(t, sample)
	if rec.Name != "persons" || rec.Format != "memory tree (default format)" {
		t.Errorf("name %q, format %q", rec.Name, rec.Format)
	}
	if want := []string{"1200.json", "3400.json", "10250.json"}; !slices.Equal(rec.Files, want) {
		t.Errorf("files %q; expected %q", rec.Files, want)
	}
	if rec.Knows != trace.KnowsReferences|trace.KnowsTimes {
		t.Errorf("knows %v", rec.Knows.Names())
	}
	last := rec.Points[2]
	tracetest.CheckTree(t, last.Tree)
	nodes := map[string]int32{}
	for i := range int32(len(last.Tree.Nodes)) {
		nodes[rec.Names.Text(last.Tree.Nodes[i].Name)] = i
	}
	for _, test := range []struct {
		from, to   string
		to2, from2 int64 // points to, pointed from
	}{
		{"LinkedList", "LinkedList$Node", 2, 1}, {"LinkedList$Node", "Person", 10_000, 10_000},
		{"Person", "String", 20_000, 10_000}, {"Buffer", "String", 300, 300}, {"Person", "char[]", 0, 0},
	} {
		got := count(&last.Pointers.PointsTo, nodes[test.from], nodes[test.to])
		back := count(&last.Pointers.PointedFrom, nodes[test.to], nodes[test.from])
		if got != test.to2 || back != test.from2 {
			t.Errorf("%s -> %s: %d and %d; expected %d and %d", test.from, test.to, got, back, test.to2, test.from2)
		}
	}
}

func count(m *trace.PointerMap, n, other int32) int64 {
	to, counts := m.Row(n)
	if i, ok := slices.BinarySearch(to, other); ok {
		return counts[i]
	}
	return 0
}

func TestFormatsAreEqual(t *testing.T) {
	a := mustOpen(t, sample+"/1200.json", sample+"/3400.json", sample+"/10250.json")
	b := mustOpen(t, sample+"-anttracks")
	if got, want := tracetest.TreeText(b), tracetest.TreeText(a); got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
	if b.Format != "memory tree (AntTracks format)" || b.Knows != trace.KnowsTimes || a.Name != "persons" {
		t.Errorf("format %q, name %q, knows %v", b.Format, a.Name, b.Knows.Names())
	}
}

func TestSameEveryTime(t *testing.T) {
	a, b := mustOpen(t, sample), mustOpen(t, sample)
	if !reflect.DeepEqual(a.Points, b.Points) || !reflect.DeepEqual(a.Names, b.Names) {
		t.Error("the same folder gives different recordings")
	}
}

func TestArrayAndStreamOfTrees(t *testing.T) {
	var texts []string
	for _, name := range []string{"10250.json", "1200.json", "3400.json"} {
		text, err := os.ReadFile(filepath.Join(sample, name))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	want := tracetest.TreeText(mustOpen(t, sample+"-anttracks"))
	for name, text := range map[string]string{
		"array.json": "[" + strings.Join(texts, ",") + "]", "lines.json": strings.Join(texts, "\n"),
	} {
		rec, warnings := openText(t, name, text)
		if got := tracetest.TreeText(rec); got != want || warnings != "" || len(rec.Files) != 1 {
			t.Errorf("%s: %s%sexpected\n%s", name, warnings, got, want)
		}
	}
}

func tree(time, rest string) string { return `{"time":` + time + `,"root":{"name":"H"` + rest + `}}` }

func TestTimes(t *testing.T) {
	untimed := `{"root":{"name":"H"}}`
	for _, test := range []struct {
		files []string
		want  string
	}{
		{[]string{"b.json", tree("9", ""), "a.json", tree("10", "")}, "b.json@9 a.json@10 known"},
		{[]string{"at-10.json", untimed, "at-9.json", untimed}, "at-9.json@9 at-10.json@10 known"},
		{[]string{"x2-500.json", untimed, "x1.json", tree("700", "")}, "x2-500.json@500 x1.json@700 known"},
		{[]string{"b.json", untimed, "a.json", tree("7", "")}, "a.json@0 b.json@1"},
		{[]string{"all5.json", untimed + untimed}, "all5.json@0 all5.json@1"},
		{[]string{"a.json", tree("5", "") + tree("5", "") + tree("1", "")}, "a.json@1 a.json@5 a.json@5 known"},
	} {
		rec, warnings := openText(t, test.files...)
		var got []string
		for _, p := range rec.Points {
			got = append(got, fmt.Sprintf("%s@%d", p.Source, p.Time))
		}
		if rec.Knows.Has(trace.KnowsTimes) {
			got = append(got, "known")
		}
		if text := strings.Join(got, " "); text != test.want || (warnings == "") != rec.Knows.Has(trace.KnowsTimes) {
			t.Errorf("got %s; expected %s; warnings: %s", text, test.want, warnings)
		}
	}
}

func TestMergedSiblings(t *testing.T) {
	rec, warnings := openText(t, "a.json", tree("1", `,"children":[
		{"name":"A","role":"R","objects":1,"bytes":10,"retainedSize":10,"children":[{"name":"x","objects":1}]},
		{"name":"B","objects":5,"retainedSize":7},
		{"name":"A","objects":2,"bytes":9223372036854775807,"retainedSize":20,"children":[{"name":"x","objects":2},{"name":"y","key":"K"}]}]`),
		"points-to-maps/a.json", `{"time":1,"pointerMap":{"K":{"H#A#x":2},"H#A#x":{"H#B":1,"H#A#x":3,"H#B":4}}}`)
	want := `at 1
["H"]  0 0
["H" "A"] R 3 9223372036854775807
["H" "A" "x"]  3 0
["H" "A" "y"]  0 0
["H" "B"]  5 0
H#A#x -> H#A#x 3
H#A#x -> H#B 5
H#A#y -> H#A#x 2
`
	if got := tracetest.TreeText(rec); got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
	if want := "a.json: 2 groups had the same name as a sibling and were merged with it\n"; warnings != want {
		t.Errorf("warnings %q; expected %q", warnings, want)
	}
	tracetest.CheckTree(t, rec.Points[0].Tree)
	if got := rec.Points[0].Tree.Retained; !slices.Equal(got, []int64{-1, -1, -1, -1, 7}) || rec.Points[0].Tree.Deep != nil {
		t.Errorf("retained %v, deep %v", got, rec.Points[0].Tree.Deep)
	}
}

// TestCutFiles truncates a file of a series at many positions and checks that the others still open.
func TestCutFiles(t *testing.T) {
	whole, err := os.ReadFile(sample + "-anttracks/1200.json")
	if err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < len(whole)-1; cut += 100 {
		rec, warnings := openText(t, "whole.json", string(whole), "cut.json", string(whole[:cut]))
		if len(rec.Points) != 1 || !strings.HasPrefix(warnings, "cut.json: ") || strings.Count(warnings, "\n") != 1 {
			t.Fatalf("cut at %d: %d points, warnings %s", cut, len(rec.Points), warnings)
		}
	}
	cut := len(whole) + 1000
	rec, warnings := openText(t, "array.json", ("[" + string(whole) + "," + string(whole))[:cut])
	if len(rec.Points) != 1 || !strings.Contains(warnings, "; only the tree before it is shown") {
		t.Errorf("%d points, warnings %s", len(rec.Points), warnings)
	}
}

func TestOneTwin(t *testing.T) {
	_, warnings := openText(t, "a.json", `{"time":1,"root":{"name":"A","children":[{"name":"b"},{"name":"b"}]}}`)
	if want := "a.json: 1 group had the same name as a sibling and was merged with it\n"; warnings != want {
		t.Errorf("warnings %q, want %q", warnings, want)
	}
}

func TestLineOfError(t *testing.T) {
	_, err := open.Files(t.Context(), "x",
		tracetest.Files("dir/a.json", "{\n \"time\": 1,\n \"root\": {\"name\": \"A\",\n  \"bytes\": -4}}"), nil)
	if err == nil || err.Error() != "dir/a.json: line 4: bytes is -4; expected a number from 0" {
		t.Errorf("%v", err)
	}
}

func TestHugeAndForeignNames(t *testing.T) {
	names := []string{strings.Repeat("n", 10_000), "人物・記録", "אדם ורשימה", "a#b", "", "𝔘"}
	var kids []string
	for _, name := range names {
		kids = append(kids, fmt.Sprintf(`{"key":"H#%s","name":%q,"objects":1}`, name, name))
	}
	rec, _ := openText(t, "1.json", tree("1", `,"children":[`+strings.Join(kids, ",")+`]`))
	for i, name := range names {
		if got := rec.Names.Text(rec.Points[0].Tree.Nodes[i+1].Name); got != trace.ClipName(name) {
			t.Errorf("%.20q is read as %.20q", name, got)
		}
	}
}

func TestCancelWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	progress := func(done, total int64, _ string) {
		if done > 0 {
			cancel()
		}
	}
	var texts []string
	for i := range 50 {
		texts = append(texts, fmt.Sprint(i, ".json"), tree(fmt.Sprint(i), ""))
	}
	if rec, err := open.Files(ctx, "x", tracetest.Files(texts...), progress); err != context.Canceled {
		t.Errorf("%v, error %v; expected to be cancelled", rec, err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), -time.Second)
	defer cancel()
	if _, err := open.Paths(ctx, []string{sample}, nil); err != context.DeadlineExceeded {
		t.Errorf("error %v; expected the deadline", err)
	}
}

func TestProgressEndsAtTotal(t *testing.T) {
	var last, most int64
	progress := func(done, total int64, what string) {
		if what == "reading memory trees" {
			last, most = max(last, done), total
		}
	}
	old := progress
	locked := make(chan struct{}, 1)
	if _, err := open.Paths(t.Context(), []string{sample}, func(done, total int64, what string) {
		locked <- struct{}{}
		old(done, total, what)
		<-locked
	}); err != nil || last != most || most == 0 {
		t.Errorf("progress ends at %d of %d, error %v", last, most, err)
	}
}

func BenchmarkOpenFolder(b *testing.B) {
	var files []trace.File
	var size int64
	for f := range 20 {
		data := benchTree(f, 20_000)
		size += int64(len(data))
		files = append(files, trace.MemoryFile(fmt.Sprint(f, ".json"), data))
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := open.Files(b.Context(), "bench", files, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func benchTree(time, n int) []byte {
	tree := &trace.Tree{Names: trace.NewNames(), Nodes: []trace.Node{{Place: trace.Place{Parent: -1, End: int32(n)}}}}
	tree.Nodes[0].Name = tree.Names.ID("Heap")
	for i := int32(1); i < int32(n); i++ {
		first := i - (i-1)%10
		node := trace.Node{Name: tree.Names.ID(fmt.Sprintf("com.example.package%d.Type%d", i%100, i)), Role: tree.Names.ID("Type"),
			Place: trace.Place{End: min(first+10, int32(n))}, Objects: int64(i), Bytes: int64(i) * 24}
		if i != first {
			node.Name = tree.Names.ID(fmt.Sprintf("com.example.Main%d::method(int, java.lang.String) : %d", i%100, i))
			node.Parent, node.End = first, i+1
		}
		tree.Nodes = append(tree.Nodes, node)
	}
	var b bytes.Buffer
	if err := memtree.Write(&b, trace.Millis(time), tree); err != nil {
		panic(err)
	}
	return b.Bytes()
}
