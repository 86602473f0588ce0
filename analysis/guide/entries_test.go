package guide

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// keyedMap adds a static HashMap with n entries of the given type. add creates their keys and values.
func keyedMap(b *tracetest.HeapBuilder, entry string, n int, add func(i int, entry trace.ObjectID) (key, value trace.ObjectID)) {
	m, table := b.Object(b.Type("java.util.HashMap", 48, "table")), b.Array(b.ArrayType("java.util.HashMap$Node[]"), n)
	node := b.Type(entry, 32, "key", "value")
	b.Root(m, trace.RootStaticField, "app.Main.prices")
	b.Refer(m, "table", table)
	for i := range n {
		e := b.Object(node)
		b.Element(table, i, e)
		key, value := add(i, e)
		b.Refer(e, "key", key)
		b.Refer(e, "value", value)
	}
}

// entriesSaid returns the facts about entries and the explanation, as one string, of the first finding.
func entriesSaid(t *testing.T, r *recorded) (*findings.Entries, *findings.Finding, string) {
	t.Helper()
	report, _ := explore(t, r)
	if len(report.Findings) == 0 {
		t.Fatal(report.Text)
	}
	f := &report.Findings[0]
	p := f.Growth
	if p == nil {
		p = f.Pile
	}
	if p.Entries == nil {
		p.Entries = &findings.Entries{}
	}
	return p.Entries, f, strings.Join(f.Explain, " ")
}

// TestEqualKeys checks that keys of one map are reported if they have few distinct contents. That requires the values of all fields.
func TestEqualKeys(t *testing.T) {
	const n = 600
	for _, test := range []struct {
		name, entry   string
		own           string // type of the keys
		products      int    // number of distinct strings
		regions       int    // number of distinct numbers
		others        bool   // true if each key refers to another object
		unknown, long bool   // true if the text of strings is missing, or too long to compare
		want          int64
	}{
		{"few", "java.util.HashMap$Node", "app.Key", 10, 2, false, false, false, 10},
		{"a number more", "java.util.HashMap$Node", "app.Key", 10, 3, false, false, false, 30},
		{"half", "java.util.HashMap$Node", "app.Key", 300, 1, false, false, false, 300},
		{"more than half", "java.util.HashMap$Node", "app.Key", 301, 1, false, false, false, 0},
		{"a record of the runtime", "java.util.HashMap$Node", "java.util.Key", 10, 2, false, false, false, 0},
		{"an identity map", "java.util.IdentityHashMap$Node", "app.Key", 10, 2, false, false, false, 0},
		{"objects are compared by identity", "java.util.HashMap$Node", "app.Key", 10, 2, true, false, false, 0},
		{"texts are not known", "java.util.HashMap$Node", "app.Key", 10, 2, false, true, false, 0},
		{"texts are too long", "java.util.HashMap$Node", "app.Key", 10, 2, false, false, true, 0},
	} {
		b := tracetest.NewHeap()
		key, value := b.Type(test.own, 24, "product", "other"), b.Type("app.Price", 1500)
		b.Field(key, "region", trace.IntValue)
		other := b.Type("app.Other", 16)
		keyedMap(b, test.entry, n, func(i int, _ trace.ObjectID) (trace.ObjectID, trace.ObjectID) {
			k, text := b.Object(key), fmt.Sprint("product ", i%test.products)
			if test.long {
				text += strings.Repeat("x", maxKeyText)
			}
			b.Refer(k, "product", b.String(text))
			b.Set(k, "region", tracetest.IntValue(int32(i%test.regions)))
			if test.others {
				b.Refer(k, "other", b.Object(other))
			}
			return k, b.Object(value)
		})
		r := heaps("keys", b.Heap())
		if test.unknown {
			r.Knows &^= trace.KnowsTexts
		}
		e, f, text := entriesSaid(t, r)
		if test.want == 0 {
			if e.Keys != nil || strings.Contains(text, "equals") {
				t.Errorf("%s: %+v", test.name, e.Keys)
			}
			continue
		}
		if e.Keys == nil || *e.Keys != (findings.EqualKeys{Type: "app.Key", Keys: n, Contents: test.want}) ||
			!strings.Contains(text, fmt.Sprintf("The 600 keys have only %d different contents, but a HashMap keeps only one of several equal keys. So Key has", test.want)) ||
			f.Remedy == nil || f.Remedy.ID != "keys-without-equals" {
			t.Errorf("%s: %+v, %s, remedy %+v", test.name, e.Keys, text, f.Remedy)
		}
		if want := "Each entry of the HashMap maps a Key to a Price and takes about"; !strings.Contains(text, want) {
			t.Errorf("%s: %q lacks %q", test.name, text, want)
		}
	}
}

// TestKeysWithoutFields: keys without fields are unique on purpose.
func TestKeysWithoutFields(t *testing.T) {
	b := tracetest.NewHeap()
	key, value := b.Type("app.Token", 16), b.Type("app.Price", 1500)
	b.Field(value, "amount", trace.IntValue) // the heap state has values
	keyedMap(b, "java.util.HashMap$Node", 600, func(int, trace.ObjectID) (trace.ObjectID, trace.ObjectID) { return b.Object(key), b.Object(value) })
	if e, _, text := entriesSaid(t, heaps("tokens", b.Heap())); e.Keys != nil || e.Key != "app.Token" {
		t.Errorf("%+v: %s", e.Keys, text)
	}
}

// TestEqualKeysOfSeveralMaps checks that equal keys in several maps are not reported.
func TestEqualKeysOfSeveralMaps(t *testing.T) {
	b := tracetest.NewHeap()
	hold := fieldList(b, "app.Sessions", "all", 60)
	m, nodes, node := b.Type("java.util.HashMap", 48, "table"), b.ArrayType("java.util.HashMap$Node[]"), b.Type("java.util.HashMap$Node", 32, "key", "value")
	key, value := b.Type("app.Key", 16), b.Type("app.Price", 1500)
	b.Field(key, "id", trace.IntValue)
	for range 60 {
		o, table := b.Object(m), b.Array(nodes, 20)
		hold(o)
		b.Refer(o, "table", table)
		for i := range 20 {
			e, k := b.Object(node), b.Object(key)
			b.Set(k, "id", tracetest.IntValue(int32(i)))
			b.Element(table, i, e)
			b.Refer(e, "key", k)
			b.Refer(e, "value", b.Object(value))
		}
	}
	if e, _, text := entriesSaid(t, heaps("maps", b.Heap())); e.Keys != nil || strings.Contains(text, "equals") {
		t.Errorf("%+v: %s", e.Keys, text)
	}
}

// TestHeldKeys checks that values hold weak keys if they lead to them through strong references.
func TestHeldKeys(t *testing.T) {
	const n = 600
	for _, test := range []struct {
		name  string
		held  int  // number of values that refer to their keys
		weak  bool // true if the values use a weak reference
		steps int  // number of objects between them
		want  int64
	}{
		{"all", n, false, 0, n}, {"over others", n, false, 3, n}, {"nine tenths", 540, false, 0, 540}, {"fewer", 539, false, 0, 0},
		{"none", 0, false, 0, 0}, {"weakly", n, true, 0, 0},
	} {
		b := tracetest.NewHeap()
		reference := b.Type("java.lang.ref.Reference", 40, "referent")
		weakType := b.Subtype(reference, "java.lang.ref.WeakReference", 40)
		entry := b.Subtype(weakType, "java.util.WeakHashMap$Entry", 56, "value")
		m, table := b.Object(b.Type("java.util.WeakHashMap", 48, "table")), b.Array(b.ArrayType("java.util.WeakHashMap$Entry[]"), n)
		b.Root(m, trace.RootStaticField, "app.Main.infos")
		b.Refer(m, "table", table)
		key, value, between := b.Type("app.Node", 100), b.Type("app.Info", 1500, "of"), b.Type("app.Between", 16, "of")
		alive := b.Array(b.ArrayType("app.Node[]"), n)
		b.Root(alive, trace.RootStaticField, "app.Other.alive")
		for i := range n {
			e, k, v := b.Object(entry), b.Object(key), b.Object(value)
			b.Element(table, i, e)
			b.Element(alive, i, k) // prevents the entries from being skipped as softly held
			b.Refer(e, "referent", k)
			b.Refer(e, "value", v)
			at := v
			for range test.steps {
				next := b.Object(between)
				b.Refer(at, "of", next)
				at = next
			}
			if i >= test.held {
				continue
			}
			if test.weak {
				w := b.Object(weakType)
				b.Refer(at, "of", w)
				b.Refer(w, "referent", k)
				continue
			}
			b.Refer(at, "of", k)
		}
		e, f, text := entriesSaid(t, heaps("weak", b.Heap()))
		switch {
		case test.want == 0:
			if e.Weak != nil || strings.Contains(text, "never dropped") {
				t.Errorf("%s: %+v", test.name, e.Weak)
			}
		case e.Weak == nil || *e.Weak != (findings.HeldKeys{Value: "app.Info", Entries: test.want, Examined: n}) || f.Remedy == nil || f.Remedy.ID != "weak-map-held-keys":
			t.Errorf("%s: %+v, remedy %+v: %s", test.name, e.Weak, f.Remedy, text)
		}
	}
}

// TestChains checks that nearly all objects of a place must form one chain through one field.
func TestChains(t *testing.T) {
	const n = 600
	for _, test := range []struct {
		name   string
		length int // length of the chain; the other objects are referenced by its links
		want   int64
	}{
		{"all", n, n}, {"nine tenths", 540, 540}, {"less", 539, 0},
	} {
		b := tracetest.NewHeap()
		link := b.Type("app.Revision", 1500, "previous", "text")
		owner := b.Object(b.Type("app.Document", 16, "current"))
		b.Root(owner, trace.RootStaticField, "app.Main.document")
		var chain []trace.ObjectID
		for i := range n {
			o := b.Object(link)
			switch {
			case i >= test.length:
				b.Refer(chain[i-test.length], "text", o)
				continue
			case i > 0:
				b.Refer(o, "previous", chain[i-1])
			}
			chain = append(chain, o)
		}
		b.Refer(owner, "current", chain[len(chain)-1])
		e, _, text := entriesSaid(t, heaps("chain", b.Heap()))
		if test.want == 0 {
			if e.Chain != nil {
				t.Errorf("%s: %+v", test.name, e.Chain)
			}
			continue
		}
		if e.Chain == nil || *e.Chain != (findings.Chain{Type: "app.Revision", Field: "previous", Length: test.want}) ||
			!strings.Contains(text, "Revision objects form a chain: each refers to the next through its field previous.") {
			t.Errorf("%s: %+v, %s", test.name, e.Chain, text)
		}
	}
}

// TestRates checks that growth is given per second, and per hour from ten minutes.
func TestRates(t *testing.T) {
	for _, test := range []struct {
		rate findings.Rate
		want string
	}{
		{findings.Rate{Objects: 1000, Bytes: 2e6, Span: 599_999}, "On average it grew by about 1,000 objects and 2.0 MB per second."},
		{findings.Rate{Objects: 1000, Bytes: 2e6, Span: 600_000}, "On average it grew by about 3,600,000 objects and 7.2 GB per hour."},
		{findings.Rate{Objects: 7984, Bytes: 1500, Span: 3000}, "On average it grew by about 8,000 objects and 1.5 kB per second."},
		{findings.Rate{Objects: 9.96, Bytes: 10, Span: 3000}, "On average it grew by about 10 objects and 10 bytes per second."},
		{findings.Rate{Objects: 10, Bytes: 10, Span: 3000}, "On average it grew by about 10 objects and 10 bytes per second."},
		{findings.Rate{Objects: 0.01, Bytes: 10, Span: 3000}, "On average it grew by about 0.01 objects and 10 bytes per second."},
		{findings.Rate{Bytes: 1, Span: 3000}, "On average it grew by 1 byte per second."},
	} {
		if lines := (&findings.Entries{Rate: &test.rate}).Lines("HashMap", "Key"); len(lines) != 1 || lines[0] != test.want {
			t.Errorf("%+v: %q", test.rate, lines)
		}
	}
}

// TestAddedAt checks that the site of most entries is where objects were added to a map, unless the finding already names it.
func TestAddedAt(t *testing.T) {
	const n, said = 600, "Most of the entries of the HashMap were added at app.Prices.put(Prices.java:7)."
	for _, test := range []struct {
		name, key string // site of the values
		known     int    // number of entries with a known site
		want      string
	}{
		{"elsewhere", "app.Prices.make:3", n, said},
		{"more than half", "app.Prices.make:3", 301, said},
		{"half", "app.Prices.make:3", 300, "300 of the 600 entries of the HashMap were added at app.Prices.put(Prices.java:7)."},
		{"where the values are made", "app.Prices.put:7", n, ""},
		{"not known", "app.Prices.make:3", 0, ""},
	} {
		b := tracetest.NewHeap()
		key, value := b.Type("java.lang.Long", 24), b.Type("app.Price", 1500)
		keyedMap(b, "java.util.HashMap$Node", n, func(i int, entry trace.ObjectID) (trace.ObjectID, trace.ObjectID) {
			v := b.Object(value)
			b.Site(v, -1, test.key)
			if i < test.known {
				b.Site(entry, -1, "java.util.HashMap.newNode:1900", "app.Prices.put:7")
			}
			return b.Object(key), v
		})
		_, _, text := entriesSaid(t, heaps("added", b.Heap()))
		if !strings.Contains(text, test.want) || test.want == "" && strings.Contains(text, "were added at") {
			t.Errorf("%s: %s", test.name, text)
		}
	}
}

// TestEnlargedAt checks a list, which creates no entries, so that only the site of its array is available.
func TestEnlargedAt(t *testing.T) {
	for site, want := range map[string]string{"app.Log.add:9": "The array of the ArrayList was last enlarged at app.Log.add(Log.java:9).", "app.Log.make:3": "", "": ""} {
		b := tracetest.NewHeap()
		owner, list := b.Object(b.Type("app.Log", 16, "lines")), b.Object(b.Type("java.util.ArrayList", 24, "elementData"))
		array, line := b.Array(b.ArrayType("java.lang.Object[]"), 600), b.Type("app.Line", 1500)
		b.Root(owner, trace.RootStaticField, "app.Main.log")
		b.Refer(owner, "lines", list)
		b.Refer(list, "elementData", array)
		if site != "" {
			b.Site(array, -1, "java.util.ArrayList.grow:200", site)
		}
		for i := range 600 {
			o := b.Object(line)
			b.Site(o, -1, "app.Log.make:3")
			b.Element(array, i, o)
		}
		_, _, text := entriesSaid(t, heaps("enlarged", b.Heap()))
		if !strings.Contains(text, want) || want == "" && strings.Contains(text, "enlarged") {
			t.Errorf("%q: %s", site, text)
		}
	}
}

// byClass returns a map with n entries whose keys are classes with the given names. A loader is the class loader of each class, or none.
func byClass(n int, name func(i int) string, loaders bool) *trace.Heap {
	b := tracetest.NewHeap()
	loader := b.Type("app.Loader", 24)
	keyedMap(b, "java.util.HashMap$Node", n, func(i int, _ trace.ObjectID) (key, value trace.ObjectID) {
		of := trace.NoObject
		if loaders {
			of = b.Object(loader)
		}
		return b.Class(b.Type(name(i), 16), 100, of), b.Object(b.Type("app.Info", 2000))
	})
	return b.Heap()
}

// TestCacheByClass checks that a growing map from classes that come with the program is no leak, as their number is limited. Generated
// classes, and classes of loaders that the program creates, have no limit.
func TestCacheByClass(t *testing.T) {
	different := func(i int) string { return "app.Type" + strings.Repeat("x", i) }
	generated := func(i int) string { return fmt.Sprint("app.Type", i) }
	for name, tt := range map[string]struct {
		name    func(i int) string
		loaders bool
		limited bool
	}{
		"classes of the program":    {different, false, true},
		"generated classes":         {generated, false, false},
		"a third of them different": {func(i int) string { return pick(i%3 == 0, different, generated)(i) }, false, false},
		"most of them different":    {func(i int) string { return pick(i%4 > 0, different, generated)(i) }, false, true},
		"classes of other loaders":  {different, true, false},
	} {
		var states []*trace.Heap
		for _, n := range []int{40, 60, 80, 100, 120, 140} {
			states = append(states, byClass(n, tt.name, tt.loaders))
		}
		report, _ := explore(t, heaps("by class", states...))
		const want = "No leak was found: Info in the HashMap of the static field app.Main.prices grew from "
		if limited := strings.HasPrefix(report.Text, want); limited != tt.limited || limited != (len(report.Findings) == 0 || report.Findings[0].IsSteady() || report.Findings[0].Rule == findings.RuleHolder) {
			t.Errorf("%s: %s: %s", name, report.Grade, report.Text)
		}
	}
}

// TestTurnoverOfOtherContents checks that the turnover of a data structure is used only if its contents grew by half as much as the pile. A
// list that is copied for each addition is replaced at every GC point, however much is in it.
func TestTurnoverOfOtherContents(t *testing.T) {
	for last, want := range map[int64]bool{100: false, 849: false, 850: true} {
		r := heaps("pattern", caches(100), caches(600), caches(1100), caches(1600))
		r.grown = []GrownStructure{{Object: 0, Type: "app.Cache"}}
		r.turnover = &structure.Turnover{Points: 4, First: 100, Last: last, Added: 3000, Removed: 3000 + 100 - last, Replaced: structure.Live}
		report, _ := explore(t, r)
		f := report.Decisive()
		if used := f.Growth.Turnover != nil; used != want || (f.Grade == findings.Leaks) == want {
			t.Errorf("from 100 to %d contents: used %v, grade %s", last, used, f.Grade)
		}
	}
}
