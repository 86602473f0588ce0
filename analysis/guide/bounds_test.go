package guide

import (
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// limited returns a heap state with a cache of n entries, of a class with the given fields and values.
func limited(n int, fields map[string]int32) *trace.Heap {
	b := tracetest.NewHeap()
	class := b.Type("lib.Cache", 24, "entries")
	for name := range fields {
		b.Field(class, name, trace.IntValue)
	}
	holder, cache := b.Object(b.Type("app.Prices", 16, "cache")), b.Object(class)
	array := b.Array(b.ArrayType("java.lang.Object[]"), n)
	b.Root(holder, trace.RootStaticField, "app.Main.prices")
	b.Refer(holder, "cache", cache)
	b.Refer(cache, "entries", array)
	for name, value := range fields {
		b.Set(cache, name, tracetest.IntValue(value))
	}
	price := b.Type("app.Price", 1000)
	for i := range n {
		b.Element(array, i, b.Object(price))
	}
	return b.Heap()
}

func TestLimits(t *testing.T) {
	growing, slowing := []int{100, 200, 300, 400, 500}, []int{100, 220, 340, 430, 500}
	for _, test := range []struct {
		name   string
		fields map[string]int32
		counts []int
		rule   string
		says   string
	}{
		{"no field", nil, growing, findings.RuleLeak, ""},
		{"a limit that is not reached, slower and slower", map[string]int32{"maxSize": 800}, slowing, findings.RuleGrowth,
			"Cache.maxSize is 800, a limit that has not been reached"},
		{"as fast as ever", map[string]int32{"maxSize": 800}, growing, findings.RuleLeak, "Cache.maxSize is 800, a limit that has not been reached"},
		{"a limit that is just passed", map[string]int32{"maximumEntries": 455}, slowing, findings.RuleGrowth, "Cache.maximumEntries is 455"},
		{"a limit of something else", map[string]int32{"maxSize": 454}, growing, findings.RuleLeak, ""},
		{"the farthest that counts", map[string]int32{"capacity": 500_000}, slowing, findings.RuleGrowth, "Cache.capacity is 500,000"},
		{"too far away", map[string]int32{"capacity": 500_001}, growing, findings.RuleLeak, ""},
		{"none is set", map[string]int32{"maxWeight": -1}, growing, findings.RuleLeak, "Cache.maxWeight is -1, which means no limit."},
		{"the greatest number", map[string]int32{"limit": 1<<31 - 1}, growing, findings.RuleLeak, "which means no limit."},
		{"a time", map[string]int32{"maxIdleTime": 800}, growing, findings.RuleLeak, ""},
		{"no limit by its name", map[string]int32{"size": 800}, growing, findings.RuleLeak, ""},
		{"too few GC points to be sure", nil, growing[2:], findings.RuleGrowth, ""},
		{"just enough", nil, []int{100, 200, 300, 400}, findings.RuleLeak, ""},
	} {
		var states []*trace.Heap
		for _, n := range test.counts {
			states = append(states, limited(n, test.fields))
		}
		report, _ := explored(t, heaps("limits", states...))
		if len(report.Findings) == 0 {
			t.Errorf("%s: %s", test.name, report.Text)
			continue
		}
		f := &report.Findings[0]
		if text := strings.Join(f.Explain, " "); f.Rule != test.rule || !strings.Contains(text, test.says) || test.says == "" &&
			strings.Contains(text, "limit") {
			t.Errorf("%s: rule %s, %q", test.name, f.Rule, text)
		}
	}
}

func TestSlowsDown(t *testing.T) {
	for _, test := range []struct {
		numbers []int64
		want    bool
	}{{[]int64{0, 100, 175}, true}, {[]int64{0, 100, 176}, false}, {[]int64{0, 100, 200, 275, 350}, true},
		{[]int64{0, 100, 200, 275, 351}, false},
		{[]int64{0, 10, 500, 600}, false}, {[]int64{0, 300, 400, 500}, true}} {
		if got := slowsDown(test.numbers); got != test.want {
			t.Errorf("%v: %v", test.numbers, got)
		}
	}
}

func TestLimitNames(t *testing.T) {
	for name, want := range map[string]bool{"maxSize": true, "maximumWeight": true, "capacity": true, "entryLimit": true,
		"upperBound": true, "MAX_ENTRIES": true,
		"size": false, "count": false, "maxWaitMillis": false, "maxAge": false, "maxPerRoute": false, "maximumPoolSize": false,
		"concurrencyLevelMax": false, "": false} {
		if got := isLimit(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// Slots exist from the start, and each gets its buffer at its first use.
func TestSlotsThatFill(t *testing.T) {
	filled := func(slots, used int) *trace.Heap {
		b := tracetest.NewHeap()
		ring := fieldList(b, "app.Ring", "slots", slots)
		slot, buffer := b.Type("app.Slot", 16, "buffer"), b.PrimitiveType("byte[]", 1)
		for i := range slots {
			s := b.Object(slot)
			ring(s)
			if i < used {
				b.Refer(s, "buffer", b.Array(buffer, 1000))
			}
		}
		return b.Heap()
	}
	for slots, quiet := range map[int]bool{400: true, 399: true} {
		var states []*trace.Heap
		for _, used := range []int{100, 180, 260, 330, 399} {
			states = append(states, filled(slots, used))
		}
		report, _ := explored(t, heaps("slots", states...))
		text := strings.Join(report.Quiet, " ")
		if len(report.Findings) > 0 == quiet || !strings.Contains(text, "hold at most one object each") {
			t.Errorf("%d slots: %s %q", slots, report.Text, text)
		}
	}
}

// keyed returns a heap state with a map of n entries with weak keys, as in the JDK or in libraries. The program also holds the keys'
// referents, either strongly or softly.
func keyed(n int, ofLibrary, softly bool) *trace.Heap {
	b := tracetest.NewHeap()
	entry := b.Type("java.util.Hashtable$Entry", 24, "key", "value")
	reference := b.Type("java.lang.ref.WeakReference", 16, "referent")
	if !ofLibrary {
		entry = b.Subtype(reference, "java.util.WeakHashMap$Entry", 24, "value")
	}
	key, soft := b.Type("lib.WeakTable$Key", 16, "reference"), b.Type("java.lang.ref.SoftReference", 16, "referent")
	table := b.Object(b.Type("lib.WeakTable", 16, "table"))
	array, plugins := b.Array(b.ArrayType("java.lang.Object[]"), n), b.Array(b.ArrayType("java.lang.Object[]"), n)
	b.Root(table, trace.RootStaticField, "app.Main.table")
	b.Refer(table, "table", array)
	b.Root(plugins, trace.RootStaticField, "app.Main.plugins")
	value, plugin := b.Type("app.Settings", 1000), b.Type("app.Plugin", 16)
	for i := range n {
		e, p, v := b.Object(entry), b.Object(plugin), b.Object(value)
		b.Element(array, i, e)
		b.Refer(e, "value", v)
		if ofLibrary {
			k, r := b.Object(key), b.Object(reference)
			b.Refer(e, "key", k)
			b.Refer(k, "reference", r)
			b.Refer(r, "referent", p)
		} else {
			b.Refer(e, "referent", p)
		}
		if softly {
			s := b.Object(soft)
			b.Refer(s, "referent", p)
			p = s
		}
		b.Element(plugins, i, p)
	}
	return b.Heap()
}

// TestWeakKeys checks that entries removed together with softly held keys are no leak.
func TestWeakKeys(t *testing.T) {
	for _, test := range []struct {
		name              string
		ofLibrary, softly bool
	}{
		{"weak map, keys in use", false, false}, {"weak map, keys softly held", false, true},
		{"a library's, keys in use", true, false}, {"a library's, keys softly held", true, true},
	} {
		var states []*trace.Heap
		for _, n := range []int{100, 200, 300, 400, 500} {
			states = append(states, keyed(n, test.ofLibrary, test.softly))
		}
		report, _ := explored(t, heaps("weak keys", states...))
		leaks := slices.ContainsFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == findings.RuleLeak && f.Growth.Type == "app.Settings" })
		if leaks == test.softly {
			t.Errorf("%s: leaks %v: %q", test.name, leaks, report.Text)
		}
	}
}
