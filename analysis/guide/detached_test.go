package guide

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// page returns a heap of a page whose variable src/a.js:removed is a list of detached trees: a section with its text. The section has the
// given size, the text takes 80 bytes. rest bytes are attached.
func page(trees int, size, rest int64) *trace.Heap {
	b := tracetest.NewHeap()
	section, text := b.Type("Detached <section>", size, "child"), b.Type("Detached (Text)", 80)
	list := b.Array(b.ArrayType("js:Array"), trees)
	b.Root(list, trace.RootVariable, "src/a.js:removed")
	for i := range trees {
		o := b.Object(section)
		b.Refer(o, "child", b.Object(text))
		b.Element(list, i, o)
	}
	b.Root(b.Object(b.Type("<body>", rest)), trace.RootVariable, "window.document")
	h := b.Heap()
	h.Runtime = trace.V8
	return h
}

func pageOf(states ...*trace.Heap) *recorded {
	r := heaps("page", states...)
	r.Recording.Runtime = trace.V8
	return r
}

// TestDetached checks the finding: its numbers, its holder and the freed bytes.
func TestDetached(t *testing.T) {
	report, _ := explored(t, pageOf(page(30, 2000, 100_000)))
	f := ofRule(report, findings.RuleDetached)
	if f == nil {
		t.Fatalf("no finding: %+v", report)
	}
	if want := "Detached DOM: 30 trees of 60 nodes (62.4 kB) are still in memory, held by the variable src/a.js:removed"; f.Title != want {
		t.Errorf("%s, want %s", f.Title, want)
	}
	if f.Numbers[3].Value < 62_400 || f.Numbers[3].Value > 62_600 || f.Remedy == nil || f.Remedy.ID != "detached-dom" || f.Confidence != 0.9 {
		t.Errorf("%+v, %+v", f.Numbers, f.Remedy)
	}
	if !strings.Contains(report.Text, "detached DOM trees, held by the variable src/a.js:removed") {
		t.Errorf("verdict %s", report.Text)
	}
}

// TestDetachedLimits checks trees just below and at each limit.
func TestDetachedLimits(t *testing.T) {
	const kib = 1 << 10
	for _, test := range []struct {
		name        string
		trees       int
		size, rest  int64
		first       int // trees at an earlier GC point; 0 for none
		want, grows bool
	}{
		{"many trees", manyDetached, 1640, 600_000, 0, true, true},
		{"one tree less", manyDetached - 1, 1640, 600_000, 0, false, true},
		{"half a percent", 20, 2000, 8_200_000, 0, true, true},
		{"less than half a percent", 20, 2000, 8_300_000, 0, false, true},
		{"32 KiB", 20, 32*kib/20 - 80 + 1, 100, 0, true, true},
		{"less than 32 KiB", 20, 32*kib/20 - 80 - 10, 100, 0, false, true},
		{"few, five percent", 2, 20_000, 750_000, 0, true, true},
		{"few, less than five percent", 2, 20_000, 770_000, 0, false, true},
		{"growing", 30, 2000, 600_000, 28, true, true},
		{"level", 30, 2000, 1_200_000, 30, false, false},
		{"level and large", 30, 2000, 1_100_000, 30, true, false},
	} {
		states := []*trace.Heap{page(test.trees, test.size, test.rest)}
		if test.first > 0 {
			states = append([]*trace.Heap{page(test.first, test.size, test.rest)}, states...)
		}
		report, _ := explore(t, pageOf(states...))
		f, quiet := ofRule(report, findings.RuleDetached), strings.Join(report.Quiet, "|")
		if (f != nil) != test.want || strings.Contains(quiet, "Detached DOM: ") == test.want {
			t.Errorf("%s: %+v, quiet %s", test.name, f, quiet)
			continue
		}
		if f != nil && strings.Contains(f.Doubts[0], "did not grow") == test.grows {
			t.Errorf("%s: doubt %q", test.name, f.Doubts)
		}
	}
}

// TestDetachedHolders checks that each holder has a finding, at most three, that the rest have a line each, and that many share one line.
func TestDetachedHolders(t *testing.T) {
	b := tracetest.NewHeap()
	section, array := b.Type("Detached <section>", 4000), b.ArrayType("js:Array")
	for _, name := range strings.Split("abcdefgh", "") {
		list := b.Array(array, manyDetached)
		b.Root(list, trace.RootVariable, "src/a.js:"+name)
		for i := range manyDetached {
			b.Element(list, i, b.Object(section))
		}
	}
	h := b.Heap()
	h.Runtime = trace.V8
	report, _ := explore(t, pageOf(h))
	found := 0
	for _, f := range report.Findings {
		if f.Rule == findings.RuleDetached {
			found++
		}
	}
	quiet := strings.Join(report.Quiet, "|")
	if found != maxUnneeded || strings.Count(quiet, "Detached DOM: 20 trees of 20 nodes (80.0 kB) are still in memory.") != maxDetached-maxUnneeded ||
		!strings.Contains(quiet, "Detached DOM: 40 trees of 40 nodes (160 kB) are still in memory, held by others.") {
		t.Errorf("%d findings, quiet %s", found, quiet)
	}
}
