package guide

import (
	"context"
	"fmt"
	"strings"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// Limits of threads of one name.
const (
	manyThreads  = 20  // that are worth a look if they hold much
	tooManyNamed = 100 // that are worth a look in any case
	threadsShare = 0.1 // of the heap
)

// threads reports groups of threads with names that differ in numbers only, if there are many or they hold much.
func (g *guided) threads(ctx context.Context, references *closure.Graph) error {
	for _, x := range g.holders.ThreadGroups(g.last.Heap(), manyThreads) {
		freed, err := references.WhatIf(ctx, []closure.Removal{x.Cut}, nil, g.weak)
		if err != nil {
			return err
		}
		n := int64(len(x.Threads))
		f := freed[0]
		if n < tooManyNamed && float64(f.Bytes) < threadsShare*float64(g.Bytes()) || g.isReported(g.holders.Nodes[x.Place].Type) {
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
	d := g.pile(g.holders.PileOf(g.places, x.Threads), x.Threads, "java.lang.Thread")
	d.owner, d.freed = g.holders.Nodes[x.Place].Type, freed
	f := findings.Finding{Rule: findings.RuleThreads, Confidence: min(0.9, 0.4+part/2),
		Title: fmt.Sprintf("Threads: %s threads named %s keep %s alive, %s of the reachable heap", words.Count(n), x.Name,
			words.RoundSize(freed.Bytes), percent(freed.Bytes, g.Bytes())),
		Numbers: []findings.FindingNumber{{Name: "threads", Value: float64(n), Unit: "objects"},
			{Name: "retained", Value: float64(freed.Bytes), Unit: "bytes"},
			{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"},
			Keys: []string{keyOfType(g.last.Heap().Types[g.commonType(x.Threads)].Name)}, At: g.point + 1},
		Doubts: []string{"The number may be what the program is configured for."},
		Next:   g.standingSteps(g.last.Heap().Types[g.commonType(x.Threads)].Name)}
	if text := framesText(g.last.Heap(), x.Numbers); text != "" {
		f.Explain = append(f.Explain, text)
	}
	f.Explain = append(f.Explain, fmt.Sprintf("If they ended, %s %s would be freed, %s.",
		words.Count(freed.Objects), pick(freed.Objects == 1, "object", "objects"), words.RoundSize(freed.Bytes)))
	f.References = []findings.Reference{{Text: "the threads named " + x.Name, To: "java.lang.Thread", Objects: freed.Objects,
		Bytes: freed.Bytes, Recommended: true}}
	f.Pile = g.pileOf(d)
	g.add(f, []RemovalRule{g.reference(leak.NoPlace, x.Place)})
}

// framesText says where most of some threads stand: the first frame of the program, or else the first of all.
func framesText(h *trace.Heap, numbers []int32) string {
	count := map[string]int{}
	best := ""
	for _, n := range numbers {
		frames := h.Threads[n].Frames
		if len(frames) == 0 {
			continue
		}
		at, _, _ := strings.Cut(frames[0], "(")
		for _, f := range frames {
			name, _, _ := strings.Cut(f, "(")
			if !strings.HasPrefix(name, "java.") && !strings.HasPrefix(name, "jdk.") && !strings.HasPrefix(name, "sun.") {
				at = name
				break
			}
		}
		if count[at]++; best == "" || count[at] > count[best] || count[at] == count[best] && at < best {
			best = at
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("%s of them are in %s.", words.Count(int64(count[best])), best)
}
