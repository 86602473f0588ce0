package heapgraph_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"memcity/city/heapgraph"
	"memcity/city/trees"
	"memcity/city/view/graphs"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// caches returns a picture of two caches that hold the same objects, with a self-reference and names that need escaping.
func caches() *graphs.Picture {
	node := func(title string, x, y float64, objects, alive int64) graphs.Node {
		return graphs.Node{Key: title, Title: title, Amount: trees.Amount{Objects: objects}, Alive: alive, X: x, Y: y, W: 216, H: 60}
	}
	p := &graphs.Picture{W: 470, H: 312, Queried: trees.Amount{Objects: 7810}, Cut: 2,
		Words: "7,810 Product are kept alive by 7,810 HashMap$Node, these by the static field IdCache<T>.\"id\"&more",
		Nodes: []graphs.Node{
			node("java.util.HashMap$Node of <Shop.fill>(Shop.java:3)", 127, 126, 15620, 7810),
			node("com.example.shop.Product", 127, 252, 7810, 7810),
			node("static field com.example.shop.long.name.of.a.package.IdCache.idCache", 0, 0, 1, 7810),
			node("static field NameCache.names", 254, 0, 1, 120),
		},
		Edges: []graphs.Edge{
			{From: 0, To: 1, Alive: 7810, Fields: "value", Strongest: true, Points: []graphs.Point{{X: 235, Y: 186}, {X: 235, Y: 252}}},
			{From: 0, To: 0, Alive: 2817, Fields: "next",
				Points: []graphs.Point{{X: 343, Y: 168}, {X: 357, Y: 168}, {X: 357, Y: 144}, {X: 343, Y: 144}}},
			{From: 2, To: 0, Alive: 7810, Strongest: true, Points: []graphs.Point{{X: 108, Y: 60}, {X: 199, Y: 126}}},
			{From: 3, To: 0, Alive: 120, Points: []graphs.Point{{X: 362, Y: 60}, {X: 271, Y: 126}}},
		}}
	p.Nodes[1].Queried, p.Nodes[2].Root, p.Nodes[3].Root = true, true, true
	for i := range 3 {
		p.Nodes[i].Strongest = true
	}
	return p
}

func golden(t *testing.T, name string, write func(io.Writer, *graphs.Picture) error) string {
	t.Helper()
	var got bytes.Buffer
	if err := write(&got, caches()); err != nil {
		t.Fatal(err)
	}
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("%s differs:\n%s", path, got.String())
	}
	return got.String()
}

// texts returns the texts of a well-formed SVG by element.
func texts(t *testing.T, svg string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	var open []string
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, token.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				found[open[len(open)-1]] = append(found[open[len(open)-1]], string(token))
			}
		}
	}
}

func TestSVG(t *testing.T) {
	svg := golden(t, "caches.svg", heapgraph.SVG)
	found := texts(t, svg)
	all := strings.Join(found["text"], "\n")
	for _, want := range []string{"Product", "7,810 objects", "keeps alive 120", "static field", "package.IdCache.idCache", "2,817",
		"2 smaller groups"} {
		if !strings.Contains(all, want) {
			t.Errorf("no text %q in\n%s", want, all)
		}
	}
	if tips := strings.Join(found["title"], "\n"); !strings.Contains(tips, "java.util.HashMap$Node of <Shop.fill>(Shop.java:3)") {
		t.Errorf("no full name in the tooltips:\n%s", tips)
	}
	for _, banned := range []string{"http://", "https://", "url(", "<script", "@import"} {
		if rest := strings.ReplaceAll(svg, `xmlns="http://www.w3.org/2000/svg"`, ""); strings.Contains(rest, banned) {
			t.Errorf("the file is not self-contained: it has %s", banned)
		}
	}
}

func TestDOT(t *testing.T) { golden(t, "caches.dot", heapgraph.DOT) }

// Names come from recordings. The file stays well-formed for any name.
func FuzzSVG(f *testing.F) {
	f.Add("a<b>&\"c\" ]]>", true)
	f.Add("\x00\xff\x1b", false)
	f.Add("static field "+strings.Repeat("ä", 90), true)
	f.Fuzz(func(t *testing.T, name string, root bool) {
		p := caches()
		p.Words, p.Nodes[0].Title, p.Nodes[0].Root, p.Edges[0].Fields = name, name, root, name
		var b strings.Builder
		if err := heapgraph.SVG(&b, p); err != nil {
			t.Fatal(err)
		}
		texts(t, b.String())
		if err := heapgraph.DOT(io.Discard, p); err != nil {
			t.Fatal(err)
		}
	})
}

func TestEmpty(t *testing.T) {
	var b strings.Builder
	if err := heapgraph.SVG(&b, &graphs.Picture{}); err != nil {
		t.Fatal(err)
	}
	texts(t, b.String())
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	if err := heapgraph.SVG(broken{}, caches()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("SVG: %v", err)
	}
	if err := heapgraph.DOT(broken{}, caches()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("DOT: %v", err)
	}
}
