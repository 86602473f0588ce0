package histogram_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"memcity/trace/wire/histogram"
)

const java25 = `5881:
 num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:        118722        3908088  [B (java.base@25.0.3)
   2:             3             48  Main$$Lambda/0x00007f0001000400
   3:             1             16  app.Main
Total        118726        3908152
`

const java8 = `
 num     #instances         #bytes  class name
----------------------------------------------
   1:          1000          24000  java.lang.String
   2:             2             32  app.Odd (name)x
Total          1002          24032
`

func TestRead(t *testing.T) {
	got, err := histogram.Read(strings.NewReader(java25 + java8))
	if err != nil {
		t.Fatal(err)
	}
	want := []histogram.Histogram{
		{Line: 2, Objects: 118726, Bytes: 3908152, Rows: []histogram.Row{
			{Name: "[B", Module: "java.base@25.0.3", Objects: 118722, Bytes: 3908088},
			{Name: "Main$$Lambda/0x00007f0001000400", Objects: 3, Bytes: 48},
			{Name: "app.Main", Objects: 1, Bytes: 16}}},
		{Line: 9, Objects: 1002, Bytes: 24032, Rows: []histogram.Row{
			{Name: "java.lang.String", Objects: 1000, Bytes: 24000},
			{Name: "app.Odd (name)x", Objects: 2, Bytes: 32}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v\nwant %+v", got, want)
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{java25: true, java8: true, java8[:20]: false, "": false, "{}": false,
		"num #instances": false, "text\n" + java8: false} {
		if got := histogram.Sniff([]byte(text)); got != want {
			t.Errorf("%.30q: %v, want %v", text, got, want)
		}
	}
}

func TestFaults(t *testing.T) {
	const heading = " num     #instances         #bytes  class name\n"
	tests := []struct {
		text string
		line int
		rows int // rows read before the fault
	}{
		{"hello", 1, 0},
		{heading + "1: 2 3 A\n2: x 3 B\n", 3, 1},
		{heading + "1: 2 -3 A\n", 2, 0},
		{heading + "1: 2 3\n", 2, 0},
		{heading + "1: 9223372036854775807 3 A\n2: 1 3 B", 3, 1},
		{heading + "1: 1 3 " + strings.Repeat("A", histogram.MaxLine), 2, 0},
	}
	for _, test := range tests {
		got, err := histogram.Read(strings.NewReader(test.text))
		var fault *histogram.LineError
		rows := 0
		if len(got) > 0 {
			rows = len(got[0].Rows)
		}
		if !errors.As(err, &fault) || fault.Line != test.line || rows != test.rows {
			t.Errorf("%.60q: %d rows, error %v; want %d and a fault in line %d", test.text, rows, err, test.rows, test.line)
		}
	}
}

func TestCut(t *testing.T) {
	got, err := histogram.Read(strings.NewReader(strings.TrimSuffix(java8, "Total          1002          24032\n")))
	if err != nil || len(got) != 1 || !got[0].Cut || len(got[0].Rows) != 2 {
		t.Errorf("read %+v (%v)", got, err)
	}
}

// FuzzRead writes the result and reads it again.
func FuzzRead(f *testing.F) {
	f.Add(java25 + java8)
	f.Add(java8)
	f.Fuzz(func(t *testing.T, text string) {
		read, _ := histogram.Read(strings.NewReader(text))
		var b strings.Builder
		for _, h := range read {
			b.WriteString(" num #instances #bytes class name\n")
			for i, r := range h.Rows {
				fmt.Fprintf(&b, "%d: %d %d %s", i+1, r.Objects, r.Bytes, r.Name)
				if r.Module != "" || strings.HasSuffix(r.Name, ")") {
					fmt.Fprintf(&b, " (%s)", r.Module)
				}
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "Total %d %d\n", h.Objects, h.Bytes)
		}
		again, err := histogram.Read(strings.NewReader(b.String()))
		if err != nil || len(again) != len(read) {
			t.Fatalf("%q becomes %q: %v", text, b.String(), err)
		}
		for i := range read {
			read[i].Line, read[i].Cut = again[i].Line, again[i].Cut
			if !reflect.DeepEqual(read[i].Rows, again[i].Rows) {
				t.Fatalf("%+v becomes %+v", read[i].Rows, again[i].Rows)
			}
		}
	})
}

// TestDates checks that a date above a heading, in any usual form, is the time of the histogram, and that dates below histograms belong to
// the histograms above them.
func TestDates(t *testing.T) {
	const unix = 1_795_255_200_000 // 2026-11-21 10:00:00 UTC
	for text, want := range map[string]int64{
		"Sat Nov 21 10:00:00 UTC 2026": unix, "Sat Nov 21 10:00:00 AM UTC 2026": unix, "Sat 21 Nov 2026 10:00:00 AM UTC": unix,
		"Sat, 21 Nov 2026 12:00:00 +0200": unix, "2026-11-21T10:00:00+00:00": unix, "2026-11-21 10:00:00": unix,
		"=== 2026-11-21 10:00:00,250 ===": unix + 250, "2026-11-21T05:00:00.250-0500": unix + 250, "2026-11-21T10:00:00Z pid 7": unix,
		"1795255200": unix, "at 1795255200123": unix + 123, "Sat Nov  7 10:00:00 UTC 2026": unix - 14*86_400_000,
		"Nov 21 2026 10:00:00": unix,
		"2026-13-21 10:00:00":  0, "10:00:00": 0, "Nov 21 10:00:00": 0, "pid 12345": 0, "1795255200 1795255200": 0, "what?": 0,
		strings.Repeat("x", 300) + " 2026-11-21 10:00:00": 0,
	} {
		all, err := histogram.Read(strings.NewReader(text + "\n" + java8))
		if err != nil || len(all) != 1 || all[0].Unix != want || (all[0].Skipped == 0) != (want > 0) {
			t.Errorf("%q: %v, %v, want %d", text, all, err, want)
		}
	}
	for text, want := range map[string]string{"a%b%": "1 2", "%a%b": "1 2", "%%": "0 0", "a%%": "1 0", "%a%": "0 1", "%b%c": "2 3",
		"s%bs%": "3 2", "s%s%": "3 3", "%s%b": "3 2"} {
		dates := strings.NewReplacer("%", java8, "a", "2026-11-21 10:00:01\n", "b", "2026-11-21 10:00:02\n", "c", "2026-11-21 10:00:03\n",
			"s", histogram.StoredAt+"2026-11-21 10:00:03\n")
		all, err := histogram.Read(strings.NewReader(dates.Replace(text)))
		var got []string
		for _, h := range all {
			got = append(got, fmt.Sprint(max(0, h.Unix-unix)/1000))
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s; %v", text, got, want, err)
		}
	}
}

// TestOtherLines checks that output of a program before, between and inside histograms is skipped and counted, and that a date ends a
// histogram without a total.
func TestOtherLines(t *testing.T) {
	const heading, row = " num #instances #bytes class name\n", "1: 1 1 A\n"
	for text, want := range map[string]string{
		"x\n" + heading + row + "Total 1 1\n": "1 1@1 false", heading + row + "x\n2: 1 1 B\nTotal 2 2\n": "2 1@3 false",
		heading + row + "x\n" + "Total 1 1\ny\nz\n" + heading + row + "Total 1 1\nw\n": "1 1@3 false, 1 3@5 false",
		heading + row + "2026-11-21 10:00:00\n" + row:                                  "1 1@4 true",
		"\ufeff" + heading + row + "Total 1 1":                                         "1 0@0 false",
	} {
		all, err := histogram.Read(strings.NewReader(text))
		var got []string
		for _, h := range all {
			got = append(got, fmt.Sprintf("%d %d@%d %t", len(h.Rows), h.Skipped, h.SkippedLine, h.Cut))
		}
		if err != nil || strings.Join(got, ", ") != want || !histogram.Find([]byte(strings.TrimPrefix(text, "\ufeff"))) {
			t.Errorf("%q: %v, want %s; %v", text, got, want, err)
		}
	}
	for _, text := range []string{"", heading, "num x\n" + row, heading + "x\n" + row, row} {
		if histogram.Find([]byte(text)) {
			t.Errorf("%q contains a histogram", text)
		}
	}
}
