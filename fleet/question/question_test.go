package question

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"memcity/fleet/table"
	"memcity/trace/pods"
)

const summary = `[{"recordings":2,"pods":1,"services":1,"judged_pods":1,"joined":0,"single_points":0,"unjudged":0,"without_service":0,"without_version":0,"without_clock":0,"schema":1}]`

// TestParse checks that answers are read by question. Wrong kinds and unknown columns are rejected.
func TestParse(t *testing.T) {
	q := []Question{{Name: "a", Columns: slices.Concat(columns(Text, "x"), columns(Whole, "n"), columns(Number, "f"), columns(Truth, "b"))}}
	got, err := parse(strings.NewReader(summary+`[{"b":true,"f":0.5,"n":9007199254740993,"x":"é\u0000"},{"x":null,"n":null,"f":2,"b":null}]`), q)
	if err != nil {
		t.Fatal(err)
	}
	rows := got.Rows["a"]
	if got.Summary.Recordings != 2 || len(rows) != 2 || rows[0].Text("x") != "é\x00" || rows[0].Whole("n") != 9007199254740993 || !rows[0].Truth("b") {
		t.Errorf("%+v", got)
	}
	if _, known := rows[1].Number("n"); known || !slices.Equal(rows[1].Cells(), []string{"", "", "2", ""}) {
		t.Errorf("%q", rows[1].Cells())
	}
	if text, err := json.Marshal(rows[0]); err != nil || string(text) != `{"x":"é\u0000","n":9007199254740993,"f":0.5,"b":true}` {
		t.Errorf("%s, %v", text, err)
	}
	for _, bad := range []string{"", "[]", summary, summary + "[", summary + `[{"x":1,"n":1,"f":1,"b":true}]`, summary + `[{"x":"","n":1.5,"f":1,"b":true}]`,
		summary + `[{"x":"","n":1,"f":"1","b":true}]`, summary + `[{"x":"","n":1,"f":1,"b":0}]`, summary + `[{"x":"","n":1,"f":1}]`,
		summary + `[{"x":"","n":1,"f":1,"b":true,"c":1}]`, summary + `[{"y":"","n":1,"f":1,"b":true}]`, summary + `[{"x":"","n":1,"f":NaN,"b":true}]`} {
		if _, err := parse(strings.NewReader(bad), q); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// TestPodsAreOfAVersion: all SQL that groups pods does so by service, version and pod, except the check of whether a pod still runs.
func TestPodsAreOfAVersion(t *testing.T) {
	list, err := files.ReadDir("sql")
	if err != nil || len(list) == 0 {
		t.Fatal(err)
	}
	grouping := regexp.MustCompile(`(?:PARTITION|GROUP) BY [^)\n]*\bpod\b[^)\n]*`)
	var byName []string
	for _, file := range list {
		text, err := files.ReadFile("sql/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range grouping.FindAllString(string(text), -1) {
			if !strings.Contains(by, "version") {
				byName = append(byName, file.Name()+": "+by)
			}
		}
	}
	if want := []string{"views.sql: GROUP BY service, pod"}; !slices.Equal(byName, want) {
		t.Errorf("pods by their names alone: %q, want %q", byName, want)
	}
}

// engine returns the program, or skips the test where it is not installed.
func engine(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"", filepath.Join("..", "..", "build", "duckdb", "duckdb_cli", "duckdb")} {
		if path, err := Find(name); err == nil {
			return path
		}
	}
	t.Skip("duckdb is not installed: scripts/deps test does")
	return ""
}

// run runs SQL and reads its last answer.
func run(t *testing.T, path, sql string) (rows []map[string]any) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), path, "-no-init", "-batch", "-bail", "-json", ":memory:")
	cmd.Stdin = strings.NewReader(sql)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return rows
}

// macros returns what the questions need from the engine, without the tables.
func macros() string {
	text := read("duckdb")
	return text[strings.Index(text, "CREATE TEMPORARY MACRO"):] + farAboveMacro()
}

// TestStatements checks that each statement begins with its kind or a comment, and ends with a semicolon, whatever comments contain.
func TestStatements(t *testing.T) {
	total := 0
	for _, name := range append(Names(), "views", "summary") {
		for _, s := range Statements(read(name)) {
			total++
			for strings.HasPrefix(s, "--") {
				_, s, _ = strings.Cut(s, "\n")
				s = strings.TrimSpace(s)
			}
			if !strings.HasPrefix(s, "CREATE TEMPORARY VIEW ") && !strings.HasPrefix(s, "WITH ") && !strings.HasPrefix(s, "SELECT ") {
				t.Errorf("%s: a statement begins with %.60q", name, s)
			}
		}
		if !strings.HasSuffix(read(name), ";\n") {
			t.Errorf("%s has no end", name)
		}
	}
	if views := strings.Count(Views(), "CREATE TEMPORARY VIEW"); total != views+len(All)+1 {
		t.Errorf("%d statements, want %d views and one for each question and the summary", total, views)
	}
}

// TestFisher checks the exact test of what is on some pods of a version and on none before. It compares with counting all ways.
func TestFisher(t *testing.T) {
	path := engine(t)
	choose := func(n, k int) float64 {
		c := 1.0
		for i := range k {
			c = c * float64(n-i) / float64(i+1)
		}
		return c
	}
	var cells []string
	want := map[string]float64{}
	for _, n := range [][2]int{{1, 1}, {3, 5}, {10, 10}, {7, 2}, {40, 30}} {
		for hits := 1; hits <= n[1]; hits++ {
			name := fmt.Sprint(n, hits)
			cells = append(cells, fmt.Sprintf("('%s', %d, %d, %d)", name, n[0], n[1], hits))
			want[name] = choose(n[1], hits) / choose(n[0]+n[1], hits)
		}
	}
	rows := run(t, path, macros()+"CREATE VIEW cases AS SELECT * FROM (VALUES "+strings.Join(cells, ", ")+") c(service, n_before, n_after, hits);"+
		"CREATE VIEW numbers AS SELECT range AS i FROM range(100);"+
		"CREATE VIEW judged AS SELECT service, '1' AS version, 'p' || i AS pod FROM cases, numbers WHERE i < n_before "+
		"UNION ALL SELECT service, '2', 'q' || i FROM cases, numbers WHERE i < n_after;"+
		"CREATE VIEW recordings AS SELECT *, service || version || pod AS recording_id FROM judged;"+
		"CREATE VIEW versions AS SELECT service, version, version::INT AS ordinal, count(*) AS judged_pods FROM judged GROUP BY ALL;"+
		"CREATE VIEW piles AS SELECT service, '2' AS version, 2 AS ordinal, 'q' || i AS pod, 's' AS signature, 'o' AS owner, 't' AS type, true AS leaks, true AS sure, 9 AS points, "+
		"1.0 AS bytes_per_hour, 1 AS started_unix_ms, true AS current_version FROM cases, numbers WHERE i < hits;"+read("leaks"))
	for _, r := range rows {
		name := r["service"].(string)
		if got := r["p_value"].(float64); math.Abs(got-want[name]) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, want[name])
		}
	}
	if len(rows) != len(want) {
		t.Errorf("%d rows, want %d", len(rows), len(want))
	}
}

// TestRankSum checks the test of two versions against a comparison of all pairs, with and without ties. There is no result below four pods.
func TestRankSum(t *testing.T) {
	path, random := engine(t), rand.New(rand.NewPCG(1, 2))
	for round, size := range [][2]int{{4, 4}, {3, 9}, {9, 3}, {10, 12}, {5, 40}, {60, 60}} {
		var pods []string
		var values [2][]float64
		for version, n := range size {
			for i := range n {
				v := float64(random.IntN(8)) + float64(version)*2 // with ties
				values[version] = append(values[version], v)
				pods = append(pods, fmt.Sprintf("('s', '%d', 'p%d', true, %v::DOUBLE)", version, i, v))
			}
		}
		rows := run(t, path, macros()+"CREATE VIEW pods AS SELECT * FROM (VALUES "+strings.Join(pods, ", ")+") p(service, version, pod, measured, bytes_per_hour);"+
			"CREATE VIEW versions AS SELECT * FROM (VALUES ('s', '0', 1, 10), ('s', '1', 2, 20)) v(service, version, ordinal, first_seen);"+read("releases"))
		if size[0] < 4 || size[1] < 4 {
			if rows[0]["p_value"] != nil {
				t.Errorf("%v: %v", size, rows)
			}
			continue
		}
		if got, want := rows[0]["p_value"].(float64), rankSum(values[0], values[1]); math.Abs(got-want) > 1e-6 {
			t.Errorf("round %d: p = %v, want %v", round, got, want)
		}
	}
}

// rankSum compares all pairs.
func rankSum(a, b []float64) float64 {
	u, n := 0.0, float64(len(a)+len(b))
	for _, x := range b {
		for _, y := range a {
			switch {
			case x > y:
				u++
			case x == y:
				u += 0.5
			}
		}
	}
	ties := map[float64]float64{}
	for _, v := range slices.Concat(a, b) {
		ties[v]++
	}
	correction := 0.0
	for _, k := range ties {
		correction += k*k*k - k
	}
	half := float64(len(a)*len(b)) / 2
	deviation := math.Sqrt(half / 6 * (n + 1 - correction/(n*(n-1))))
	if deviation == 0 {
		return 1
	}
	return math.Erfc(max(math.Abs(u-half)-0.5, 0) / deviation / math.Sqrt2)
}

func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(""); err != ErrNoEngine {
		t.Errorf("%v", err)
	}
	file := filepath.Join(t.TempDir(), "duckdb")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, filepath.Dir(file), file + "2"} {
		if _, err := Find(name); err == nil {
			t.Errorf("%s can be run", name)
		}
	}
	if err := os.Chmod(file, 0o700); err != nil {
		t.Fatal(err)
	}
	if path, err := Find(file); err != nil || path != file {
		t.Errorf("%s, %v", path, err)
	}
}

// TestSparkRequest checks that Spark gets the statements of DuckDB, an absolute folder, and the requested subjects as data.
func TestSparkRequest(t *testing.T) {
	hostile := "'; DROP VIEW recordings; --"
	r, err := requestFor("local[2]", Request{Folder: "a b", Service: hostile, Questions: All[:2], Subjects: []Subject{{Like: hostile}}})
	if err != nil {
		t.Fatal(err)
	}
	views := Statements(Views())
	if len(r.Statements) != len(views)+4 || r.Statements[1].SQL != views[0] || r.Statements[1].Answer || !r.Statements[len(views)+1].Answer {
		t.Errorf("%d statements", len(r.Statements))
	}
	for _, s := range r.Statements {
		if strings.HasSuffix(s.SQL, ";") || strings.Contains(s.SQL, "DROP") {
			t.Errorf("%q", s.SQL)
		}
	}
	if !strings.HasPrefix(r.Folder, "file:///") || !strings.HasSuffix(r.Folder, "/a b") || r.Service != hostile || !strings.Contains(r.Subjects, hostile) {
		t.Errorf("%+v", r)
	}
	for folder, want := range map[string]bool{"s3a://bucket/fleet": true, "hdfs://h:9000/x": true, "fleet": false, "/a/b": false, "a:b": false, `C:\fleet`: false} {
		if IsAddress(folder) != want {
			t.Errorf("%s is an address: %v", folder, !want)
		}
	}
}

// TestSparkFails checks that the script's output becomes the error. A missing PySpark has an error of its own.
func TestSparkFails(t *testing.T) {
	python := filepath.Join(t.TempDir(), "python")
	for script, want := range map[string]string{"exit 3": ErrNoSpark.Error(), "echo no master >&2; exit 1": "no master", "echo [": "summary"} {
		if err := os.WriteFile(python, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := Spark(t.Context(), python, "local[2]", Request{Folder: "x"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
	}
	if _, err := FindPython(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a Python is found where none is")
	}
}

// TestFarAbove checks the single rule for outliers: above the limit, not at it, and of at least five pods.
func TestFarAbove(t *testing.T) {
	path := engine(t)
	for _, tt := range []struct {
		value, middle, deviation float64
		pods                     int
		far                      bool
	}{
		{1444.8, 1000, 100, 5, true}, {1444.78, 1000, 100, 5, false}, // 1,000 + 3 · 148.26
		{1444.8, 1000, 100, 4, false},
		{1150, 1000, 0, 9, false}, {1150.1, 1000, 0, 9, true}, // a deviation is at least a twentieth of the median
		{0, 0, 0, 9, false}, {0.1, 0, 0, 9, true},
		{10, 1000, 1, 9, false},
	} {
		rows := run(t, path, macros()+fmt.Sprintf("SELECT far_above(%f, %f, %f, %d) AS far;", tt.value, tt.middle, tt.deviation, tt.pods))
		if rows[0]["far"] != tt.far {
			t.Errorf("%+v: %v", tt, rows[0])
		}
	}
}

// TestFarAboveIsOne checks that the rule in SQL finds the same as the rule of cities, except for how many exceptions there may be.
func TestFarAboveIsOne(t *testing.T) {
	path, random := engine(t), rand.New(rand.NewPCG(7, 7))
	var script strings.Builder
	script.WriteString(macros())
	var want []bool
	for round := range 200 {
		n := 11 + 2*random.IntN(20) // medians without halves
		values := make([]int64, n)
		for i := range values {
			values[i] = 1000 + int64(random.IntN(60*(round%5+1)))
		}
		values[0] = 1000 + int64(random.IntN(2000))
		middle := pods.Median(slices.Clone(values), int64(n))
		far := make([]int64, n)
		for i, v := range values {
			far[i] = max(v-middle, middle-v)
		}
		if round > 0 {
			script.WriteString(" UNION ALL ")
		}
		fmt.Fprintf(&script, "SELECT %d AS round, far_above(%d, %d, %d, %d) AS far", round, values[0], middle, pods.Median(far, int64(n)), n)
		want = append(want, slices.Contains(pods.FarAbove(values, int64(n), 0), 0))
	}
	both := map[bool]int{}
	for _, row := range run(t, path, script.String()+";") {
		round := int(row["round"].(float64))
		both[want[round]]++
		if row["far"] != want[round] {
			t.Errorf("round %d: %v, want %v", round, row["far"], want[round])
		}
	}
	if both[true] < 20 || both[false] < 20 {
		t.Errorf("%v", both)
	}
}

// TestTypes checks that the types for DuckDB match those of the rows that are written.
func TestTypes(t *testing.T) {
	kinds := map[string]string{"string": "VARCHAR", "int32": "INTEGER", "int64": "BIGINT", "*int64": "BIGINT", "float64": "DOUBLE", "*float64": "DOUBLE",
		"bool": "BOOLEAN", "[]string": "VARCHAR[]"}
	for name, row := range map[string]any{"recordings": table.Recording{}, "gc_points": table.GCPoint{}, "groups": table.Group{}, "growth": table.Growth{},
		"findings": table.Finding{}, "owners": table.Owner{}} {
		var want []string
		for i := range reflect.TypeOf(row).NumField() {
			field := reflect.TypeOf(row).Field(i)
			column, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
			want = append(want, column+" "+kinds[field.Type.String()])
		}
		if got := types[name]; got != strings.Join(want, ", ") {
			t.Errorf("%s: %s, want %s", name, got, strings.Join(want, ", "))
		}
	}
	if len(types) != len(Tables) {
		t.Errorf("%d tables have types, of %d", len(types), len(Tables))
	}
}
