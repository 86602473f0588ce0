package unwrap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"
)

// testLines recognizes lines with the word VM. Lines with the word date need their dates.
var testLines = Lines{
	Start:    func(line []byte) int { return bytes.Index(line, []byte("VM ")) },
	Dated:    func(line []byte) bool { return bytes.Contains(line, []byte("date")) },
	DateMark: "at ",
}

// plainOf returns the lines of a text, and the names of the removed parts. The whole text is the sample.
func plainOf(t testing.TB, data []byte) (text, removed string) {
	t.Helper()
	w, ok := Of(data[:min(len(data), 4096)], testLines)
	if !ok {
		return "", "no text"
	}
	r, err := w.Decoded(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	part, err := io.ReadAll(iotest.OneByteReader(r))
	if err != nil {
		t.Fatal(err)
	}
	learned := w.Learn(part)
	if r, err = w.Reader(iotest.HalfReader(bytes.NewReader(data))); err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(iotest.OneByteReader(r))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read, learned) {
		t.Fatalf("%q: read %q, learned %q", data, read, learned)
	}
	if (w.String() == "") != w.IsPlain() {
		t.Fatalf("%q: plain is %t, removed %q", data, w.IsPlain(), w.String())
	}
	return string(read), w.String()
}

func utf16Of(text string, put func([]byte, uint16) []byte) (out []byte) {
	for _, u := range utf16.Encode([]rune(text)) {
		out = put(out, u)
	}
	return out
}

func little(b []byte, u uint16) []byte { return append(b, byte(u), byte(u>>8)) }
func big(b []byte, u uint16) []byte    { return append(b, byte(u>>8), byte(u)) }

func utf32Of(text string, isBig bool) (out []byte) {
	for _, c := range text {
		u := []byte{byte(c), byte(c >> 8), byte(c >> 16), byte(c >> 24)}
		if isBig {
			slices.Reverse(u)
		}
		out = append(out, u...)
	}
	return out
}

// TestEncodings checks that a text in every encoding, with or without a byte order mark, is read as it is in UTF-8.
func TestEncodings(t *testing.T) {
	const text = "VM line one, ordinary enough to be ASCII\r\nü𝄞 line two\n   VM three"
	for name, data := range map[string][]byte{
		"": []byte(text), "the byte order mark at the start": []byte("\ufeff" + text),
		"the encoding UTF-16 (little-endian)": utf16Of("\ufeff"+text, little), "the encoding UTF-16 (big-endian)": utf16Of("\ufeff"+text, big),
		"the encoding UTF-32 (little-endian)": utf32Of("\ufeff"+text, false), "the encoding UTF-32 (big-endian)": utf32Of("\ufeff"+text, true),
		"the encoding UTF-16 (little-endian), no mark": utf16Of(text, little), "the encoding UTF-16 (big-endian), no mark": utf16Of(text, big),
		"the encoding UTF-32 (little-endian), no mark": utf32Of(text, false), "the encoding UTF-32 (big-endian), no mark": utf32Of(text, true),
		"zero bytes at the start": append(make([]byte, minZeros), text...),
	} {
		got, removed := plainOf(t, data)
		if got != text || removed != strings.TrimSuffix(name, ", no mark") {
			t.Errorf("%s: %q without %q", name, got, removed)
		}
	}
	if got, removed := plainOf(t, []byte("VM a\rVM b\r")); got != "VM a\nVM b\n" || removed != "CR at the ends of lines" {
		t.Errorf("CR: %q without %q", got, removed)
	}
	if got, removed := plainOf(t, append(make([]byte, minZeros-1), text...)); removed != "no text" {
		t.Errorf("few zeros: %q without %q", got, removed)
	}
	if got, removed := plainOf(t, []byte(strings.Repeat("\x01\x02\xff\xfe", 100))); removed != "no text" {
		t.Errorf("binary: %q without %q", got, removed)
	}
	half := append(append(utf16Of("\ufeffVM ", little), 0x3d, 0xd8), utf16Of(" x", little)...) // the first of two units, and a byte too many
	if got, _ := plainOf(t, append(half, 0x3d)); !utf8.ValidString(got) || !strings.HasPrefix(got, "VM ") {
		t.Errorf("half a pair and half a unit: %q", got)
	}
}

func jsonLine(members ...string) string {
	object := map[string]string{}
	for i := 0; i < len(members); i += 2 {
		object[members[i]] = members[i+1]
	}
	line, _ := json.Marshal(object) // strings do not fail
	return string(line) + "\n"
}

// TestLayers checks the parts removed from lines.
func TestLayers(t *testing.T) {
	const day = "2026-01-02T03:04:05.678901234Z"
	array, _ := json.Marshal(map[string]any{"MESSAGE": []int{'V', 'M', ' ', 255}})
	for _, test := range []struct{ name, text, want, removed string }{
		{"nothing", "x\nVM 1\nVM 2\n", "x\nVM 1\nVM 2\n", ""},
		{"times", day + " VM 1\n" + day + "   x\n2027-10-22T03:04:05.1Z VM 2\n" + day + " \n" + day + "\n", "VM 1\n  x\nVM 2\n\n\n",
			`the prefix of each line, such as "2027-10-22T03:04:05.1Z"`},
		{"lines with another prefix remain", day + " VM 1\n" + day + " VM 2\nINFO x\n", "VM 1\nVM 2\nINFO x\n", "the prefix of each line, such as " +
			`"` + day + `"`},
		{"journal", "Nov  3 10:00:00 a7 java[12]: VM 1\nDec 13 10:00:00 a7 java[7]: VM 2\nDec 13 10:00:00 a8 java[7]: VM 3\n",
			"VM 1\nVM 2\nDec 13 10:00:00 a8 java[7]: VM 3\n", `the prefix of each line, such as "Dec 13 10:00:00 a7 java[7]:"`},
		{"two containers", "app-1 | VM 1\napp-2 | VM 2\napp-2 | VM 3\n", "app-1 | VM 1\nVM 2\nVM 3\n", `the prefix of each line, such as "app-2 |"`},
		{"as many without a prefix", "x VM 1\nVM 2\n", "x VM 1\nVM 2\n", ""},
		{"container runtime", day + " stdout F VM 1\n" + day + " stdout P VM \n" + day + " stderr P err\n" + day + " stdout F 2\n" +
			day + " stderr F or\n" + day + " stdout P:x tail\n", "VM 1\nVM 2\nerror\ntail\n", "time, stream and tag before each line (container log)"},
		{"date", day + " stdout P da\n" + day + " stdout F te 1\n" + day + " stdout F 2\n", "at " + day + "\ndate 1\n2\n", "time, stream and tag before each line (container log)"},
		{"Docker", jsonLine("log", "VM 1\n", "stream", "stdout", "time", day) + jsonLine("log", "VM ", "stream", "stdout") +
			jsonLine("log", "2\r\n", "stream", "stdout") + jsonLine("log", "date\n", "stream", "stdout", "time", day), "VM 1\nVM 2\nat " + day + "\ndate\n",
			"JSON objects around the lines (member log)"},
		{"journal as JSON", jsonLine("MESSAGE", "date", "__REALTIME_TIMESTAMP", "1795255200000123") + string(array) + "\n",
			"at 1795255200000\ndate\nVM \xff\n", "JSON objects around the lines (member MESSAGE)"},
		{"another member", jsonLine("message", "VM 1\nVM 2", "level", "INFO"), "VM 1\nVM 2\n", "JSON objects around the lines (member message)"},
		{"objects without text", jsonLine("a", "VM 1\n"), jsonLine("a", "VM 1\n"), ""},
		{"in one another", day + " stdout F " + jsonLine("log", "Nov  3 10:00:00 VM 1\n", "stream", "stdout"), "VM 1\n",
			`time, stream and tag before each line (container log), JSON objects around the lines (member log), ` +
				`the prefix of each line, such as "Nov  3 10:00:00"`},
		{"a line that is too long", "a VM 1\na " + strings.Repeat("x", maxLine+9) + "\na VM 2\n", "VM 1\na " + strings.Repeat("x", maxLine+9) +
			"\nVM 2\n", `the prefix of each line, such as "a"`},
	} {
		got, removed := plainOf(t, []byte(test.text))
		if got != test.want || removed != test.removed {
			t.Errorf("%s: %.200q without %s\nwant %.200q without %s", test.name, got, removed, test.want, test.removed)
		}
	}
}

// TestShapes checks which prefixes belong to one program.
func TestShapes(t *testing.T) {
	for _, test := range []struct {
		prefix, other string
		same          bool
	}{
		{"2026-01-02T03:04:05Z ", "2027-11-12T13:14:15Z ", true}, {"Mon Jan  2 03:04:05 ", "Tue Feb 12 13:14:15 ", true},
		{"app-1 | ", "app-2 | ", false}, {"web-7d9-x1 ", "web-7d8-x1 ", false}, {"host java[12]: ", "host java[7]: ", true},
		{"ip-10-0-0-1 ", "ip-10-0-0-2 ", false}, {"app  | ", "app | ", true}, {"a ", "b ", false}, {"Janet ", "Febet ", false},
		{"2026/01/02 03:04 ", "2026/11/22 13:14 ", true}, {"[INFO] 1 ", "[INFO] 22 ", true}, {"a  ", "a ", false},
	} {
		n, ok := matchShape(shapeOf([]byte(test.prefix)), []byte(test.other+"x"))
		if ok != test.same || ok && n != len(test.other) {
			t.Errorf("%q and %q: %t, %d bytes", test.prefix, test.other, ok, n)
		}
		if n, ok := matchShape(shapeOf([]byte(test.prefix)), []byte(test.prefix+"x")); !ok || n != len(test.prefix) {
			t.Errorf("%q does not match itself: %d", test.prefix, n)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestReadFails checks that the error of a source is returned by every stage.
func TestReadFails(t *testing.T) {
	broken := fmt.Errorf("bad sector")
	for _, head := range []string{"VM 1\n", "x VM 1\n", "\xff\xfeV\x00M\x00 \x00", "VM\rVM \r", strings.Repeat("\x00", minZeros) + "VM "} {
		w, ok := Of([]byte(head), testLines)
		if !ok {
			t.Fatalf("%q is no text", head)
		}
		w.Learn([]byte(head))
		r, err := w.Reader(io.MultiReader(strings.NewReader(head), failing{broken}))
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err != broken {
			t.Errorf("%q: %v", head, err)
		}
	}
}

// FuzzText reads any bytes as a text. It checks that Reader and Learn return the same lines, and that text within JSON and with a prefix is found.
func FuzzText(f *testing.F) {
	f.Add([]byte("2026-01-02T03:04:05.6Z stdout P VM \n2026-01-02T03:04:05.6Z stdout F 1\n"))
	f.Add([]byte("{\"log\":\"VM 1\\n\",\"stream\":\"stdout\"}\n"))
	f.Add([]byte("Nov  3 10:00:00 a7 java[12]: VM 1\n"))
	f.Add(utf16Of("\ufeffVM 1\nVM 2", little))
	f.Add(append(make([]byte, minZeros), "VM\r"...))
	f.Fuzz(func(t *testing.T, data []byte) {
		plainOf(t, data)
		text := strings.ToValidUTF8(string(data), "?")
		if strings.ContainsAny(text, "\r\n\x00") || len(text) > 1000 {
			return
		}
		wrapped := strings.Repeat(jsonLine("log", "VM "+text+"\n", "stream", "stdout"), 2)
		if got, _ := plainOf(t, []byte(wrapped)); got != strings.Repeat("VM "+text+"\n", 2) {
			t.Fatalf("%q is %q in JSON", text, got)
		}
	})
}
