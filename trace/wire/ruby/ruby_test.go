package ruby

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"memcity/trace/wire/jsonlines"
)

// readAll reads all lines of a text as short texts.
func readAll(t testing.TB, text string) (lines []string) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	for {
		var rec Record
		err := r.Next(&rec)
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, describe(&rec))
	}
}

func describe(r *Record) string {
	text := fmt.Sprintf("%d %s %x:%x %d %x", r.Kind, r.Type, r.Address, r.Class, r.Size, r.References)
	if r.Faulty != 0 {
		text += fmt.Sprintf(" faults %b", r.Faulty)
	}
	if len(r.File) > 0 {
		text += fmt.Sprintf(" %s:%d %s %d", r.File, r.SourceLine, r.Method, r.Generation)
	}
	for _, n := range r.Names {
		text += fmt.Sprintf(" %s=%x", n.Text, n.To)
	}
	return text
}

// TestLines reads lines as Ruby writes them, and lines with faults.
func TestLines(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"ROOT", "root":"vm", "references":["0x10", "0x20"]}`: "3 ROOT 0:0 0 [10 20]",
		`{"address":"0x7f73a1df3fd8", "type":"OBJECT", "class":"0x7f", "ivars":3, "references":["0x8"], "file":"/a/b.rb", "line":17, "method":"new", ` +
			`"generation":13, "memsize":40, "flags":{"wb_protected":true, "old":true}}`: "1 OBJECT 7f73a1df3fd8:7f 40 [8] /a/b.rb:17 new 13",
		`{"address":"0x10", "type":"STRING", "value":"a\"}\u00e4", "memsize":40, "flags":{}}`:                  "1 STRING 10:0 40 []",
		`{"address":"0x10", "type":"CLASS", "name":"A", "memsize":5}`:                                          "2 CLASS 10:0 5 []",
		`{"address":"0x1f", "type":"SHAPE", "id":3}`:                                                           "4 SHAPE 1f:0 0 []",
		`{"type":"NAMES","address":"0x10","names":{"@@a":"0x20","B":"0x30"}}`:                                  "5 NAMES 10:0 0 [] @@a=20 B=30",
		`{"type":"NAMES","class":"0x10","ivars":["@a","@b"]}`:                                                  "5 NAMES 0:10 0 [] @a=0 @b=0",
		`{"type":"STRING", "memsize":40}`:                                                                      fmt.Sprintf("0 STRING 0:0 40 [] faults %b", 1<<NoAddress),
		`{"address":"0x10"}`:                                                                                   fmt.Sprintf("0  10:0 0 [] faults %b", 1<<NoType),
		`{"address":"0x10","type":"STRING","memsize":-5,"line":1.5,"references":["0xg","10",7,"0x"]}`:          fmt.Sprintf("1 STRING 10:0 0 [] faults %b", 1<<BadMember),
		`{"address":"0x10","type":"STRING"`:                                                                    "0  0:0 0 [] faults 1",
		`{"address":"0x10","type":"STRING","x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "}": "0  0:0 0 [] faults 1",
		`[]`: "0  0:0 0 [] faults 1",
		`{"address":"0x10","type":"STRING","flags":{"a":{}}}`:     "1 STRING 10:0 0 []",
		`{"address":"0x10","type":"STRING","flags":{"a":1},"b":}`: "0  0:0 0 [] faults 1",
	} {
		if got := readAll(t, line); !slices.Equal(got, []string{want}) {
			t.Errorf("%.80s is\n%q, want\n%q", line, got, want)
		}
	}
}

// TestDefinitions checks which lines the first pass reads.
func TestDefinitions(t *testing.T) {
	r := NewReader(strings.NewReader(`{"address":"0x1", "type":"CLASS", "name":"A"}
{"address":"0x2", "type":"STRING", "value":"\"type\":\"CLASS\""}
{"address":"0x3", "type":"ICLASS"}
{"type":"NAMES"}
{"type": "MODULE", "address":"0x4"}
`))
	var got []string
	var rec Record
	for r.NextDefinition(&rec) == nil {
		got = append(got, string(rec.Type))
	}
	if want := "CLASS ICLASS NAMES MODULE"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestLongLines checks lines around the length of the buffer, and one that is too long.
func TestLongLines(t *testing.T) {
	for _, n := range []int{jsonlines.FirstBuffer - 100, jsonlines.FirstBuffer, 3 * jsonlines.FirstBuffer} {
		line := `{"address":"0x10", "type":"STRING", "value":"` + strings.Repeat("x", n) + `", "memsize":7}` + "\n"
		if got := readAll(t, line+line); len(got) != 2 || got[1] != "1 STRING 10:0 7 []" {
			t.Errorf("%d bytes: %q", n, got)
		}
	}
	long := `{"address":"0x10", "type":"STRING", "value":"` + strings.Repeat("x", 3*jsonlines.FirstBuffer)
	r := NewReader(strings.NewReader(long + "\"}\n" + `{"address":"0x20", "type":"STRING"}`))
	r.Limit = jsonlines.FirstBuffer
	var rec Record
	if err := r.Next(&rec); err != nil || !rec.Has(TooLong) {
		t.Errorf("a long line: %b, %v", rec.Faulty, err)
	}
	if err := r.Next(&rec); err != nil || rec.Address != 0x20 || rec.Faulty != 0 {
		t.Errorf("the line after a long one: %b, %v", rec.Faulty, err)
	}
}

// TestSearch checks that the largest generation is found wherever a file is cut into pieces.
func TestSearch(t *testing.T) {
	text := `{"generation":7, "memsize":40}{"generation":123456}{"generation":12}`
	for size := 1; size < len(text); size++ {
		s := NewSearch()
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			s.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		if s.Generation() != 123456 {
			t.Errorf("pieces of %d bytes: %d", size, s.Generation())
		}
	}
	if s := NewSearch(); s.Generation() != -1 {
		t.Error("a generation was found in an empty file")
	}
}

func TestSniff(t *testing.T) {
	for head, want := range map[string]bool{`{"type":"ROOT", "root":"vm"`: true, `{"address":"0x10", "type":"STRING"`: true, `{"type":"NAMES",`: true,
		`{"address": 140000, "type": "dict"}`: false, `{"root":`: false, "": false} {
		if Sniff([]byte(head)) != want {
			t.Errorf("%s: %v", head, !want)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"type":"ROOT", "root":"vm", "references":["0x10"]}`))
	f.Add([]byte(`{"address":"0x10", "type":"OBJECT", "class":"0x20", "references":["0x30"], "file":"a.rb", "line":1, "generation":2, "memsize":40, "flags":{"old":true}}`))
	f.Add([]byte(`{"type":"NAMES","address":"0x20","names":{"@@a":"0x30"},"ivars":["@b"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		readAll(t, string(data))
		r, s := NewReader(strings.NewReader(string(data))), NewSearch()
		var rec Record
		for r.NextDefinition(&rec) == nil {
		}
		s.Write(data)
	})
}
