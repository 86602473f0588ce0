package identity_test

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"memcity/analysis/identity"
	"memcity/trace"
	"memcity/trace/index"
	"memcity/trace/tracetest/columns"
)

// TestKeptMatchings checks that a matching from an index equals one without it, and is found without preparing the heap states.
func TestKeptMatchings(t *testing.T) {
	folder := columns.Indexed(t)
	for seed := range uint64(20) {
		a, b := pairOfHeaps(seed)
		want := unkept(t, a, b)
		a.Index, b.Index = columns.IndexOf(t), columns.IndexOf(t)
		for i := range 3 {
			made := 0
			ready := func(h *trace.Heap) func() (*identity.State, error) {
				return func() (*identity.State, error) { made++; return prepare(t, h, identity.Options{}), nil }
			}
			got, err := identity.Find(t.Context(), a, b, ready(a), ready(b), nil)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, time %d: %+v, %v; without an index %+v", seed, i, got, err, want)
			}
			if i == 0 && made != 2 || i > 0 && made > 0 {
				t.Errorf("seed %d, time %d: %d heap states were made ready", seed, i, made)
			}
			folder.Wait()
		}
		if _, err := folder.Clear(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKeptMatchingsDamaged checks that pairs are ignored if their objects do not exist or are in several pairs.
func TestKeptMatchingsDamaged(t *testing.T) {
	folder := columns.Indexed(t)
	a, b := pairOfHeaps(3)
	want := unkept(t, a, b)
	a.Index, b.Index = columns.IndexOf(t), columns.IndexOf(t)
	none := make([]trace.ObjectID, a.Len())
	for i := range none {
		none[i] = trace.NoObject
	}
	with := func(change func(to []trace.ObjectID)) []trace.ObjectID {
		to := append([]trace.ObjectID{}, none...)
		change(to)
		return to
	}
	words := make([]uint64, (a.Len()+63)/64)
	for i, c := range []struct {
		to       []trace.ObjectID
		probable []uint64
	}{
		{nil, nil}, {none[1:], words}, {none, words[1:]},
		{with(func(to []trace.ObjectID) { to[0] = trace.ObjectID(b.Len()) }), words},
		{with(func(to []trace.ObjectID) { to[0], to[1] = 2, 2 }), words},
		{none, append([]uint64{1}, words[1:]...)},
		{with(func(to []trace.ObjectID) { to[0] = 1 }), append(append([]uint64{}, words[1:]...), 1<<63)},
	} {
		b.Index.Keep("recognised-"+a.Index.Key(), struct{ Source identity.Source }{identity.Recovered}, index.Bytes(c.to), index.Bytes(c.probable))
		folder.Wait()
		if files, _ := filepath.Glob(filepath.Join(folder.Path(), "*recognised*")); len(files) != 1 {
			t.Fatalf("%d matchings are kept", len(files))
		}
		got, err := identity.Find(t.Context(), a, b, func() (*identity.State, error) { return prepare(t, a, identity.Options{}), nil },
			func() (*identity.State, error) { return prepare(t, b, identity.Options{}), nil }, nil)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d: %+v, %v", i, got, err)
		}
		folder.Wait()
	}
}

// pairOfHeaps returns two states of a program that some persons left in between.
func pairOfHeaps(seed uint64) (a, b *trace.Heap) {
	m := newModel(seed)
	first := m.people(40+rand.New(rand.NewPCG(seed, 1)).IntN(40), nil)
	a, _ = m.heap()
	first = m.leave(first, 0.3)
	m.people(20, first)
	b, _ = m.heap()
	return a, b
}

// unkept returns the matching without an index.
func unkept(t *testing.T, a, b *trace.Heap) *identity.Matching {
	t.Helper()
	m, err := identity.Match(t.Context(), prepare(t, a, identity.Options{}), prepare(t, b, identity.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
