package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/table"
)

// parquetText prints all rows of a Parquet file.
func parquetText(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader := parquet.NewReader(f)
	defer reader.Close()
	var out strings.Builder
	rows := make([]parquet.Row, 100)
	for {
		n, err := reader.ReadRows(rows)
		for _, row := range rows[:n] {
			for _, v := range row {
				fmt.Fprint(&out, v, "\t")
			}
			out.WriteByte('\n')
		}
		if err != nil {
			return out.String()
		}
	}
}

// tableRows reads the rows of a table of a fleet.
func tableRows[R any](t *testing.T, folder, name string) (rows []R) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, name, "*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", name, len(files), err)
	}
	for _, file := range files {
		more, err := parquet.ReadFile[R](file)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, more...)
	}
	return rows
}

// printedTree is a node in the output of memcity tree.
type printedTree struct {
	Path           []string
	Objects, Bytes int64
	Retained       *int64 `json:"retained_bytes"`
	Children       []printedTree
}

// TestExportedSums: groups have the numbers of memcity tree, at each point and for each chain, and retained sizes at the last point.
func TestExportedSums(t *testing.T) {
	folder := t.TempDir()
	ok(t, "export", "demo:two-caches", "--parquet", folder, "--by", "type", "--by", "package,type", "--sizes", "retained,deep")
	groups := tableRows[table.Group](t, folder, "groups")
	key := func(chain string, point int32, path []string) string {
		return fmt.Sprint(chain, point, strings.Join(path, "\x00"))
	}
	have := map[string]table.Group{}
	for _, g := range groups {
		have[key(g.Chain, g.Point, g.Path)] = g
	}
	points := tableRows[table.GCPoint](t, folder, "gc_points")
	if len(points) < 5 {
		t.Fatalf("%d GC points", len(points))
	}
	compared := 0
	for _, chain := range []string{"type", "package,type"} {
		for _, p := range points {
			last := p.Point == points[len(points)-1].Point
			args := []string{"tree", "demo:two-caches", "--by", chain, "--at", fmt.Sprint(p.Point), "--format", "json", "--unreachable"}
			if last {
				args = append(args, "--sizes", "retained")
			}
			var printed struct{ Root printedTree }
			if err := json.Unmarshal([]byte(ok(t, args...)), &printed); err != nil {
				t.Fatal(err)
			}
			if printed.Root.Bytes != p.Bytes || printed.Root.Objects != p.Objects {
				t.Errorf("point %d: %d objects, %d bytes; tree has %d, %d", p.Point, p.Objects, p.Bytes, printed.Root.Objects, printed.Root.Bytes)
			}
			var compare func(n *printedTree)
			compare = func(n *printedTree) {
				g, ok := have[key(chain, p.Point, n.Path)]
				if !ok || g.Objects != n.Objects || g.Bytes != n.Bytes {
					t.Errorf("%s, point %d, %q: %+v, tree has %d objects, %d bytes", chain, p.Point, n.Path, g, n.Objects, n.Bytes)
				}
				if (g.Retained != nil) != last || last && *g.Retained != *n.Retained {
					t.Errorf("%s, point %d, %q: retained sizes differ", chain, p.Point, n.Path)
				}
				compared++
				for i := range n.Children {
					compare(&n.Children[i])
				}
			}
			compare(&printed.Root)
		}
	}
	if compared != len(groups) {
		t.Errorf("%d rows, trees have %d groups", len(groups), compared)
	}
}

// TestExportedTwice: a second run writes nothing, changed labels replace one file, and two folders are byte-identical.
func TestExportedTwice(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	state := func(folder string) map[string]string {
		files := map[string]string{}
		for _, name := range filesIn(t, folder) {
			if filepath.Ext(name) != ".parquet" {
				continue // a folder
			}
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rest, _ := filepath.Rel(folder, name)
			files[rest] = string(content)
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", name, info.Mode(), err)
			}
		}
		return files
	}
	differ := func(x, y map[string]string) (names []string) {
		for name := range x {
			if y[name] != x[name] {
				names = append(names, filepath.Dir(name))
			}
		}
		return names
	}
	ok(t, "export", "demo:persons", "demo:steady", "--parquet", a)
	first := state(a)
	if len(first) != 2*len(table.Names) {
		t.Errorf("%d files", len(first))
	}
	ok(t, "export", "demo:persons", "demo:steady", "--parquet", a)
	if names := differ(first, state(a)); len(names) > 0 {
		t.Errorf("a second run changed %q", names)
	}
	ok(t, "export", "demo:steady", "demo:persons", "--parquet", b)
	if names := differ(first, state(b)); len(names) > 0 {
		t.Errorf("another folder differs in %q", names)
	}
	ok(t, "export", "demo:steady", "--parquet", a, "--label", "version=2")
	if names := differ(first, state(a)); len(names) != 1 || names[0] != "recordings" {
		t.Errorf("a label changed %q", names)
	}
	// An interrupted export is repeated, because the table that marks it complete, or another one, is missing.
	for _, name := range []string{"recordings", "findings"} {
		files, err := filepath.Glob(filepath.Join(b, name, "*.parquet"))
		if err != nil || len(files) != 2 {
			t.Fatalf("%s: %q, %v", name, files, err)
		}
		for _, path := range files {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		if out := ok(t, "export", "demo:steady", "demo:persons", "--parquet", b); !strings.Contains(out, "written: 2,") {
			t.Errorf("without %s: %s", name, out)
		}
		if names := differ(first, state(b)); len(names) > 0 {
			t.Errorf("written again, %q differ", names)
		}
	}
}

// TestExportedCopy: tables of a copy contain the path and labels of the place where the recording is kept, and follow if it is moved.
func TestExportedCopy(t *testing.T) {
	folder, scratch := t.TempDir(), t.TempDir()
	recording := filepath.Join(scratch, "1.json")
	if err := os.WriteFile(recording, []byte(ok(t, "tree", "demo:steady", "--format", "json")), 0o600); err != nil {
		t.Fatal(err)
	}
	line := []string{"export", recording, "--parquet", folder, "--path-labels", "{service}/{pod}/*"}
	row := func(args ...string) table.Recording {
		t.Helper()
		ok(t, append(line, args...)...)
		rows := tableRows[table.Recording](t, folder, "recordings")
		if len(rows) != 1 {
			t.Fatalf("%d rows", len(rows))
		}
		return rows[0]
	}
	if r := row("--path", "s3://dumps/shop/pod-1/1.json"); r.Path != "s3://dumps/shop/pod-1/1.json" || r.Service != "shop" || r.Pod != "pod-1" {
		t.Errorf("the row of a copy is %+v", r)
	}
	if r := row("--path", "s3://dumps/people/pod-2/1.json"); r.Path != "s3://dumps/people/pod-2/1.json" || r.Service != "people" {
		t.Errorf("the row of a moved recording is %+v", r)
	}
	from, err := filepath.Rel(folder, recording)
	if r := row(); err != nil || r.Path != filepath.ToSlash(from) {
		t.Errorf("the row of a file is %+v", r)
	}
	if r := memcity(append(line, "demo:persons", "--path", "x")...); r.status != cli.ExitUsage {
		t.Errorf("one path for two recordings: status %d", r.status)
	}
}

// TestExportedObjects: objects and references match the heap state, dominators form a tree, and retained sizes are the sums over it.
func TestExportedObjects(t *testing.T) {
	folder := t.TempDir()
	ok(t, "export", "demo:two-caches", "--parquet", folder, "--objects")
	objects, points := tableRows[table.Object](t, folder, "objects"), tableRows[table.GCPoint](t, folder, "gc_points")
	last := points[len(points)-1]
	sum, alone, below, roots := int64(0), int64(0), map[int64]int64{}, 0
	for i, o := range objects {
		if o.Object != int64(i) {
			t.Fatalf("row %d is of object %d", i, o.Object)
		}
		sum += o.Bytes
		if o.Root {
			roots++
		}
		if o.Dominator == nil {
			alone += o.Retained
		} else {
			below[*o.Dominator] += o.Retained
		}
	}
	if int64(len(objects)) != last.Objects || sum != last.Bytes || alone != last.Bytes || roots == 0 {
		t.Errorf("%d objects, %d bytes, %d by dominators, %d roots; the last GC point has %d, %d", len(objects), sum, alone, roots, last.Objects, last.Bytes)
	}
	for _, o := range objects {
		if o.Retained != o.Bytes+below[o.Object] {
			t.Fatalf("object %d retains %d bytes: it has %d, and what it dominates %d", o.Object, o.Retained, o.Bytes, below[o.Object])
		}
	}
	incoming := map[int64]bool{}
	for _, r := range tableRows[table.Reference](t, folder, "references") {
		if r.Field == "" || r.From < 0 || r.To < 0 || r.From >= last.Objects || r.To >= last.Objects {
			t.Fatalf("%+v", r)
		}
		incoming[r.To] = true
	}
	for _, o := range objects {
		if o.Dominator != nil && !incoming[o.Object] && o.Type != "java.lang.Class" {
			t.Fatalf("nothing refers to object %d of %s, which has a dominator", o.Object, o.Type)
		}
	}
	if out := ok(t, "export", "demo:two-caches", "--parquet", folder); !strings.Contains(out, "written: 1,") {
		t.Error(out)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "objects", "*")); len(files) != 0 {
		t.Errorf("%q are left", files)
	}
}
