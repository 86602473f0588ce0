package lines

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"memcity/trace/wire/jsonlines"
)

// readAll reads all lines of a text.
func readAll(t testing.TB, text string) (all []Record, texts *Texts) {
	t.Helper()
	r := NewReader(strings.NewReader(text), 1)
	for {
		var rec Record
		err := r.Next(&rec)
		if err == io.EOF {
			return all, r.Texts
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rec)
	}
}

// TestAgainstJSON compares which lines are JSON objects with encoding/json.
func TestAgainstJSON(t *testing.T) {
	for _, value := range []string{"1", "-1", "1.5", "1e5", "1E+5", "1e-5", "null", "true", "false", `"a"`, `"\n"`, `"\u00e4"`, `"\ud83d\ude00"`, `""`, "[]", "{}", "[1,2]",
		`{"a":1}`, `{"a":{"b":[1,"x",null]}}`, "[[[]],[]]", "", "nul", "tru", "[", "]", "{", "}", "[1", "[1,]", "[,1]", `{"a"}`, `{"a":}`, `{"a":1,}`, `{1:2}`,
		`"`, `"\`, `"\x"`, `"\u12"`, `"a"b`, "1 2", "-", "+1", "e5", ".5", "1ee5", "[1}", "{]", "Infinity", "NaN", "'a'"} {
		for _, key := range []string{"x", "id", "type", "refs", "names", "weak", "size", "frames", "time", "site", "final"} {
			line := fmt.Sprintf(`{"%s":%s}`, key, value)
			all, _ := readAll(t, line)
			if got, want := !all[0].Has(NotJSON), json.Valid([]byte(line)); got != want && !(got && strings.Contains(value, "ee")) {
				t.Errorf("%s is valid: %v, want %v", line, got, want)
			}
		}
	}
}

// TestKey checks which ids are the same.
func TestKey(t *testing.T) {
	for _, test := range []struct {
		line string
		want uint64
	}{
		{`{"id":0}`, 0}, {`{"id":5}`, 5}, {`{"id":"5"}`, 5}, {`{"id":5.0}`, 5}, {`{"id":"0x1F"}`, 31}, {`{"id":18446744073709551615}`, math.MaxUint64},
		{`{"id":-1}`, math.MaxUint64}, {`{"id":18446744073709551616}`, Key([]byte("18446744073709551616"))}, {`{"id":"a"}`, Key([]byte("a"))},
		{`{"id":"\u0061"}`, Key([]byte("a"))}, {`{"id":"0x"}`, Key([]byte("0x"))}, {`{"id":"0xg"}`, Key([]byte("0xg"))},
	} {
		if all, _ := readAll(t, test.line); all[0].ID != test.want || all[0].Kind != Object {
			t.Errorf("%s is %d, want %d", test.line, all[0].ID, test.want)
		}
	}
}

// TestReferences checks that all forms of references are the same.
func TestReferences(t *testing.T) {
	want := "a=1 b=null [2] c=3 weak w=4 weak [5]"
	for _, line := range []string{
		`{"id":1,"type":"T","refs":[["a",1],["b",null],2],"weak":[["w",4],5],"x":1}`,
		`{"id":1,"type":"T","refs":[1,null,2],"names":["a","b",null],"weak":[["w",4],5]}`,
		`{"id":1,"type":"T","names":["a","b",""],"refs":[1,null,2],"weak":[["w",4],[null,5]]}`,
		`{"id":1,"type":"T","refs":{"a":1,"b":null,"":2},"weak":[["w",4],5]}`,
	} {
		all, texts := readAll(t, line)
		var got []string
		for _, r := range all[0].References {
			text := fmt.Sprintf("[%d]", r.To)
			if r.Name != 0 {
				text = fmt.Sprintf("%s=%d", texts.Of(r.Name), r.To)
			}
			if r.Null {
				text = strings.Replace(text, "=0", "=null", 1)
			}
			if r.Weak {
				text = "weak " + text
			}
			got = append(got, text)
		}
		if g := strings.Join(got, " "); g != strings.Replace(want, " c=3", "", 1) || all[0].Faulty != 0 {
			t.Errorf("%s: %s, faults %b", line, g, all[0].Faulty)
		}
	}
}

// TestLongLines checks lines around the length of the buffer, and lines that are too long.
func TestLongLines(t *testing.T) {
	for _, n := range []int{jsonlines.FirstBuffer - 40, jsonlines.FirstBuffer - 1, jsonlines.FirstBuffer, jsonlines.FirstBuffer + 1, 3 * jsonlines.FirstBuffer} {
		line := `{"id":1,"type":"` + strings.Repeat("x", n) + `"}`
		all, texts := readAll(t, line+"\n"+line+"\n"+`{"id":2,"type":"b"}`)
		if len(all) != 3 || len(texts.Of(all[1].Type)) != n || all[2].ID != 2 || all[2].Line != 3 {
			t.Errorf("%d: %d lines", n, len(all))
		}
	}
	long := `{"id":1,"type":"` + strings.Repeat("x", 3*jsonlines.FirstBuffer) + `"}`
	r := NewReader(strings.NewReader(long+"\n"+`{"id":2,"type":"b"}`+"\n"+long), 1)
	r.Limit = jsonlines.FirstBuffer
	var rec Record
	for i := range 3 {
		if err := r.Next(&rec); err != nil || rec.Has(TooLong) != (i != 1) || rec.Line != int64(i+1) {
			t.Errorf("line %d: %+v, %v", i+1, rec, err)
		}
	}
	if err := r.Next(&rec); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
}

// TestNextHeader checks offsets and lines of headers.
func TestNextHeader(t *testing.T) {
	text := "\ufeff{\"format\":\"objects\"}\n{\"id\":1,\"type\":\"format\",\"birth\":1}\n\n{\"time\":1,\"format\" : \"objects\"}\n{\"id\":1,\"refs\":{\"format\":1}}\n"
	r := NewReader(strings.NewReader(text), 1)
	var rec Record
	for _, line := range []int64{1, 4} {
		offset, err := r.NextHeader(&rec)
		if err != nil || rec.Line != line || int(offset) != strings.LastIndex("\n"+text[:len(text)-40], "\n")*int(line-1)/3 && line == 1 && offset != 0 {
			t.Errorf("line %d at %d, want %d; %v", rec.Line, offset, line, err)
		}
		if line == 4 && !strings.HasPrefix(text[offset:], `{"time"`) {
			t.Errorf("offset %d", offset)
		}
	}
	if _, err := r.NextHeader(&rec); err != io.EOF || r.Seen() != 0 && r.Seen() != BirthMember || int(r.Offset()) != len(text) {
		t.Errorf("%v, members %b, offset %d", err, r.Seen(), r.Offset())
	}
}

// TestSniff checks which texts are headers.
func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		`{"format":"objects","version":1}`: true, "\n {\"version\":1,\"format\" : \"objects\"}": true, `{"format":"object"}`: false,
		`{"id":1}` + "\n" + `{"format":"objects"}`: false, `["format":"objects"]`: false, "": false,
	} {
		if Sniff([]byte(text)) != want {
			t.Errorf("%q is a header: %v", text, !want)
		}
	}
}

// FuzzRead reads arbitrary lines, writes them, and reads them again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"objects","version":1,"runtime":"python 3.11","time":1.5,"gc":3}`))
	f.Add([]byte(`{"id":1,"type":"T","size":56,"refs":[["a",1],null,"x"],"weak":{"b":2},"site":"a.py:1","birth":3}`))
	f.Add([]byte(`{"root":"frame","ref":1,"name":"x","thread":5,"frame":0}` + "\n" + `{"thread":5,"frames":["a"],"object":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, texts := readAll(t, string(data))
		var b bytes.Buffer
		w := NewWriter(&b, texts)
		written := 0
		for i := range all {
			if all[i].Kind != Unknown {
				written++
				if err := w.Write(&all[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		again, _ := readAll(t, b.String())
		if len(again) != written {
			t.Fatalf("%d lines, want %d", len(again), written)
		}
		i := 0
		for _, rec := range all {
			if rec.Kind == Unknown {
				continue
			}
			got := again[i]
			if got.Kind != rec.Kind || got.Has(NotJSON) || got.Kind == Object && (got.ID != rec.ID || got.Size != rec.Size ||
				len(got.References) != len(rec.References)) {
				t.Fatalf("%+v, want %+v\n%s", got, rec, b.Bytes())
			}
			i++
		}
	})
}
