package collection_test

import (
	"path/filepath"
	"strings"
	"testing"

	"memcity/analysis/collection"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/jdk"
)

func alive(trace.ObjectID) bool { return true }

// held is what the program knows about one of its collections.
type held struct {
	name                      string
	object                    trace.ObjectID
	size, room, leaves, boxed int64
}

// TestJava compares with what a program knows about collections of each kind, from references alone and with values.
func TestJava(t *testing.T) {
	source, err := filepath.Abs(filepath.Join("testdata", "Kinds.java"))
	if err != nil {
		t.Fatal(err)
	}
	jdk.Each(t, func(t *testing.T, home string) {
		dir := t.TempDir()
		jdk.CompileInto(t, home, dir, []string{"-Xlint:none", "-nowarn"}, source)
		path := filepath.Join(dir, "kinds.hprof")
		jdk.Run(t, home, dir, "java", "-Xmx200m", "-cp", dir, "Kinds", path)
		r, err := open.Paths(t.Context(), []string{path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, _, err := r.Points[0].Load(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		all := readHeld(t, h)
		if len(all) < 300 {
			t.Fatalf("%d collections", len(all))
		}
		bare := *h
		bare.Values = nil
		for name, heap := range map[string]*trace.Heap{"values": h, "references": &bare} {
			m, err := collection.Measure(t.Context(), heap, alive)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range all {
				checkHeld(t, name, m, &want)
			}
		}
	})
}

func readHeld(t *testing.T, h *trace.Heap) (all []held) {
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name != "Kinds$Held" {
			continue
		}
		fields, err := h.Values.Fields(o)
		if err != nil {
			t.Fatal(err)
		}
		var x held
		for _, f := range fields {
			switch f.Name {
			case "name":
				if x.name, err = h.Values.Text(f.Value.Object(), 100); err != nil {
					t.Fatal(err)
				}
			case "collection":
				x.object = f.Value.Object()
			case "size":
				x.size = f.Value.Int()
			case "room":
				x.room = f.Value.Int()
			case "leaves":
				x.leaves = f.Value.Int()
			case "boxed":
				x.boxed = f.Value.Int()
			}
		}
		all = append(all, x)
	}
	return all
}

func checkHeld(t *testing.T, input string, m *collection.Measured, want *held) {
	t.Helper()
	i, ok := m.Find(want.object)
	if !ok {
		t.Errorf("%s, %s: not found", input, want.name)
		return
	}
	c := &m.Collections[i]
	if !c.Known || c.Size != want.size || want.room >= 0 && c.Capacity != want.room || c.Leaves != want.leaves || c.Boxed != want.boxed {
		t.Errorf("%s, %s: %+v; want %+v", input, want.name, c, want)
	}
	if own := ownBytes(m.Heap, want.object); own >= 0 && c.Own != own {
		t.Errorf("%s, %s: %d own bytes, and %d are reached without elements", input, want.name, c.Own, own)
	}
}

// others lists kinds with locks, queues or counters of their own, which are not counted.
var others = []string{"Weak", "Blocking", "DelayQueue", "ConcurrentSkipList", "ConcurrentHashMap", "KeySetView", "CopyOnWrite", "Enum", "Immutable",
	"Properties"}

// ownBytes adds up everything reached from a collection except its elements. It returns -1 for a collection with more than is counted.
func ownBytes(h *trace.Heap, o trace.ObjectID) (bytes int64) {
	for _, part := range others {
		if strings.Contains(h.Types[h.TypeOf.At(o)].Name, part) {
			return -1
		}
	}
	seen := map[trace.ObjectID]bool{o: true}
	for queue := []trace.ObjectID{o}; len(queue) > 0; queue = queue[1:] {
		bytes += h.Size(queue[0])
		for _, to := range h.References(queue[0]) {
			name := h.Types[h.TypeOf.At(to)].Name
			isElement := h.Types[h.TypeOf.At(to)].Kind == trace.Instance && (strings.HasPrefix(name, "Kinds$") || strings.HasPrefix(name, "java.lang."))
			isShared := h.Types[h.TypeOf.At(to)].Kind == trace.ObjectArray && h.Extent.At(to) == 0 && !strings.Contains(h.Types[h.TypeOf.At(o)].Name, "Arrays$")
			isElement = isElement || strings.HasSuffix(name, "KeySet") // a view that some maps have made
			if !seen[to] && !isElement && !isShared && h.Types[h.TypeOf.At(to)].Kind != trace.ClassObject {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return bytes
}
