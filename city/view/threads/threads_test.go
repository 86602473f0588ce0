package threads_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/threads"
	"memcity/city/view/rows"
	view "memcity/city/view/threads"
	"memcity/trace"
)

func amount(n int64) trace.Amount { return trace.Amount{Objects: n, Bytes: 10 * n} }

// report returns two threads of the same name: one with a recursive method, and one whose objects outweigh its bytes.
func report() *view.Report {
	call := func(text string, freed int64, variables ...threads.Variable) threads.Frame {
		return threads.Frame{Text: text, Freed: amount(freed), Variables: variables}
	}
	list := func(o trace.ObjectID) threads.Variable { return threads.Variable{Object: o, Type: "app.List"} }
	return view.NewReport(view.Query{Point: 3}, &threads.Report{Reachable: amount(100), Threads: []threads.Thread{
		{Name: "worker", Object: 7, State: "RUNNABLE", Alone: amount(40), Own: amount(10),
			Frames: []threads.Frame{call("app.Main.dig(Main.java:4)", 0), call("app.Main.dig(Main.java:4)", 30, list(8), list(9)), call("run", 0)}},
		{Name: "worker", Object: trace.NoObject, Alone: trace.Amount{Objects: 50, Bytes: 20}, Own: amount(2), Failed: true, Other: []threads.Variable{list(8)}},
		{Name: "a#b", Object: 5},
	}})
}

func names(t *testing.T, r *view.Report, s view.State, query string) []string {
	t.Helper()
	list, err := r.Rows(&s, query)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, row := range list.Rows {
		out = append(out, strings.Repeat(" ", int(row.Level))+r.Name(row.Node))
	}
	return out
}

func TestTree(t *testing.T) {
	r := report()
	keys := map[string]bool{}
	for i := range int32(r.Len()) {
		key := r.Key(i)
		if keys[key] || r.Find(key) != i {
			t.Errorf("row %d has the key %q of another row", i, key)
		}
		keys[key] = true
		if up := r.Parent(i); up >= 0 && !slices.Contains(slices.Collect(r.Children(up)), i) {
			t.Errorf("row %d is not below its parent %d", i, up)
		}
		if n := len(slices.Collect(r.Children(i))); r.IsLeaf(i) != (n == 0) {
			t.Errorf("row %d is a leaf: %v, with %d children", i, r.IsLeaf(i), n)
		}
	}
	for _, key := range []string{"", "He", "Heap#", "Heap#none", "Heap#worker#", "Heap#a"} {
		if got := r.Find(key); got != -1 {
			t.Errorf("%q is row %d", key, got)
		}
	}
	if got := r.Failed(); got != "worker" {
		t.Errorf("failed: %q", got)
	}
}

// TestNumbers checks that numbers for equal names differ from the numbers in other names.
func TestNumbers(t *testing.T) {
	for _, test := range []struct{ threads, want string }{
		{"w,w,w", "w,w (2),w (3)"}, {"w,w,w (2)", "w,w (2),w (2) (2)"}, {"w (2),w,w", "w (2),w,w (3)"},
	} {
		found := &threads.Report{}
		for _, name := range strings.Split(test.threads, ",") {
			found.Threads = append(found.Threads, threads.Thread{Name: name})
		}
		r := view.NewReport(view.Query{}, found)
		var got []string
		for i := range r.Children(0) {
			got = append(got, r.Name(i))
		}
		if strings.Join(got, ",") != test.want {
			t.Errorf("threads %s have the names %q, want %s", test.threads, got, test.want)
		}
	}
}

// TestSums checks that the amounts of the frames and of the last row are that of the thread, and that variables have none.
func TestSums(t *testing.T) {
	r := report()
	thread := r.Find("Heap#worker")
	sum := trace.Amount{}
	for f := range r.Children(thread) {
		alone, ok := r.Alone(f)
		if !ok || r.Level(f) != view.FrameRow || r.Of(f) != r.Of(thread) {
			t.Errorf("%s is no frame of its thread", r.Name(f))
		}
		sum = sum.Plus(alone)
		for v := range r.Children(f) {
			if _, ok := r.Alone(v); ok || r.Level(v) != view.VariableRow || !isObject(r, v) {
				t.Errorf("%s is no variable", r.Name(v))
			}
		}
	}
	if alone, _ := r.Alone(thread); sum != alone || r.Share(thread) != 0.4 {
		t.Errorf("frames have %v of %v, share %v", sum, alone, r.Share(thread))
	}
	if r.Of(0) != nil || r.Level(0) != view.HeapRow || r.Share(0) != 1 {
		t.Error("the first row is not the heap")
	}
}

func isObject(r *view.Report, i int32) bool {
	_, ok := r.Object(i)
	return ok
}

func TestRows(t *testing.T) {
	r := report()
	open := func(keys ...string) (e rows.Expansion) { return e.With(keys, true) }
	const recursion, failed = "Heap#worker", "Heap#worker, failed with OutOfMemoryError"
	for _, test := range []struct {
		state view.State
		query string
		want  string
	}{
		{view.State{}, "", "Heap| worker| worker, failed with OutOfMemoryError| a#b"},
		{view.State{Sort: view.Objects}, "", "Heap| worker, failed with OutOfMemoryError| worker| a#b"},
		{view.State{Upward: true}, "", "Heap| a#b| worker, failed with OutOfMemoryError| worker"},
		{view.State{Sort: view.Name, Upward: true}, "", "Heap| worker, failed with OutOfMemoryError| worker| a#b"},
		{view.State{Open: open(recursion)}, "dig", "Heap| worker|  app.Main.dig(Main.java:4)|  app.Main.dig(Main.java:4) (2)"},
		{view.State{Open: open(recursion), Upward: true}, "dig", "Heap| worker|  app.Main.dig(Main.java:4)|  app.Main.dig(Main.java:4) (2)"},
		{view.State{Open: open(recursion, recursion+"#app.Main.dig(Main.java:4) (2)")}, "(2)",
			"Heap| worker|  app.Main.dig(Main.java:4) (2)|   app.List|   app.List (2)"},
		{view.State{Open: open(failed)}, "list", "Heap| worker|  app.Main.dig(Main.java:4) (2)|   app.List|   app.List (2)| " +
			"worker, failed with OutOfMemoryError|  " + view.OwnName + "|   app.List"},
		{view.State{}, "nothing", "Heap"},
	} {
		if got := strings.Join(names(t, r, test.state, test.query), "|"); got != test.want {
			t.Errorf("%+v, %q:\n%s, want\n%s", test.state, test.query, got, test.want)
		}
	}
	if _, err := r.Rows(&view.State{}, "/(/"); err == nil {
		t.Error("a broken expression is accepted")
	}
}

func TestColumns(t *testing.T) {
	for c := view.Name; c <= view.Share; c++ {
		if got, err := view.ParseColumn(c.String()); got != c || err != nil {
			t.Errorf("%q is read as %v, %v", c, got, err)
		}
	}
	if _, err := view.ParseColumn("state"); err == nil {
		t.Error("an unknown column is read")
	}
}

// TestDeepRecursion checks that the frames of a deep recursion have keys of their own.
func TestDeepRecursion(t *testing.T) {
	frames := make([]threads.Frame, 100_000)
	for i := range frames {
		frames[i].Text = "app.Main.dig(Main.java:4)"
	}
	r := view.NewReport(view.Query{}, &threads.Report{Threads: []threads.Thread{{Name: "main", Frames: frames}}})
	last := int32(r.Len() - 1)
	if want := fmt.Sprintf("Heap#main#app.Main.dig(Main.java:4) (%d)", len(frames)); r.Key(last) != want || r.Find(want) != last {
		t.Errorf("the last frame is %q", r.Key(last))
	}
}
