package hirth_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/wire/hirth"
)

// listing4 and listing5 are the files that the program of listing 3 writes, in the text form.
const listing4 = `0|285377351|0|1|2|0
1|285377351|156727562|1|3|4|1
2|285377351|156727562|1|5|11
1|285377351|146123415|2|6|4|12
`

const listing5 = `1|12|Main:5
2|18|ArrayList
3|12|Main:6
4|14|Integer
5|12|Main:8
6|12|Main:9
`

// listing4Bytes is listing4 in binary, written by hand from section 4.2: 32-bit numbers, and two bytes per letter.
const listing4Bytes = `
	00000000 11028347 00000000 00000001 00000002 00000000
	00000001 11028347 0957790a 00000001 00000003 00000004 00000001
	00000002 11028347 0957790a 00000001 00000005 0000000b
	00000001 11028347 08b5aa97 00000002 00000006 00000004 0000000c`

const listing5Bytes = `
	00000001 0000000c 004d 0061 0069 006e 003a 0035
	00000002 00000012 0041 0072 0072 0061 0079 004c 0069 0073 0074
	00000003 0000000c 004d 0061 0069 006e 003a 0036
	00000004 0000000e 0049 006e 0074 0065 0067 0065 0072
	00000005 0000000c 004d 0061 0069 006e 003a 0038
	00000006 0000000c 004d 0061 0069 006e 003a 0039`

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// eventsOf reads events until an error, which is nil at the end.
func eventsOf(data []byte) (all []hirth.Event, err error) {
	r := hirth.NewReader(bytes.NewReader(data))
	for {
		e, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
}

// eventText returns events as in listing 4: a line per record, with | between its numbers.
func eventText(events []hirth.Event) string {
	var w strings.Builder
	for _, e := range events {
		separator := ""
		for number := range slices.Chunk(hirth.Append(nil, e), 4) {
			fmt.Fprint(&w, separator, binary.BigEndian.Uint32(number))
			separator = "|"
		}
		w.WriteByte('\n')
	}
	return w.String()
}

// symbolText returns symbols as in listing 5.
func symbolText(symbols []hirth.Symbol) string {
	var w strings.Builder
	for _, s := range symbols {
		fmt.Fprintf(&w, "%d|%d|%s\n", s.ID, 2*len(utf16.Encode([]rune(s.Text))), s.Text)
	}
	return w.String()
}

// TestListings compares the files of the thesis byte for byte, in both directions and as text.
func TestListings(t *testing.T) {
	want := unhex(t, listing4Bytes)
	events, err := eventsOf(want)
	if got := eventText(events); err != nil || got != listing4 {
		t.Errorf("listing 4 is read as\n%s%v", got, err)
	}
	var written []byte
	for _, e := range events {
		written = hirth.Append(written, e)
	}
	if !bytes.Equal(written, want) {
		t.Errorf("listing 4 is written as\n%x, want\n%x", written, want)
	}
	want = unhex(t, listing5Bytes)
	symbols, err := hirth.ReadSymbols(bytes.NewReader(want))
	if got := symbolText(symbols); err != nil || got != listing5 {
		t.Errorf("listing 5 is read as\n%s%v", got, err)
	}
	written = nil
	for _, s := range symbols {
		if written, err = hirth.AppendSymbol(written, s); err != nil {
			t.Error(err)
		}
	}
	if !bytes.Equal(written, want) {
		t.Errorf("listing 5 is written as\n%x, want\n%x", written, want)
	}
}

// TestFaults checks the position of faults, and the records read before.
func TestFaults(t *testing.T) {
	good := unhex(t, listing4Bytes)
	broken := errors.New("broken")
	for _, test := range []struct {
		data []byte
		n    int
		want string
	}{
		{nil, 0, "<nil>"},
		{good[:24], 1, "<nil>"},
		{good[:25], 1, "offset 24: the file ends at byte 25, in the middle of a record"},
		{good[:28], 1, "offset 24: the file ends at byte 28, in the middle of a record"},
		{good[:2], 0, "offset 0: the file ends at byte 2, in the middle of a record"},
		{slices.Concat(good, []byte{0, 0, 0, 5}), 4, "offset 104: expected a kind of event from 0 to 4, found 5"},
		{unhex(t, "00000000 00000001 80000000 00000001 00000001 00000000"), 0, "offset 0: the size of a collection is -2147483648"},
		{unhex(t, "00000004 00000001 ffffffff"), 0, "offset 0: the time of an event is -1 ms"},
	} {
		if all, err := eventsOf(test.data); len(all) != test.n || fmt.Sprint(err) != test.want {
			t.Errorf("%d bytes: %d events, %v, want %s", len(test.data), len(all), err, test.want)
		}
	}
	symbols := unhex(t, listing5Bytes)
	for _, test := range []struct {
		data []byte
		n    int
		want string
	}{
		{symbols[:20], 1, "<nil>"},
		{symbols[:24], 1, "offset 20: the file ends at byte 24, in the middle of a record"},
		{symbols[:28], 1, "offset 20: the file ends at byte 28, in the middle of a record"},
		{unhex(t, "00000001 00000003"), 0, "offset 0: expected an even length of a text, up to 131072 bytes, found 3"},
		{unhex(t, "00000001 00020002"), 0, "offset 0: expected an even length of a text, up to 131072 bytes, found 131074"},
		{unhex(t, "00000001 00020000"), 0, "offset 0: the file ends at byte 8, in the middle of a record"},
		{unhex(t, "00000007 00000000"), 1, "<nil>"},
	} {
		if all, err := hirth.ReadSymbols(bytes.NewReader(test.data)); len(all) != test.n || fmt.Sprint(err) != test.want {
			t.Errorf("%x: %d symbols, %v, want %s", test.data, len(all), err, test.want)
		}
	}
	failing := io.MultiReader(bytes.NewReader(good[:30]), &failingReader{broken})
	r := hirth.NewReader(failing)
	if _, err := r.Next(); err != nil {
		t.Error(err)
	}
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
	if _, err := hirth.ReadSymbols(&failingReader{broken}); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
	if _, err := hirth.AppendSymbol(nil, hirth.Symbol{ID: 1, Text: strings.Repeat("x", hirth.MaxText/2+1)}); err == nil {
		t.Error("a text that is too long is written")
	}
	if _, err := hirth.AppendSymbol(nil, hirth.Symbol{ID: 1, Text: strings.Repeat("x", hirth.MaxText/2)}); err != nil {
		t.Error(err)
	}
}

type failingReader struct{ err error }

func (r *failingReader) Read([]byte) (int, error) { return 0, r.err }

func TestSniff(t *testing.T) {
	events, symbols := unhex(t, listing4Bytes), unhex(t, listing5Bytes)
	for _, test := range []struct {
		name           string
		head           []byte
		trace, symbols bool
	}{
		{"the trace file", events, true, false}, {"its first record", events[:24], true, false}, {"with half of the second", events[:40], true, false},
		{"half of the first", events[:20], false, false}, {"nothing", nil, false, false}, {"the symbols", symbols, false, true},
		{"half of a symbol behind one", symbols[:30], false, true}, {"half of a symbol", symbols[:19], false, false},
		{"zeros", make([]byte, 4096), false, false}, {"text", []byte(strings.Repeat("hello world ", 300)), false, false},
		{"an ADD first", events[24:], false, false}, {"an unknown kind", slices.Concat(events, []byte{0, 0, 0, 9}), false, false},
		{"a late start", unhex(t, "00000000 00000001 00000000 00000001 00000001 00002711"), false, false},
		{"a start that is late enough", unhex(t, "00000000 00000001 00000000 00000001 00000001 00002710"), true, false},
		{"times that descend", unhex(t, "00000000 00000001 00000000 00000001 00000001 00000000 00000004 00000001 00002711 00000004 00000002 00000000"),
			false, false},
		{"letters that cannot be printed", unhex(t, "00000001 00000002 0001"), false, false},
	} {
		if got := hirth.Sniff(test.head); got != test.trace {
			t.Errorf("%s: trace file %v", test.name, got)
		}
		if got := hirth.SniffSymbols(test.head); got != test.symbols {
			t.Errorf("%s: symbols %v", test.name, got)
		}
	}
}

// TestRound checks that written files are read unchanged.
func TestRound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var data, names []byte
		var events []hirth.Event
		var symbols []hirth.Symbol
		for range r.IntN(20) {
			e := hirth.Event{Kind: hirth.Kind(r.IntN(5)), Collection: r.Uint32(), Time: r.Int32()}
			if e.Kind != hirth.Dealloc {
				e.Size, e.Site = r.Int32(), r.Uint32()
			}
			if e.Kind >= hirth.Add && e.Kind <= hirth.Remove {
				e.Element = r.Uint32()
			}
			if e.Kind <= hirth.Add {
				e.Type = r.Uint32()
			}
			events, data = append(events, e), hirth.Append(data, e)
			s := hirth.Symbol{ID: r.Uint32(), Text: string([]rune{rune(r.IntN(0xd800)), 'x', 0x1f600 + rune(r.IntN(100))})}
			symbols = append(symbols, s)
			names, _ = hirth.AppendSymbol(names, s)
		}
		if got, err := eventsOf(data); err != nil || !slices.Equal(got, events) {
			t.Fatalf("got %v, want %v, %v", got, events, err)
		}
		if got, err := hirth.ReadSymbols(bytes.NewReader(names)); err != nil || !slices.Equal(got, symbols) {
			t.Fatalf("got %v, want %v, %v", got, symbols, err)
		}
	}
}

// TestDamage records the content of files that end early, or that lack or repeat a byte.
func TestDamage(t *testing.T) {
	var w strings.Builder
	w.WriteString(testrun.DamageTable(unhex(t, listing4Bytes), func(data []byte) string {
		all, err := eventsOf(data)
		return fmt.Sprintf("%s %v %v", eventText(all), err, hirth.Sniff(data))
	}, testrun.Cut, testrun.Delete, testrun.Double))
	w.WriteString(testrun.DamageTable(unhex(t, listing5Bytes), func(data []byte) string {
		all, err := hirth.ReadSymbols(bytes.NewReader(data))
		return fmt.Sprintf("%q %v %v", symbolText(all), err, hirth.SniffSymbols(data))
	}, testrun.Cut, testrun.Delete, testrun.Double))
	golden.File(t, "damage.txt", w.String())
}

// FuzzRead reads files of random bytes, and checks that writing the result gives the start of the file.
func FuzzRead(f *testing.F) {
	events, symbols := unhex(f, listing4Bytes), unhex(f, listing5Bytes)
	f.Add(events)
	f.Add(symbols)
	f.Add(events[:30])
	f.Add(symbols[:30])
	f.Fuzz(func(t *testing.T, data []byte) {
		hirth.Sniff(data)
		hirth.SniffSymbols(data)
		all, err := eventsOf(data)
		var again []byte
		for _, e := range all {
			again = hirth.Append(again, e)
		}
		var fault *hirth.Fault
		if !bytes.HasPrefix(data, again) || (err == nil) != (len(again) == len(data)) || err != nil && (!errors.As(err, &fault) ||
			fault.Offset != int64(len(again))) {
			t.Fatalf("%d of %d bytes, %v", len(again), len(data), err)
		}
		names, _ := hirth.ReadSymbols(bytes.NewReader(data)) // any error is acceptable
		again = again[:0]
		for _, s := range names {
			before := len(again)
			if again, err = hirth.AppendSymbol(again, s); err != nil || !utf8.ValidString(s.Text) {
				t.Fatalf("%q, %v", s.Text, err)
			}
			if got, err := hirth.ReadSymbols(bytes.NewReader(again[before:])); err != nil || len(got) != 1 || got[0] != s {
				t.Fatalf("%q is read as %v, %v", s.Text, got, err)
			}
		}
	})
}
