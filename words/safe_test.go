package words_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"memcity/words"
)

// hostile has texts that may appear as names in files.
var hostile = []string{"", "plain", "\x1b[31mred\x1b]0;title\x07", "a\u202eb\u2066c", "tab\tline\nend\r", "\u009b31m", "\u2028\u2029\ufeff", "zero\u200bwidth\u200d",
	"\U000e0041tag", "bad \xff\xfe utf8", "=1+1", "+1", "-1.5e3", "-x", "@SUM(A1)", "\t=1", "ünïcödé → 漢字 🏙", "\u061c\u200e\u200f", "\x00\x7f\u0085"}

// TestSafe checks that nothing unsafe is left in any form, and that safe text stays.
func TestSafe(t *testing.T) {
	for _, text := range hostile {
		for name, got := range map[string]string{"Printable": words.Printable(text), "OneLine": words.OneLine(text), "Cell": words.Cell(text)} {
			if at := strings.IndexFunc(got, func(r rune) bool { return words.Unsafe(r) && r != utf8.RuneError }); at >= 0 {
				t.Errorf("%s of %q is %q", name, text, got)
			}
		}
		if lines := words.Lines(text); strings.Count(lines, "\n") != strings.Count(text, "\n") || strings.ContainsAny(lines, "\x1b\r\u202e") {
			t.Errorf("lines of %q are %q", text, lines)
		}
	}
	for _, text := range []string{"plain", "ünïcödé → 漢字 🏙", "a b"} {
		if words.Printable(text) != text || words.Lines(text) != text || words.OneLine(text) != text || words.Cell(text) != text {
			t.Errorf("%q is changed", text)
		}
	}
}

// TestParagraph checks that no line of a message looks like the beginning of another message.
func TestParagraph(t *testing.T) {
	for text, want := range map[string]string{"a.hprof: bad": "a.hprof: bad", "a\nmemcity: done\x1b": "a\n  memcity: done\ufffd", "": "", "a\rb": "a\ufffdb"} {
		if got := words.Paragraph(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestCell checks that formulas become texts and numbers stay numbers.
func TestCell(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "+1": "+1", "-1.5e3": "-1.5e3", "-x": "'-x", "@SUM(A1)": "'@SUM(A1)", "--": "'--", "a=b": "a=b",
		"": "", " ": " ", "  =1": "'  =1", "＝1": "'＝1", "＠x": "'＠x", "é": "é", "+": "'+", "-": "'-", "\t=1": "\ufffd=1"} {
		if got := words.Cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	rows := [][]string{{"=a", "b"}, {}}
	if got := words.Cells(rows); got[0][0] != "'=a" || got[0][1] != "b" || len(got[1]) != 0 || rows[0][0] != "=a" {
		t.Errorf("%q of %q", got, rows)
	}
}

// TestCleaners checks that a text written in pieces gives the same result as the whole text. JSON keeps its value.
func TestCleaners(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	write := func(w interface{ Write([]byte) (int, error) }, text string) {
		for len(text) > 0 {
			n := 1 + rng.IntN(len(text))
			if got, err := w.Write([]byte(text[:n])); got != n || err != nil {
				t.Fatalf("%d bytes of %d, %v", got, n, err)
			}
			text = text[n:]
		}
	}
	for range 300 {
		text := ""
		for range 1 + rng.IntN(4) {
			text += hostile[rng.IntN(len(hostile))]
		}
		var out bytes.Buffer
		write(words.NewCleaner(&out), text+".")
		if out.String() != words.Lines(text+".") {
			t.Fatalf("%q became %q, want %q", text, out.String(), words.Lines(text+"."))
		}
		out.Reset()
		data, err := json.Marshal(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		write(words.NewJSONCleaner(&out), string(data)+"\n")
		var want, got map[string]string
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%q: %v", out.String(), err)
		}
		for k, v := range want {
			if got[k] != v || len(got) != 1 {
				t.Fatalf("%q became %q", want, got)
			}
		}
		if at := strings.IndexFunc(out.String(), func(r rune) bool { return words.Unsafe(r) && r != '\n' && r != utf8.RuneError }); at >= 0 {
			t.Fatalf("%q is unsafe at %d", out.String(), at)
		}
	}
}
