package lines_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/lines"
	"memcity/trace/tracetest"
)

// open opens files with the given contents.
func open(t testing.TB, contents ...string) *trace.Recording {
	t.Helper()
	var files []trace.File
	for i, c := range contents {
		files = append(files, trace.MemoryFile(fmt.Sprintf("%d.objects.jsonl", i+1), []byte(c)))
	}
	rec, err := lines.Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// load loads a point, and checks the heap and the counts.
func load(t testing.TB, rec *trace.Recording, point int) (*trace.Heap, []trace.Warning) {
	t.Helper()
	h, warnings, err := rec.Points[point].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tracetest.Check(t, h)
	counts, _, err := rec.Points[point].Count(t.Context(), nil)
	if want := h.CountTypes(); err != nil || !slices.Equal(counts, want) {
		t.Fatalf("counts %v, %v; the heap has %v", counts, err, want)
	}
	return h, warnings
}

// describe returns a line for each object, each root and each type with a class object.
func describe(h *trace.Heap) []string {
	var list []string
	for _, name := range h.Libraries {
		list = append(list, "library "+name)
	}
	for o := range trace.ObjectID(h.Len()) {
		t := &h.Types[h.TypeOf.At(o)]
		line := fmt.Sprintf("%d %s %d", h.Address(o), t.Name, h.Size(o))
		var refs []string
		for i, to := range h.References(o) {
			refs = append(refs, fmt.Sprintf(" %s=%d", h.FieldAt(o, i), h.Address(to)))
			if t.IsWeak(h.Slot(o, i)) {
				refs[i] += " weak"
			}
		}
		line += strings.Join(sorted(refs), "")
		if h.SiteOf != nil && h.SiteOf[o] != trace.NoSite {
			for _, f := range h.Sites[h.SiteOf[o]].Frames {
				line += " at " + f.String()
			}
		}
		if thread := h.AllocatingThread(o); thread >= 0 {
			line += " by " + h.Threads[thread].Name
		}
		if h.BirthOf != nil && h.BirthOf[o] != trace.NoBirth {
			line += fmt.Sprintf(" born %d", h.BirthOf[o])
		}
		list = append(list, line)
	}
	for i := range h.Roots {
		r := &h.Roots[i]
		list = append(list, fmt.Sprintf("root %d %s", h.Address(r.Object), h.RootText(r)))
	}
	for _, t := range h.Types {
		if t.Class != trace.NoObject {
			list = append(list, fmt.Sprintf("class %s %d", t.Name, h.Address(t.Class)))
		}
	}
	return list
}

func checkLines(t *testing.T, got []string, want string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.TrimSpace(want); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

const shop = `{"format":"objects","version":1,"runtime":"python 3.11.7","program":"shop","time":1700000000.5,"uptime":2,"gc":3}
{"root":"module","name":"app","ref":1}
{"root":"local","ref":6,"thread":"main","frame":0,"name":"order"}
{"root":"static","owner":"app.Cache","member":"all","ref":"0x5"}
{"root":"interpreter","name":"int","ref":7}
{"thread":"main","name":"Main thread","object":7,"frames":["run(app.py:12)","main(app.py:3)"]}
{"site":9,"frames":["new(app.py:7)","run(app.py:12)"]}
{"class":"app.Order","super":"app.Base"}
{"library":"flask"}
{"library":"json"}
{"id":1,"type":"module","size":72,"refs":[2],"names":["__dict__"],"name":"app"}
{"id":2,"type":"dict","size":232,"refs":{"cache":5,"limit":7,"none":null}}
{"id":5,"type":"dict","size":400,"refs":[6,null,8]}
{"id":6,"type":"app.Order","size":56,"refs":[["id",7],["lines",9],10],"site":9,"birth":2,"thread":"main"}
{"id":8,"type":"app.Order","size":56,"names":["id",null],"refs":[7,10],"weak":{"owner":6},"site":"app.py:9 sell"}
{"id":7,"type":"int","size":28}
{"id":9,"type":"list","size":88,"refs":[8,8],"weak":[6,7],"site":"app.py:9 sell"}
{"id":"ten","type":"type","size":1064,"kind":"class","name":"app.Order","refs":{"count":7}}
{"id":10,"type":"tuple","size":40}
`

// TestShop checks all members of a small file.
func TestShop(t *testing.T) {
	rec := open(t, shop)
	if rec.Runtime != trace.CPython || rec.StartUnix != 1699999998500 || rec.Points[0].Time != 2000 || rec.Points[0].GC != 3 ||
		rec.Recorded.Program != "shop" || rec.Recorded.VM != "python 3.11.7" {
		t.Errorf("recording %+v", rec)
	}
	if want := trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots | trace.KnowsTimes | trace.KnowsSites |
		trace.KnowsAges | trace.KnowsThreads; rec.Knows != want {
		t.Errorf("knows %v, want %v", rec.Knows.Names(), want.Names())
	}
	h, warnings := load(t, rec, 0)
	checkLines(t, describe(h), `
library flask
library json
1 builtins.module 72 __dict__=2
2 builtins.dict 232 cache=5 limit=7
5 builtins.dict 400 [0]=6 [2]=8
6 app.Order 56 [0]=10 id=7 lines=9 at new(app.py:7) at run(app.py:12) by Main thread born 2
7 builtins.int 28
8 app.Order 56 [0]=10 id=7 owner=6 weak at sell(app.py:9)
9 builtins.list 88 [0]=8 [1]=8 weak 1=6 weak weak 2=7 weak at sell(app.py:9)
10 builtins.tuple 40
6261360387914166676 builtins.type 1064 count=7
root 1 module app
root 6 local variable order in run(app.py:12) of thread Main thread
root 5 variable app.Cache.all
root 7 VM internal int
class app.Order 6261360387914166676
class app 2
`)
	if len(warnings) > 0 {
		t.Errorf("warnings %v", warnings)
	}
}

// TestRoundTrip checks that a heap that is written and read again is the same.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(30) {
		h := tracetest.RandomHeap(seed, int(seed*seed))
		if h.Len() == 0 {
			continue
		}
		h.Address = func(o trace.ObjectID) uint64 { return uint64(o) + 1 }
		h.Libraries = []string{"flask", "json"}[:seed%3]
		if seed%3 == 0 {
			h.Runtime = trace.V8
			for i := range h.Roots {
				h.Roots[i].Kind = trace.RootVariable
			}
		}
		if seed%2 == 0 {
			h.Types[1].Elements, h.Types[2].Weak = true, []uint16{0}
		}
		again, warnings := load(t, open(t, write(t, h)), 0)
		if len(warnings) > 0 || again.Runtime != h.Runtime {
			t.Errorf("seed %d: runtime %v, warnings %v", seed, again.Runtime, warnings)
		}
		if got, want := describe(again), describe(h); !slices.Equal(sorted(got), sorted(want)) {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// write writes heaps as one file.
func write(t testing.TB, heaps ...*trace.Heap) string {
	t.Helper()
	var b bytes.Buffer
	warnings, err := lines.Copy(t.Context(), &b, false, series(heaps...), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%v, %v", warnings, err)
	}
	return b.String()
}

// series returns a recording of heaps, one per second.
func series(heaps ...*trace.Heap) *trace.Recording {
	rec := &trace.Recording{Knows: trace.KnowsTimes, StartUnix: 1700000000123}
	for i, h := range heaps {
		rec.Runtime = h.Runtime
		rec.Points = append(rec.Points, trace.Point{Time: trace.Millis(1000 * i), GC: uint32(i),
			Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return h, nil, nil }})
	}
	return rec
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

// TestSeries checks points in one file, in a file of several gzip members, and in several files.
func TestSeries(t *testing.T) {
	heaps := []*trace.Heap{tracetest.RandomHeap(1, 30), tracetest.RandomHeap(2, 40), tracetest.RandomHeap(3, 50)}
	whole := write(t, heaps...)
	parts := strings.SplitAfter(whole, "\n{\"format\"")
	for i := range parts {
		parts[i] = strings.TrimSuffix(parts[i], "{\"format\"")
		if i > 0 {
			parts[i] = "{\"format\"" + parts[i]
		}
	}
	packed := ""
	for _, p := range parts {
		packed += string(tracetest.Gzip([]byte(p), 0))
	}
	for name, contents := range map[string][]string{"one file": {whole}, "gzip": {packed}, "files": {parts[2], parts[0], parts[1]}} {
		rec := open(t, contents...)
		if len(rec.Points) != 3 || rec.StartUnix != 1700000000123 {
			t.Fatalf("%s: %d points from %d", name, len(rec.Points), rec.StartUnix)
		}
		for i := range rec.Points {
			h, _ := load(t, rec, i)
			if p := &rec.Points[i]; p.Time != trace.Millis(1000*i) || p.GC != uint32(i) || h.Len() != heaps[i].Len() {
				t.Errorf("%s: point %d has %d objects at %d, GC %d", name, i, h.Len(), p.Time, p.GC)
			}
		}
	}
	if rec := open(t, `{"format":"objects"}`+"\n"+`{"id":1,"type":"A"}`, `{"format":"objects","uptime":5}`+"\n"+`{"id":1,"type":"A"}`); rec.Points[1].Time != 1 ||
		rec.Knows.Has(trace.KnowsTimes) {
		t.Errorf("points without times are at %v", rec.Points[1].Time)
	}
}

// TestFaults checks the text and the line of each kind of fault.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{"id":2,"type":"A"`, "line 3: the line is not a JSON object"},
		{`["id"]`, "line 3: the line is not a JSON object"},
		{`{"id":2,"type":"A","size":NaN}`, "line 3: the line is not a JSON object"},
		{`{"type":"A"}`, "line 3: the line has none of the members format, id, root, thread, site, class and library"},
		{`{"id":[1],"type":"A"}`, "line 3: an id is neither a whole number nor a text"},
		{`{"id":1.5,"type":"A"}`, "line 3: an id is neither a whole number nor a text"},
		{`{"id":2}`, "line 3: an object has no type, or its type is not a text"},
		{`{"id":2,"type":5}`, "line 3: an object has no type, or its type is not a text"},
		{`{"id":2,"type":"A","size":-4}`, "line 3: the size is not a number of bytes"},
		{`{"id":2,"type":"A","size":1e15}`, "line 3: the size is not a number of bytes"},
		{`{"id":2,"type":"A","refs":7}`, "line 3: references are neither ids, nor pairs of name and id, nor an object with an id for each name"},
		{`{"id":2,"type":"A","refs":[{"a":1}]}`, "line 3: references are neither ids"},
		{`{"id":2,"type":"A","refs":[1,1],"names":["a"]}`, "line 3: names is not a list with a text or null for each reference"},
		{`{"root":"static"}`, "line 3: a root has no ref, or its kind is not a text"},
		{`{"id":2,"type":"A","birth":"x"}`, "line 3: a member has a value of the wrong kind"},
		{`{"id":1,"type":"B"}`, "line 3: the id of an object is that of an earlier line"},
		{`{"id":2,"type":"A","refs":[5,1,6]}`, "line 3: a reference leads to an id that no object has; it is left out; 2 times in all"},
		{`{"root":"static","ref":4}`, "line 3: a root leads to an id that no object has"},
		{`{"root":"local","ref":1,"thread":7,"frame":2}`, "line 3: a root has the number of a frame that its thread does not have"},
		{`{"id":2,"type":"A","site":12}`, "line 3: an object has the number of a site that no line describes"},
		{`{"id":2,"type":"A","kind":"module","name":"m","weak":[1]}`, "line 3: weak references are left out"},
	} {
		h, warnings := load(t, open(t, `{"format":"objects"}`+"\n"+`{"id":1,"type":"A","size":16}`+"\n"+test.line+"\n"), 0)
		if len(warnings) != 1 || !strings.HasPrefix(warnings[0].Text, test.want) || h.Len() == 0 {
			t.Errorf("%s: warnings %v, want %s", test.line, warnings, test.want)
		}
	}
}
