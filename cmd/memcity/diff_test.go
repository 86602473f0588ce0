package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/cmd/memcity/changes"
	"memcity/cmd/memcity/cli"
	"memcity/trace/tracetest/jdk"
)

// find returns the group with a key.
func find(n *changes.DiffNode, key string) *changes.DiffNode {
	if n.Key == key {
		return n
	}
	for _, c := range n.Children {
		if found := find(c, key); found != nil {
			return found
		}
	}
	return nil
}

// count returns the number of groups.
func count(n *changes.DiffNode) int {
	all := 1
	for _, c := range n.Children {
		all += count(c)
	}
	return all
}

// checkSums checks the invariants of each group.
func checkSums(n *changes.DiffNode, t *testing.T) {
	t.Helper()
	if n.Died.Objects+n.Indistinct.Objects+n.Survived.Objects+n.MovedOut.Objects != n.Before.Objects ||
		n.Born.Objects+n.IndistinctAfter.Objects+n.Survived.Objects+n.MovedIn.Objects != n.After.Objects {
		t.Errorf("%s: before %+v, after %+v, but died %+v, permanent %+v, born %+v, left %+v, came %+v, not told apart %+v, %+v",
			n.Key, n.Before, n.After, *n.Died, *n.Survived, *n.Born, *n.MovedOut, *n.MovedIn, *n.Indistinct, *n.IndistinctAfter)
	}
	for _, c := range n.Children {
		checkSums(c, t)
	}
}

// TestDiffPersons: the demo program only adds persons, 200 at a time.
func TestDiffPersons(t *testing.T) {
	out := into[changes.Diff](t, "diff", "demo:persons", "--by", "type")
	if out.Identity.Source != "recovered" || out.Identity.Rate < 0.95 || out.Settings.From != 1 || out.Settings.To != 23 {
		t.Errorf("%+v, %+v", out.Identity, out.Settings)
	}
	checkSums(out.Root, t)
	p := find(out.Root, "Heap#com.example.people.Person")
	if p == nil || p.Died.Objects != 0 || p.Survived.Objects != 200 || p.Born.Objects != 4400 {
		t.Errorf("persons: %+v", p)
	}
	through := into[changes.Diff](t, "diff", "demo:persons", "--by", "type", "--through")
	checkSums(through.Root, t)
	if q := find(through.Root, p.Key); q.Survived.Objects != 200 {
		t.Errorf("persons through all GC points: %+v", q)
	}
	probable := into[changes.Diff](t, "diff", "demo:persons", "--by", "type", "--probable")
	checkSums(probable.Root, t)
	if more := probable.Root.Survived.Objects - out.Root.Survived.Objects; more != out.Identity.Probable {
		t.Errorf("%d more are permanent with probable pairs, of which there are %d", more, out.Identity.Probable)
	}
}

func TestDiffFormats(t *testing.T) {
	args := []string{"diff", "demo:two-caches", "--by", "type", "--metric", "bytes", "--sort", "born"}
	out := into[changes.Diff](t, args...)
	for i := 1; i < len(out.Root.Children); i++ {
		if out.Root.Children[i-1].Born.Bytes < out.Root.Children[i].Born.Bytes {
			t.Fatalf("%s is before %s", out.Root.Children[i-1].Key, out.Root.Children[i].Key)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(ok(t, append(args, "--format", "csv")...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+count(out.Root) ||
		!slices.Equal(rows[0][:6], []string{"key", "name", "role", "identity", "before_objects", "before_bytes"}) {
		t.Errorf("%d rows, %v", len(rows), rows[0])
	}
	lines := strings.Split(ok(t, append(args, "--top", "2")...), "\n")
	if !strings.Contains(lines[0], "GC point 1 to") || !strings.Contains(lines[0], "matched by content, place and references") ||
		!slices.Equal(strings.Fields(lines[1])[:3], []string{"died", "permanent", "born"}) || !strings.Contains(lines[5], "other groups)") {
		t.Errorf("table:\n%s", strings.Join(lines, "\n"))
	}
	gone := into[changes.Diff](t, append(args, "--vanished")...)
	if len(gone.Root.Children) != len(gone.Vanished) {
		t.Errorf("%d groups are printed, %d vanished", len(gone.Root.Children), len(gone.Vanished))
	}
	for _, c := range gone.Root.Children {
		if !slices.Contains(gone.Vanished, c.Key) || c.After.Objects != 0 || c.Before.Objects == 0 {
			t.Errorf("%s has not vanished", c.Key)
		}
	}
}

// TestDiffCounts: memory trees contain no objects, so the output has only differences and says so.
func TestDiffCounts(t *testing.T) {
	into := t.TempDir()
	trees := filepath.Join(into, "trees")
	ok(t, "convert", "demo:persons", "-o", trees, "--format", "trees", "--by", "type")
	text := ok(t, "diff", trees, "--top", "1")
	if !strings.Contains(text, "differences in counts") ||
		!slices.Equal(strings.Fields(strings.Split(text, "\n")[1]), []string{"before", "after", "difference"}) ||
		strings.Contains(text, "permanent") {
		t.Errorf("table:\n%s", text)
	}
}

// TestDiffOrder: by default groups are sorted by absolute change. The sort keys survived and permanent are equal.
func TestDiffOrder(t *testing.T) {
	args := []string{"diff", "demo:two-caches", "--by", "type", "--from", "1", "--to", "3"}
	usual := into[changes.Diff](t, args...)
	if usual.Settings.Sort != "change" {
		t.Errorf("ordered by %s", usual.Settings.Sort)
	}
	changed := func(n *changes.DiffNode) int64 {
		d := n.After.Bytes - n.Before.Bytes
		return max(d, -d)
	}
	for i, n := range usual.Root.Children[1:] {
		if before := usual.Root.Children[i]; changed(before) < changed(n) {
			t.Errorf("%s changed less than %s and is before it", before.Key, n.Key)
		}
	}
	out := into[changes.Diff](t, append(args, "--sort", "turnover")...)
	ties := 0
	for i, n := range out.Root.Children {
		if n.Turnover.Objects != min(n.Died.Objects, n.Born.Objects) || n.Turnover.Bytes != min(n.Died.Bytes, n.Born.Bytes) {
			t.Errorf("%s: turnover %+v of died %+v, born %+v", n.Key, *n.Turnover, *n.Died, *n.Born)
		}
		if i == 0 {
			continue
		}
		before := out.Root.Children[i-1]
		if before.Turnover.Objects < n.Turnover.Objects {
			t.Errorf("%s is before %s", before.Key, n.Key)
		}
		if before.Turnover.Objects == n.Turnover.Objects {
			ties++
			if before.After.Objects-before.Before.Objects < n.After.Objects-n.Before.Objects {
				t.Errorf("%s grew less than %s and is before it", before.Key, n.Key)
			}
		}
	}
	if ties == 0 {
		t.Error("no two groups have the same turnover")
	}
	text := func(sort string) string { return ok(t, "diff", "demo:two-caches", "--by", "type", "--sort", sort) }
	if text("survived") != text("permanent") {
		t.Error("--sort permanent is not --sort survived")
	}
	if head := strings.Split(text("turnover"), "\n")[1]; !slices.Equal(strings.Fields(head)[:4],
		[]string{"died", "permanent", "born", "turnover"}) {
		t.Errorf("columns %s", head)
	}
	trees := filepath.Join(t.TempDir(), "trees")
	ok(t, "convert", "demo:persons", "-o", trees, "--format", "trees", "--by", "type")
	if out := into[changes.Diff](t, "diff", trees); out.Settings.Sort != "change" || out.Root.Turnover != nil {
		t.Errorf("counts: ordered by %s, turnover %v", out.Settings.Sort, out.Root.Turnover)
	}
}

func TestDiffWrongUse(t *testing.T) {
	for _, args := range [][]string{{}, {"demo:persons", "--from", "5", "--to", "5"}, {"demo:persons", "--from", "last"},
		{"demo:persons", "--sort", "age"}, {"demo:persons", "--top", "-1"}, {"demo:persons", "--format", "dot"},
		{"demo:persons", "--metric", "kilos"}, {"demo:persons", "--to", "noon"}} {
		if r := memcity(append([]string{"diff"}, args...)...); r.status != cli.ExitUsage || r.stdout != "" {
			t.Errorf("diff %s: status %d, %v", strings.Join(args, " "), r.status, r.err)
		}
	}
}

// TestDiffStack is the example of the paper (see package diff). Its objects differ only in their place: they are pushed and popped, then a
// tenth is pushed again. The buggy stack keeps the other nine tenths.
func TestDiffStack(t *testing.T) {
	home := jdk.Homes(t)[0]
	source, err := filepath.Abs(filepath.Join("testdata", "Stack.java"))
	if err != nil {
		t.Fatal(err)
	}
	classes := t.TempDir()
	jdk.Run(t, home, classes, "javac", "-d", classes, source)
	for stack, want := range map[string][3]int64{"buggy": {1000, 9000, 1000}, "fixed": {}} {
		dir := filepath.Join(t.TempDir(), stack)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		jdk.Run(t, home, dir, "java", "-XX:+UseSerialGC", "-Xmx100m", "-cp", classes, "Stack", "10000", stack)
		out := into[changes.Diff](t, "diff", dir, "--by", "type")
		var got [3]int64
		if n := find(out.Root, "Heap#Stack$TestObject"); n != nil {
			got = [3]int64{n.Died.Objects, n.Survived.Objects, n.Born.Objects}
		}
		if got != want {
			t.Errorf("%s stack: died, permanent, born are %v, want %v", stack, got, want)
		}
	}
}
