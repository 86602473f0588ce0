package identity_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"memcity/analysis/identity"
	"memcity/trace"
)

func load(t testing.TB, path string) *trace.Heap {
	f, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.OpenFiles(context.Background(), "x", []trace.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := r.Points[0].Load(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func numbers(t testing.TB, h *trace.Heap) map[int64]trace.ObjectID {
	var sel []trace.Selection
	for i := range h.Types {
		if k := h.Values.FieldIndex(trace.TypeID(i), "number"); k >= 0 && len(h.Types[i].Name) > 6 && h.Types[i].Name[:6] == "Truth$" {
			sel = append(sel, trace.Selection{Type: trace.TypeID(i), Fields: []int{k}})
		}
	}
	out := map[int64]trace.ObjectID{}
	if err := h.Values.Rows(context.Background(), sel, func(o trace.ObjectID, row []trace.Value) { out[row[0].Int()] = o }); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTmp(t *testing.T) {
	dir := os.Getenv("I3DIR")
	if dir == "" {
		t.Skip()
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.hprof"))
	var states []*identity.State
	var nums []map[int64]trace.ObjectID
	for _, f := range files {
		h := load(t, f)
		nums = append(nums, numbers(t, h))
		t0 := time.Now()
		s, err := identity.Prepare(context.Background(), h, identity.Options{Ignore: func(c, f string) bool { return f == "number" }}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t1 := time.Since(t0)
		fmt.Printf("%s: %d objects, prepare %v (%v/object)\n", f, h.Len(), t1, t1/time.Duration(h.Len()))
		states = append(states, s)
	}
	for i := 1; i < len(states); i++ {
		t0 := time.Now()
		m, err := identity.Match(context.Background(), states[i-1], states[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		d := time.Since(t0)
		n := states[i-1].Heap.Len() + states[i].Heap.Len()
		fmt.Printf("match %v (%v/object) %+v rate %.4f\n", d, d/time.Duration(n), m.Pairs, m.Rate())
		type c struct{ both, right, wrong, probRight, probWrong, missed, deadPaired, deadProb int }
		per := map[string]*c{}
		for num, o := range nums[i-1] {
			name := states[i-1].Heap.Types[states[i-1].Heap.TypeOf[o]].Name
			k := per[name]
			if k == nil {
				k = &c{}
				per[name] = k
			}
			y, alive := nums[i][num]
			got := m.To[o]
			if alive {
				k.both++
			}
			switch {
			case got == trace.NoObject && alive:
				k.missed++
			case got == trace.NoObject:
			case m.Probable(o) && alive && got == y:
				k.probRight++
			case m.Probable(o) && alive:
				k.probWrong++
			case m.Probable(o):
				k.deadProb++
			case alive && got == y:
				k.right++
			case alive:
				k.wrong++
			default:
				k.deadPaired++
			}
		}
		for name, k := range per {
			fmt.Printf("  %-16s %+v\n", name, *k)
		}
	}
}
