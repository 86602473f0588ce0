package memtree

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/trace/preorder"
)

func TestWriteTree(t *testing.T) {
	var out bytes.Buffer
	if err := WriteTree(&out, 5120, readOne(t, antTracksExample).Tree); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("\n", "", "  ", "").Replace(defaultExample)
	if got := strings.TrimSpace(out.String()); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

func TestWriteMap(t *testing.T) {
	for _, text := range []string{
		`{"time":5120,"pointerMap":{"O":{},"O#<P>":{"O#S":3,"O#<P>":1},"O#S":{}}}`,
		`{"time":0,"pointerMap":null}`,
		`{"time":7,"pointerMap":{}}`,
	} {
		doc := readOne(t, text)
		var out bytes.Buffer
		if err := WriteMap(&out, doc.Time, doc.Map); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(out.String()); got != text {
			t.Errorf("got\n%s\nexpected\n%s", got, text)
		}
	}
}

// randomTree returns a tree of n nodes with names that are hard to write.
func randomTree(r *rand.Rand, n int) *Tree {
	t := &Tree{Texts: []string{"", "Heap", "a#b", `"\`, "人", "\x01", "java.util.HashMap$Node[]", "<init>", "\u2028"}}
	var grow func(parent int32, n int)
	grow = func(parent int32, n int) {
		at := len(t.Nodes)
		t.Nodes = append(t.Nodes, Node{Place: preorder.Place{Parent: parent}, Name: uint32(r.IntN(len(t.Texts))),
			Role:    uint32(r.IntN(len(t.Texts))),
			Objects: r.Int64N(1000), Bytes: r.Int64(), Deep: -1, Retained: -1})
		for n--; n > 0; {
			part := 1 + r.IntN(n)
			grow(int32(at), part)
			n -= part
		}
		t.Nodes[at].End = int32(len(t.Nodes))
	}
	grow(-1, n)
	return t
}

func TestWriteThenRead(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		tree := randomTree(r, 1+r.IntN(100))
		var out bytes.Buffer
		if err := WriteTree(&out, int64(seed), tree); err != nil {
			t.Fatal(err)
		}
		doc := readOne(t, out.String())
		if got, want := dump(doc.Tree), dump(tree); got != want || doc.Time != int64(seed) {
			t.Fatalf("seed %d: got\n%s\nexpected\n%s", seed, got, want)
		}
		for i, n := range doc.Tree.Nodes {
			if n.End != tree.Nodes[i].End || n.Parent != tree.Nodes[i].Parent {
				t.Fatalf("seed %d: node %d is %+v; expected %+v", seed, i, n, tree.Nodes[i])
			}
		}
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteError(t *testing.T) {
	tree := randomTree(rand.New(rand.NewPCG(1, 0)), 10_000)
	if err := WriteTree(brokenWriter{}, 0, tree); !errors.Is(err, errBroken) {
		t.Errorf("%v; expected the error of the writer", err)
	}
	if err := WriteTree(&bytes.Buffer{}, 0, &Tree{}); err == nil {
		t.Error("a tree without a root is written without an error")
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{defaultExample, antTracksExample, nested(5), `{"pointerMap":{"a":{"b":1,"a":2,"z":0},"b":{}}}`,
		`[{"root":{"key":"A","children":[{"key":"A#b"},{"key":"c"}]}},{"pointerMap":null}]`,
		"\xef\xbb\xbf{\"time\":1.0,\"root\":{\"name\":\"\xff\"}}"} {
		f.Add([]byte(text))
	}
	for _, text := range fleetTexts() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sameOutcome(t, data)
		docs, _ := readAll(bytes.NewReader(data))
		for _, doc := range docs {
			var out bytes.Buffer
			if doc.Map != nil {
				if err := WriteMap(&out, doc.Time, doc.Map); err != nil {
					t.Fatal(err)
				}
				if got, want := mapText(readOne(t, out.String()).Map), mapText(doc.Map); got != want {
					t.Fatalf("got\n%sexpected\n%s", got, want)
				}
				continue
			}
			if len(doc.Tree.Nodes) > len(data)/10+1 {
				t.Fatalf("%d nodes of %d bytes", len(doc.Tree.Nodes), len(data))
			}
			if err := WriteTree(&out, doc.Time, doc.Tree); err != nil {
				t.Fatal(err)
			}
			again := readOne(t, out.String()).Tree
			if got, want := dump(again), dump(doc.Tree); got != want {
				t.Fatalf("got\n%sexpected\n%s", got, want)
			}
			if got, want := fleetText(again), fleetText(doc.Tree); got != want {
				t.Fatalf("got\n%s\nexpected\n%s", got, want)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var out bytes.Buffer
	if err := WriteTree(&out, 0, benchTree(20_000)); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(out.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readAll(bytes.NewReader(out.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

// benchTree returns a tree of types in packages, with allocation sites.
func benchTree(n int) *Tree {
	t := &Tree{Texts: []string{"", "Heap", "Type", "Allocation Site"},
		Nodes: []Node{{Name: 1, Place: preorder.Place{Parent: -1, End: int32(n)}}}}
	for i := int32(1); i < int32(n); i++ {
		node := Node{Name: uint32(len(t.Texts)), Role: 2, Place: preorder.Place{End: min(i-(i-1)%10+10, int32(n))}, Objects: int64(i),
			Bytes: int64(i) * 24}
		text := fmt.Sprintf("com.example.package%d.Type%d", i%100, i)
		if (i-1)%10 != 0 {
			node.Role, node.Parent, node.End = 3, i-(i-1)%10, i+1
			text = fmt.Sprintf("com.example.Main%d::method(int, java.lang.String) : %d", i%100, i)
		}
		t.Texts = append(t.Texts, text)
		t.Nodes = append(t.Nodes, node)
	}
	return t
}
