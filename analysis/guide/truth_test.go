package guide

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/words"
)

// randomProgram returns heap states of a made-up program. It has lists in fields and static fields, some of which share entries, entries
// with own or shared parts, chains, thread groups, and class loaders. Each of them grows by a different step.
func randomProgram(seed uint64, points int) (states []*trace.Heap) {
	for point := range points {
		random := rand.New(rand.NewPCG(seed, 14)) // the same choices at every point
		b := tracetest.NewHeap()
		var lists []func(trace.ObjectID)
		for i := range 1 + random.IntN(5) {
			class := pick(random.IntN(3) > 0, "app", "lib") + ".Holder" + strconv.Itoa(i)
			lists = append(lists, fieldList(b, class, "held"+strconv.Itoa(i), 10_000))
		}
		shared := b.Object(b.Type("app.Shared", 5000))
		for kind := range 1 + random.IntN(4) {
			entry := b.Type("app.Entry"+strconv.Itoa(kind), int64(16+8*random.IntN(400)), "part", "common", "next")
			part := b.Type(pick(random.IntN(2) == 0, "app", "java.util")+".Part"+strconv.Itoa(kind), int64(16+8*random.IntN(300)))
			count, step := 3+random.IntN(900), random.IntN(3)*random.IntN(300)
			parts, common, chained := random.IntN(2) == 0, random.IntN(3) == 0, random.IntN(4) == 0
			var holders []func(trace.ObjectID)
			for range 1 + random.IntN(3) {
				holders = append(holders, lists[random.IntN(len(lists))])
			}
			every := 1 + random.IntN(3) // the second and third holder have one of this many
			var before trace.ObjectID
			for i := range count + point*step {
				o := b.Object(entry)
				if parts {
					b.Refer(o, "part", b.Object(part))
				}
				if common {
					b.Refer(o, "common", shared)
				}
				if chained && i > 0 {
					b.Refer(before, "next", o)
				}
				if !chained || i == 0 {
					holders[0](o)
				}
				for _, hold := range holders[1:] {
					if i%every == 0 {
						hold(o)
					}
				}
				before = o
			}
		}
		for i := range random.IntN(3) * 15 {
			thread, payload := b.Object(b.Type("java.lang.Thread", 400, "payload")), b.Object(b.Type("app.Payload", 9000))
			b.Refer(thread, "payload", payload)
			b.Thread(fmt.Sprint("worker-", i), thread)
		}
		states = append(states, b.Heap())
	}
	return states
}

var (
	percents  = regexp.MustCompile(`(\d[\d,.]*) %`)
	toClear   = regexp.MustCompile(`^Reference to clear: (?:removing|ending) (.*) would free ([\d,]+) objects? \((.*), (.*) of the reachable heap\)\.$`)
	alive     = regexp.MustCompile(`keeps? (\S+ \S+) alive, (.*) of the reachable heap`)
	grew      = regexp.MustCompile(`^From GC point (\d+) to (\d+), the reachable heap grew by (\S+ \S+), from (\S+ \S+) to (\S+ \S+)\.`)
	morePaths = regexp.MustCompile(`^The path below leads to ([\d,]+) of these objects\. Other paths lead to ([\d,]+) more\.$`)
	countedAs = regexp.MustCompile(`: ([\d,]+) (app\.\w+|lib\.\w+|java\.\S+) `)
)

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// placingOf places the objects of the given heap states in order, and returns the places of the last one.
func placingOf(t *testing.T, states ...*trace.Heap) *Placing {
	t.Helper()
	p := &Placing{holders: leak.NewHolders()}
	for _, h := range states {
		reachable, err := closure.Reachable(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		places, err := p.holders.Add(t.Context(), h, reachable, nil)
		if err != nil {
			t.Fatal(err)
		}
		p.placed(places)
	}
	return p
}

// freedSlowly returns what a removal frees, by two traversals.
func freedSlowly(h *trace.Heap, removal closure.Removal) (objects, bytes int64) {
	none := closure.Removal{}
	before, after := reachedSlowly(h, &none), reachedSlowly(h, &removal)
	for o := range before {
		if !after[o] {
			objects, bytes = objects+1, bytes+h.Size(o)
		}
	}
	return objects, bytes
}

func reachedSlowly(h *trace.Heap, removal *closure.Removal) map[trace.ObjectID]bool {
	setOf := func(list []trace.ObjectID, kinds []int32) map[trace.ObjectID]bool {
		set := map[trace.ObjectID]bool{}
		for _, o := range list {
			set[o] = true
		}
		for o := range trace.ObjectID(h.Len()) {
			if len(kinds) > 0 && slices.Contains(kinds, removal.By.Of(o)) {
				set[o] = true
			}
		}
		return set
	}
	from, to, gone := setOf(removal.From, removal.FromKinds), setOf(removal.To, removal.ToKinds), setOf(removal.Objects, nil)
	single, roots := map[closure.Reference]bool{}, map[int]bool{}
	for _, r := range removal.References {
		single[r] = true
	}
	for _, i := range removal.Roots {
		roots[i] = true
	}
	weak := closure.WeakByType(h, true)
	reached := map[trace.ObjectID]bool{}
	var stack []trace.ObjectID
	visit := func(o trace.ObjectID) {
		if !reached[o] && !gone[o] {
			reached[o] = true
			stack = append(stack, o)
		}
	}
	for i := range h.Roots {
		if !roots[i] {
			visit(h.Roots[i].Object)
		}
	}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if class := h.Types[h.TypeOf.At(o)].Class; class != trace.NoObject { // by the header
			visit(class)
		}
		for i, x := range h.References(o) {
			if !(from[o] && to[x]) && !single[closure.Reference{From: o, Index: i}] && !(weak.Special[h.TypeOf.At(o)] && weak.Reference(o, i)) {
				visit(x)
			}
		}
	}
	return reached
}

// The numbers in the sentences of a finding are those of the recommended reference, and clearing it frees exactly that.
func TestSentencesAreTrue(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(60) {
		for _, points := range []int{1, 5} {
			states := randomProgram(seed, points)
			name := fmt.Sprintf("seed %d, %d GC points", seed, points)
			report, cuts := explore(t, heaps(name, states...))
			checkSentences(t, name, states[len(states)-1], placingOf(t, states[len(states)-1]), report, cuts, seen)
		}
	}
	for _, kind := range []string{"to clear", "alive", "grew", "counted", string(findings.Leaks), string(findings.Large)} {
		if seen[kind] == 0 {
			t.Errorf("no finding says %q, so nothing is checked of it", kind)
		}
	}
}

func checkSentences(t *testing.T, name string, h *trace.Heap, placing *Placing, report *findings.Report, cuts Suggestions, seen map[string]int) {
	t.Helper()
	heap := placing.Bytes()
	for i := range report.Findings {
		f := &report.Findings[i]
		wrong := func(format string, arguments ...any) {
			t.Helper()
			t.Errorf("%s, %q: %s", name, f.Title, fmt.Sprintf(format, arguments...))
		}
		seen[string(f.Grade)]++
		texts := append(append([]string{f.Title, report.Text}, f.Explain...), f.Doubts...)
		for _, text := range texts {
			for _, p := range percents.FindAllStringSubmatch(text, -1) {
				if share, err := strconv.ParseFloat(strings.ReplaceAll(p[1], ",", ""), 64); err != nil || share > 100 {
					wrong("a share of %s %% in %q", p[1], text)
				}
			}
		}
		recommended := -1
		for k := range f.References {
			if f.References[k].Recommended {
				recommended = k
			}
			rules, err := cuts.Rules(i, k, f.References[k].Text)
			if err != nil {
				t.Fatal(err)
			}
			if objects, bytes := freedSlowly(h, placing.Removal(rules)); objects != f.References[k].Objects || bytes != f.References[k].Bytes {
				wrong("%q frees %d objects, %d bytes, not %d and %d", f.References[k].Text, objects, bytes, f.References[k].Objects,
					f.References[k].Bytes)
			}
		}
		for _, text := range texts {
			if m := toClear.FindStringSubmatch(text); m != nil {
				seen["to clear"]++
				r := &f.References[recommended]
				if m[1] != r.Text || number(t, m[2]) != r.Objects || m[3] != words.RoundSize(r.Bytes) || m[4] != percent(r.Bytes, heap) {
					wrong("%q next to %+v", text, r)
				}
			}
			if m := alive.FindStringSubmatch(text); m != nil && recommended >= 0 {
				seen["alive"]++
				if r := &f.References[recommended]; m[1] != words.RoundSize(r.Bytes) || m[2] != percent(r.Bytes, heap) {
					wrong("it frees %d", r.Bytes)
				}
			}
			if m := grew.FindStringSubmatch(text); m != nil {
				seen["grew"]++
				at := func(point string) int64 { return f.Growth.Heap[slices.Index(f.Growth.Points, int(number(t, point)))] }
				first, last := at(m[1]), at(m[2])
				from, to := words.RoundSizes(first, last)
				if m[3] != words.RoundSize(last-first) || m[4] != from || m[5] != to {
					wrong("%q next to %v", text, f.Growth.Heap)
				}
			}
			pile := f.Growth
			if pile == nil {
				pile = f.Pile
			}
			if m := morePaths.FindStringSubmatch(text); m != nil && number(t, m[1])+number(t, m[2]) != pile.Objects[len(pile.Objects)-1] {
				wrong("%q next to %v", text, pile.Objects)
			}
		}
		if m := countedAs.FindStringSubmatch(f.Title); m != nil {
			seen["counted"]++
			count := int64(0)
			for _, of := range h.TypeOf.All() {
				if h.Types[of].Name == m[2] {
					count++
				}
			}
			if number(t, m[1]) > count {
				wrong("there are only %d", count)
			}
		}
	}
}
