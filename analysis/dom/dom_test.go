package dom_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/dom"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func alive(trace.ObjectID) bool { return true }

// TestDetached checks trees by their nodes, the order of trees, and objects that are no nodes.
func TestDetached(t *testing.T) {
	b := tracetest.NewHeap()
	section, text, rare := b.Type("Detached <section>", 100, "a", "b", "c"), b.Type("Detached (Text)", 80, "a"), b.Type("Detached (blink NodeRareData)", 32)
	class, attached := b.Type("src/a.js:Detached", 24, "a"), b.Type("<section>", 100)
	small := b.Object(text)
	root, child, leaf := b.Object(section), b.Object(section), b.Object(text)
	shared := b.Object(rare) // of both trees
	b.Refer(root, "a", child)
	b.Refer(leaf, "a", child)
	b.Refer(small, "a", shared)
	b.Refer(child, "b", shared)
	b.Refer(b.Object(class), "a", root)
	b.Refer(root, "c", b.Object(attached))
	dead := b.Object(section)
	h := b.Heap()
	h.Runtime = trace.V8
	got, err := dom.Detached(t.Context(), h, func(o trace.ObjectID) bool { return o != dead })
	if want := fmt.Sprint([]dom.Tree{{[]trace.ObjectID{root, child, leaf}, 280}, {[]trace.ObjectID{small}, 80}}); err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v, want %s", got, err, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := dom.Detached(ctx, h, alive); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if h.Runtime = trace.JVM; true {
		if got, err := dom.Detached(t.Context(), h, alive); got != nil || err != nil {
			t.Errorf("JVM: %v, %v", got, err)
		}
	}
}

// TestRandomTrees compares with a search through all nodes.
func TestRandomTrees(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 3))
		b := tracetest.NewHeap()
		n := 1 + rng.IntN(40)
		fields := make([]string, n)
		for i := range fields {
			fields[i] = fmt.Sprint("f", i)
		}
		kind := b.Type("Detached <p>", 8, fields...)
		links := make([][]bool, n)
		for i := range links {
			links[i] = make([]bool, n)
			b.Object(kind)
		}
		for range rng.IntN(n) {
			i, j := rng.IntN(n), rng.IntN(n)
			if !links[i][j] {
				b.Refer(trace.ObjectID(i), fields[j], trace.ObjectID(j))
			}
			links[i][j], links[j][i] = true, true
		}
		h := b.Heap()
		h.Runtime = trace.V8
		trees, err := dom.Detached(t.Context(), h, alive)
		nodes := 0
		for _, tree := range trees {
			want, todo := []trace.ObjectID{}, []int{int(tree.Nodes[0])}
			for seen := make([]bool, n); len(todo) > 0; {
				i := todo[0]
				todo = todo[1:]
				if seen[i] {
					continue
				}
				seen[i] = true
				want = append(want, trace.ObjectID(i))
				for j := range n {
					if links[i][j] {
						todo = append(todo, j)
					}
				}
			}
			slices.Sort(want)
			nodes += len(want)
			if !slices.Equal(tree.Nodes, want) || tree.Bytes != int64(8*len(want)) {
				t.Fatalf("seed %d: %v, want %v", seed, tree, want)
			}
		}
		if err != nil || nodes != n {
			t.Fatalf("seed %d: %d nodes of %d, %v", seed, nodes, n, err)
		}
	}
}

func TestIsDetached(t *testing.T) {
	for name, want := range map[string]bool{"Detached <div>": true, "Detached (Text)": true, "Detached (ShadowRoot)": true,
		"Detached (blink EventTargetData)": false, "Detached (V8EventListener)": false, "<div>": false, "(Text)": false, "Detached": false} {
		if got := dom.IsDetached(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestLacks(t *testing.T) {
	for name, want := range map[string]bool{"<div>": false, "Detached <div>": false, "src/a.js:Item": true} {
		b := tracetest.NewHeap()
		b.Object(b.Type(name, 8))
		h := b.Heap()
		h.Runtime = trace.V8
		if got := dom.Lacks(h); (got != "") != want {
			t.Errorf("%s: %q", name, got)
		}
		h.Runtime = trace.JVM
		if got := dom.Lacks(h); !strings.Contains(got, "no elements of a page") {
			t.Errorf("%s of a JVM: %q", name, got)
		}
	}
}
