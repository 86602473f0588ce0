package group_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
)

// manyGroups returns a heap with one object of each of n types. Its chains make a group of each object, by type and by other means.
func manyGroups(n int) (*group.Subject, map[string]group.Chain) {
	h := &trace.Heap{Align: 8, TypeOf: trace.NewTypes(n, n), Extent: trace.NewExtents(n),
		RefStart: trace.RowsOf(make([]uint32, n+1))}
	for i := range n {
		h.Types = append(h.Types, trace.Type{Name: fmt.Sprint("T", i), Base: 8, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject})
		h.TypeOf.Set(trace.ObjectID(i), trace.TypeID(i))
	}
	each := &group.Classifier{Name: "each", Prepare: func(context.Context, *group.Subject, group.Chain) (*group.Keys, error) {
		return &group.Keys{Count: uint64(n), Paths: func(class uint32) [][]string { return [][]string{{fmt.Sprint(class)}} },
			Of: func(from trace.ObjectID, out []uint32) {
				for i := range out {
					out[i] = uint32(from) + uint32(i)
				}
			}}, nil
	}}
	types := &group.Classifier{Name: "types", Prepare: func(context.Context, *group.Subject, group.Chain) (*group.Keys, error) {
		column := make([]uint32, n)
		for i := range column {
			column[i] = uint32(i)
		}
		return &group.Keys{Count: uint64(n), ByType: column, Paths: func(class uint32) [][]string { return [][]string{{fmt.Sprint(class)}} }}, nil
	}}
	return &group.Subject{Heap: h, Names: trace.NewNames(), Knows: trace.KnowsObjects}, map[string]group.Chain{"columns": {each}, "types": {types}}
}

// TestAdmit checks that memory is requested for all groups before there are many. A refusal ends the work.
func TestAdmit(t *testing.T) {
	const most = 1 << 15 // without a request
	for _, n := range []int{most - 2, 5 * most} {
		subject, chains := manyGroups(n)
		for name, chain := range chains {
			var mu sync.Mutex
			admitted, calls := 0, 0
			g, err := group.New(t.Context(), subject, chain, group.Options{Admit: func(groups int, _ int64) error {
				mu.Lock()
				defer mu.Unlock()
				admitted, calls = max(admitted, groups), calls+1
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(g.Tree.Nodes); got != n+1 || n < most && calls > 0 || n > most && (admitted < n || admitted > n+n/4+1 || calls > 20) {
				t.Errorf("%s: %d groups, %d admitted in %d calls", name, got, admitted, calls)
			}
			full := errors.New("full")
			_, err = group.New(t.Context(), subject, chain, group.Options{Admit: func(groups int, _ int64) error {
				if groups > 2*most {
					return full
				}
				return nil
			}})
			if n > 2*most && err != full || n < most && err != nil {
				t.Errorf("%s: %d groups are refused with %v", name, n, err)
			}
		}
	}
}

// TestAdmitKeys checks that few groups with long keys request memory too.
func TestAdmitKeys(t *testing.T) {
	const most = 32 << 20 // bytes of keys without a request
	long := strings.Repeat("x", 900)
	for depth, want := range map[int]bool{8: false, 200: true} { // 2,000 groups: 8 MB, 200 MB
		path := slices.Repeat([]string{long}, depth)
		subject, _ := manyGroups(2000)
		chain := group.Chain{{Name: "deep", Prepare: func(context.Context, *group.Subject, group.Chain) (*group.Keys, error) {
			return &group.Keys{Count: 2000, Paths: func(class uint32) [][]string { return [][]string{append(path[:depth-1:depth-1], fmt.Sprint(class))} },
				Of: func(from trace.ObjectID, out []uint32) {
					for i := range out {
						out[i] = uint32(from) + uint32(i)
					}
				}}, nil
		}}}
		admitted := int64(0)
		if _, err := group.New(t.Context(), subject, chain, group.Options{Admit: func(_ int, keys int64) error {
			admitted = keys
			return nil
		}}); err != nil {
			t.Fatal(err)
		}
		if (admitted > most) != want || want && admitted < int64(2000*(depth-1)*900) {
			t.Errorf("paths of %d names: %d bytes of keys are admitted", depth, admitted)
		}
	}
}
