package v8_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/v8"
)

// packed returns data compressed with gzip.
func packed(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// manyTexts returns a snapshot with n strings, and their texts. Texts have escapes, more than ASCII, and a block of their own.
func manyTexts(n int) (s *tracetest.SnapshotBuilder, texts map[tracetest.SnapshotNode]string) {
	s, texts = tracetest.NewSnapshot(tracetest.Node26), map[tracetest.SnapshotNode]string{}
	for i := range n {
		text := fmt.Sprintf("text %d \"quoted\" \\ \u00e9 \U0001f600\n", i%(n-3))
		texts[s.Text(text)] = text
	}
	for node := range texts {
		s.Root("(Stack roots)", node)
	}
	for _, kind := range []string{"concatenated string", "sliced string", "regexp"} {
		s.Root("(Stack roots)", s.Node(kind, "("+kind+")", 32))
	}
	return s, texts
}

// TestTexts checks single texts and all texts, of plain and compressed files.
func TestTexts(t *testing.T) {
	s, texts := manyTexts(1000)
	for name, data := range map[string][]byte{"plain": s.Bytes(), "gzip": packed(s.Bytes())} {
		h, _ := load(t, "a.heapsnapshot", data)
		v := &view{t, s, h}
		if h.HasFields() || h.Values.Ready() != (name == "plain") {
			t.Errorf("%s: fields %v, ready %v", name, h.HasFields(), h.Values.Ready())
		}
		objects, want := []trace.ObjectID{}, map[trace.ObjectID]string{}
		for n, text := range texts {
			objects, want[v.object(n)] = append(objects, v.object(n)), text
		}
		got := 0
		err := h.Values.Texts(t.Context(), objects, math.MaxInt32, func(o trace.ObjectID, text []byte) {
			if got++; string(text) != want[o] {
				t.Errorf("%s: %q, want %q", name, text, want[o])
			}
		})
		if err != nil || got != len(want) {
			t.Errorf("%s: %d texts of %d, %v", name, got, len(want), err)
		}
		for i := range 3 {
			if text, err := h.Values.Text(objects[i], 6); err != nil || text != want[objects[i]][:6] {
				t.Errorf("%s: %q, %v", name, text, err)
			}
		}
		for o := range trace.ObjectID(h.Len()) {
			if _, err := h.Values.Text(o, 9); want[o] == "" && h.Types[h.TypeOf.At(o)].Name != trace.StringsOfV8 && !errors.Is(err, trace.ErrNoText) {
				t.Errorf("%s: object %d: %v", name, o, err)
			}
		}
		if _, err := h.Values.Text(trace.ObjectID(h.Len()), 9); err == nil {
			t.Error("text of an object that does not exist")
		}
	}
}

// TestTextNumbers checks that equal texts have equal numbers, and that truncated texts have none.
func TestTextNumbers(t *testing.T) {
	s := tracetest.NewSnapshot(tracetest.Node26)
	text := func(text string, size int64) tracetest.SnapshotNode {
		n := s.Node("string", text, size)
		s.Root("(Stack roots)", n)
		return n
	}
	long := strings.Repeat("x", 1024)
	a, again, other := text("a", 24), text("a", 24), text("b", 24)
	below, at, longer, external := text(long[1:], 1040), text(long, 1040), text(long, 4000), text(long, 24)
	wide := text(strings.Repeat("\U0001f600", 512), 2064)
	cons := s.Node("concatenated string", "a", 32)
	s.Root("(Stack roots)", cons)
	v := sound(t, s)
	number := func(n tracetest.SnapshotNode) string {
		i, ok := v.heap.Values.TextNumber(v.object(n))
		if !ok {
			return "none"
		}
		return fmt.Sprint(i)
	}
	if number(a) == "none" || number(a) != number(again) || number(a) == number(other) {
		t.Errorf("%s, %s, %s", number(a), number(again), number(other))
	}
	if number(below) == "none" || number(at) == "none" || number(longer) != "none" || number(external) != "none" || number(wide) != "none" || number(cons) != "none" {
		t.Errorf("%s, %s, %s, %s, %s, %s", number(below), number(at), number(longer), number(external), number(wide), number(cons))
	}
}

// TestChangedFile checks that texts of a file that changed are not read.
func TestChangedFile(t *testing.T) {
	s, texts := manyTexts(10)
	path := filepath.Join(t.TempDir(), "a.heapsnapshot")
	if err := os.WriteFile(path, s.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := v8.Open(t.Context(), []trace.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := rec.Points[0].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	v, node := &view{t, s, h}, tracetest.SnapshotNode(0)
	for node = range texts {
		break
	}
	if text, err := h.Values.Text(v.object(node), 999); err != nil || text != texts[node] {
		t.Errorf("%q, %v", text, err)
	}
	for what, change := range map[string]func() error{"changed": func() error { return os.WriteFile(path, append(s.Bytes(), ' '), 0o600) },
		"removed": func() error { return os.Remove(path) }} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		var fault *trace.InputError
		if _, err := h.Values.Text(v.object(node), 999); !errors.As(err, &fault) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestTextsOfDamagedFile cuts a file within its texts. Texts before the end are readable.
func TestTextsOfDamagedFile(t *testing.T) {
	s, texts := manyTexts(600)
	data := s.Bytes()
	from := bytes.Index(data, []byte(`"strings":[`))
	for _, at := range []int{from + 12, from + 2000, len(data) - 30} {
		for _, file := range [][]byte{data[:at], packed(data[:at])} {
			h, _ := load(t, "a.heapsnapshot", file)
			read := 0
			for n, text := range texts {
				got, err := h.Values.Text((&view{t, s, h}).object(n), 999)
				if err == nil && got != text || err != nil && !errors.Is(err, trace.ErrNoText) {
					t.Fatalf("cut at %d: %q, %v, want %q", at, got, err, text)
				}
				if err == nil {
					read++
				}
			}
			if at == len(data)-30 && read < len(texts)-5 {
				t.Errorf("%d texts of %d", read, len(texts))
			}
		}
	}
}
