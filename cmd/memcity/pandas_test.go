package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// readTables sums the tables of a fleet with pandas: for each recording at its last GC point, the row of the heap and the rows of its types.
const readTables = `
import sys, pandas
table = lambda name: pandas.read_parquet(sys.argv[1] + "/" + name)
recordings, points, groups, findings = table("recordings"), table("gc_points"), table("groups"), table("findings")
assert (recordings["schema"] == 1).all()
last = points.sort_values("point").groupby("recording_id").tail(1).merge(recordings, on="recording_id")
types = groups[(groups["chain"] == "type") & groups["leaf"]].merge(last[["recording_id", "point"]], on=["recording_id", "point"])
sums = types.groupby("recording_id")[["objects", "bytes"]].sum()
for row in last.sort_values("pod").itertuples():
    leaks = findings[(findings["recording_id"] == row.recording_id) & (findings["rule"] == "leak")]
    print(row.service, row.version, row.pod, row.objects, row.bytes, *sums.loc[row.recording_id], ",".join(sorted(leaks["owner"])), sep="|")
`

// TestPandas: pandas reads the same numbers from the tables that memcity tree prints.
func TestPandas(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || exec.Command(python, "-c", "import pandas, pyarrow").Run() != nil {
		t.Skip("pandas and pyarrow are not installed: pip install pandas pyarrow does")
	}
	tables := t.TempDir()
	var want []string
	for _, demo := range []struct{ name, pod, owners string }{{"persons", "a", "static field com.example.people.Main.persons"}, {"persons-fixed", "b", ""}} {
		ok(t, "export", "demo:"+demo.name, "--parquet", tables, "--label", "service=people", "--label", "version=1", "--label", "pod="+demo.pod)
		root := into[struct{ Root printedTree }](t, "tree", "demo:"+demo.name, "--by", "type").Root
		want = append(want, strings.Join([]string{"people", "1", demo.pod, fmt.Sprint(root.Objects), fmt.Sprint(root.Bytes), fmt.Sprint(root.Objects), fmt.Sprint(root.Bytes)}, "|")+"|"+demo.owners)
	}
	script := filepath.Join(t.TempDir(), "read.py")
	if err := os.WriteFile(script, []byte(readTables), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), python, script, tables).CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != strings.Join(want, "\n") {
		t.Errorf("%v: pandas reads\n%s\nwant\n%s", err, got, strings.Join(want, "\n"))
	}
}
