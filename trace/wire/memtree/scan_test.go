package memtree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// unseekable is a reader that cannot start over, so that the decoder is used.
type unseekable struct{ io.Reader }

// outcome formats all documents, followed by the final error.
func outcome(r io.Reader) string {
	docs, err := readAll(r)
	var b strings.Builder
	for _, d := range docs {
		fmt.Fprintln(&b, d.Time, d.HasTime)
		if d.Tree != nil {
			fmt.Fprintf(&b, "%s %q %v %s\n%s", d.Tree.Format, d.Tree.Texts, d.Tree.Nodes, fleetText(d.Tree), dump(d.Tree))
		}
		if d.Map != nil {
			fmt.Fprintln(&b, d.Map.Null, mapText(d.Map))
		}
	}
	return b.String() + fmt.Sprint(err)
}

// chunks returns up to n bytes at a time, and can seek.
type chunks struct {
	*bytes.Reader
	n int
}

func (c chunks) Read(p []byte) (int, error) { return c.Reader.Read(p[:min(len(p), c.n)]) }

func sameOutcome(t *testing.T, text []byte) {
	t.Helper()
	for _, n := range []int{1, 7, 1 << 20} {
		want := outcome(unseekable{chunks{bytes.NewReader(text), n}}) // even the decoder's errors depend on it
		if got := outcome(chunks{bytes.NewReader(text), n}); got != want {
			t.Fatalf("%.200q, %d bytes at a time:\n%.2000s\nthe decoder reads\n%.2000s", text, n, got, want)
		}
	}
}

// oddTexts returns valid and invalid documents for each place where the scanner fails or nearly fails.
func oddTexts() []string {
	node := `{"root":{"name":"A","bytes":%s}}`
	texts := []string{
		defaultExample, antTracksExample, "\xef\xbb\xbf" + antTracksExample, nested(5), nested(MaxDepth), nested(MaxDepth + 1),
		`{"pointerMap":{"a":{"b":1,"a":2,"z":0},"b":{},"c":null}}`, `{"pointerMap":null}`,
		`[]`, `[][]`, `[[]]`, `[`, `]`, `{`, `{}`, `{"root"`, `{"root":`, `{,}`, `[,]`, `{"root":{"name":"A"},}`,
		`[{"root":{"name":"A"}},]`, `[{"root":{"name":"A"}}{"root":{"name":"B"}}]`, `{"root":{"name":"A"}},{"root":{"name":"B"}}`,
		`{"root":{"name":"A"}}{"root":{"name":"B"}}`, `{"root":{"name":"A"}}x`, `{"root":{"name":"A"}] `, `{"root" {"name":"A"}}`,
		`{"root":{"name":"A","children":[{"name":"B"} {"name":"C"}]}}`, `{"root":{"name":"A","children":[{"name":"B"},]}}`,
		`{"root":{"name":"A","children":null,"bytes":null,"objects":null,"deep_bytes":null,"role":null}}`,
		`{"root":{"name":null,"key":"B"}}`, `{"root":{"name":null}}`, `{"root":{"key":""}}`, `{"time":null,"root":{"key":"x"}}`,
		`{"root":{"name":"A","x":[true,false,null,1.5e3,{"a":[]},"\u0041\ud83d\ude00"],"y":{}},"more":[[[]]]}`,
		`{"root":{"name":"A","x":[tru]}}`, `{"root":{"name":"A","x":nul}}`, `{"root":{"name":"A","x":[1}}`, `{"root":{"name":"A","x":{1}}}`,
		`{"root":{"n\u0061me":"A<\u003cinit\u003e","role":"\"\\\/\b\f\n\r\t"}}`, `{"root":{"name":"\ud800"}}`, `{"root":{"name":"\x"}}`,
		"{\"root\":{\"name\":\"a\x01\"}}", "{\"root\":{\"name\":\"a\x7f\"}}", "{\"root\":{\"name\":\"\xff\"}}", "{\"root\":{\"name\":\"äöü漢😀\"}}",
		"{\"root\":{\"name\":\"12345678\x1f\"}}", "{\"root\":{\"name\":\"1234567\x1f\"}}", `{"root":{"name":"A\`, `{"root":{"name":"A\"}}`,
		`{"root":{"name":"A","more":` + strings.Repeat("[", maxSkip+1) + strings.Repeat("]", maxSkip+1) + `}}`,
		`{"root":{"name":"A","more":` + strings.Repeat("[", maxSkip) + strings.Repeat("]", maxSkip) + `}}`,
		"{\"root\": \r\n\t {\"name\" : \"A\" , \"bytes\" : 5 } } \n", "{\"root\":{\"name\":\"A\"\v}}",
	}
	for _, number := range []string{"0", "-0", "00", "-", "01", "-01", "1.0", "1e2", "1.5", "-1", "999999999999999999", "1000000000000000000",
		"9223372036854775807", "9223372036854775808", "5x", "5\"", "5 5", "+5", ".5", "5."} {
		texts = append(texts, fmt.Sprintf(node, number), fmt.Sprintf(strings.Replace(node, "bytes", "retained_bytes", 1), number))
	}
	for _, length := range []int{scanWindow - 3, scanWindow - 2, scanWindow - 1, scanWindow, scanWindow + 1} {
		texts = append(texts, fmt.Sprintf(`{"root":{"name":"%s"}}`, strings.Repeat("x", length)),
			fmt.Sprintf(`{"root":{"name":%s"A"}}`, strings.Repeat(" ", length)),
			fmt.Sprintf(`%s{"root":{"name":"A"}}`, strings.Repeat("\n", length)),
			fmt.Sprintf(`{"%s":1,"root":{"name":"A"}}`, strings.Repeat("y", length)))
	}
	return texts
}

// TestScannerIsTheDecoder checks that the scanner returns the same documents as the decoder, and the decoder's errors for input that it
// cannot read.
func TestScannerIsTheDecoder(t *testing.T) {
	all := oddTexts()
	for _, text := range all {
		sameOutcome(t, []byte(text))
		sameOutcome(t, []byte(defaultExample+text))
		sameOutcome(t, []byte("["+defaultExample+","+antTracksExample+","+text+"]"))
	}
	const changes = "\"\\{}[],: 0-n.e\x00\xff"
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 { // one byte is changed, removed or added
		text := []byte(all[rng.IntN(12)])
		at, c := rng.IntN(len(text)), changes[rng.IntN(len(changes))]
		switch rng.IntN(3) {
		case 0:
			text[at] = c
		case 1:
			text = slices.Delete(text, at, at+1)
		case 2:
			text = slices.Insert(text, at, c)
		}
		sameOutcome(t, text)
	}
}

// jsonNode is a node of the default format for encoding/json.
type jsonNode struct {
	Key, Name, Role string
	Bytes, Objects  int64
	Children        []jsonNode
}

func (n *jsonNode) dump(b *strings.Builder, depth int) {
	fmt.Fprintln(b, depth, n.Name, n.Role, n.Bytes, n.Objects, n.Key)
	for i := range n.Children {
		n.Children[i].dump(b, depth+1)
	}
}

// TestScannerAgainstEncodingJSON reads random trees larger than the window, and compares every node.
func TestScannerAgainstEncodingJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, 50, 3000} {
		var text bytes.Buffer
		if err := WriteTree(&text, 7, randomTree(rng, n)); err != nil {
			t.Fatal(err)
		}
		var want struct{ Root jsonNode }
		if err := json.Unmarshal(text.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		r := NewReader(bytes.NewReader(text.Bytes()))
		doc, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if r.quick == nil {
			t.Errorf("a tree of %d nodes is read by the decoder", n)
		}
		var b strings.Builder
		want.Root.dump(&b, 0)
		if got := dump(doc.Tree); got != b.String() {
			t.Errorf("%d nodes: got\n%.2000s\nexpected\n%.2000s", n, got, b.String())
		}
	}
}

// TestSharedTexts checks that trees with a shared dictionary equal those without.
func TestSharedTexts(t *testing.T) {
	var texts Texts
	for range 2 {
		for _, text := range []string{defaultExample, antTracksExample, `{"root":{"name":"","role":"Type"}}`} {
			r := NewReader(iotest.DataErrReader(strings.NewReader(text)))
			r.Share(&texts)
			doc, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			own, err := NewReader(strings.NewReader(text)).Next()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := dump(doc.Tree), dump(own.Tree); got != want {
				t.Errorf("got\n%sexpected\n%s", got, want)
			}
		}
	}
	list := texts.List()
	if sorted := slices.Sorted(slices.Values(list)); list[0] != "" || len(slices.Compact(sorted)) != len(list) {
		t.Errorf("texts repeat: %q", list)
	}
}

// TestTexts checks that numbers are in order of first appearance, before and after the table has grown.
func TestTexts(t *testing.T) {
	var texts Texts
	texts.begin()
	want := map[string]uint32{"": 0}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		text := fmt.Sprint(rng.IntN(1000))
		number, known := want[text]
		if !known {
			number = uint32(len(want))
			want[text] = number
		}
		if got := texts.number([]byte(text)); got != number {
			t.Fatalf("%q has number %d, expected %d", text, got, number)
		}
	}
	if got := texts.number(nil); got != 0 || len(texts.List()) != len(want) {
		t.Errorf("the empty text is %d; %d texts, expected %d", got, len(texts.List()), len(want))
	}
}
