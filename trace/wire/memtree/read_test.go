package memtree

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

const defaultExample = `{"time":5120,"root":{"key":"Overall","name":"Overall","role":"","bytes":96,"objects":4,"children":[
  {"key":"Overall#app.Person","name":"app.Person","role":"Type","bytes":72,"objects":3,"children":[
    {"key":"Overall#app.Person#Main::make()","name":"Main::make()","role":"Allocation Site","bytes":72,"objects":3}]},
  {"key":"Overall#int[]","name":"int[]","role":"Type","bytes":24,"objects":1}]}}`

const antTracksExample = `{"classifiers":[{"name":"Type","id":0},{"name":"Allocation Site","id":1}],"time":5120,"root":
  {"key":"Overall","fullKey":["Overall"],"fullKeyAsString":"Overall","classifierId":-1,"bytes":96,"objects":4,
   "transitiveClosureSize":-1,"retainedSize":-1,"children":[
  {"key":"app.Person","fullKey":["Overall","app.Person"],"fullKeyAsString":"Overall#app.Person","classifierId":0,
   "bytes":72,"objects":3,"transitiveClosureSize":80,"retainedSize":72,"children":[
    {"key":"Main::make()","fullKey":["Overall","app.Person","Main::make()"],
     "fullKeyAsString":"Overall#app.Person#Main::make()","classifierId":1,"bytes":72,"objects":3}]},
  {"key":"int[]","fullKey":["Overall","int[]"],"fullKeyAsString":"Overall#int[]","classifierId":0,"bytes":24,"objects":1}]}}`

const exampleText = `0 Overall  96 4 Overall
1 app.Person Type 72 3 Overall#app.Person
2 Main::make() Allocation Site 72 3 Overall#app.Person#Main::make()
1 int[] Type 24 1 Overall#int[]
`

// dump formats a tree with one node per line.
func dump(t *Tree) string {
	var b strings.Builder
	for i, n := range t.Nodes {
		depth := 0
		for p := n.Parent; p >= 0; p = t.Nodes[p].Parent {
			depth++
		}
		fmt.Fprintln(&b, depth, t.Texts[n.Name], t.Texts[n.Role], n.Bytes, n.Objects, t.Key(int32(i)))
	}
	return b.String()
}

func readAll(r io.Reader) ([]*Document, error) {
	d := NewReader(r)
	var docs []*Document
	for {
		doc, err := d.Next()
		if err == io.EOF {
			return docs, nil
		}
		if err != nil {
			return docs, err
		}
		docs = append(docs, doc)
	}
}

func readOne(t *testing.T, text string) *Document {
	t.Helper()
	docs, err := readAll(strings.NewReader(text))
	if err != nil || len(docs) != 1 {
		t.Fatalf("%d documents, error %v; expected one document", len(docs), err)
	}
	return docs[0]
}

func TestExamples(t *testing.T) {
	for _, test := range []struct {
		text   string
		format Format
	}{{defaultExample, Default}, {antTracksExample, AntTracks}, {"\xef\xbb\xbf" + defaultExample, Default}} {
		doc := readOne(t, test.text)
		if doc.Time != 5120 || !doc.HasTime || doc.Tree.Format != test.format {
			t.Errorf("time %d (%v), %s", doc.Time, doc.HasTime, doc.Tree.Format)
		}
		if got := dump(doc.Tree); got != exampleText {
			t.Errorf("%s:\n%sexpected\n%s", test.format, got, exampleText)
		}
		if len(doc.Tree.OddKeys) != 0 {
			t.Errorf("%s: keys %v do not follow from the path", test.format, doc.Tree.OddKeys)
		}
	}
	ant := readOne(t, antTracksExample).Tree
	if n := ant.Nodes[1]; n.Deep != 80 || n.Retained != 72 {
		t.Errorf("closures %d and %d; expected 80 and 72", n.Deep, n.Retained)
	}
	if n := ant.Nodes[0]; n.Deep != -1 || n.Retained != -1 {
		t.Errorf("closures %d and %d; expected none", n.Deep, n.Retained)
	}
}

// TestSizesOfDefaultFormat reads the sizes that have different names in the default format.
func TestSizesOfDefaultFormat(t *testing.T) {
	doc := readOne(t, `{"root":{"name":"A","deep_bytes":9,"retained_bytes":8,"deep_objects":2,"children":[{"name":"b","retained_bytes":null}]}}`)
	if n := doc.Tree.Nodes; n[0].Deep != 9 || n[0].Retained != 8 || n[1].Deep != -1 || n[1].Retained != -1 || doc.Tree.Format != Default {
		t.Errorf("nodes are %+v, %s", n, doc.Tree.Format)
	}
}

func TestAnyOrderOfMembers(t *testing.T) {
	doc := readOne(t, `{"root":{"children":[
		{"objects":3,"children":[{"bytes":72,"objects":3,"key":"Overall#app.Person#Main::make()","role":"Allocation Site","name":"Main::make()"}],
		 "role":"Type","bytes":72,"x":{"y":[1,{}]},"name":"app.Person","key":"Overall#app.Person"},
		{"name":"int[]","objects":1.0e0,"bytes":24.000,"role":"Type","children":null}],
		"bytes":96,"objects":4,"role":null,"name":"Overall","key":"Overall"},"more":null,"time":5.12e3}`)
	if got := dump(doc.Tree); got != exampleText || doc.Time != 5120 {
		t.Errorf("time %d\n%s", doc.Time, got)
	}
	doc = readOne(t, `{"root":{"fullKeyAsString":"A","children":[{"fullKeyAsString":"A#b","classifierId":7,"children":[]}]},
		"classifiers":[{"id":7,"name":"Type"}]}`)
	if got := dump(doc.Tree); got != "0 A  0 0 A\n1 b Type 0 0 A#b\n" || doc.HasTime {
		t.Errorf("time %v\n%s", doc.HasTime, got)
	}
}

func TestNamesFromKeys(t *testing.T) {
	doc := readOne(t, `{"root":{"key":"A","children":[{"key":"A#b#c"},{"key":"elsewhere"},{"key":"A#x","name":"y"}]}}`)
	want := "0 A  0 0 A\n1 b#c  0 0 A#b#c\n1 elsewhere  0 0 elsewhere\n1 y  0 0 A#x\n"
	if got := dump(doc.Tree); got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
	if len(doc.Tree.OddKeys) != 2 {
		t.Errorf("odd keys %v; expected two", doc.Tree.OddKeys)
	}
}

func TestText(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	for _, test := range []struct{ literal, want string }{
		{`人物.记录`, "人物.记录"},
		{`אדם`, "אדם"},
		{`\u003cinit\u003e`, "<init>"},
		{`a\"\\\/\n`, "a\"\\/\n"},
		{"M\xfcller", "M\uFFFDller"},
		{"\xfc\\u0041", "\uFFFDA"},
		{`\ud83d\ude00`, "😀"},
		{`\ud83d`, "\uFFFD"},
		{long, long},
		{``, ``},
	} {
		doc := readOne(t, `{"root":{"name":"`+test.literal+`","key":"k"}}`)
		if got := doc.Tree.Texts[doc.Tree.Nodes[0].Name]; got != test.want {
			t.Errorf("%q is read as %q; expected %q", test.literal, got, test.want)
		}
	}
}

func TestSeveralDocuments(t *testing.T) {
	one := `{"time":1,"root":{"name":"A"}}`
	for _, test := range []struct {
		text string
		want int
	}{
		{``, 0}, {"  \n", 0}, {`[]`, 0}, {`[][][` + one + `]`, 1}, {`[` + one + `,` + one + `]`, 2},
		{one + "\n" + one + "\n", 2}, {one + `[` + one + `]` + one, 3}, {strings.Repeat("[]", 100_000), 0},
	} {
		docs, err := readAll(iotest.OneByteReader(strings.NewReader(test.text)))
		if err != nil || len(docs) != test.want {
			t.Errorf("%.40q: %d documents, error %v; expected %d", test.text, len(docs), err, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		text   string
		offset int64
		want   string
	}{
		{`{"time":-1,"root":{"name":"A"}}`, 10, "time is -1"},
		{`{"time":9223372036854775808}`, 27, "time is 9223372036854775808, which is too large"},
		{`{"root":{"name":"A","bytes":9223372036854775808}}`, 47, "too large"},
		{`{"root":{"name":"A","bytes":1e300}}`, 33, "too large"},
		{`{"root":{"name":"A","bytes":1e99999999999}}`, 41, "too large"},
		{`{"root":{"name":"A","bytes":1.5}}`, 31, "not a whole number"},
		{`{"root":{"name":"A","objects":-5}}`, 32, "objects is -5"},
		{`{"root":{"name":"A","objects":"5"}}`, 33, "objects is a string; expected a number"},
		{`{"root":{"name":7}}`, 17, "name of a node is a number; expected a string"},
		{`{"root":{"name":"A","children":{}}}`, 30, "children is an object; expected an array"},
		{`{"root":{"name":"A","children":[5]}}`, 32, "node is a number; expected an object"},
		{`{"root":{"bytes":5}}`, 9, "neither a name nor a key"},
		{`{"root":null}`, 7, "node is null"},
		{`{"time":5}`, 1, `neither "root" nor "pointerMap"`},
		{`{}`, 1, `neither "root" nor "pointerMap"`},
		{`{"pointerMap":{},"root":{"name":"A"}}`, 1, "both"},
		{`[[]]`, 1, "document is an array; expected an object"},
		{`5`, 0, "document is a number; expected an object"},
		{`{"pointerMap":{"a":{"b":-1}}}`, 26, "pointer count is -1"},
		{`{"pointerMap":{"a":5}}`, 18, "row of the pointer map is a number"},
		{`{"root":{"name":"A"} x`, 21, "not valid JSON: invalid character 'x'"},
		{`]`, 0, "not valid JSON"},
		{"\xff\xfe{\x00", 0, "UTF-16"},
		{`{"root":{"name":"` + strings.Repeat("x", MaxText) + `"}}`, 17 + MaxText + 1, "at most 1048576"},
	} {
		docs, err := readAll(strings.NewReader(test.text))
		var fault *Error
		if !errors.As(err, &fault) {
			t.Errorf("%.60s: %d documents, error %v; expected %q", test.text, len(docs), err, test.want)
			continue
		}
		if !strings.Contains(fault.Text, test.want) || fault.Offset != test.offset || fault.Cut {
			t.Errorf("%.60s: %v (cut %v); expected offset %d: %q", test.text, err, fault.Cut, test.offset, test.want)
		}
	}
}

func TestWhole(t *testing.T) {
	for _, test := range []struct {
		literal string
		want    int64
		ok      bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"-7", -7, true}, {"12.0", 12, true}, {"1.20e1", 12, true}, {"1.5e0", 0, false},
		{"9223372036854775807", 1<<63 - 1, true}, {"9223372036854775807.000", 1<<63 - 1, true},
		{"9223372036854775808", 0, false}, {"99999999999999999999999999", 0, false}, {"1e15", 1e15, true}, {"1e16", 0, false},
		{"0.5", 0, false}, {"0e999999999", 0, true},
	} {
		got, why := parseWhole([]byte(test.literal))
		if got != test.want || (why == "") != test.ok {
			t.Errorf("%s is read as %d (%s); expected %d", test.literal, got, why, test.want)
		}
	}
}

// nested returns a chain of depth nodes.
func nested(depth int) string {
	return `{"root":` + strings.Repeat(`{"name":"A","children":[`, depth-1) + `{"name":"A"}` + strings.Repeat(`]}`, depth-1) + `}`
}

func TestDepth(t *testing.T) {
	if doc := readOne(t, nested(MaxDepth)); len(doc.Tree.Nodes) != MaxDepth {
		t.Errorf("%d nodes", len(doc.Tree.Nodes))
	}
	for _, depth := range []int{MaxDepth + 1, 100_000} {
		_, err := readAll(strings.NewReader(nested(depth)))
		if err == nil || !strings.Contains(err.Error(), "nested more than 1000 levels") {
			t.Errorf("%d levels: %v", depth, err)
		}
	}
	for _, text := range []string{
		`{"more":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `,"root":{"name":"A"}}`,
		strings.Repeat("[", 100_000),
	} {
		if _, err := readAll(strings.NewReader(text)); err == nil {
			t.Errorf("%.20s...: no error", text)
		}
	}
}

// TestCut truncates a document at every byte. A single document must give nothing, and an array its complete documents.
func TestCut(t *testing.T) {
	for cut := 1; cut < len(defaultExample); cut++ {
		docs, err := readAll(strings.NewReader(defaultExample[:cut]))
		var fault *Error
		if len(docs) != 0 || !errors.As(err, &fault) || !fault.Cut {
			t.Fatalf("cut at %d: %d documents, error %v", cut, len(docs), err)
		}
		if fault.Offset > int64(cut) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		docs, err = readAll(strings.NewReader(`[` + antTracksExample + `,` + defaultExample[:cut]))
		if len(docs) != 1 || !errors.As(err, &fault) || !fault.Cut {
			t.Fatalf("array cut at %d: %d documents, error %v", cut, len(docs), err)
		}
	}
}

func TestErrorOfSource(t *testing.T) {
	broken := errors.New("broken")
	for _, before := range []string{"", "{", defaultExample[:100], "[" + defaultExample} {
		_, err := readAll(io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v; expected the error of the source", len(before), err)
		}
	}
}

// mapText formats a pointer map with one row per line.
func mapText(m *Map) string {
	var b strings.Builder
	for r, key := range m.Rows {
		fmt.Fprint(&b, m.Keys[key], ":")
		for k := m.Start[r]; k < m.Start[r+1]; k++ {
			fmt.Fprint(&b, " ", m.Keys[m.To[k]], "=", m.Counts[k])
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

func TestPointerMap(t *testing.T) {
	m := readOne(t, `{"time":5120,"pointerMap":{"O":{},"O#P":{"O#S":3,"O#P":1.0},"O#S":{"O#c":2,"O#z":0},"O#n":null}}`).Map
	if got, want := mapText(m), "O:\nO#P: O#S=3 O#P=1\nO#S: O#c=2\nO#n:\n"; got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
	keys := slices.Sorted(slices.Values(m.Keys))
	if len(slices.Compact(keys)) != len(m.Keys) {
		t.Errorf("keys repeat: %q", m.Keys)
	}
	if m := readOne(t, `{"time":5120,"pointerMap":null}`).Map; !m.Null || len(m.Rows) != 0 {
		t.Errorf("null is read as %+v", m)
	}
}

// TestLongText checks that an endless text is rejected at its start, before it takes memory.
func TestLongText(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader(`{"time":1,"root":{"name":"`), io.LimitReader(endless{}, 1<<30)))
	_, err := r.Next()
	var fault *Error
	if !errors.As(err, &fault) || fault.Offset != 24 && fault.Offset != 25 || !strings.Contains(fault.Text, "more than 16 MB") {
		t.Errorf("%v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte("x"), len(p))), nil }

func TestFormatNames(t *testing.T) {
	if Default.String() != "default format" || AntTracks.String() != "AntTracks format" {
		t.Errorf("%s, %s", Default, AntTracks)
	}
}

// TestByteOrderMark checks that offsets of faults count the mark, and that an incomplete mark is a fault itself.
func TestByteOrderMark(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	for _, test := range []struct {
		text   string
		offset int64
		want   string
	}{
		{mark + `{"time":-1}`, 13, "time is -1"}, {`{"time":-1}`, 10, "time is -1"}, {mark + mark + `{}`, 3, "not valid JSON"},
		{mark[:2] + `{}`, 0, "not valid JSON"}, {"\xfe\xff\x00{", 0, "UTF-16"},
	} {
		_, err := readAll(strings.NewReader(test.text))
		var fault *Error
		if !errors.As(err, &fault) || fault.Offset != test.offset || !strings.Contains(fault.Text, test.want) {
			t.Errorf("%q: %v, want offset %d: %s", test.text, err, test.offset, test.want)
		}
	}
	for _, text := range []string{"", mark, " ", mark + "\n"} {
		if docs, err := readAll(strings.NewReader(text)); len(docs) != 0 || err != nil {
			t.Errorf("%q: %d documents, %v", text, len(docs), err)
		}
	}
}

// TestPodNumbers checks the largest number of a pod that can be read. Larger ones are faults of the row, others of the fleet.
func TestPodNumbers(t *testing.T) {
	for number, want := range map[string]string{"0": "", "1": "pod 1; the fleet has 1", "2147483647": "pod 2147483647; the fleet has 1",
		"2147483648": "expected pod, objects, bytes"} {
		_, err := readAll(strings.NewReader(`{"fleet":{"pods":[{}]},"root":{"name":"A","of_pods":1,"pods":[[` + number + `,1,2]]}}`))
		if got := fmt.Sprint(err); !strings.Contains(got, want) || (err == nil) != (want == "") {
			t.Errorf("pod %s: %v, want %q", number, err, want)
		}
	}
}

// TestUnclosed checks that closing brackets of the other kind, and none at all, are faults at every level of members that are skipped.
func TestUnclosed(t *testing.T) {
	for _, value := range []string{`[}`, `{]`, `[[}]`, `{"a":[}`, `[1,}`, `[1 2]`, `{"a" 1}`, `{"a":1 "b":2}`, `[,1]`, `{,}`, `[1,]`, `{"a":1,}`, `{1:2}`} {
		text := `{"other":` + value + `,"root":{"name":"A"}}`
		_, err := readAll(strings.NewReader(text))
		var fault *Error
		if !errors.As(err, &fault) || !strings.Contains(fault.Text, "not valid JSON") {
			t.Errorf("%s: %v", text, err)
		}
		for cut := range len(value) {
			if _, err := readAll(strings.NewReader(text[:len(`{"other":`)+cut])); err == nil {
				t.Errorf("%s is whole", text[:len(`{"other":`)+cut])
			}
		}
	}
}
