package histogram_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/open"
)

func histogramText(strings int) string {
	return fmt.Sprintf(` num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1: %d %d  [Ljava.lang.String; (java.base@25.0.3)
   2: 7 112  [[I (java.base@25.0.3)
   3: 2 32  [B
   4: 1 16  app.Main$$Lambda/0x00007f0001000400
   5: 1 104  java.lang.Class
   6: 1 16  [B (other@1)
Total 11 999
`, strings, 8*strings)
}

func writeAll(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen(t *testing.T) {
	dir := writeAll(t, map[string]string{"h-20261121-101500.txt": histogramText(20), "h-20261121-100500.txt": histogramText(10)})
	rec, err := open.Paths(t.Context(), []string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Points) != 2 || len(rec.Warnings) != 0 || rec.Format != "class histogram" || !rec.Knows.Has(trace.KnowsTimes) ||
		rec.Knows.Has(trace.KnowsObjects) {
		t.Fatalf("opened %+v", rec)
	}
	if rec.Points[0].Time != 0 || rec.Points[1].Time != 600_000 {
		t.Errorf("times %d and %d, want 0 and 600000", rec.Points[0].Time, rec.Points[1].Time)
	}
	want := []trace.TypeCount{
		{Name: "java.lang.String[]", Kind: trace.ObjectArray, Objects: 10, Bytes: 80},
		{Name: "int[][]", Kind: trace.ObjectArray, Objects: 7, Bytes: 112},
		{Name: "byte[]", Kind: trace.PrimitiveArray, Objects: 3, Bytes: 48},
		{Name: "app.Main$$Lambda", Objects: 1, Bytes: 16},
		{Name: "java.lang.Class", Kind: trace.ClassObject, Objects: 1, Bytes: 104},
	}
	if !reflect.DeepEqual(rec.Points[0].Counts, want) {
		t.Errorf("counts %+v\nwant %+v", rec.Points[0].Counts, want)
	}
}

func TestTimes(t *testing.T) {
	unix := map[string]string{"histo.1700000000.txt": histogramText(1), "histo.1700000060.txt": histogramText(2)}
	rec, err := open.Paths(t.Context(), []string{writeAll(t, unix)}, nil)
	if err != nil || len(rec.Points) != 2 || rec.Points[1].Time != 60_000 || rec.StartUnix != 1_700_000_000_000 {
		t.Errorf("seconds since 1970: %+v (%v)", rec, err)
	}
	plain := writeAll(t, map[string]string{"9.txt": histogramText(1), "10.txt": histogramText(2)})
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for i, name := range []string{"9.txt", "10.txt"} {
		when := at.Add(time.Duration(i) * 1500 * time.Millisecond)
		if err := os.Chtimes(filepath.Join(plain, name), when, when); err != nil {
			t.Fatal(err)
		}
	}
	rec, err = open.Paths(t.Context(), []string{plain}, nil)
	if err != nil || len(rec.Points) != 2 || rec.Points[1].Time != 1500 {
		t.Errorf("times of the files: %+v (%v)", rec, err)
	}
	if err := os.Chtimes(filepath.Join(plain, "10.txt"), at, at); err != nil {
		t.Fatal(err)
	}
	rec, err = open.Paths(t.Context(), []string{plain}, nil)
	if err != nil || rec.Knows.Has(trace.KnowsTimes) || rec.Points[1].Time != 1 || rec.Points[0].Source != "9.txt" || len(rec.Warnings) != 1 {
		t.Errorf("no times: %+v (%v)", rec, err)
	}
}

func TestFaults(t *testing.T) {
	cut := histogramText(3)
	dir := writeAll(t, map[string]string{"1.txt": cut + cut, "2.txt": cut[:len(cut)-20], "3.txt": cut + " num     #instances         #bytes  class name\n1: 1 x A\n",
		"4.txt": " num     #instances         #bytes  class name\n1: 1 x A\n"})
	rec, err := open.Paths(t.Context(), []string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, w := range rec.Warnings {
		fmt.Fprintln(&got, w)
	}
	for _, want := range []string{"2.txt: the histogram has no total line", "3.txt: line 11: ", "4.txt: line 2: "} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("reported\n%swithout %q", got.String(), want)
		}
	}
	if len(rec.Points) != 4 || rec.Points[3].Time != 3 {
		t.Errorf("points %+v", rec.Points)
	}
}
