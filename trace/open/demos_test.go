package open

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"testing"

	"memcity/trace"
)

func openDemo(t testing.TB, name string) *trace.Recording {
	t.Helper()
	rec, err := Paths(t.Context(), []string{"../../assets/demos/" + name + ".tar.zst"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Warnings) > 0 {
		t.Fatalf("warnings: %v", rec.Warnings)
	}
	return rec
}

func loadPoint(t testing.TB, p trace.Point) *trace.Heap {
	t.Helper()
	heap, warnings, err := p.Load(t.Context(), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%s: error %v, warnings %v", p.Source, err, warnings)
	}
	return heap
}

// census counts the objects of each type by name.
func census(h *trace.Heap) map[string]int {
	count := map[string]int{}
	for o := range h.TypeOf.All() {
		count[h.Types[h.TypeOf.At(o)].Name]++
	}
	return count
}

// targets counts the distinct objects of type to that objects of type from refer to: points-to of the two groups.
func targets(h *trace.Heap, from, to string) int {
	seen := map[trace.ObjectID]bool{}
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name == from {
			for _, r := range h.References(o) {
				if h.Types[h.TypeOf.At(r)].Name == to {
					seen[r] = true
				}
			}
		}
	}
	return len(seen)
}

// TestPersons compares the bundled recording with the example of Memory Cities, section VII-D and table II.
func TestPersons(t *testing.T) {
	rec := openDemo(t, "persons")
	if len(rec.Points) != 23 || rec.Name != "persons" ||
		!rec.Knows.Has(trace.KnowsTimes|trace.KnowsObjects|trace.KnowsReferences|trace.KnowsRoots) {
		t.Fatalf("%d points, name %q, knows %v", len(rec.Points), rec.Name, rec.Knows.Names())
	}
	const perPoint = 200
	for i, at := range []int{0, 11, 22} {
		heap := loadPoint(t, rec.Points[at])
		persons := (at + 1) * perPoint
		count := census(heap)
		if got := count["com.example.people.Person"]; got != persons {
			t.Errorf("point %d: %d persons; expected %d", at+1, got, persons)
		}
		if got := count["java.util.LinkedList$Node"]; got < persons || got > persons+50 {
			t.Errorf("point %d: %d nodes for %d persons", at+1, got, persons)
		}
		if count["java.lang.String"] < 2*persons || count["byte[]"] < 2*persons {
			t.Errorf("point %d: %d strings and %d byte[] for %d persons", at+1, count["java.lang.String"], count["byte[]"], persons)
		}
		for _, test := range []struct {
			from, to string
			want     int
		}{
			{"java.util.LinkedList$Node", "com.example.people.Person", persons},
			{"com.example.people.Person", "java.lang.String", 2 * persons},
			{"com.example.people.Person", "byte[]", 0},
			{"java.util.LinkedList", "com.example.people.Person", 0},
		} {
			if got := targets(heap, test.from, test.to); got != test.want {
				t.Errorf("point %d: %s refers to %d %s; expected %d", at+1, test.from, got, test.to, test.want)
			}
		}
		if i > 0 && rec.Points[at].Time <= rec.Points[at-1].Time {
			t.Errorf("point %d is not later than the one before", at+1)
		}
	}
}

// TestTwoCaches checks that the maps share their products, as in section 5.1 of the paper on GC roots.
func TestTwoCaches(t *testing.T) {
	rec := openDemo(t, "two-caches")
	if len(rec.Points) != 10 {
		t.Fatalf("%d points; expected 10", len(rec.Points))
	}
	heap := loadPoint(t, rec.Points[9])
	const products = 7810
	count := census(heap)
	if got := count["com.example.shop.Product"]; got != products {
		t.Errorf("%d products; expected %d", got, products)
	}
	if got := targets(heap, "java.util.HashMap$Node", "com.example.shop.Product"); got != products {
		t.Errorf("the nodes of maps refer to %d products; expected %d", got, products)
	}
	if got := targets(heap, "com.example.shop.Product", "int[]"); got != 2*products {
		t.Errorf("products refer to %d int[]; expected %d", got, 2*products)
	}
	for o := range trace.ObjectID(heap.Len()) {
		if heap.Types[heap.TypeOf.At(o)].Name == "com.example.shop.Product" && heap.Size(o) != 48 {
			t.Fatalf("a product has %d bytes; expected 48", heap.Size(o))
		}
	}
}

// TestDumpInGzip checks that a plain and a compressed dump have the same objects.
func TestDumpInGzip(t *testing.T) {
	packed, err := os.Open("../../assets/demos/steady.tar.zst")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	members, err := decompress(t.Context(), trace.File{Name: "steady.tar.zst", Size: 1 << 30, Open: func() (trace.Content, error) {
		return os.Open(packed.Name())
	}}, newBudget())
	if err != nil {
		t.Fatal(err)
	}
	content, err := members[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(io.NewSectionReader(content, 0, members[0].Size))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := Files(t.Context(), "x", []trace.File{trace.MemoryFile("a.hprof.gz", gzipOf(t, data)), trace.MemoryFile("b.hprof", data)}, nil)
	if err != nil || len(rec.Points) != 2 || len(rec.Warnings) > 0 {
		t.Fatalf("%v, error %v", rec, err)
	}
	a, b := census(loadPoint(t, rec.Points[0])), census(loadPoint(t, rec.Points[1]))
	if !maps.Equal(a, b) || a["com.example.office.Session"] == 0 {
		t.Errorf("%d types compressed, %d plain; expected the same objects", len(a), len(b))
	}
}

// TestSteady checks that short-lived objects show no trend.
func TestSteady(t *testing.T) {
	rec := openDemo(t, "steady")
	if len(rec.Points) != 18 {
		t.Fatalf("%d points; expected 18", len(rec.Points))
	}
	var sessions, bytes []int
	for _, p := range rec.Points {
		heap := loadPoint(t, p)
		sessions = append(sessions, census(heap)["com.example.office.Session"])
		size := 0
		for o := range trace.ObjectID(heap.Len()) {
			size += int(heap.Size(o))
		}
		bytes = append(bytes, size)
	}
	rises, falls := 0, 0
	for i := 1; i < len(sessions); i++ {
		if sessions[i] > sessions[i-1] {
			rises++
		} else if sessions[i] < sessions[i-1] {
			falls++
		}
	}
	if rises < 4 || falls < 4 || slices.Max(sessions) < 2*slices.Min(sessions) {
		t.Errorf("sessions go %v; expected up and down", sessions)
	}
	if first, last := slices.Max(bytes[:9]), slices.Max(bytes[9:]); last > first*105/100 {
		t.Errorf("bytes go %v; expected no growth", bytes)
	}
}

func BenchmarkOpenDemo(b *testing.B) {
	for b.Loop() {
		if rec := openDemo(b, "persons"); len(rec.Points) != 23 {
			b.Fatal(fmt.Sprint(len(rec.Points), " points"))
		}
	}
}

func BenchmarkOpenAndLoadDemo(b *testing.B) {
	for b.Loop() {
		for _, p := range openDemo(b, "persons").Points {
			loadPoint(b, p)
		}
	}
}
