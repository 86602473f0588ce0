package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/tracetest"
)

// snapshots writes a series of heap snapshots with a map that has the given numbers of items, and listeners beside it.
func snapshots(t *testing.T, items ...int) string {
	t.Helper()
	dir := t.TempDir()
	for point, n := range items {
		s := tracetest.NewSnapshot(tracetest.Node26)
		script := s.Script("file:///srv/shop/src/cart.js")
		context := s.Context(s.Scope(), s.Realm)
		s.Root("(Global handles)", s.Function("", script, context, 1))
		class := s.Class("Item", script, context)
		all, table := s.Node("object", "Map", 32), s.Node("array", "", 64)
		s.Variable(context, "items", all)
		s.Variable(context, "Item", class)
		s.Edge(all, "internal", "table", table)
		for i := range n {
			item := s.Object(class)
			s.Set(item, "name", s.Text(fmt.Sprintf("item %d %s", i, strings.Repeat("x", 200))))
			s.Edge(table, "internal", fmt.Sprint(3+i), item)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.heapsnapshot", point+1)), s.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// objects writes a series of objects as JSON lines of a program in Python, with a dictionary that has the given numbers of orders.
func objects(t *testing.T, orders ...int) string {
	t.Helper()
	var b strings.Builder
	for point, n := range orders {
		fmt.Fprintf(&b, `{"format":"objects","version":1,"runtime":"python","time":%d}`+"\n", 1_700_000_000+10*point)
		b.WriteString(`{"root":"module","name":"shop.orders","ref":1}` + "\n" + `{"id":1,"type":"module","size":72,"refs":[2],"names":["__dict__"]}` + "\n")
		b.WriteString(`{"id":2,"type":"dict","size":232,"refs":[3],"names":["pending"]}` + "\n" + `{"id":3,"type":"dict","size":400,"refs":[`)
		var rest strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s%d", strings.Repeat(",", min(i, 1)), 10+i)
			fmt.Fprintf(&rest, `{"id":%d,"type":"shop.orders.Order","size":400}`+"\n", 10+i)
		}
		b.WriteString("]}\n" + rest.String())
	}
	path := filepath.Join(t.TempDir(), "shop.objects.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestWordsOfOtherRuntimes checks that no command speaks of Java about recordings of other runtimes, and that growth is found.
func TestWordsOfOtherRuntimes(t *testing.T) {
	growing, steady := []int{1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000}, []int{4000, 4000, 4000, 4000}
	inputs := map[string]string{
		"JavaScript, growing": snapshots(t, growing...), "JavaScript, steady": snapshots(t, steady...), "JavaScript, one": snapshots(t, 4000),
		"Python, growing": objects(t, growing...), "Python, steady": objects(t, steady...), "Python, one": objects(t, 4000),
		".NET, one": filepath.Join("..", "..", "trace", "dotnet", "testdata", "known.nettrace.gz"),
	}
	dir := t.TempDir()
	for what, path := range inputs {
		for _, args := range readers(dir) {
			if args[0] == "compare" || args[0] == "convert" {
				continue
			}
			r := execute(t, append(args, path)...)
			text := r.stdout
			if r.err != nil {
				text += r.err.Error()
			}
			for _, line := range strings.Split(text, "\n") {
				if tracetest.JavaWords.MatchString(line) {
					t.Errorf("%s: %s: %s", what, strings.Join(args, " "), line)
				}
			}
		}
	}
	for what, want := range map[string]string{"JavaScript, growing": "held by variable cart.js:items", "Python, growing": "held by variable shop.orders.pending"} {
		if r := execute(t, "analyze", inputs[what]); !strings.Contains(r.stdout, want) {
			t.Errorf("%s: analyze does not say %q:\n%.600s", what, want, r.stdout)
		}
	}
	for _, what := range []string{"JavaScript, steady", "Python, steady"} {
		if r := execute(t, "analyze", inputs[what]); !strings.HasPrefix(r.stdout, "No leak was found") {
			t.Errorf("%s: analyze says\n%.600s", what, r.stdout)
		}
	}
}
