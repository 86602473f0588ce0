package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memcity/analysis/proof"
	"memcity/assets"
	"memcity/cmd/memcity/cli"
	"memcity/trace/record/forked"
)

// copies writes n files with a bundled recording and returns their pattern.
func copies(t *testing.T, demo string, n int) string {
	t.Helper()
	folder := t.TempDir()
	for _, d := range assets.Demos() {
		if d.Name != demo {
			continue
		}
		for i := range n {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d.tar.zst", demo, i+1)), d.Data(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return filepath.Join(folder, "*")
}

// proved runs prove and returns its result.
func proved(t *testing.T, args ...string) (proof.Result, result) {
	t.Helper()
	r := execute(t, append([]string{"prove", "--format", "json"}, args...)...)
	var out proof.Result
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
		t.Fatalf("%v, %v: %s", err, r.err, r.stdout)
	}
	return out, r
}

func TestProveDemos(t *testing.T) {
	for _, c := range []struct {
		before, after string
		n, status     int
		verdict       proof.Verdict
		owner         string
		news          int
	}{
		{"persons", "persons-fixed", 3, cli.ExitDone, proof.Fixed, "static field com.example.people.Main.persons", 0},
		{"two-caches", "two-caches-fixed", 3, cli.ExitDone, proof.Fixed, "static field com.example.shop.NameCache.nameCache", 0},
		{"persons", "persons", 1, cli.ExitCheckFailed, proof.StillThere, "static field com.example.people.Main.persons", 0},
		{"persons", "two-caches", 3, cli.ExitCheckFailed, proof.Hidden, "static field com.example.people.Main.persons", 1},
		{"persons-fixed", "persons", 1, cli.ExitUndecided, proof.NotThere, "", 1},
	} {
		out, r := proved(t, "--before", copies(t, c.before, c.n), "--after", copies(t, c.after, c.n))
		owner := ""
		if out.Finding != nil {
			owner = out.Finding.Owner
		}
		if out.Verdict != c.verdict || r.status != c.status || owner != c.owner || len(out.New) != c.news {
			t.Errorf("%s, %s: %s, status %d, owner %q, %d new; %s", c.before, c.after, out.Verdict, r.status, owner, len(out.New), out.Text)
		}
		if c.after == "persons-fixed" {
			checkNumbers(t, &out)
		}
	}
}

// checkNumbers compares the numbers of the fix of the bundled program with its description: 200 persons between two GC points.
func checkNumbers(t *testing.T, out *proof.Result) {
	t.Helper()
	if s := out.Before.PerSecond; s == nil || s.Mean < 1000 || s.Mean > 1400 || *s.Low != *s.High || out.After.PerSecond.Mean != 0 {
		t.Errorf("rates: %+v, %+v", s, out.After.PerSecond)
	}
	if out.Before.PerPoint.Mean != 200 || out.Saved.Mean < 600e3 || out.Saved.Mean > 700e3 || out.Predicted.Mean < 600e3 || out.Predicted.Mean > 700e3 {
		t.Errorf("%+v, saved %+v, predicted %+v", out.Before.PerPoint, out.Saved, out.Predicted)
	}
}

// shop is a program that handles orders for 2.5 s. KEEP stands for the statement that keeps an order.
const shop = `import sys, time
class Order:
    def __init__(self, n): self.lines = ["line %d" % n] * 20
BY_ID, AUDIT = {}, []
def handle(n):
    order = Order(n)
    KEEP
end = time.monotonic() + 2.5
n = 0
while time.monotonic() < end:
    for _ in range(20): handle(n); n += 1
    time.sleep(0.005)
`

// TestProveRecorded records programs. Load decides how many GC points they have, and so whether the numbers suffice for a verdict, but not
// which verdicts are possible.
func TestProveRecorded(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil || !forked.Supported {
		t.Skip("there is no python3")
	}
	dir := t.TempDir()
	command := func(name, keep string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(shop, "KEEP", keep)), 0o600); err != nil {
			t.Fatal(err)
		}
		return "python3 '" + path + "'"
	}
	kept := filepath.Join(dir, "kept")
	leak, fix := command("shop.py", "BY_ID[n] = order"), command("fixed.py", "BY_ID[0] = order")
	out, r := proved(t, "--before", leak, "--after", fix, "--rounds", "2", "--every", "250ms", "--keep", kept)
	if out.Verdict == proof.Fixed || out.Verdict == proof.StillThere || out.Verdict == proof.Hidden || r.status != cli.ExitUndecided {
		t.Errorf("two rounds: %s, %s, status %d", out.Verdict, out.Text, r.status)
	}
	for _, name := range []string{"before-1.mct", "before-2.mct", "after-1.mct", "after-2.mct", "before-1.txt"} {
		if _, err := os.Stat(filepath.Join(kept, name)); err != nil {
			t.Error(err)
		}
	}
	if lines := strings.Split(strings.TrimSpace(r.stderr), "\n"); len(lines) < 4 || !strings.Contains(r.stderr, "before, round 2 of 2: recorded shop.py") {
		t.Errorf("progress: %q", lines)
	}
	failing := filepath.Join(dir, "failing.py")
	if err := os.WriteFile(failing, []byte("import sys\nprint('closed today')\nsys.exit(7)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := execute(t, "prove", "--before", "python3 '"+failing+"'", "--after", fix); r.status != cli.ExitInput ||
		!strings.Contains(r.err.Error(), "before, round 1: the program ended with status 7; its output ends with: closed today") {
		t.Errorf("a failing program: status %d, %v", r.status, r.err)
	}
	if r := execute(t, "prove", "--before", "python3 -c 'import time; time.sleep(3600)'", "--after", "demo:persons", "--for", "1s", "--rounds", "1"); r.status == cli.ExitUsage ||
		!strings.Contains(r.stderr, "before, round 1 of 1: recorded") && r.err == nil {
		t.Errorf("a program without an end: status %d, %v, %s", r.status, r.err, r.stderr)
	}
}
