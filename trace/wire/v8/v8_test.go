package v8_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"memcity/trace/tracetest/hostile"
	"memcity/trace/wire/v8"
)

// text formats the tables of a file.
func text(file io.Reader) string {
	var w strings.Builder
	r, err := v8.NewReader(file)
	if err != nil {
		return err.Error()
	}
	m := &r.Header.Meta
	for {
		name, err := r.Next()
		if err != nil {
			fmt.Fprintf(&w, "%v", err)
			return w.String()
		}
		fmt.Fprintf(&w, "%s:", name)
		rows := func(width int) error {
			return r.Rows(width, func(rows []uint64, _ int64) error {
				for ; len(rows) > 0; rows = rows[width:] {
					fmt.Fprint(&w, " ", rows[:width])
				}
				return nil
			})
		}
		switch name {
		case "nodes":
			err = rows(len(m.NodeFields))
		case "edges":
			err = rows(len(m.EdgeFields))
		case "trace_tree":
			err = r.Tree(m.CallFields, func(row []uint64, depth int) error {
				fmt.Fprintf(&w, " %d:%d", depth, row)
				return nil
			})
		case "strings":
			err = r.Strings(func(raw []byte) error {
				fmt.Fprintf(&w, " %q", v8.Unquote(nil, raw))
				return nil
			})
		default:
			err = r.Skip()
		}
		if err != nil {
			fmt.Fprintf(&w, " %v", err)
			return w.String()
		}
		w.WriteString("; ")
	}
}

const header = `{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],"node_types":[["object"],"string"],` +
	`"edge_fields":["type","name_or_index","to_node"],"edge_types":[["element"],"string_or_number","node"],` +
	`"trace_node_fields":["id","function_info_index","children"]},"node_count":1,"edge_count":1}`

func TestTables(t *testing.T) {
	for file, want := range map[string]string{
		``: `EOF`,
		`,"nodes":[0,1,2,3,4` + "\n" + `,5,6, 7 ,8,9007199254740992` + "\n]": `nodes: [0 1 2 3 4] [5 6 7 8 9007199254740992]; EOF`,
		`,"nodes":[],"edges": [ ] `: `nodes:; edges:; EOF`,
		`,"edges":[1,2,-3]`:         `edges: [1 2 0]; EOF`,
		`,"strings":["a","","\"\\","\u00e9\ud83d\ude00\ud83d\n\/\u12"]`: `strings: "a" "" "\"\\" "é😀�` + `\n/�"; EOF`,
		`,"trace_tree":[1,0,[2,7,[],3,8,[4,9,[]]]]`:                     `trace_tree: 0:[1 0] 1:[2 7] 1:[3 8] 2:[4 9]; EOF`,
		`,"new":{"a]":["}",null,{}],"b":-1.5e3},"other":true`:           `new:; other:; EOF`,
	} {
		if got := text(strings.NewReader(header + file + "}")); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", file, got, want)
		}
	}
}

func TestFaults(t *testing.T) {
	for file, want := range map[string]string{
		`,"nodes":[1,2]}`:                                   "nodes: the last row has 2 of 5 columns",
		`,"nodes":[1,2,3,4,9007199254740993]`:               "nodes: a number is larger than 2^53",
		`,"nodes":[1,2,3,4,123456789012345678901234567890]`: "nodes: a number is larger than 2^53",
		`,"nodes":[1.5]`:                                    "nodes: a number is not an integer",
		`,"nodes":["a"]`:                                    `'"' instead of a number`,
		`,"nodes":[1 2]`:                                    "'2' instead of a comma",
		`,"nodes":{}`:                                       "'{' instead of '['",
		`,"nodes":[1,2,3,4,5`:                               "the file ends within its nodes",
		`,"strings":["a`:                                    "the file ends within its strings",
		`,"strings":["a"`:                                   "the file ends within its strings",
		`,"strings":[1]`:                                    `'1' instead of '"'`,
		`,"trace_tree":[1,[]`:                               "a row has 1 of 2 columns at depth 0",
		`,"new":]`:                                          "']' without its beginning",
		`,"new":` + strings.Repeat("[", 70000):              "lists nest deeper than 65536",
		`,`:                                                 "the file ends within its members",
	} {
		if got := text(strings.NewReader(header + file)); !strings.Contains(got, want) {
			t.Errorf("%.60s\ngot  %s\nwant %s", file, got, want)
		}
	}
	for file, want := range map[string]string{
		`[]`: "'[' instead of '{'", `{}`: "EOF", `{"nodes":[]}`: `the first member is "nodes"`,
		strings.Replace(header, `"id"`, `"x"`, 1):          "nodes have no column id",
		strings.Replace(header, `"to_node"`, `"x"`, 1):     "edges have no column to_node",
		strings.Replace(header, `["object"]`, `"x"`, 1):    "have no names",
		strings.Replace(header, `"meta":{`, `"meta":`, 1):  "the member snapshot is damaged",
		"\x1f\x8b\x07" + header:                            "the gzip data is damaged",
		`{"snapshot":"` + strings.Repeat("x", 2<<20):       "ends within its header",
		`{"snapshot":"` + strings.Repeat("x", 2<<20) + `"`: "more than 1048576 bytes",
	} {
		if got := text(strings.NewReader(file)); !strings.Contains(got, want) {
			t.Errorf("%.60s\ngot  %s\nwant %s", file, got, want)
		}
	}
}

// TestPieces reads files of all forms in pieces of one byte, and compressed. The tables must be the same.
func TestPieces(t *testing.T) {
	for form := range byte(4) {
		data := hostile.Snapshot([]byte{form})
		want := text(bytes.NewReader(data))
		if !strings.HasSuffix(want, "; EOF") {
			t.Fatal(want)
		}
		if got := text(iotest.OneByteReader(bytes.NewReader(data))); got != want {
			t.Errorf("form %d in pieces: %s", form, got)
		}
		if got := text(bytes.NewReader(hostile.Snapshot([]byte{form | 0x80}))); got != want {
			t.Errorf("form %d compressed: %s", form, got)
		}
	}
}

// TestLongTexts reads texts that are longer than a buffer, with escapes at all positions relative to its end.
func TestLongTexts(t *testing.T) {
	for shift := range 4 {
		long := strings.Repeat("x", shift) + strings.Repeat(`\"`, 300_000)
		r, err := v8.NewReader(strings.NewReader(header + `,"strings":["` + long + `","` + strings.Repeat(`\\`, 5<<20) + `","end"]}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		var lengths []int
		if err := r.Strings(func(raw []byte) error { lengths = append(lengths, len(raw)); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(lengths) != 3 || lengths[0] != len(long) || lengths[1] != 1<<22 || lengths[2] != 3 {
			t.Errorf("lengths %d", lengths)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	file := io.MultiReader(strings.NewReader(header+`,"nodes":[1,2,3,4,5`), iotest.ErrReader(broken))
	if got := text(file); got != "nodes: [1 2 3 4 5] broken" && got != "nodes: broken" {
		t.Errorf("got %s", got)
	}
}

func TestSniff(t *testing.T) {
	for head, want := range map[string]bool{header: true, "\n{ \"snapshot\" : { \"meta\" : {": true, `{"snapshot":{"met`: false, `{"root":`: false, "": false} {
		if v8.Sniff([]byte(head)) != want {
			t.Errorf("%.40s: %v", head, !want)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(header + `,"nodes":[0,1,2,3,4],"strings":["a\u00e9"]}`))
	f.Add([]byte("\x03"))
	f.Fuzz(func(_ *testing.T, data []byte) {
		text(bytes.NewReader(data))
		text(bytes.NewReader(hostile.Snapshot(data)))
	})
}
