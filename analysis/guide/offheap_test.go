package guide

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// uploads returns a static array of n objects with a direct buffer of the given size each, next to rest bytes of heap.
func uploads(n int, each int64, rest int) *trace.Heap {
	b := tracetest.NewHeap()
	buffer := b.Type("java.nio.DirectByteBuffer", 64, "att", "cleaner")
	b.Field(buffer, "capacity", trace.LongValue)
	b.Field(buffer, "address", trace.LongValue)
	upload, array := b.Type("app.Upload", 24, "buffer"), b.Array(b.ArrayType("app.Upload[]"), n)
	owner := b.Object(b.Type("app.Uploads", 16, "open"))
	b.Root(owner, trace.RootStaticField, "app.Main.uploads")
	b.Refer(owner, "open", array)
	for i := range n {
		u, d := b.Object(upload), b.Object(buffer)
		b.Set(d, "capacity", trace.MakeValue(trace.LongValue, uint64(each)))
		b.Set(d, "address", trace.MakeValue(trace.LongValue, uint64(1+int64(i)*each)))
		b.Refer(u, "buffer", d)
		b.Element(array, i, u)
	}
	bytes := b.PrimitiveType("byte[]", 1)
	for range rest >> 16 { // none of these stands out
		b.Root(b.Array(bytes, 1<<16-16), trace.RootJNIGlobal, "")
	}
	return b.Heap()
}

// ofRule returns the finding of a rule; nil for none.
func ofRule(report *findings.Report, rule string) *findings.Finding {
	for i := range report.Findings {
		if report.Findings[i].Rule == rule {
			return &report.Findings[i]
		}
	}
	return nil
}

// TestOffHeapLimits checks the limits of 64 MiB and half of the heap.
func TestOffHeapLimits(t *testing.T) {
	for _, test := range []struct {
		each int64
		rest int
		want bool
	}{
		{1 << 20, 0, true}, {1<<20 - 1, 0, false},
		{1 << 20, 127 << 20, true}, {1 << 20, 129 << 20, false},
	} {
		report, _ := explored(t, heaps("uploads", uploads(64, test.each, test.rest)))
		f := ofRule(report, findings.RuleOffHeap)
		if (f != nil) != test.want || report.OffHeap == nil || report.OffHeap.Bytes != 64*test.each || report.OffHeap.Kinds[0].Objects != 64 {
			t.Errorf("%d bytes each next to %d: %v, %+v, want %v", test.each, test.rest, report.Findings, report.OffHeap, test.want)
		}
		if quiet := strings.Contains(strings.Join(report.Quiet, ""), "Off-heap: "); quiet == test.want {
			t.Errorf("%d bytes each next to %d: quiet %q", test.each, test.rest, report.Quiet)
		}
	}
}

// TestOffHeapSeries checks that growth is a leak that mentions its off-heap memory, and that constant memory is no finding.
func TestOffHeapSeries(t *testing.T) {
	var growing, steady []*trace.Heap
	for i := range 5 {
		growing, steady = append(growing, uploads(1000+1000*i, 1<<17, 0)), append(steady, uploads(5000, 1<<17, 0))
	}
	report, _ := explored(t, heaps("growing", growing...))
	f := ofRule(report, findings.RuleLeak)
	if f == nil || !strings.HasSuffix(f.Title, ", with 655 MB off-heap") || ofRule(report, findings.RuleOffHeap) != nil {
		t.Errorf("growing: %+v", report.Findings)
	}
	report, _ = explored(t, heaps("steady", steady...))
	if len(report.Findings) > 0 || !strings.Contains(strings.Join(report.Quiet, ""), "have not grown") {
		t.Errorf("steady: %+v, quiet %q", report.Findings, report.Quiet)
	}
}

// TestOffHeapOfNone checks that nothing is reported without owners, or without values.
func TestOffHeapOfNone(t *testing.T) {
	b := tracetest.NewHeap()
	b.Root(b.String("text"), trace.RootStaticField, "app.Main.text")
	report, _ := explored(t, heaps("texts", b.Heap()))
	if all := fmt.Sprint(report.Quiet, report.Missing); report.OffHeap != nil || strings.Contains(all, "bytes outside") ||
		strings.Contains(all, "outside the heap: 1") {
		t.Errorf("%+v, %s", report.OffHeap, all)
	}
	report, _ = explored(t, heaps("bare", caches(10)))
	if !strings.Contains(strings.Join(report.Missing, ""), "memory outside the heap: no field values") {
		t.Errorf("missing %q", report.Missing)
	}
}
