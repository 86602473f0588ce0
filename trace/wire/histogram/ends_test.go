package histogram_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"memcity/trace/wire/histogram"
)

const heading = " num     #instances         #bytes  class name\n"

// TestEndsOfNumbers checks the largest numbers of a line and of all lines together.
func TestEndsOfNumbers(t *testing.T) {
	const most = math.MaxInt64
	line := func(objects, bytes uint64, name string) string {
		return fmt.Sprintf("1: %d %d %s\n", objects, bytes, name)
	}
	for _, test := range []struct {
		name, text, fault string
		rows              int
	}{
		{"largest", line(most, most, "A"), "", 1}, {"too many objects", line(most+1, 0, "A"), "expected a number of objects or bytes", 0},
		{"too many bytes", line(0, most+1, "A"), "expected a number of objects or bytes", 0},
		{"largest together", line(most-1, most-2, "A") + line(1, 2, "B"), "", 2}, {"too many objects together",
			line(most, 0, "A") + line(1, 0, "B"), "is too large", 1},
		{"too many bytes together", line(0, most-1, "A") + line(0, 2, "B"), "is too large", 1}, {"zero", line(0, 0, "A"), "", 1},
		{"negative", "1: -1 0 A\n", "expected a number of objects or bytes", 0}, {"negative bytes", "1: 0 -1 A\n",
			"expected a number of objects or bytes", 0},
		{"largest rank", "4294967295: 1 1 A\n", "", 1}, {"larger rank", "4294967296: 1 1 A\n", "expected a number, objects", 0},
		{"rank that is none", "a: 1 1 A\n", "", 0}, {"rank without a colon", "1 1 1 A\n", "", 0}, {"rank of digits above 8", "9: 1 1 A\n", "", 1},
		{"no name", "1: 1 1\n", "expected a number, objects", 0},
	} {
		all, err := histogram.Read(strings.NewReader("4294967295:\n9:\n" + heading + test.text))
		if test.fault == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), test.fault) || len(all) != 1 ||
			len(all[0].Rows) != test.rows {
			t.Errorf("%s: %v with %v, want %q and %d rows", test.name, all, err, test.fault, test.rows)
		}
		if err == nil && all[0].Objects != sum(all[0].Rows) {
			t.Errorf("%s: %d objects together", test.name, all[0].Objects)
		}
	}
	for _, pid := range []string{"4294967296:", "a:", "7"} {
		if all, _ := histogram.Read(strings.NewReader(pid + "\n" + heading)); len(all) != 1 || all[0].Skipped != 1 || all[0].SkippedLine != 1 {
			t.Errorf("%q is taken for the number of a process", pid)
		}
	}
}

func sum(rows []histogram.Row) (objects int64) {
	for _, r := range rows {
		objects += r.Objects
	}
	return objects
}

func TestModules(t *testing.T) {
	for text, want := range map[string]string{"A (m@1)": "A|m@1", "A": "A|", "A (m": "A (m|", " (m)": "(m)|", "A (x) (m)": "A (x)|m",
		"A m)": "A m)|"} {
		all, err := histogram.Read(strings.NewReader(heading + "1: 1 1 " + text + "\n"))
		if err != nil || len(all) != 1 || len(all[0].Rows) != 1 {
			t.Fatalf("%q: %v, %v", text, all, err)
		}
		if r := all[0].Rows[0]; r.Name+"|"+r.Module != want {
			t.Errorf("%q is %q in module %q, want %q", text, r.Name, r.Module, want)
		}
	}
}

// TestCutHistograms checks that a histogram without a total, before another one or at the end of the file, counts as truncated.
func TestCutHistograms(t *testing.T) {
	const row, total = "1: 1 1 A\n", "Total 1 1\n"
	for text, want := range map[string]string{
		heading + row + total: "1 false", heading + row: "1 true", heading + row + heading + row + total: "1 true 3 false",
		heading: "1 true", "": "",
		heading + row + total + "\n" + heading + row: "1 false 5 true", "-----\n" + heading: "2 true",
	} {
		all, err := histogram.Read(strings.NewReader(text))
		var got []string
		for _, h := range all {
			got = append(got, fmt.Sprint(h.Line, " ", h.Cut))
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s; %v", text, got, want, err)
		}
	}
	all, err := histogram.Read(strings.NewReader(heading + row + "2: x 1 B\n" + heading))
	if err == nil || len(all) != 1 || !all[0].Cut {
		t.Errorf("before a fault: %v, %v", all, err)
	}
}

func TestLongLinesAndFaultsOfFiles(t *testing.T) {
	for _, n := range []int{histogram.MaxLine - 20, histogram.MaxLine + 20} {
		all, err := histogram.Read(strings.NewReader(heading + "1: 1 1 " + strings.Repeat("x", n-len("1: 1 1 ")) + "\n"))
		var line *histogram.LineError
		if n < histogram.MaxLine && err != nil || n > histogram.MaxLine && (!errors.As(err, &line) || line.Line != 2 || len(all) != 1) {
			t.Errorf("a line of %d bytes: %d histograms, %v", n, len(all), err)
		}
	}
	broken := errors.New("bad sector")
	all, err := histogram.Read(io.MultiReader(strings.NewReader(heading+"1: 1 1 A\n"), failing{broken}))
	if err != broken || len(all) != 1 || len(all[0].Rows) != 1 {
		t.Errorf("a file that fails: %v, %v", all, err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
