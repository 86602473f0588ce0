package guide

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// customers returns a static array of n objects with a secret each.
func customers(n int) *trace.Heap {
	b := tracetest.NewHeap()
	customer, array := b.Type("app.Customer", 1000, "name"), b.Array(b.ArrayType("app.Customer[]"), n)
	owner := b.Object(b.Type("app.Customers", 16, "all"))
	b.Root(owner, trace.RootStaticField, "app.Main.customers")
	b.Refer(owner, "all", array)
	for i := range n {
		c := b.Object(customer)
		b.Refer(c, "name", b.String("secret\n"+strings.Repeat("x", i%50)))
		b.Element(array, i, c)
	}
	return b.Heap()
}

func withTexts(t *testing.T, r *recorded) *findings.Report {
	t.Helper()
	report, _, err := Explore(t.Context(), r, Options{Texts: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestSamples checks that contents are shown only on request, at most three, truncated and without control characters.
func TestSamples(t *testing.T) {
	r := heaps("customers", customers(999))
	report, _ := explored(t, r)
	later := ofRule(report, findings.RuleHolder)
	if later == nil || later.Pile.Samples != nil {
		t.Fatalf("not requested: %+v", later)
	}
	f := ofRule(withTexts(t, r), findings.RuleHolder)
	want := []string{`name = "secret\n"`, `name = "secret\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"…`,
		`name = "secret\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"…`}
	if f == nil || strings.Join(f.Pile.Samples, "|") != strings.Join(want, "|") {
		t.Errorf("requested: %q, want %q", f.Pile.Samples, want)
	}
	if got := SampleTexts(customers(999), append(later.Pile.Sampled, 1<<30)); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("requested later: %q, want %q", got, want)
	}
	if text, err := json.Marshal(later); err != nil || strings.Contains(string(text), "ampled") {
		t.Errorf("in JSON: %s, %v", text, err)
	}
	r.Blanked = true
	if f := ofRule(withTexts(t, r), findings.RuleHolder); f == nil || f.Pile.Samples != nil || f.Pile.Sampled != nil {
		t.Errorf("blanked: %+v", f)
	}
}

// TestDuplicateTexts checks the same for duplicate strings.
func TestDuplicateTexts(t *testing.T) {
	const text = "a text of which there are some more"
	r := heaps("wasteful", wasteful())
	report, _ := explored(t, r)
	if all := strings.Join(ofRule(report, findings.RuleDuplicates).Explain, " "); strings.Contains(all, text) ||
		!strings.Contains(all, "100 % are held by elements of Object[]") {
		t.Errorf("not requested: %s", all)
	}
	if all := strings.Join(ofRule(withTexts(t, r), findings.RuleDuplicates).Explain, " "); !strings.Contains(all, text) {
		t.Errorf("requested: %s", all)
	}
}

// TestExamplesAreDuplicates checks that unique strings are no examples of duplicates, however few duplicates there are.
func TestExamplesAreDuplicates(t *testing.T) {
	for different := 1; different <= 4; different++ {
		b := tracetest.NewHeap()
		add := fieldList(b, "app.Names", "all", 6000)
		for i := range 6000 - 10 {
			add(b.String(strings.Repeat("a long text that is there many times ", 1+i%different)))
		}
		for i := range 10 {
			add(b.String(strings.Repeat("once ", 20+i)))
		}
		report, _ := explored(t, heaps(fmt.Sprint(different, " texts"), b.Heap()))
		all := strings.Join(findingOf(t, report, findings.RuleDuplicates).Explain, " ")
		if n := strings.Count(all, " times ("); n != min(different, 3) || strings.Contains(all, " 1 times") || strings.Count(all, "is there") != 1 {
			t.Errorf("%d texts: %s", different, all)
		}
	}
}

// TestSlicesFinding checks that slices of 16 bytes of large arrays are reported with their holders.
func TestSlicesFinding(t *testing.T) {
	for n, want := range map[int]bool{65: true, 63: false} { // arrays of 4 KiB less 16 bytes: 256 KiB and not
		b := tracetest.NewHeap()
		kind := b.Type("java.nio.HeapByteBuffer", 48, "hb")
		b.Field(kind, "capacity", trace.IntValue)
		packet := b.Type("app.Packet", 16, "header")
		for range n {
			p, s := b.Object(packet), b.Object(kind)
			b.Root(p, trace.RootStaticField, "app.Main.packet")
			b.Refer(p, "header", s)
			b.Set(s, "capacity", tracetest.IntValue(16))
			b.Refer(s, "hb", b.Array(b.PrimitiveType("byte[]", 1), 4096-16))
		}
		report, _ := explored(t, heaps("packets", b.Heap()))
		f := ofRule(report, findings.RuleSlices)
		if (f != nil) != want || want && !strings.Contains(strings.Join(f.Explain, " "), "100 % are held by Packet.header") {
			t.Errorf("%d slices: %+v", n, f)
		}
	}
}
