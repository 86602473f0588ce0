package identity_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/jdk"
)

// contentless contains the classes of testdata/Truth.java whose objects differ only in their places.
var contentless = map[string]bool{"Truth$Item": true, "Truth$Cell": true, "Truth$Box": true}

// TestJava follows the numbered objects of programs across collectors that move them. The matcher does not see the field with the number.
func TestJava(t *testing.T) {
	homes := jdk.Homes(t)
	dir := t.TempDir()
	for _, program := range []string{"Truth", "Orders"} {
		source, err := filepath.Abs(filepath.Join("testdata", program+".java"))
		if err != nil {
			t.Fatal(err)
		}
		jdk.Run(t, homes[0], dir, "javac", "--release", "11", "-d", dir, source)
	}
	for i, home := range homes {
		program := "Truth"
		if i > 0 {
			program = "Orders" // one for each virtual machine is enough
		}
		for _, gc := range []string{"Serial", "Parallel", "G1"} {
			t.Run(filepath.Base(home)+" "+gc, func(t *testing.T) {
				const dumps = 3
				into := t.TempDir()
				jdk.Run(t, home, into, "java", "-XX:+Use"+gc+"GC", "-Xmx400m", "-cp", dir, program, "8000", fmt.Sprint(dumps))
				var before *truth
				for i := range dumps {
					after := readTruth(t, filepath.Join(into, fmt.Sprintf("dump%d.hprof", i)))
					if before != nil {
						before.check(t, after, gc == "G1")
					}
					before = after
				}
			})
		}
	}
}

// truth is a heap state with its objects by number.
type truth struct {
	state    *identity.State
	byNumber map[int]trace.ObjectID
}

func readTruth(t *testing.T, path string) *truth {
	f, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := loadDump(f)
	if err != nil {
		t.Fatal(err)
	}
	var selections []trace.Selection
	for i := range h.Types {
		if k := h.Values.FieldIndex(trace.TypeID(i), "number"); k >= 0 &&
			(strings.HasPrefix(h.Types[i].Name, "Truth$") || strings.HasPrefix(h.Types[i].Name, "Orders$")) {
			selections = append(selections, trace.Selection{Type: trace.TypeID(i), Fields: []int{k}})
		}
	}
	byNumber := map[int]trace.ObjectID{}
	err = h.Values.Rows(context.Background(), selections, func(o trace.ObjectID, row []trace.Value) { byNumber[int(row[0].Int())] = o })
	if err != nil {
		t.Fatal(err)
	}
	return &truth{state: prepare(t, h, identity.Options{Ignore: func(_, field string) bool { return field == "number" }}), byNumber: byNumber}
}

func loadDump(f trace.File) (*trace.Heap, []trace.Warning, error) {
	r, err := open.Files(context.Background(), f.Name, []trace.File{f}, nil)
	if err != nil {
		return nil, nil, err
	}
	return r.Points[0].Load(context.Background(), nil)
}

// check compares a matching with the truth. At most 0.05 % of the certain pairs may be wrong, and at most 0.5 % of the living objects may
// be missed. torn is true if the collector may split stretches of memory. Then objects without content may be missed, or up to a quarter of
// them may be wrong, if nothing shows which stretch came first. Up to a quarter of the others may be missed, but rarely more than 2 %.
func (a *truth) check(t *testing.T, b *truth, torn bool) {
	m, err := identity.Match(context.Background(), a.state, b.state, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkMatching(t, m)
	all := compare(m, a.byNumber, b.byNumber)
	if all.alive < 5000 {
		t.Fatalf("%+v: too few objects to judge", all)
	}
	known := map[int]trace.ObjectID{}
	for number, o := range a.byNumber {
		if h := a.state.Heap; !torn || !contentless[h.Types[h.TypeOf.At(o)].Name] {
			known[number] = o
		}
	}
	s := compare(m, known, b.byNumber)
	if limit := m.Pairs.Certain / 2000; int64(s.wrong) > limit {
		t.Errorf("%+v of %d certain pairs: expected at most %d wrong", s, m.Pairs.Certain, limit)
	}
	if others := all.alive - s.alive; float64(all.wrong-s.wrong) > 0.25*float64(others) {
		t.Errorf("%d of %d objects without content are wrong", all.wrong-s.wrong, others)
	}
	limit := 0.005
	if torn {
		limit = 0.25 // how much it splits up depends on thread scheduling
	}
	if float64(s.missed) > limit*float64(s.alive) {
		t.Errorf("%+v: expected at most %v of them missed", s, limit)
	}
	t.Logf("%+v, %+v, rate %.3f", m.Pairs, all, m.Rate())
}
