package lines_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/lines"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
)

// TestTruncated cuts a file at each byte. The objects before the cut are read, and a cut within a line is a warning.
func TestTruncated(t *testing.T) {
	header := strings.IndexByte(shop, '\n') + 1
	for end := range len(shop) {
		part := shop[:end]
		rec, err := lines.Open(t.Context(), []trace.File{trace.MemoryFile("x", []byte(part))}, nil)
		if end < header-1 {
			if err == nil {
				t.Fatalf("%q was opened", part)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		h, warnings, err := rec.Points[0].Load(t.Context(), nil)
		whole := part[:strings.LastIndexByte(part, '\n')+1]
		if strings.HasSuffix(part, "}") && shop[end] == '\n' {
			whole = part
		}
		objects := strings.Count(whole, "{\"id\"")
		if objects == 0 {
			var fault *trace.InputError
			if !errors.As(err, &fault) || fault.Line == 0 {
				t.Fatalf("%q: %v", part, err)
			}
			continue
		}
		if err != nil || h.Len() != objects {
			t.Fatalf("%q: %d objects; %v", part, objects, err)
		}
		tracetest.Check(t, h)
		cut := whole != part
		lost := slices.ContainsFunc(warnings, func(w trace.Warning) bool { return w.Lost && strings.Contains(w.Text, "the file ends within a line") })
		if cut != lost {
			t.Fatalf("%q: warnings %v", part, warnings)
		}
	}
}

// TestTruncatedGzip cuts a compressed file. What can be inflated is read.
func TestTruncatedGzip(t *testing.T) {
	packed := tracetest.Gzip([]byte(write(t, tracetest.RandomHeap(1, 2000))), 0)
	for end := 0; end < len(packed); end += 97 {
		rec, err := lines.Open(t.Context(), []trace.File{trace.MemoryFile("x", packed[:end])}, nil)
		if err != nil {
			continue
		}
		if len(rec.Warnings) != 1 || !rec.Warnings[0].Lost {
			t.Fatalf("cut at %d: warnings %v", end, rec.Warnings)
		}
		if h, _, err := rec.Points[0].Load(t.Context(), nil); err == nil {
			tracetest.Check(t, h)
		}
	}
}

// TestHostile loads files that are valid, but unlike the files of any program.
func TestHostile(t *testing.T) {
	many := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(line, "#", strconv.Itoa(i)) + "\n")
		}
		return b.String()
	}
	long := strings.Repeat("x", 5000)
	for name, content := range map[string]string{
		"sizes":       `{"id":1,"type":"A","size":4294967295}` + "\n" + `{"id":2,"type":"A","size":4294967296}` + "\n" + `{"id":3,"type":"A","size":1099511627776}`,
		"ids":         many(3, `{"id":#e400,"type":"A"}`) + `{"id":18446744073709551615,"type":"A","refs":[-1,18446744073709551616]}` + "\n" + `{"id":-9223372036854775808,"type":"A"}`,
		"nested":      `{"id":1,"type":"A","x":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `}`,
		"deep":        many(2, `{"id":#,"type":"A"}`) + `{"id":3,"x":` + strings.Repeat(`{"a":`, 100_000) + `}`,
		"types":       many(70_000, `{"id":#,"type":"T#"}`),
		"names":       many(3000, `{"id":#,"type":"T","refs":{"a#":1}}`),
		"modules":     many(3000, `{"id":#,"type":"T","kind":"module","name":"m","refs":{"a#":1}}`),
		"dictionary":  `{"id":1,"type":"T","refs":{` + strings.TrimSuffix(strings.ReplaceAll(many(70_000, `"k#":1,`), "\n", ""), ",") + `}}`,
		"module":      `{"id":1,"type":"T","kind":"module","name":"m","refs":{` + strings.TrimSuffix(strings.ReplaceAll(many(70_000, `"k#":1,`), "\n", ""), ",") + `}}`,
		"elements":    `{"id":1,"type":"T","refs":[` + strings.Repeat("null,1,", 70_000) + `1]}`,
		"long names":  `{"id":1,"type":"` + long + `","refs":{"` + long + `":1},"kind":"class","name":"` + long + `"}`,
		"supers":      many(5000, `{"class":"T#","super":"T1#"}`) + `{"class":"A","super":"A"}` + "\n" + `{"id":1,"type":"A"}`,
		"roots":       `{"id":1,"type":"A"}` + "\n" + many(5000, `{"root":"frame","ref":1,"thread":#,"name":"f#"}`),
		"twice":       many(500, `{"id":5,"type":"T#","size":#,"refs":[5,6]}`),
		"same name":   `{"id":1,"type":"A","refs":[["a",1],["a",1],["a",1]],"weak":[["a",1],["a",1]]}`,
		"weak":        `{"id":1,"type":"A","weak":[` + strings.Repeat("1,", 100) + `1]}`,
		"blank lines": "\n\r\n  \n" + many(5, "{\"id\":#,\"type\":\"A\"}\r\n"),
		"header":      `{"id":1,"type":"A","names":["format"],"refs":[1]}` + "\n" + `{"id":2,"type":"format","refs":{"format":1}}`,
	} {
		h, _ := load(t, open(t, `{"format":"objects"}`+"\n"+content), 0)
		for o := range trace.ObjectID(h.Len()) {
			for _, f := range []int{0, len(h.References(o)) - 1} {
				if f >= 0 && f < len(h.References(o)) && len(h.FieldAt(o, f)) > trace.MaxName {
					t.Errorf("%s: a field has a name of %d bytes", name, len(h.FieldAt(o, f)))
				}
			}
		}
	}
}

// TestNotOpened checks errors about files that cannot be opened.
func TestNotOpened(t *testing.T) {
	for _, test := range []struct{ content, want string }{
		{`{"format":"objects","version":2}`, "x: line 1: version 2 of the format is newer"},
		{`{"id":1}`, "x: line 1: the header is missing"},
		{"", "x: line 1: the header is missing"},
	} {
		_, err := lines.Open(t.Context(), []trace.File{trace.MemoryFile("x", []byte(test.content))}, nil)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.content, err, test.want)
		}
	}
	rec := open(t, `{"format":"objects"}`+"\nhello\n")
	if _, _, err := rec.Points[0].Load(t.Context(), nil); err == nil || !strings.HasSuffix(err.Error(), "line 2: the line is not a JSON object") {
		t.Errorf("no objects: %v", err)
	}
}

// TestRefused checks that the memory for objects, references and long lines is asked for before it is taken.
func TestRefused(t *testing.T) {
	refusal := errors.New("too large")
	for name, content := range map[string]string{
		"objects":    shop,
		"long line":  `{"format":"objects"}` + "\n" + `{"id":1,"type":"A","x":"` + strings.Repeat("x", 20<<20) + `"}`,
		"references": `{"format":"objects"}` + "\n" + `{"id":1,"type":"A","refs":[` + strings.Repeat("1,", 1<<20) + `1]}`,
	} {
		least := map[string]int64{"objects": 1, "long line": 8 << 20, "references": 4 << 20}[name]
		ctx := trace.WithAdmission(t.Context(), func(_ context.Context, v trace.Volume) error {
			if name == "objects" && v.Objects >= 1 || v.Bytes > least && name != "objects" {
				return refusal
			}
			return nil
		})
		rec, err := lines.Open(ctx, []trace.File{trace.MemoryFile("x", []byte(content))}, nil)
		if err == nil {
			_, _, err = rec.Points[0].Load(ctx, nil)
		}
		if trace.RefusedBy(err) == nil || !errors.Is(err, refusal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCanceled checks that loading and writing end with their context.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	rec := open(t, shop)
	cancel()
	if _, _, err := rec.Points[0].Load(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("load: %v", err)
	}
	if _, err := lines.Open(ctx, []trace.File{trace.MemoryFile("x", []byte(shop))}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("open: %v", err)
	}
	if _, err := lines.Copy(ctx, &bytes.Buffer{}, true, series(tracetest.RandomHeap(1, 10)), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("copy: %v", err)
	}
}

// FuzzLoad loads arbitrary lines.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(shop))
	f.Add([]byte(write(f, tracetest.RandomHeap(1, 8), tracetest.RandomHeap(2, 8))))
	f.Add([]byte("{\"format\":\"objects\"}\n{\"id\":\"\\ud83d\\ude00\\n\",\"type\":\"A\",\"size\":5.0}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, hostile.Objects(data)} {
			if rec, err := lines.Open(t.Context(), []trace.File{trace.MemoryFile("fuzz", data)}, nil); err == nil {
				checkPoints(t, rec)
			}
		}
	})
}

// checkPoints checks that each point is read and counted alike, and that it can be written and read again.
func checkPoints(t *testing.T, rec *trace.Recording) {
	for i := range rec.Points {
		h, _, err := rec.Points[i].Load(t.Context(), nil)
		counts, _, err2 := rec.Points[i].Count(t.Context(), nil)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("load says %v, count says %v", err, err2)
		}
		if err != nil {
			continue
		}
		tracetest.Check(t, h)
		if want := h.CountTypes(); !slices.Equal(counts, want) {
			t.Fatalf("counts %v, the heap has %v", counts, want)
		}
		again, _ := load(t, open(t, write(t, h)), 0)
		if again.Len() != h.Len() {
			t.Fatalf("%d objects after writing, want %d", again.Len(), h.Len())
		}
	}
}
