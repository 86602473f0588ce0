package guide

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// Limits of groups of threads with one name.
const (
	manyThreads  = 20  // threads that are reported if they hold much
	tooManyNamed = 100 // threads that are reported in any case
	tooManySame  = 32  // the same if the names are identical, as pools number their threads
	threadsShare = 0.1 // share of the heap that counts as much
)

// threads reports groups of threads whose names differ only in numbers, if there are many threads or they hold much.
func (g *guided) threads(ctx context.Context, references *closure.Graph) error {
	for _, x := range g.holders.ThreadGroups(g.last.Heap(), manyThreads) {
		freed, err := references.WhatIf(ctx, []closure.Removal{x.Cut}, nil, g.weak)
		if err != nil {
			return err
		}
		n := int64(len(x.Threads))
		f := freed[0]
		tooMany := x.Name != trace.UnnamedVirtual && (n >= tooManyNamed || x.Same && n >= tooManySame)
		if !tooMany && float64(f.Bytes) < threadsShare*float64(g.Bytes()) || g.isReported(g.holders.Nodes[x.Place].Type) {
			continue
		}
		gone, err := references.FreedBy(ctx, []closure.Removal{x.Cut}, g.weak)
		if err != nil {
			return err
		}
		if g.known != nil && 2*g.known.IntersectionCardinality(gone) >= gone.Count() {
			continue
		}
		g.know(gone)
		g.threadsFinding(&x, f)
	}
	return nil
}

func (g *guided) threadsFinding(x *leak.ThreadGroup, freed closure.Freed) {
	n := int64(len(x.Threads))
	part := float64(freed.Bytes) / float64(max(1, g.Bytes()))
	pile := g.holders.ThreadPile(x.Place)
	d := g.begin(&pile)
	d.freed = freed
	f := findings.Finding{Rule: findings.RuleThreads, Confidence: min(0.9, 0.4+part/2),
		Title: fmt.Sprintf("Threads: %s %s%s keep %s alive, %s of the reachable heap", words.Count(n), findings.ThreadsOf(x.Name), d.eachText(n),
			words.RoundSize(freed.Bytes), percent(freed.Bytes, g.Bytes())),
		Numbers: []findings.FindingNumber{{Name: "threads", Value: float64(n), Unit: "objects"},
			{Name: "retained", Value: float64(freed.Bytes), Unit: "bytes"},
			{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"},
			Keys: []string{keyOfType(g.last.Heap().Types[g.commonType(x.Threads)].Name)}, At: g.point + 1},
		Doubts: []string{"The program may be configured to have this many threads."},
		Next:   g.standingSteps(g.last.Heap().Types[g.commonType(x.Threads)].Name)}
	if text := framesText(g.last.Heap(), x.Numbers); text != "" {
		f.Explain = append(f.Explain, text)
	}
	if g.hasStacks() && x.Name != trace.UnnamedVirtual {
		f.Explain = append(f.Explain, stacksText)
	}
	f.Explain = append(f.Explain, fmt.Sprintf("If these threads ended, %s %s (%s) would be freed.",
		words.Count(freed.Objects), pick(freed.Objects == 1, "object", "objects"), words.RoundSize(freed.Bytes)))
	f.References = []findings.Reference{{Text: "the " + findings.ThreadsOf(x.Name), To: "java.lang.Thread", Objects: freed.Objects,
		Bytes: freed.Bytes, Recommended: true}}
	f.Pile = g.pileOf(d)
	g.add(f, []RemovalRule{g.reference(leak.NoPlace, x.Place)})
}

// hasStacks reports whether stacks of threads are outside the heap, as [stacksText] explains.
func (g *guided) hasStacks() bool { return g.last.Heap().Runtime == trace.JVM }

// stacksText explains that threads also have stacks.
const stacksText = "Each thread also has a stack outside the heap, which is not counted here (option -Xss)."

// eachText returns text about a type with one object for each of n threads; empty for none.
func (d *detail) eachText(n int64) string {
	if d.top.Type == "" || d.top.Depth == 0 && findings.IsThread(d.kind) || int64(len(d.target)) != n {
		return ""
	}
	return ", each with one " + d.kind + ","
}

// framesText returns a sentence with the method that most of the given threads are in; empty if unknown.
func framesText(h *trace.Heap, numbers []int32) string {
	most, at := standing(h, numbers)
	switch {
	case at == "":
		return ""
	case most == len(numbers):
		return fmt.Sprintf("All %s threads are in %s%s.", words.Count(int64(most)), at, waitingText(h, numbers, at))
	}
	return fmt.Sprintf("%s of the %s threads are in %s%s.", words.Count(int64(most)), words.Count(int64(len(numbers))), at, waitingText(h, numbers, at))
}

// waitingText returns text about the runtime method that most of these threads called from the method at; empty for none.
func waitingText(h *trace.Heap, numbers []int32, at string) string {
	count, most := map[string]int{}, ""
	for _, n := range numbers {
		frames := h.Threads[n].Frames
		i := slices.IndexFunc(frames, func(f string) bool { return strings.HasPrefix(f, at+"(") })
		if i < 1 || !leak.OfRuntime(frames[i-1]) {
			continue
		}
		name, _, _ := strings.Cut(frames[i-1], "(")
		if count[name]++; count[name] > count[most] || count[name] == count[most] && name < most {
			most = name
		}
	}
	if most == "" {
		return ""
	}
	return ", which called " + most
}

// standing returns the method that most of the given threads are in, and their number. For each thread it takes the innermost method
// outside the runtime, or else the innermost of all. The method is empty if there are no frames.
func standing(h *trace.Heap, numbers []int32) (most int, at string) {
	count := map[string]int{}
	for _, n := range numbers {
		frames := h.Threads[n].Frames
		if len(frames) == 0 {
			continue
		}
		i := slices.IndexFunc(frames, func(f string) bool { return !leak.OfRuntime(f) })
		name, _, _ := strings.Cut(frames[max(0, i)], "(")
		if count[name]++; count[name] > most || count[name] == most && name < at {
			most, at = count[name], name
		}
	}
	return most, at
}
