package ruby_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/ruby"
	"memcity/trace/tracetest"
)

// shop is a dump as Ruby 3.1 writes it, with names.
const shop = `{"type":"ROOT", "root":"vm", "references":["0x100", "0x500", "0x500"]}
{"type":"ROOT", "root":"global_tbl", "references":["0x310", "0x320"]}
{"address":"0x200", "type":"OBJECT", "class":"0x110", "ivars":2, "references":["0x300", "0x310"], "file":"/app/lib/shop.rb", "line":7, "method":"new", "generation":3, "memsize":40, "flags":{"old":true}}
{"address":"0x208", "type":"OBJECT", "class":"0x120", "ivars":2, "references":["0x300"], "file":"/app/lib/shop.rb", "line":7, "generation":4, "memsize":48}
{"address":"0x100", "type":"CLASS", "class":"0x130", "name":"Object", "references":["0x320"], "memsize":500}
{"address":"0x110", "type":"CLASS", "class":"0x130", "superclass":"0x140", "name":"Shop::Order", "references":["0x310", "0x330", "0x400"], "memsize":500}
{"address":"0x120", "type":"CLASS", "class":"0x130", "superclass":"0x110", "singleton":true, "references":["0x110", "0x208"], "memsize":480}
{"address":"0x130", "type":"CLASS", "class":"0x130", "superclass":"0x100", "name":"Class", "memsize":480}
{"address":"0x140", "type":"ICLASS", "class":"0x150", "superclass":"0x100", "references":["0x100"], "memsize":40}
{"address":"0x150", "type":"MODULE", "class":"0x130", "name":"Comparable", "memsize":40}
{"address":"0x160", "type":"CLASS", "class":"0x130", "name":"String", "memsize":480}
{"address":"0x170", "type":"CLASS", "class":"0x130", "superclass":"0x110", "memsize":480}
{"address":"0x180", "type":"CLASS", "class":"0x130", "name":"Thread", "memsize":480}
{"address":"0x190", "type":"CLASS", "class":"0x130", "name":"Array", "memsize":480}
{"address":"0x300", "type":"STRING", "class":"0x160", "value":"secret", "memsize":40}
{"address":"0x310", "type":"ARRAY", "class":"0x190", "length":2, "references":["0x200", "0x208"], "memsize":56, "generation":2, "file":"/usr/lib/ruby/3.1.0/set.rb", "line":3}
{"address":"0x320", "type":"HASH", "size":1, "references":["0x200", "0x350"], "memsize":60}
{"address":"0x330", "type":"OBJECT", "class":"0x170", "memsize":40}
{"address":"0x340", "type":"DATA", "class":"0x100", "struct":"ObjectTracing/allocation_info_tracer", "memsize":900000}
{"address":"0x350", "type":"DATA", "struct":"autoload_i", "memsize":80}
{"address":"0x400", "type":"IMEMO", "class":"0x110", "imemo_type":"ment", "references":["0x410"], "memsize":48}
{"address":"0x410", "type":"IMEMO", "imemo_type":"new_kind", "memsize":40}
{"address":"0x500", "type":"DATA", "class":"0x180", "struct":"VM/thread", "references":["0x310"], "memsize":1000}
{"type":"NAMES", "address":"0x110", "names":{"@@all":"0x310"}}
{"type":"NAMES", "class":"0x110", "ivars":["@label","@list"]}
{"type":"NAMES", "root":"global_tbl", "names":{"$all":"0x310"}}
{"type":"NAMES", "root":"library", "name":"Rack"}
{"type":"NAMES", "root":"library", "name":"Sinatra"}
`

// open opens dumps with the given contents.
func open(t testing.TB, contents ...string) *trace.Recording {
	t.Helper()
	var files []trace.File
	for i, c := range contents {
		files = append(files, trace.MemoryFile(fmt.Sprintf("%d.json", i+1), []byte(c)))
	}
	rec, err := ruby.Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// loadLast loads the last heap state of a recording, which must have no warnings.
func loadLast(t testing.TB, rec *trace.Recording) *trace.Heap {
	t.Helper()
	h, warnings, err := rec.Points[len(rec.Points)-1].Load(t.Context(), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("warnings %v, error %v", warnings, err)
	}
	tracetest.Check(t, h)
	return h
}

// objectAt returns the object with an address.
func objectAt(h *trace.Heap, address uint64) trace.ObjectID {
	for o := range trace.ObjectID(h.Len()) {
		if h.Address(o) == address {
			return o
		}
	}
	return trace.NoObject
}

func TestTypes(t *testing.T) {
	h := loadLast(t, open(t, shop))
	for address, want := range map[uint64]string{0x200: "Shop::Order", 0x208: "Shop::Order", 0x120: "ruby:(singleton class)", 0x110: "ruby:Class",
		0x140: "ruby:(included module)", 0x150: "ruby:Module", 0x300: "ruby:String", 0x310: "ruby:Array", 0x320: "ruby:(hash)",
		0x330: "Shop::Order::Anonymous", 0x340: "ruby:(allocation tracer)", 0x350: "ruby:(autoload_i)", 0x400: "ruby:(method entry)",
		0x410: "ruby:(new kind)", 0x500: "ruby:Thread"} {
		o := objectAt(h, address)
		if got := h.Types[h.TypeOf.At(o)].Name; got != want {
			t.Errorf("%x is %s, want %s", address, got, want)
		}
	}
	if l := fmt.Sprint(h.Libraries); l != "[Rack Sinatra]" {
		t.Errorf("libraries %s", l)
	}
	if size := h.Size(objectAt(h, 0x340)); size != 40 {
		t.Errorf("the allocation tracer has %d bytes", size)
	}
	order := &h.Types[h.TypeOf.At(objectAt(h, 0x200))]
	if order.Class != objectAt(h, 0x110) || h.Types[order.Super].Name != "ruby:Object" {
		t.Errorf("type %+v", order)
	}
}

func TestReferences(t *testing.T) {
	h := loadLast(t, open(t, shop))
	for address, want := range map[uint64]string{
		0x200: "@label=300 @list=310", 0x208: "[0]=300 <class>=120", 0x310: "[0]=200 [1]=208", 0x110: "@@all=310 (Shop::Order::Anonymous)=330 <reference>=400 <class>=130",
		0x100: "<reference>=320 <class>=130", 0x330: "<class>=170", 0x400: "<0>=410 <class>=110", 0x500: "[0]=310",
	} {
		o := objectAt(h, address)
		var got []string
		for i, to := range h.References(o) {
			got = append(got, fmt.Sprintf("%s=%x", h.FieldAt(o, i), h.Address(to)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%x refers to %v, want %s", address, got, want)
		}
	}
}

func TestRootsAndSites(t *testing.T) {
	h := loadLast(t, open(t, shop))
	var roots []string
	for _, r := range h.Roots {
		roots = append(roots, fmt.Sprintf("%s %s %x", r.Kind, r.Detail, h.Address(r.Object)))
	}
	slices.Sort(roots)
	if want := []string{"VM internal $(hash) 320", "VM internal Ruby 100", "VM internal Ruby 500", "module Object 100", "module Shop::Order 110",
		"module ruby:Array 190", "module ruby:Class 130", "module ruby:Comparable 150", "module ruby:String 160", "module ruby:Thread 180",
		"thread  500", "variable $all 310"}; !slices.Equal(roots, want) {
		t.Errorf("roots %q", roots)
	}
	if len(h.Threads) != 1 || h.Threads[0].Name != "main" {
		t.Errorf("threads %v", h.Threads)
	}
	for address, want := range map[uint64]string{0x200: "new(shop.rb:7)", 0x208: "(outside methods)(shop.rb:7)", 0x310: "(outside methods)(ruby/set.rb:3)"} {
		if got := h.Sites[h.SiteOf[objectAt(h, address)]].Frames[0].String(); got != want {
			t.Errorf("%x was allocated at %s, want %s", address, got, want)
		}
	}
	if h.GCs != 4 || h.BirthOf[objectAt(h, 0x200)] != 3 || h.BirthOf[objectAt(h, 0x300)] != trace.NoBirth {
		t.Errorf("births %v of %d", h.BirthOf, h.GCs)
	}
}

// TestIdentity checks that an object with the address of a dead one is another object.
func TestIdentity(t *testing.T) {
	later := strings.Replace(shop, `"generation":3`, `"generation":5`, 1)
	rec := open(t, later, shop)
	if rec.Points[0].GC != 4 || rec.Points[1].GC != 5 || rec.Knows&trace.KnowsIdentity == 0 {
		t.Fatalf("points with %d and %d GCs", rec.Points[0].GC, rec.Points[1].GC)
	}
	a, _, _ := rec.Points[0].Load(t.Context(), nil)
	b := loadLast(t, rec)
	for o := range trace.ObjectID(a.Len()) {
		if same := a.Identity[o] == b.Identity[o]; same == (a.Address(o) == 0x200) {
			t.Errorf("%x is the same object: %v", a.Address(o), same)
		}
	}
	untraced := open(t, shop, `{"address":"0x10","type":"STRING","memsize":40}`)
	if untraced.Knows&trace.KnowsIdentity != 0 {
		t.Error("identities without births")
	}
}

// TestCounts compares the counts without objects to the counts of the heap state.
func TestCounts(t *testing.T) {
	for _, text := range []string{shop, shop + shop, strings.ReplaceAll(shop, `"memsize":60`, `"memsize":8589934592`)} {
		p := open(t, text).Points[0]
		h, _, err := p.Load(t.Context(), nil)
		counts, _, err2 := p.Count(t.Context(), nil)
		if err != nil || err2 != nil || !slices.Equal(counts, h.CountTypes()) {
			t.Errorf("%v, %v: counts\n%v, want\n%v", err, err2, counts, h.CountTypes())
		}
	}
}

// TestTruncated cuts a dump at every third byte. The objects before the cut are read, and a cut within a line is a warning.
func TestTruncated(t *testing.T) {
	for end := 0; end < len(shop); end += 3 {
		p := open(t, shop[:end]).Points[0]
		h, warnings, err := p.Load(t.Context(), nil)
		whole := shop[:strings.LastIndexByte(shop[:end], '\n')+1]
		if shop[end] == '\n' {
			whole = shop[:end]
		}
		objects := strings.Count("\n"+whole, "\n{\"address\"")
		if objects == 0 {
			if err == nil {
				t.Fatalf("%d bytes: no error", end)
			}
			continue
		}
		if err != nil || h.Len() != objects {
			t.Fatalf("%d bytes: %d objects; %v", end, objects, err)
		}
		tracetest.Check(t, h)
		lost := slices.ContainsFunc(warnings, func(w trace.Warning) bool { return w.Lost })
		if cut := len(whole) < end; cut != lost {
			t.Fatalf("%d bytes: warnings %v", end, warnings)
		}
	}
}

// TestTruncatedGzip cuts a compressed dump.
func TestTruncatedGzip(t *testing.T) {
	packed := tracetest.Gzip([]byte(strings.Repeat(shop, 20)), 0)
	for end := 20; end < len(packed); end += 7 {
		rec, err := ruby.Open(t.Context(), []trace.File{trace.MemoryFile("x", packed[:end])}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if h, warnings, err := rec.Points[0].Load(t.Context(), nil); err == nil {
			tracetest.Check(t, h)
			if len(warnings) == 0 {
				t.Errorf("%d bytes: no warning", end)
			}
		}
	}
}

// TestFaults checks the warnings about references to nothing, repeated objects and lines that are no JSON.
func TestFaults(t *testing.T) {
	text := strings.Replace(shop, `"0x100", "0x500"`, `"0x9"`, 1) + "x\n" + `{"address":"0x200","type":"STRING","references":["0x10"]}` + "\n" +
		`{"address":"0x600","type":"STRING","references":["0x10","0x200"]}` + "\n"
	_, warnings, err := open(t, text).Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range warnings {
		got = append(got, w.Text)
	}
	for _, want := range []string{"line 29: the line is not a JSON object", "line 30: an object has the address", "line 31: a reference leads to", "line 1: a root leads to"} {
		if !slices.ContainsFunc(got, func(text string) bool { return strings.HasPrefix(text, want) }) {
			t.Errorf("no warning %q in %q", want, got)
		}
	}
}

// TestMemory checks that names and roots without any object ask for memory.
func TestMemory(t *testing.T) {
	names := func(i int) string { return fmt.Sprintf(`{"type":"NAMES", "address":"0x%x", "name":"worker"}`, 8*i) }
	root := func(int) string { return `{"type":"ROOT", "root":"vm", "references":["0x8"]}` }
	for name, line := range map[string]func(int) string{"names": names, "roots": root} {
		var text strings.Builder
		for i := range 1 << 16 {
			text.WriteString(line(i+1) + "\n")
		}
		asked := int64(0)
		ctx := trace.WithAdmission(t.Context(), func(_ context.Context, v trace.Volume) error {
			asked = max(asked, v.Bytes)
			return nil
		})
		if _, _, err := open(t, text.String()).Points[0].Load(ctx, nil); err == nil {
			t.Errorf("%s without objects were read", name)
		}
		if asked < 4<<20 {
			t.Errorf("%s: asked for %d bytes", name, asked)
		}
	}
}

// TestDamaged changes some bytes of a dump. What is left is read, and the counts agree.
func TestDamaged(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		content := []byte(shop)
		for range 1 + r.IntN(20) {
			content[r.IntN(len(content))] = `0123456789abcdef",{}[]:x`[r.IntN(24)]
		}
		p := open(t, string(content)).Points[0]
		h, _, err := p.Load(t.Context(), nil)
		if err != nil {
			continue
		}
		tracetest.Check(t, h)
		if counts, _, err := p.Count(t.Context(), nil); err != nil || !slices.Equal(counts, h.CountTypes()) {
			t.Errorf("seed %d, %v: counts\n%v, want\n%v", seed, err, counts, h.CountTypes())
		}
	}
}

// TestKnown compares the dumps of a program to its own counts.
func TestKnown(t *testing.T) {
	interpreter, err := exec.LookPath("ruby")
	if err != nil {
		t.Skip("ruby is not installed")
	}
	folder := t.TempDir()
	out, err := exec.CommandContext(t.Context(), interpreter, filepath.Join("testdata", "known.rb"), folder).Output()
	if err != nil {
		t.Fatal(err)
	}
	slots, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	var files []trace.File
	for _, name := range []string{"1.rubyheap.json", "2.rubyheap.json"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, trace.MemoryFile(name, content))
	}
	rec, err := ruby.Open(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := loadLast(t, rec)
	if diff := slots - h.Len(); diff < 0 || diff > 20 { // objects that the dump itself made
		t.Errorf("%d objects, but %d slots", h.Len(), slots)
	}
	counts := map[string]int64{}
	for _, c := range h.CountTypes() {
		counts[c.Name] += c.Objects
	}
	for name, want := range map[string]int64{"Order": 201, "Line": 404, "Pair": 10, "Order::Anonymous": 1} {
		if counts[name] != want {
			t.Errorf("%d %s, want %d", counts[name], name, want)
		}
	}
}
