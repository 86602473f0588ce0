package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/trace/pods"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
	"memcity/trace/wire/memtree"
)

// leakingPod returns a small heap dump of a pod. A cache of its service grows from point to point if leaks is set. Garbage differs between
// pods, so that no two recordings have the same content.
func leakingPod(service string, pod, point int, start int64, leaks bool) []byte {
	d := tracetest.NewDump()
	d.Time = start + int64(point)*600_000
	order := d.Class("com/example/"+service+"/Order", tracetest.Long("number"))
	node := d.Class("java/util/LinkedList$Node", tracetest.Ref("item"), tracetest.Ref("next"), tracetest.Ref("prev"))
	list := d.Class("java/util/LinkedList", tracetest.Ref("first"), tracetest.Ref("last"), tracetest.Int("size"))
	cache := d.Class("com/example/"+service+"/Cache", tracetest.Static(tracetest.Ref("orders")))
	orders := 500 + 10*pod
	if leaks {
		orders += 400 * point
	}
	first := uint64(0)
	for i := range orders {
		first = d.Instance(node, d.Instance(order, uint64(i)), first, 0)
	}
	cache.Statics[0].Value = d.Instance(list, first, 0, uint64(orders))
	d.Root(hprof.RootStickyClass, cache.ID)
	session := d.Class("com/example/" + service + "/Session")
	for range pod*3 + point%2*5 {
		d.Root(hprof.RootJNIGlobal, d.Instance(session), 0)
	}
	return d.Bytes()
}

// writeFleet writes 60 recordings: three services with two versions on ten pods each. The second version of one service leaks on seven pods.
// Each recording is a folder SERVICE/VERSION/POD of heap dumps.
func writeFleet(t *testing.T, points int) (folders []string) {
	t.Helper()
	root := t.TempDir()
	for _, service := range []string{"billing", "search", "shop"} {
		for v, version := range []string{"1.9", "1.10"} { // sorted by time, not by name
			for pod := range 10 {
				folder := filepath.Join(root, service, version, fmt.Sprintf("%s-%d-%d", service, v, pod))
				if err := os.MkdirAll(folder, 0o700); err != nil {
					t.Fatal(err)
				}
				start := 1_700_000_000_000 + int64(v)*86_400_000 + int64(pod)*1000
				for point := 1; point <= points; point++ {
					data := leakingPod(service, pod, point, start, service == "shop" && v == 1 && pod < 7)
					if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(point, ".hprof")), data, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				folders = append(folders, folder)
			}
		}
	}
	return folders
}

// needDuckDB skips a test if duckdb is not installed.
func needDuckDB(t *testing.T) {
	t.Helper()
	if err := hasDuckDB(t); err != nil {
		t.Skip("duckdb is not installed: scripts/deps test does")
	}
}

// hasDuckDB puts the program that scripts/deps installs on the PATH, and returns an error if there is none.
func hasDuckDB(t *testing.T) error {
	t.Helper()
	built, err := filepath.Abs(filepath.Join("..", "..", "build", "duckdb", "duckdb_cli"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", built+string(os.PathListSeparator)+os.Getenv("PATH"))
	_, err = exec.LookPath("duckdb")
	return err
}

// tablesForFleet returns a folder with tables; found is false if fleet cannot run.
func tablesForFleet(t *testing.T, dir string) (tables string, found bool) {
	t.Helper()
	if hasDuckDB(t) != nil {
		return "", false
	}
	tables = filepath.Join(dir, "tables-of-fleet")
	ok(t, "export", "demo:persons", "--parquet", tables)
	return tables, true
}

type fleetAnswers struct {
	Summary struct {
		Recordings, Pods, Joined int
		JudgedPods               int `json:"judged_pods"`
	}
	Notes   []string
	Answers []struct {
		Question  string
		Sentences []string
		Rows      []map[string]any
	}
}

func askFleet(t *testing.T, args ...string) (out fleetAnswers, rows func(question string) []map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(ok(t, append([]string{"fleet", "--format", "json"}, args...)...)), &out); err != nil {
		t.Fatal(err)
	}
	return out, func(question string) []map[string]any {
		for _, a := range out.Answers {
			if a.Question == question {
				return a.Rows
			}
		}
		t.Fatalf("there is no answer to %s", question)
		return nil
	}
}

// TestFleet: of 60 recordings, the answers name exactly the leaking service, version, holder and pods. A second export changes nothing.
func TestFleet(t *testing.T) {
	needDuckDB(t)
	folders, tables := writeFleet(t, 6), filepath.Join(t.TempDir(), "it's; [a] \"fleet\"*")
	line := append([]string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}"}, folders...)
	if out := ok(t, line...); !strings.Contains(out, "written: 60, already there: 0,") {
		t.Fatal(out[max(0, len(out)-200):])
	}
	asked := ok(t, "fleet", tables)
	if out := ok(t, line...); !strings.Contains(out, "written: 0, already there: 60, labels changed: 0, bytes: 0") {
		t.Error(out[max(0, len(out)-200):])
	}
	if again := ok(t, "fleet", tables); again != asked {
		t.Error("a second export changed the answers")
	}
	out, rows := askFleet(t, tables)
	if out.Summary.Recordings != 60 || out.Summary.Pods != 60 || out.Summary.JudgedPods != 60 || len(out.Notes) != 0 {
		t.Errorf("%+v, %q", out.Summary, out.Notes)
	}
	leaks := rows("leaks")
	if len(leaks) != 1 {
		t.Fatalf("leaks: %v", leaks)
	}
	var pods []string
	for pod := range 7 {
		pods = append(pods, fmt.Sprint("shop-1-", pod))
	}
	for name, want := range map[string]any{"service": "shop", "since_version": "1.10", "versions": "1.10", "leaks": true, "pods": 7.0, "judged_pods": 10.0,
		"earlier_pods": 10.0, "owner": "static field com.example.shop.Cache.orders", "pod_names": strings.Join(pods, ", ")} {
		if leaks[0][name] != want {
			t.Errorf("%s is %v, want %v", name, leaks[0][name], want)
		}
	}
	if typ := leaks[0]["type"].(string); typ != "com.example.shop.Order" && typ != "java.util.LinkedList$Node" {
		t.Errorf("what piles up is %s", typ)
	}
	if p := leaks[0]["p_value"].(float64); p < 0.0015 || p > 0.0016 { // 120 of 77,520 combinations
		t.Errorf("p = %v", p)
	}
	if worst := rows("worst"); len(worst) != 1 || worst[0]["signature"] != leaks[0]["signature"] || worst[0]["pods"] != 7.0 {
		t.Errorf("worst: %v", worst)
	}
	if outliers := rows("outliers"); len(outliers) != 0 {
		t.Errorf("outliers: %v", outliers)
	}
	growing := map[string]any{}
	for _, r := range rows("growth") {
		growing[fmt.Sprint(r["service"], " ", r["version"])] = r["growing"]
		if r["pods"] != 10.0 || r["measured"] != 10.0 {
			t.Errorf("growth: %v", r)
		}
	}
	for name, n := range growing {
		if want := map[bool]float64{true: 7}[name == "shop 1.10"]; n != want {
			t.Errorf("%s grows on %v pods, want %v", name, n, want)
		}
	}
	if len(growing) != 6 {
		t.Errorf("growth: %v", growing)
	}
	releases := rows("releases")
	for _, r := range releases {
		if r["before"] != "1.9" || r["after"] != "1.10" || (r["p_value"].(float64) < 0.05) != (r["service"] == "shop") {
			t.Errorf("releases: %v", r)
		}
	}
	if len(releases) != 3 {
		t.Errorf("releases: %v", releases)
	}
	for _, want := range []string{" leaks on 7 of 10 pods of shop 1.10 that can show it; held by the static field com.example.shop.Cache.orders; ",
		". New in 1.10: none of 10 pods with an earlier version has it, p = 0.0015.", "The live heap grows faster in 1.10: "} {
		if !strings.Contains(asked, want) {
			t.Errorf("it does not say %q:\n%s", want, asked)
		}
	}
	for _, c := range []struct {
		status int
		args   []string
	}{{1, []string{"leaks"}}, {1, []string{"growth"}}, {1, []string{"releases"}}, {0, []string{"outliers"}}, {1, []string{"outliers,releases"}},
		{0, []string{"leaks,growth,releases,outliers", "--service", "billing"}}} {
		if r := memcity(append([]string{"fleet", tables, "--fail-on"}, c.args...)...); r.status != c.status || r.stdout == "" {
			t.Errorf("--fail-on %q: status %d, want %d; %v", c.args, r.status, c.status, r.err)
		}
	}
	if _, rows := askFleet(t, tables, "--service", "billing"); len(rows("leaks")) != 0 || len(rows("growth")) != 2 {
		t.Errorf("of billing: %v, %v", rows("leaks"), rows("growth"))
	}
}

// TestFleetOfDumps: dumps of single moments are joined by pod and time, and give the same answers as recordings of all moments.
func TestFleetOfDumps(t *testing.T) {
	needDuckDB(t)
	folders, together, apart := writeFleet(t, 6)[40:], t.TempDir(), t.TempDir() // those of the shop
	ok(t, append([]string{"export", "--parquet", together, "--path-labels", "{service}/{version}/{pod}"}, folders...)...)
	var dumps []string
	for _, folder := range folders {
		more, err := filepath.Glob(filepath.Join(folder, "*.hprof"))
		if err != nil || len(more) != 6 {
			t.Fatalf("%q, %v", more, err)
		}
		dumps = append(dumps, more...)
	}
	slices.Reverse(dumps) // the order of arrival does not matter
	ok(t, append([]string{"export", "--parquet", apart, "--path-labels", "{service}/{version}/{pod}/*"}, dumps...)...)
	_, want := askFleet(t, together)
	out, got := askFleet(t, apart)
	if out.Summary.Recordings != 120 || out.Summary.Pods != 20 || out.Summary.JudgedPods != 20 || out.Summary.Joined != 120 {
		t.Errorf("%+v", out.Summary)
	}
	for _, question := range []string{"leaks", "growth", "releases", "outliers", "worst"} {
		if a, b := fmt.Sprint(got(question)), fmt.Sprint(want(question)); a != b {
			t.Errorf("%s:\n%s\nof recordings of all moments:\n%s", question, a, b)
		}
	}
	text := ok(t, "fleet", apart)
	if want := "120 of 120 recordings: a single GC point each; recordings of the same pod and version were joined, ordered by time"; !strings.Contains(text, want) {
		t.Errorf("it does not say %q:\n%s", want, text)
	}
}

// TestFleetOfFewDumps: the number of dumps per pod limits the answers. Two give a slope, three a possible leak, and four a leak. A cache
// that fills up does not leak.
func TestFleetOfFewDumps(t *testing.T) {
	needDuckDB(t)
	for _, c := range []struct {
		points              []int // objects in the cache of each dump, one dump per hour
		judged              int
		found, leaks, grows bool
	}{
		{[]int{1, 2}, 0, false, false, false}, {[]int{1, 2, 3}, 1, true, false, true}, {[]int{1, 2, 3, 4}, 1, true, true, true},
		{[]int{4, 4, 4, 4, 4}, 1, false, false, false}, {[]int{1, 4, 2, 5, 1, 4}, 1, false, false, false}, {[]int{9, 7, 5, 3}, 1, false, false, false},
		{[]int{1, 5, 8, 9, 10, 10}, 1, false, false, true}, {[]int{0, 1, 2, 3, 4, 5}, 1, true, true, true},
	} {
		dir, tables := t.TempDir(), t.TempDir()
		args := []string{"export", "--parquet", tables, "--label", "service=shop", "--label", "version=1", "--label", "pod=shop-0"}
		for i, size := range c.points {
			path := filepath.Join(dir, fmt.Sprint(i, ".hprof"))
			data := leakingPod("shop", 0, size, 1_700_000_000_000+int64(i)*3_600_000-int64(size)*600_000, true)
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, path)
		}
		ok(t, args...)
		out, rows := askFleet(t, tables)
		leaks, growth := rows("leaks"), rows("growth")
		if out.Summary.JudgedPods != c.judged || out.Summary.Joined != len(c.points) || (len(leaks) == 1) != c.found || c.found && leaks[0]["leaks"] != c.leaks ||
			(growth[0]["growing"] == 1.0) != c.grows || growth[0]["measured"] != 1.0 {
			t.Errorf("%v: %+v, leaks %v, growth %v", c.points, out.Summary, leaks, growth)
		}
	}
}

// TestFleetUnknown: answers that the recordings do not suffice for are unknown: growth with one GC point, and the order of versions without a clock.
func TestFleetUnknown(t *testing.T) {
	needDuckDB(t)
	folders, tables := writeFleet(t, 1), t.TempDir()
	ok(t, append([]string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}"}, folders[:30]...)...)
	out, rows := askFleet(t, tables)
	if len(rows("leaks"))+len(rows("worst")) > 0 || len(rows("releases")) != 1 || rows("releases")[0]["p_value"] != nil {
		t.Errorf("%+v", out)
	}
	text := ok(t, "fleet", tables)
	for _, want := range []string{"30 of 30 recordings: only one GC point, and no other recording of the same pod to compare with", "Leaks are unknown: no recording could show a leak.",
		"Growth of the live heap of search 1.9 is unknown: no recording", "cannot be tested. It needs at least four measured pods of each; there are 0 and 0."} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}

// TestFleetHostileLabels: any text is safe as a label.
func TestFleetHostileLabels(t *testing.T) {
	needDuckDB(t)
	tables := t.TempDir()
	labels := []string{"'; DROP VIEW recordings; --", "\"\n.shell touch " + filepath.Join(tables, "touched") + "\n", "\x1b[31mred", "$(id) `id` %PATH%"}
	for i, demo := range []string{"persons", "steady", "two-caches", "orders"} {
		ok(t, "export", "demo:"+demo, "--parquet", tables, "--label", "service="+labels[i], "--label", "pod="+labels[i], "--label", "version="+labels[i])
	}
	_, rows := askFleet(t, tables)
	var got []string
	for _, r := range rows("growth") {
		got = append(got, r["service"].(string))
	}
	for _, label := range labels {
		if !slices.Contains(got, label) && !strings.Contains(label, "\x1b") {
			t.Errorf("%q is not among %q", label, got)
		}
		_, one := askFleet(t, tables, "--service", label)
		if len(one("growth")) != 1 {
			t.Errorf("of %q there are %v", label, one("growth"))
		}
	}
	if text := ok(t, "fleet", tables); strings.Contains(text, "\x1b") {
		t.Error("a label steers the terminal")
	}
	if _, err := os.Stat(filepath.Join(tables, "touched")); err == nil {
		t.Error("a label was run")
	}
}

// TestFleetWithoutEngine: a missing engine is reported in one line, with its installation command.
func TestFleetWithoutEngine(t *testing.T) {
	tables := t.TempDir()
	ok(t, "export", "demo:steady", "--parquet", tables)
	t.Setenv("PATH", t.TempDir())
	refused(t, cli.ExitCheckFailed, "duckdb: the program is not on the PATH; install it with pip install duckdb-cli, ", "fleet", tables)
}

// TestFleetFixed: what the last version of a pod does not have any more costs nothing, and is reported of the version that had it. Rules judge both, and
// name the fastest leak of a pod first.
func TestFleetFixed(t *testing.T) {
	needDuckDB(t)
	tables := t.TempDir()
	ok(t, "export", "demo:persons", "--parquet", tables, "--label", "service=people", "--label", "pod=people-0", "--label", "version=1.0")
	ok(t, "export", "demo:persons-fixed", "--parquet", tables, "--label", "service=people", "--label", "pod=people-0", "--label", "version=1.1")
	_, rows := askFleet(t, tables)
	leaks := rows("leaks")
	if len(leaks) != 1 || leaks[0]["versions"] != "1.0" || leaks[0]["total_bytes_per_hour"] != nil || leaks[0]["pods"] != 1.0 || len(rows("worst")) != 0 {
		t.Errorf("leaks %v, worst %v", leaks, rows("worst"))
	}
	text := ok(t, "fleet", tables)
	for _, want := range []string{"; the latest versions of these pods do not have it. Versions before 1.0 may have it too, because none of their recordings can show a leak.",
		"A change in growth from people 1.0 to 1.1 cannot be tested.", "Nothing leaks in the latest version of any pod. The recordings of 2 pods could show a leak."} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	rules := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(rules, []byte("rules:\n  - no leak\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, "export", "demo:travel", "--parquet", tables, "--label", "service=travel", "--label", "pod=travel-0", "--label", "version=1.0")
	r := memcity("fleet", tables, "--rules", rules)
	for _, want := range []string{"broken on 1 of 1 pod of people 1.0; on people-0", "kept on 1 pod of people 1.1", "on travel-0: leak: Search in"} {
		if !strings.Contains(r.stdout, want) || r.status != cli.ExitCheckFailed {
			t.Errorf("rules end with %d and do not say %q:\n%s", r.status, want, r.stdout)
		}
	}
}

// TestFleetRules: rules of check are evaluated on the last recording of each pod, also for dumps. If one is broken, the exit status is 1.
func TestFleetRules(t *testing.T) {
	needDuckDB(t)
	folders, tables, apart := writeFleet(t, 4)[40:], t.TempDir(), t.TempDir()
	ok(t, append([]string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}", "--by", "type", "--by", "package,type", "--sizes", "retained"}, folders...)...)
	var dumps []string
	for _, folder := range append(folders[:3:3], folders[10:13]...) {
		more, err := filepath.Glob(filepath.Join(folder, "*.hprof"))
		if err != nil {
			t.Fatal(err)
		}
		dumps = append(dumps, more...)
	}
	ok(t, append([]string{"export", "--parquet", apart, "--path-labels", "{service}/{version}/{pod}/*"}, dumps...)...)
	file := filepath.Join(t.TempDir(), "rules.yaml")
	hold := func(tables, rule string) (status int, outcomes []struct {
		Service, Version, Status, Text string
		Kept                           int      `json:"kept_pods"`
		Broken                         int      `json:"broken_pods"`
		Unknown                        int      `json:"unknown_pods"`
		Worst                          string   `json:"worst_pod"`
		Pods                           []string `json:"pods"`
	}) {
		t.Helper()
		if err := os.WriteFile(file, []byte("rules:\n  - "+rule+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		r := memcity("fleet", tables, "--question", "outliers", "--rules", file, "--format", "json")
		out := struct{ Rules struct{ Outcomes any } }{}
		out.Rules.Outcomes = &outcomes
		if err := json.Unmarshal([]byte(r.stdout), &out); err != nil || len(outcomes) != 2 {
			t.Fatalf("%s: %v, %v: %s", rule, r.err, err, r.stdout)
		}
		return r.status, outcomes
	}
	for _, c := range []struct {
		rule            string
		before, after   string // outcomes in 1.9 and 1.10
		broken          int
		dumps, ofBroken string // outcomes in 1.10 with dumps alone
	}{
		{"no leak", "kept", "broken", 7, "broken", "Order in the static field com.example.shop.Cache.orders"},
		{"no finding", "kept", "broken", 7, "broken", "leak: "},
		{"objects of type com.example.shop.Order at most 2105", "kept", "broken", 6, "broken", "are 2,1"}, // 500 + 10 per pod + 1600
		{"objects of type com.example.*.Ord?r at most 2105", "kept", "broken", 6, "broken", "are 2,1"},
		{"objects of type com.example.shop.Ord at most 0", "kept", "kept", 0, "kept", ""},
		{"objects of type com_example.shop.Order at most 0", "kept", "kept", 0, "kept", ""},
		{"objects of package com.example at least 500", "kept", "kept", 0, "kept", ""},
		{"objects of package com.exam at most 0", "kept", "kept", 0, "kept", ""},
		{"growth of heap below 40 %", "kept", "broken", 7, "broken", "growth of heap is 1"},
		{"growth of type com.example.shop.Order below 1 kB", "kept", "broken", 7, "unknown", "kB"},
		{"retained size of type java.util.LinkedList at most 50 kB", "kept", "broken", 7, "unknown", "retained size"},
		{"retained size of type com.example.* at most 1 B", "unknown", "unknown", 0, "unknown", "no combined retained size for several groups"},
		{"deep size of type java.util.LinkedList at most 50 kB", "unknown", "unknown", 0, "unknown", "memcity export --sizes deep"},
		{"'objects of group \"Heap#com#example#shop#Order\" at most 2000'", "kept", "kept", 0, "unknown", ""},
		{"churn below 10 MB/s", "unknown", "unknown", 0, "unknown", "no churn; run memcity check on a recording"},
		{"size of heap at most 110 % of base", "unknown", "unknown", 0, "unknown", "no base"},
		{"no path from static field a.B.c to type d.E", "unknown", "unknown", 0, "unknown", "paths"},
	} {
		status, outcomes := hold(tables, c.rule)
		after, before := outcomes[0], outcomes[1] // sorted by name
		if after.Version != "1.10" || before.Status != c.before || after.Status != c.after || after.Broken != c.broken || len(after.Pods) != c.broken ||
			after.Kept+after.Broken+after.Unknown != 10 || !strings.Contains(after.Text, c.ofBroken) || (after.Worst == "") != (c.after == "kept") {
			t.Errorf("%s: %+v", c.rule, outcomes)
		}
		if want := map[bool]int{true: 0, false: 1}[c.before == "kept" && c.after == "kept"]; status != want {
			t.Errorf("%s: status %d", c.rule, status)
		}
		if _, outcomes := hold(apart, c.rule); outcomes[0].Status != c.dumps || outcomes[1].Status == "broken" {
			t.Errorf("%s, of dumps: %+v", c.rule, outcomes)
		}
	}
	text := memcity("fleet", tables, "--rules", file).stdout
	if !strings.Contains(text, "unknown no path from static field a.B.c to type d.E: unknown on 20 of 20 pods of shop 1.10, shop 1.9, because: ") {
		t.Error(text)
	}
	checkWritten(t, tables, file)
	refused(t, cli.ExitUsage, "csv", "fleet", tables, "--rules", file, "--question", "leaks", "--format", "csv")
	refused(t, cli.ExitUsage, "rules.yaml", "fleet", tables, "--rules", filepath.Join(t.TempDir(), "rules.yaml"))
}

// TestFleetPage: the page has all answers, is self-contained and reproducible, and escapes all names.
func TestFleetPage(t *testing.T) {
	needDuckDB(t)
	tables, page := filepath.Join(t.TempDir(), "<b>tables"), filepath.Join(t.TempDir(), "page.html")
	args := []string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}"}
	ok(t, append(args, writeFleet(t, 4)[40:]...)...)
	hostile := "</title></svg><script>alert(1)</script>"
	ok(t, "export", "demo:persons", "--parquet", tables, "--label", "service="+hostile, "--label", "pod="+hostile, "--label", "version="+hostile)
	file := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(file, []byte("rules:\n  - check: no leak\n    why: <i>see</i>\n    severity: warning\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := ok(t, "fleet", tables, "--rules", file, "-o", page); out != "" {
		t.Errorf("it prints %q", out)
	}
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for _, want := range []string{"Order leaks on 7 of 10 pods of shop 1.10 that can show it", "Leaks: which objects pile up", "Growth: the live heap", "Releases: each", "Outliers: pods",
		"The worst ten", "no leak: broken on 7 of 10 pods of shop 1.10", "&lt;i&gt;see", "CREATE TEMPORARY VIEW pods", "memcity fleet &#39;&lt;b&gt;tables&#39; --rules rules.yaml -o page.html",
		"shop-1-9: "} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not have %q", want)
		}
	}
	if strings.Contains(text, "<script") || strings.Contains(text, "<b>tables") || strings.Contains(text, "http:") || strings.Contains(text, "https:") || strings.Contains(text, "@STYLE@") {
		t.Error("there is more in it than it is to have")
	}
	if n := strings.Count(text, "<circle"); n != 21 {
		t.Errorf("%d pods in charts", n)
	}
	if again := ok(t, "fleet", tables, "--rules", file, "-o", "-"); strings.ReplaceAll(again, "-o -", "-o page.html") != text {
		t.Error("it is another one the second time")
	}
}

// TestFleetCity: the city of a fleet has a district per service and a GC point per wall-clock time, with medians over the pods.
func TestFleetCity(t *testing.T) {
	needDuckDB(t)
	tables, city := t.TempDir(), filepath.Join(t.TempDir(), "city")
	ok(t, append([]string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}"}, writeFleet(t, 4)...)...)
	r := memcity("fleet", tables, "--question", "worst", "--city", city)
	if r.err != nil || !strings.Contains(r.stderr, "the city of the fleet has 2 GC points from 2023-11-15 00:00 UTC to 2023-11-15 22:53 UTC: memcity "+city) {
		t.Fatalf("%v: %s", r.err, r.stderr)
	}
	type tree = printedTree
	at := func(point string) (groups map[string]tree) {
		groups = map[string]tree{}
		var add func(n tree)
		add = func(n tree) {
			groups[strings.Join(n.Path, "#")] = n
			for _, c := range n.Children {
				add(c)
			}
		}
		add(into[struct{ Root tree }](t, "tree", city, "--at", point).Root)
		return groups
	}
	before, after := at("1"), at("2")
	for key, want := range map[string][2]int64{
		"Heap#billing#com.example.billing.Order": {545, 545},  // 500 + 10 per pod, of ten pods
		"Heap#shop#com.example.shop.Order":       {545, 2115}, // 1,600 more on seven; the others' 500, 510 and 520 are smaller
		"Heap#shop#com.example.shop.Session":     {14, 14},    // 3 per pod, except for one without; rounded
	} {
		if got := [2]int64{before[key].Objects, after[key].Objects}; got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
	checkPods(t, filepath.Join(city, "000002.json"))
	sum := int64(0)
	for _, service := range []string{"billing", "search", "shop"} {
		sum += after["Heap#"+service].Bytes
	}
	if after["Heap"].Bytes != sum || len(after["Heap"].Children) != 3 {
		t.Errorf("the root has %d bytes, districts %d", after["Heap"].Bytes, sum)
	}
	refused(t, cli.ExitUsage, "already exists", "fleet", tables, "--city", city)
}

// checkPods compares the pods in the last tree of the fleet with the recordings that they come from.
func checkPods(t *testing.T, file string) {
	t.Helper()
	tree := firstTree(t, file)
	if len(tree.Fleet.Pods) != 30 || len(tree.Fleet.Leaks) != 1 {
		t.Fatalf("%d pods, %d leaks", len(tree.Fleet.Pods), len(tree.Fleet.Leaks))
	}
	if l := tree.Fleet.Leaks[0]; l.Service != "shop" || l.Type != "com.example.shop.Order" || l.Pods != 7 || l.Judged != 10 || l.Earlier != 10 || l.Since != "1.10" {
		t.Errorf("%+v", l)
	}
	g, found := podsOf(tree, "Heap#shop#com.example.shop.Order")
	for i, a := range g.Amounts {
		want := int64(500 + 10*i)
		if i < 7 {
			want += 1600
		}
		p := tree.Fleet.Pods[a.Pod]
		if p.Name != fmt.Sprint("shop-1-", i) || p.Version != "1.10" || a.Objects != want || p.Point != 4 || !strings.HasSuffix(p.Recording, "/shop/1.10/"+p.Name) {
			t.Errorf("%+v has %+v, want %d objects", p, a, want)
		}
	}
	if !found || g.Of != 10 || len(g.Amounts) != 10 || len(g.Outliers) != 0 {
		t.Errorf("%+v", g)
	}
}

// firstTree reads the first tree of a file.
func firstTree(t *testing.T, file string) *memtree.Tree {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := memtree.NewReader(in).Next()
	if err := errors.Join(err, in.Close()); err != nil {
		t.Fatal(err)
	}
	return doc.Tree
}

// podsOf returns the amounts of a group per pod.
func podsOf(tree *memtree.Tree, key string) (pods.Group, bool) {
	for n, g := range tree.Fleet.Groups {
		if tree.Key(n) == key {
			return g, true
		}
	}
	return pods.Group{}, false
}

// TestFleetOutlier: pods far above the others are counted. There are no outliers among too few pods, or if more than a tenth of the pods are.
func TestFleetOutlier(t *testing.T) {
	needDuckDB(t)
	for _, tt := range []struct{ pods, large, outliers int64 }{{4, 1, 0}, {5, 1, 1}, {9, 2, 0}, {20, 2, 2}, {20, 3, 0}} {
		root, tables, city := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "city")
		line := []string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}"}
		for pod := range tt.pods {
			folder := filepath.Join(root, "shop", "1", fmt.Sprint("pod-", pod))
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			size := 1 // times 400 orders
			if pod < tt.large {
				size = 20
			}
			if err := os.WriteFile(filepath.Join(folder, "1.hprof"), leakingPod("shop", int(pod), size, 1_700_000_000_000, true), 0o600); err != nil {
				t.Fatal(err)
			}
			line = append(line, folder)
		}
		ok(t, line...)
		if r := memcity("fleet", tables, "--question", "worst", "--city", city); r.err != nil {
			t.Fatal(r.err)
		}
		files := entries(t, city)
		g, found := podsOf(firstTree(t, filepath.Join(city, files[len(files)-1])), "Heap#shop#com.example.shop.Order")
		if !found || g.Of != tt.pods || int64(len(g.Outliers)) != tt.outliers {
			t.Errorf("%+v: %d outliers of %d", tt, len(g.Outliers), g.Of)
		}
	}
}

// TestFleetOpens: --open refuses all options for printing.
func TestFleetOpens(t *testing.T) {
	for _, more := range [][]string{{"--format", "json"}, {"--question", "leaks"}, {"--city", "x"}, {"-o", "x.html"}, {"--fail-on", "leaks"}, {"--rules", "x"}} {
		refused(t, cli.ExitUsage, "opens a window instead of printing", append([]string{"fleet", t.TempDir(), "--open"}, more...)...)
	}
}

// checkWritten: outcomes of rules are written as by check, with a result per rule and version.
func checkWritten(t *testing.T, tables, rules string) {
	t.Helper()
	if err := os.WriteFile(rules, []byte("rules:\n  - no leak\n  - size of heap at most 110 % of base\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	xml, sarif, md := filepath.Join(folder, "r.xml"), filepath.Join(folder, "r.sarif"), filepath.Join(folder, "r.md")
	if r := memcity("fleet", tables, "--question", "worst", "--rules", rules, "--write", xml, "--write", sarif, "--write", md); r.status != 1 {
		t.Errorf("status %d: %v", r.status, r.err)
	}
	const broken = "no leak: broken on 7 of 10 pods of shop 1.10; on shop-1-0: "
	for file, want := range map[string][]string{
		xml:   {`tests="4"`, `failures="1"`, `name="no leak (shop 1.9)"`, broken},
		sarif: {`"ruleId": "no leak"`, `"kind": "pass"`, `"startLine": 2`, "shop/1.10/shop-1-6", broken},
		md:    {broken, "1 kept, 1 broken, 2 unknown"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s: %q is missing in\n%s", filepath.Base(file), w, text)
			}
		}
	}
	refused(t, cli.ExitUsage, "expected --rules FILE as well", "fleet", tables, "--write", xml)
	refused(t, cli.ExitUsage, "expected a file that ends in .xml", "fleet", tables, "--rules", rules, "--write", filepath.Join(folder, "r.txt"))
}
