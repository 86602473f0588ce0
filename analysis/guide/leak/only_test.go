package leak_test

import (
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestOnlyThread checks that a thread keeps its full name, unless the names of others differ only in numbers.
func TestOnlyThread(t *testing.T) {
	for name, tt := range map[string]struct {
		threads     []string // the first one has the local variable
		local, root string
	}{
		"one":           {[]string{"worker-2"}, "local variable in app.Main.run of the thread worker-2", "thread worker-2"},
		"one of a kind": {[]string{"worker-2", "main", "poller-7"}, "local variable in app.Main.run of the thread worker-2", "thread worker-2"},
		"two":           {[]string{"worker-2", "worker-13"}, "local variable in app.Main.run of the thread worker-N", "thread worker-N"},
		"three":         {[]string{"worker-2", "worker-3", "worker-4"}, "local variable in app.Main.run of the thread worker-N", "thread worker-N"},
		"the same name": {[]string{"worker-2", "worker-2"}, "local variable in app.Main.run of the thread worker-N", "thread worker-N"},
		"no number":     {[]string{"main", "main"}, "local variable in app.Main.run of the thread main", "thread main"},
	} {
		b := tracetest.NewHeap()
		item, kind := b.Object(b.Type("app.Item", 24)), b.Type("app.Worker", 64, "work")
		for i, name := range tt.threads {
			thread := b.Object(kind)
			number := b.Thread(name, thread, "app.Main.run(Main.java:3)")
			if i == 0 {
				b.Local(item, number, 0)
				b.Refer(thread, "work", b.Object(b.Type("app.Task", 24)))
			}
		}
		s, places, _ := placed(t, b.Heap())
		of := func(o trace.ObjectID) leak.Holding { return s.Holding(places[o]) }
		if got := of(item).Root; got != tt.local {
			t.Errorf("%s: the root of the local variable is %q, want %q", name, got, tt.local)
		}
		if got := of(item + 1).Root; got != tt.root {
			t.Errorf("%s: the root of the thread is %q, want %q", name, got, tt.root)
		}
	}
}
