package question

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const summary = `[{"recordings":2,"pods":1,"services":1,"judged":1,"single_points":0,"without_service":0,"without_version":0,"without_clock":0,"schema":1}]`

// TestParse: answers are read by question; what is not of its column's kind, or of other columns, is refused.
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

// macros are the statistics of the views, without the tables.
func macros() string {
	text := Views()
	return text[strings.Index(text, "-- The logarithm"):]
}

// TestFisher: the exact test is that of counting all ways, at the ends of ranges as well.
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
	var want []float64
	for _, n := range [][2]int{{1, 1}, {3, 5}, {10, 10}, {7, 2}} {
		for before := 0; before <= n[0]; before++ {
			for after := 0; after <= n[1]; after++ {
				cells = append(cells, fmt.Sprintf("(%d, %d, %d, %d, %d)", len(want), before, n[0], after, n[1]))
				p := 0.0
				for k := after; k <= n[1] && k <= before+after; k++ {
					if rest := before + after - k; rest <= n[0] {
						p += choose(n[1], k) * choose(n[0], rest) / choose(n[0]+n[1], before+after)
					}
				}
				want = append(want, p)
			}
		}
	}
	rows := run(t, path, macros()+"SELECT fisher(a, b, c, d) AS p FROM (VALUES "+strings.Join(cells, ", ")+") x(i, a, b, c, d) ORDER BY i;")
	for i, r := range rows {
		if got := r["p"].(float64); math.Abs(got-want[i]) > 1e-9 {
			t.Errorf("%s: %v, want %v", cells[i], got, want[i])
		}
	}
	if len(rows) != len(want) {
		t.Errorf("%d rows, want %d", len(rows), len(want))
	}
}

func TestNormalTails(t *testing.T) {
	rows := run(t, engine(t), macros()+"SELECT z / 10.0 AS z, normal_tails(z / 10.0) AS p FROM range(-60, 61) r(z);")
	for _, r := range rows {
		z, p := r["z"].(float64), r["p"].(float64)
		if want := math.Erfc(math.Abs(z) / math.Sqrt2); math.Abs(p-want) > 3e-7 {
			t.Errorf("beyond %v: %v, want %v", z, p, want)
		}
	}
	if len(rows) != 121 {
		t.Errorf("%d rows", len(rows))
	}
}

// TestRankSum: the test of two versions is that of comparing all pairs, with and without ties, and not known below four pods.
func TestRankSum(t *testing.T) {
	path, random := engine(t), rand.New(rand.NewPCG(1, 2))
	for round, size := range [][2]int{{4, 4}, {3, 9}, {9, 3}, {10, 12}, {5, 40}} {
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
