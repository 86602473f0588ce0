package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/window"
	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/words"
)

// maxSuspects is the largest number of reported suspects. maxCompared is the largest number that are analyzed together.
const (
	maxSuspects = 3
	maxCompared = 8
)

// Limits of judgments by GC points.
const (
	leastJudged = 3   // least number of GC points to judge that nothing leaks
	sure        = 0.7 // least confidence for a leak to be certain

	slower = 0.75 // most growth in the second half of the steps, as a share of the first half, if growth slows down
)

// slowsDown reports whether numbers grow more slowly in the second half of their steps than in the first.
func slowsDown(n []int64) bool {
	half := len(n) / 2
	early, late := n[half]-n[0], n[len(n)-1]-n[len(n)-1-half]
	return float64(late) <= slower*float64(early)
}

// growthOfHeaps finds piles that grow in heap states, and their holders.
func (g *guided) growthOfHeaps(ctx context.Context, states []int) error {
	points, err := g.chosen(ctx, states)
	if err != nil {
		return err
	}
	looked, times, err := g.place(ctx, points)
	if err != nil {
		return err
	}
	g.looked = looked
	if len(looked) < len(g.recording.Points)-g.from {
		for _, p := range looked {
			g.out.Recording.Looked = append(g.out.Recording.Looked, p+1)
		}
	}
	if g.out.Judged = len(looked) >= leastJudged; g.out.Judged {
		g.judgedBy = g.basisOfHeaps()
	}
	threads, suspects, err := g.growingThreads(ctx, times, g.holders.Suspects(times))
	if err != nil {
		return err
	}
	if g.counts, err = g.growthOfCounts(ctx); err != nil {
		if err := g.leftOut(ctx, "Growth of counts by type", err); err != nil {
			return err
		}
	}
	if len(suspects)+len(threads) == 0 {
		found, err := g.heldCounts(ctx)
		if found || err != nil {
			return err
		}
		found, err = g.released(ctx, times)
		if err := g.leftOut(ctx, "Released growth", err); found || err != nil {
			return err
		}
		if !g.out.Judged {
			g.tooFew(len(looked), len(looked) < len(g.recording.Points)-g.from)
			if err := g.risingCounts(ctx); err != nil {
				return err
			}
			g.risingGCs()
			return nil
		}
		most, ok := g.holders.MostGrown(times)
		if !ok {
			most, ok = g.slow(times)
		}
		if !ok {
			g.notGrown(times, g.holders.Bytes, softText(g.holders))
			if err := g.risingHeap(ctx, times); err != nil {
				return err
			}
			err := g.risingCounts(ctx)
			g.risingUnreached()
			return err
		}
		suspects = append(suspects, most)
	} else if !g.out.Judged && g.counts == nil {
		g.tooFew(len(looked), len(looked) < len(g.recording.Points)-g.from)
	}
	details, err := g.detail(ctx, suspects[:min(len(suspects), maxCompared)], 0)
	if err != nil {
		return err
	}
	err = g.addGrowth(ctx, append(threads, details...), looked)
	g.risingUnreached()
	return err
}

// addGrowth reports up to [maxSuspects] piles that grow. A pile that is no leak gets a line instead of a finding.
func (g *guided) addGrowth(ctx context.Context, details []*detail, looked []int) error {
	clearable := slices.ContainsFunc(details, (*detail).isClearable)
	for i, d := range details[:min(len(details), maxSuspects)] {
		f, err := g.leak(ctx, d, looked)
		if err != nil {
			if err := g.leftOut(ctx, "Growth of "+d.kind, err); err != nil {
				return err
			}
			continue
		}
		if i == 0 {
			if err := g.pattern(ctx, d, &f, looked[d.suspect.From]); err != nil {
				return err
			}
		}
		if err := g.used(ctx, d, &f, looked[d.suspect.From]); err != nil {
			return err
		}
		g.know(d.gone)
		switch {
		case f.Grade == findings.Grows && g.hasLevelled(d):
			g.notLasting(d, &f, "Counts by type show that it was level in the second half of that time.")
		case clearable && !d.isClearable():
			g.quiet(f.Title + ". Clearing a few references does not free it. Fix the other leaks first.")
		case d.soft:
			g.notLasting(d, &f, "This is not a leak: softly reachable objects are freed before memory runs out.")
		case d.suspect.Slots > 0:
			g.notLasting(d, &f, d.limitText())
		case d.byClass:
			g.notLasting(d, &f, "Its keys are classes, so its size is limited by the number of classes that the program uses.")
		default:
			g.add(f, d.how...)
		}
	}
	return nil
}

// notLasting notes growth that is not reported as a finding, for the given reason, a sentence.
func (g *guided) notLasting(d *detail, f *findings.Finding, reason string) {
	g.quiet(f.Title + ". " + reason)
	s := d.suspect
	first, last := words.RoundSizes(s.Bytes[s.From], s.Bytes[len(s.Bytes)-1])
	g.out.Spread = cmp.Or(g.out.Spread, fmt.Sprintf("%s %s grew from %s to %s. %s", words.TypeName(d.group), holderText(d), first, last, reason))
}

// isClearable reports whether clearing one of the references frees much of the pile.
func (d *detail) isClearable() bool {
	return slices.ContainsFunc(d.references, func(r findings.Reference) bool { return r.Recommended })
}

// place determines the places of the objects at the given GC points, and keeps those of the last one.
func (g *guided) place(ctx context.Context, points []int) (looked []int, times []time.Duration, err error) {
	g.holders = leak.NewHolders()
	var unread error // error of the first point that cannot be read
	for i, p := range points {
		g.progress.Report(int64(i), int64(len(points)), fmt.Sprintf("analyzing GC point %d", p+1))
		h, err := g.State(ctx, p, i == len(points)-1)
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			g.LeaveOut(p, err)
			g.unusable, unread = append(g.unusable, p), cmp.Or(unread, err)
			continue
		}
		if h.Lost() && len(points) > 1 {
			g.unusable = append(g.unusable, p)
			g.missing(fmt.Sprintf("GC point %d: some of its objects are missing from the file, so growth is computed without it.", p+1))
			continue
		}
		if err := g.placeObjects(ctx, h, i == len(points)-1); err != nil {
			return nil, nil, err
		}
		g.last, g.point = h, p
		g.noteFailure(p, h.Heap())
		if err := g.follow(ctx); err != nil {
			return nil, nil, err
		}
		looked, times = append(looked, p), append(times, g.timeOf(p))
		g.unreached = append(g.unreached, unreachedIn(h.Heap(), h.Subject().Reachable))
	}
	g.progress.Report(1, 1, "GC points examined")
	switch {
	case len(looked) > 0:
	case len(points) == 1 && unread != nil:
		return nil, nil, unread
	case unread != nil:
		return nil, nil, fmt.Errorf("heap states: none of %d can be read, the first because: %w", len(points), unread)
	default:
		return nil, nil, fmt.Errorf("heap states: none of %d is complete", len(points))
	}
	return looked, times, g.examine(ctx)
}

// examine analyzes the last heap state after its objects have places.
func (g *guided) examine(ctx context.Context) (err error) {
	g.weak, g.made = closure.WeakByType(g.last.Heap(), true), closure.MadeLoaders(g.last.Heap())
	g.dominance, err = g.holders.NewDominance(ctx, g.last.Heap(), g.last.Subject().Reachable, g.places)
	if err != nil {
		return err
	}
	if err := g.findLoaders(ctx); err != nil {
		return err
	}
	return g.readValues(ctx)
}

// placeObjects determines the places of a heap state's objects. For the last heap state, it builds the reference graph in parallel.
func (g *guided) placeObjects(ctx context.Context, h HeapState, isLast bool) error {
	work := []func() error{func() error {
		places, err := g.holders.Add(ctx, h.Heap(), h.Subject().Reachable, h.Subject().Domain)
		g.placed(places)
		return err
	}}
	if isLast {
		work = append(work, func() error {
			_, err := h.Subject().ReferenceGraph(ctx)
			return err
		})
	}
	return parallel.Each(len(work), func(_, i int) error { return work[i]() })
}

// tooFew reports that n GC points, or heap dumps, are too few to judge growth. onlyObjects is true if others have only counts.
func (g *guided) tooFew(n int, onlyObjects bool) {
	few := pick(n == 1, "only one", "only "+words.Count(int64(n)))
	with := ""
	if onlyObjects {
		with = " with objects"
		few += pick(n == 1, " GC point", " GC points") + with
	}
	take := words.TakingOf(g.recording.Runtime, g.recording.Format)
	kinds := take.Files + " or GC points"
	more := fmt.Sprintf("Take more with %s%s.", take.Clause, pick(take.Recorded, ", or record the program with memcity record", ""))
	if made := g.recording.Recorded; made != nil && made.Tool != "" && made.Source == "" && take.Recorded {
		kinds = "GC points"
		more = "Record the program for longer, or with a shorter time between GC points (--every)."
	}
	g.missing(fmt.Sprintf("Leaks: this input has %s, and at least three %s are needed. Five to eight with load in between are better. %s",
		few, kinds, more))
	thing := pick(words.IsDump(g.recording.Format), take.File, "GC point")
	g.out.Undecided = pick(n == 1, "One "+thing+with+" cannot show growth", fmt.Sprintf("%s are too few to show a leak", words.Counted(int64(n), thing)+with))
}

// notGrown notes why the heap is not said to leak. more is added to the reason.
func (g *guided) notGrown(times []time.Duration, bytes []int64, more string) {
	first, last := bytes[0], bytes[len(bytes)-1]
	why := ", but nothing piles up in one place."
	if v := leak.Judge(samplesOf(times, bytes)); !v.Lasts {
		why = "; " + v.Why + "."
	}
	from, to := words.RoundSizes(first, last)
	g.quietLeak(fmt.Sprintf("the reachable heap was %s at the first GC point examined and %s at the last%s%s", from, to, why, more))
}

// slow returns a suspect in the program that keeps growing, but too slowly for a leak.
func (g *guided) slow(times []time.Duration) (leak.Suspect, bool) {
	if len(times) < findings.LeastSure {
		return leak.Suspect{}, false
	}
	for _, s := range g.holders.Slow(times) {
		if !g.isOfRuntime(&s) && s.Kind != "" && s.Confidence >= sure && isSlow(&s, g.Bytes()) {
			return s, true
		}
	}
	return leak.Suspect{}, false
}

// isSlow reports whether growth is below the smallest share of the heap that counts as a leak.
func isSlow(s *leak.Suspect, heap int64) bool {
	return float64(s.GrowthBytes()) < window.LeastGrowth*float64(heap)
}

// softShare is the least share of the reachable heap for softly reachable memory to be mentioned.
const softShare = 0.1

// softText returns a sentence about the memory that only soft references keep alive at the last GC point; empty if that is little.
func softText(h *leak.Holders) string {
	soft := h.Soft[h.Points-1]
	if float64(soft) < softShare*float64(h.Bytes[h.Points-1]) {
		return ""
	}
	return fmt.Sprintf(" Another %s is only softly reachable, and is freed before memory runs out.", words.RoundSize(soft))
}

// leak returns the finding about a suspect.
func (g *guided) leak(ctx context.Context, d *detail, looked []int) (findings.Finding, error) {
	s := d.suspect
	from, to := looked[s.From], looked[len(looked)-1]
	if err := g.findEntries(ctx, d, from); err != nil {
		return findings.Finding{}, err
	}
	growth := g.historyOf(d)
	var err error
	if growth.Words, err = g.words(ctx, d); err != nil {
		return findings.Finding{}, err
	}
	points := g.statesBetween(from, to)
	heap := g.holders.Bytes
	f := findings.Finding{Rule: findings.RuleLeak, Confidence: s.Confidence, Growth: growth, References: d.references, Basis: g.basisOfHeaps(),
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(d.group)}, At: to + 1,
			From: from + 1, To: to + 1},
		Numbers: []findings.FindingNumber{
			{Name: "growth", Value: float64(s.GrowthBytes()), Unit: "bytes"},
			{Name: "growth of the heap", Value: float64(heap[len(heap)-1] - heap[s.From]), Unit: "bytes"},
			{Name: "objects at the start", Value: float64(d.objects[s.From]), Unit: "objects"},
			{Name: "objects at the end", Value: float64(d.objects[len(d.objects)-1]), Unit: "objects"},
			{Name: "GC points of growth", Value: float64(points), Unit: "points"},
		}}
	d.limit, d.unset = g.readLimit(d)
	if s.Slots > 0 {
		d.slots = g.holders.Nodes[s.Parts[0].Container].Type
	}
	f.Slow = d.threads == nil && len(looked) >= findings.LeastSure && isSlow(s, g.Bytes())
	f.Grade = d.grade(len(looked), f.Slow)
	if f.Grade == findings.Grows {
		f.Rule = findings.RuleGrowth
	}
	f.Title = leakTitle(d, pick(f.Slow, "Slow growth", words.UpperFirst(string(f.Grade))))
	f.Explain = g.leakExplanation(d, from, to)
	f.Doubts = leakDoubts(d, points)
	if f.Slow {
		f.Doubts = append([]string{g.slowText(s, g.timeOf(to)-g.timeOf(from))}, f.Doubts...)
	}
	if d.soft {
		f.Doubts = append(f.Doubts, "Softly reachable objects are freed before memory runs out. The entries with the soft references stay unless the program removes them.")
	}
	g.addOffHeap(&f, d)
	f.Next = leakSteps(d, from, to)
	g.confirm(&f, d)
	return f, nil
}

// grade returns the grade of growth found at the given number of GC points.
func (d *detail) grade(points int, slow bool) findings.Grade {
	s := d.suspect
	switch {
	case slow, points < findings.LeastSure, s.Bursts > 0 && s.Bursts < leak.ManyBursts, s.Uneven, d.soft, d.byClass, d.bounded != "", s.Slots > 0,
		d.limit != nil && slowsDown(s.Objects[s.From:]):
		return findings.Grows
	case s.Confidence < sure, d.limit != nil: // a pool whose objects are not returned also has a limit
		return findings.ProbablyLeaks
	}
	return findings.Leaks
}

// hasGrown reports whether a pile has more objects at the last GC point than at the first.
func (d *detail) hasGrown() bool { return (&findings.Pile{Objects: d.objects}).HasGrown() }

// historyOf returns a pile with its sizes at all GC points that were read.
func (g *guided) historyOf(d *detail) *findings.Pile {
	p := g.pileOf(d)
	p.Objects, p.Bytes, p.Heap, p.Points = d.objects, d.suspect.Bytes, g.holders.Bytes, nil
	for _, i := range g.looked {
		p.Points = append(p.Points, i+1)
	}
	return p
}

// pileOf returns a pile and its holders at the last GC point.
func (g *guided) pileOf(d *detail) *findings.Pile {
	s := d.suspect
	last := g.holders.Points - 1
	p := &findings.Pile{Type: d.kind, Owner: d.ownerName(), Field: s.Field, Kind: s.Kind, Root: s.Root, Also: d.also, Holders: d.held,
		Path: g.stepsOf(d), Site: d.site, Sites: d.sites, NoSites: d.noSites, Entries: d.entries,
		Groups: []findings.Group{}, Points: []int{g.point + 1}, Objects: d.objects[last:], Bytes: s.Bytes[last:], Heap: g.holders.Bytes[last:]}
	for _, x := range d.groups[:min(len(d.groups), maxGroupsShown)] {
		p.Groups = append(p.Groups, findings.Group{Type: x.Type, Objects: x.Objects, Bytes: x.Bytes, GrowthObjects: x.GrowthObjects,
			GrowthBytes: x.GrowthBytes})
	}
	g.sample(p, d.target)
	return p
}

// maxGroupsShown is the number of types listed for a pile.
const maxGroupsShown = 6

// maxTargets is the largest number of objects at which paths to a pile may end.
const maxTargets = 200_000

// words returns text about the strongest path from the GC roots to a pile; empty for none.
func (g *guided) words(ctx context.Context, d *detail) (string, error) {
	targets := d.target[:min(len(d.target), maxTargets)]
	if len(targets) == 0 {
		return "", nil
	}
	source, err := g.last.GraphSource(ctx)
	if err != nil {
		return "", err
	}
	heapGraph, err := graph.New(ctx, source, targets, graph.Options{})
	if err != nil {
		return "", err
	}
	if heapGraph, err = heapGraph.Paths(ctx, "", nil); err != nil {
		return "", err
	}
	// The graph starts at the GC root that keeps most alive, which may belong to the runtime. A path from another root would be confusing.
	_, named := trace.CutNamed(d.suspect.Root)
	if p := heapGraph.Strongest; p == nil || !heapGraph.Nodes[p.Nodes[0]].Root.Kind.IsNamed() || !named {
		return "", nil
	}
	return heapGraph.Words(), nil
}

// keyOfType returns the key of a type's group when groups are made by type only.
func keyOfType(name string) string { return strings.Join([]string{"Heap", name}, "#") }
