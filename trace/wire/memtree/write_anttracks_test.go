package memtree

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestWriteAntTracks(t *testing.T) {
	doc := readOne(t, antTracksExample)
	var out bytes.Buffer
	if err := WriteAntTracks(&out, doc.Time, doc.Tree); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("\n", "", "  ", "", `,   "`, `,"`, "objects\":3}", `objects":3,"transitiveClosureSize":-1,"retainedSize":-1}`,
		"objects\":1}", `objects":1,"transitiveClosureSize":-1,"retainedSize":-1}`).Replace(antTracksExample)
	var got, expected any
	if err := errors.Join(json.Unmarshal(out.Bytes(), &got), json.Unmarshal([]byte(want), &expected)); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(expected)
	if string(a) != string(b) {
		t.Errorf("got\n%s\nexpected\n%s", a, b)
	}
}

func TestWriteAntTracksThenRead(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		tree := randomTree(r, 1+r.IntN(100))
		tree.Nodes[0].Role = 0
		for i := range tree.Nodes {
			tree.Nodes[i].Deep, tree.Nodes[i].Retained = r.Int64N(3)-1, r.Int64N(1000)+1
		}
		var out bytes.Buffer
		if err := WriteAntTracks(&out, int64(seed), tree); err != nil {
			t.Fatal(err)
		}
		doc := readOne(t, out.String())
		if got, want := dump(doc.Tree), dump(tree); got != want || doc.Time != int64(seed) || doc.Tree.Format != AntTracks {
			t.Fatalf("seed %d: got\n%s\nexpected\n%s", seed, got, want)
		}
		if !slices.EqualFunc(doc.Tree.Nodes, tree.Nodes, func(a, b Node) bool {
			return a.End == b.End && a.Parent == b.Parent && a.Retained == b.Retained && (a.Deep == b.Deep || b.Deep < 1 && a.Deep == -1)
		}) {
			t.Fatalf("seed %d: got %+v\nexpected %+v", seed, doc.Tree.Nodes, tree.Nodes)
		}
	}
	if err := WriteAntTracks(brokenWriter{}, 0, benchTree(10_000)); !errors.Is(err, errBroken) {
		t.Errorf("%v; expected the error of the writer", err)
	}
}
