package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/words"
)

// Limits of judgments by sampled objects.
const (
	leastSampled = 8   // samples of a pile
	leastBirths  = 3   // different numbers of GCs before the allocations of a pile
	leastAge     = 0.5 // least age of the oldest object of a pile, as a share of the recording's time
	leastSpread  = 0.1 // least time between the allocations of the oldest and the newest object of a pile, as a share of that time
	leastFanOut  = 4   // objects of a pile per object of its container
	sampledSure  = 0.7 // confidence in a pile of samples, if the heap after GCs grows
)

// samplePile is a set of sampled objects with one holder or, if the recording has no paths, one type and allocation site.
type samplePile struct {
	objects []trace.ObjectID
	place   leak.Place // of most of the objects; [leak.NoPlace] without paths
	holding leak.Holding
	kind    string // type that names the pile

	oldest, newest time.Duration // times of the last GC before the first and the last allocation
}

// sampledHeap is a heap state of sampled objects.
type sampledHeap struct {
	*trace.Heap
	point   int // 0-based
	holders *leak.Holders
	places  []leak.Place // by object; nil if the recording has no paths
	samples int          // number of sampled objects

	start, end time.Duration            // of the recording
	births     map[uint32]time.Duration // by number of GCs that had ended: time of the last of them
}

// growthOfSamples judges the heap after GCs, and names the holders of sampled objects that were allocated over a long time. A program
// without a leak holds old objects that it allocated when it started, and young ones. The JDK keeps a fixed number of samples and prefers
// old ones, so that their number does not show whether the heap grows.
func (g *guided) growthOfSamples(ctx context.Context) error {
	s, err := g.sampled(ctx)
	if err := g.leftOut(ctx, "Object samples", err); err != nil {
		return err
	}
	if s == nil {
		return g.growthOfGCs(ctx)
	}
	lasting := slices.DeleteFunc(g.samplePiles(s), func(p *samplePile) bool { return !p.lasts(s) })
	examined := words.UpperFirst(words.Counted(int64(s.samples), "sampled object")) + " were examined"
	rises, known := g.rises()
	switch {
	case len(lasting) == 0:
		g.quietLeak(fmt.Sprintf("no holder has sampled objects that were allocated over a long time. %s.", examined))
		return g.growthOfGCs(ctx)
	case known && !rises:
		g.quietLeak(fmt.Sprintf("%s objects that were allocated over a long time %s. But the heap after GCs does not keep growing. %s.", lasting[0].kind, lasting[0].where(), examined))
		return g.growthOfGCs(ctx)
	}
	g.out.Judged = known
	for _, p := range lasting[:min(len(lasting), maxSuspects)] {
		g.add(g.sampleFinding(s, p, known))
	}
	if !known {
		g.out.Undecided = "Object samples without sizes of the heap after GCs cannot show growth"
	}
	return nil
}

// rises reports whether the heap after GCs keeps growing or is full. known is false if there are too few GCs.
func (g *guided) rises() (rises, known bool) {
	all := afterGCs(g.recording.GCs)
	samples, _ := heapAfterGCs(g.recording, all)
	if len(samples) == 0 {
		samples = all
	}
	if len(samples) < leastJudged {
		return false, false
	}
	v := leak.Judge(samples)
	r, ok := leak.RiseOf(samples, max(leastLogged, minGrowth(samples[len(samples)-1].Value)))
	_, isFull := findFull(g.recording.GCs)
	return isLogged(&v) || ok && r.Open || isFull, true
}

// sampled returns the last heap state of sampled objects; nil for none.
func (g *guided) sampled(ctx context.Context) (*sampledHeap, error) {
	point := -1
	for i := g.from; i < len(g.recording.Points); i++ {
		if g.HasObjects(i) {
			point = i
		}
	}
	if point < 0 {
		return nil, nil
	}
	state, err := g.State(ctx, point, false)
	if err != nil {
		return nil, err
	}
	s := &sampledHeap{Heap: state.Heap(), point: point, births: map[uint32]time.Duration{}}
	s.start, s.end = g.run()
	for i := range g.recording.GCs {
		s.births[g.recording.GCs[i].Number] = g.recording.GCs[i].End
	}
	for _, birth := range s.BirthOf {
		if birth != trace.NoBirth {
			s.samples++
		}
	}
	if g.recording.Knows.Has(trace.KnowsReferences | trace.KnowsRoots) {
		s.holders = leak.NewHolders()
		s.places, err = s.holders.Add(ctx, s.Heap, state.Subject().Reachable, g.domain())
	}
	return s, err
}

// samplePiles returns the piles of sampled objects, largest first. The cost is linear in the objects, the places and their depths.
func (g *guided) samplePiles(s *sampledHeap) []*samplePile {
	type key struct {
		at   leak.Place
		typ  trace.TypeID
		site trace.SiteID
	}
	piles, containers := map[key]*samplePile{}, map[leak.Place]leak.Place{}
	var list []*samplePile
	for o, birth := range s.BirthOf {
		if birth == trace.NoBirth {
			continue
		}
		k := key{leak.NoPlace, s.TypeOf.At(trace.ObjectID(o)), s.SiteOf[o]}
		if s.places != nil {
			place := s.places[o]
			container, ok := containers[place]
			if !ok {
				container = s.containerOf(place)
				containers[place] = container
			}
			if container == leak.NoPlace {
				continue
			}
			k = key{at: container}
		}
		p := piles[k]
		if p == nil {
			p = &samplePile{}
			piles[k], list = p, append(list, p)
		}
		p.objects = append(p.objects, trace.ObjectID(o))
	}
	for k, p := range piles {
		g.nameSamples(s, p, k.at)
	}
	slices.SortStableFunc(list, func(a, b *samplePile) int { return cmp.Compare(len(b.objects), len(a.objects)) })
	return list
}

// containerOf returns the place with the largest rise in the number of objects from it to the next, on the path to the given place;
// [leak.NoPlace] if no rise is enough for a pile.
func (s *sampledHeap) containerOf(place leak.Place) leak.Place {
	best, container := float64(leastFanOut), leak.NoPlace
	if place == leak.NoPlace {
		return container
	}
	path := s.holders.Path(place)
	for i := 1; i < len(path); i++ {
		above := max(1, s.holders.Nodes[path[i-1]].Objects[0])
		if ratio := float64(s.holders.Nodes[path[i]].Objects[0]) / float64(above); ratio >= best {
			best, container = ratio, path[i-1]
		}
	}
	return container
}

// nameSamples sets the type, the place and the holder of a pile. The type is the program's closest to the container on the path to most of
// the objects.
func (g *guided) nameSamples(s *sampledHeap, p *samplePile, container leak.Place) {
	p.place = leak.NoPlace
	p.kind = s.Types[s.TypeOf.At(p.objects[0])].Name
	if container == leak.NoPlace {
		return
	}
	count := map[leak.Place]int{}
	for _, o := range p.objects {
		at := s.places[o]
		if count[at]++; p.place == leak.NoPlace || count[at] > count[p.place] {
			p.place = at
		}
	}
	p.holding = s.holders.Holding(container)
	p.kind = s.holders.Nodes[p.place].Type
	path := s.holders.Path(p.place)
	for _, at := range path[slices.Index(path, container)+1:] {
		if n := &s.holders.Nodes[at]; n.Own && !strings.Contains(n.Type, "[]") {
			p.kind = n.Type
			return
		}
	}
}

// lasts reports whether the objects of a pile were allocated over a long time, and have been there for a long time. It sets the times of the
// pile.
func (p *samplePile) lasts(s *sampledHeap) bool {
	births := map[uint32]bool{}
	p.oldest, p.newest = s.end, s.start
	for _, o := range p.objects {
		birth := s.BirthOf[o]
		at, ok := s.births[birth]
		if !ok { // before the first GC of the recording
			at = s.start
		}
		births[birth] = true
		p.oldest, p.newest = min(p.oldest, at), max(p.newest, at)
	}
	whole := float64(s.end - s.start)
	return len(p.objects) >= leastSampled && len(births) >= leastBirths && float64(s.end-p.oldest) >= leastAge*whole &&
		float64(p.newest-p.oldest) >= leastSpread*whole
}

// sampleFinding returns the finding about a pile of sampled objects. It is a probable leak if rises is true: the heap after GCs grows.
func (g *guided) sampleFinding(s *sampledHeap, p *samplePile, rises bool) findings.Finding {
	n := int64(len(p.objects))
	at := fmt.Sprint(s.point + 1)
	f := findings.Finding{Rule: findings.RuleLeak, Grade: findings.ProbablyLeaks, Confidence: sampledSure, Sampled: n, Growth: s.pile(p),
		Title:     fmt.Sprintf("Probable leak: %s objects %s, estimated from %s", p.kind, p.where(), words.Counted(n, "sample")),
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(p.kind)}, At: s.point + 1},
		Numbers: []findings.FindingNumber{{Name: "samples", Value: float64(n), Unit: "objects"},
			{Name: "all samples", Value: float64(s.samples), Unit: "objects"}},
		Explain: []string{fmt.Sprintf("%s of the %s are here. They were allocated from about %s to %s, and are still alive at %s.",
			words.Count(n), words.Counted(int64(s.samples), "sampled object"), words.Moment(p.oldest), words.Moment(p.newest), words.Moment(s.end))},
		Doubts: []string{"A cache that is still filling up, or a program that is still starting, looks the same. Record for longer, or check the source code for a size limit.",
			"The recording does not show how many objects a sample stands for. Take heap dumps with jcmd PID GC.heap_dump to count them."},
		Next: []findings.Step{{Text: "See the groups of the sampled objects", Show: findings.Highlight{View: findings.TreeView, At: s.point + 1},
			Command: []string{"tree", findings.Path, "--by", "type,site", "--at", at}}}}
	if !rises {
		f.Rule, f.Grade, f.Confidence = findings.RuleGrowth, findings.Grows, sampledSure/2
		f.Title = "Growth" + strings.TrimPrefix(f.Title, "Probable leak")
		f.Doubts = append(f.Doubts, "The recording has too few GCs to show whether the heap grows.")
	} else {
		f.Explain = append(f.Explain, "The heap after GCs keeps growing, or is full.")
	}
	origins := site.Of(s.Heap, p.objects, g.domain().SiteName)
	f.Growth.Sites, f.Growth.NoSites = sitesOf(s.Heap, origins), whyNoSites(s.Heap, origins)
	if len(f.Growth.Sites) > 0 {
		f.Growth.Site = f.Growth.Sites[0].Name
	}
	f.Explain = append(f.Explain, siteSentences(f.Growth.Sites, n, "sampled objects")...)
	if p.place == leak.NoPlace {
		g.missing("Holders of the sampled objects: the recording has no paths to GC roots. Record them with " +
			"-XX:StartFlightRecording:settings=profile,path-to-gc-roots=true, or jcmd PID JFR.dump path-to-gc-roots=true.")
		return f
	}
	f.Next = append(f.Next, findings.Step{Text: "See the paths from GC roots that keep them alive", Show: f.Highlight,
		Command: []string{"paths", findings.Path, "--by", "type", "--group", keyOfType(f.Growth.Groups[0].Type), "--at", at}},
		findings.Step{Text: "See who owns them", Show: findings.Highlight{View: findings.GroupView, At: s.point + 1},
			Command: []string{"owners", findings.Path, "--at", at}})
	return f
}

// where describes the holder of a pile.
func (p *samplePile) where() string {
	if p.place == leak.NoPlace {
		return "stay alive; this recording does not show who holds them"
	}
	text := "pile up in the " + shortOwner(p.holding.Owner)
	if kind := p.holding.Kind; kind != "" {
		text = fmt.Sprintf("pile up in the %s of the %s", words.TypeName(kind), shortOwner(p.holding.Owner))
	}
	if !p.holding.Anchored {
		text += " (kept alive by the " + p.holding.Root + ")"
	}
	return text
}

// pile returns the samples of a pile, their types and the path to most of them.
func (s *sampledHeap) pile(p *samplePile) *findings.Pile {
	out := &findings.Pile{Type: p.kind, Owner: p.holding.Owner, Field: p.holding.Field, Kind: p.holding.Kind, Root: p.holding.Root,
		Path: []findings.PathStep{}, Groups: []findings.Group{}, Points: []int{s.point + 1}, Objects: []int64{int64(len(p.objects))}}
	at, bytes := map[string]int{}, int64(0)
	for _, o := range p.objects {
		name := s.Types[s.TypeOf.At(o)].Name
		i, ok := at[name]
		if !ok {
			i = len(out.Groups)
			at[name], out.Groups = i, append(out.Groups, findings.Group{Type: name})
		}
		out.Groups[i].Objects++
		out.Groups[i].Bytes += s.Size(o)
		bytes += s.Size(o)
	}
	slices.SortStableFunc(out.Groups, func(a, b findings.Group) int { return cmp.Compare(b.Objects, a.Objects) })
	out.Groups = out.Groups[:min(len(out.Groups), maxGroupsShown)]
	out.Bytes = []int64{bytes}
	if p.place == leak.NoPlace {
		return out
	}
	for _, place := range s.holders.Path(p.place) {
		n := &s.holders.Nodes[place]
		out.Path = append(out.Path, findings.PathStep{Field: n.Field, Type: n.Type, Objects: n.Objects[0]})
	}
	out.Heap = []int64{s.holders.Bytes[0]}
	return out
}
