package guide

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/words"
)

// allocated contains counts by allocation site. Each site is named after its innermost frame of the program, or else after its innermost
// frame. It implements [Groups]: group 0 is the heap, and each other group is a site.
type allocated struct {
	recording *trace.Recording
	points    []int // 0-based
	names     []string
	groups    map[*trace.Site]int
	own       []bool           // by group; true if the name is a frame of the program
	amounts   [][]trace.Amount // by point and group
	errors    [][]site.Error
	most      []*trace.Site // by group: site with most bytes at the last point that has the group
}

func (a *allocated) Len() int                            { return len(a.points) }
func (a *allocated) Source(point int) int                { return a.points[point] }
func (a *allocated) Time(point int) time.Duration        { return timeOfPoint(a.recording, a.points[point]) }
func (a *allocated) Nodes() int                          { return len(a.names) }
func (a *allocated) IsLeaf(node int32) bool              { return node > 0 || len(a.names) == 1 }
func (a *allocated) Name(node int32) string              { return a.names[node] }
func (a *allocated) Key(node int32) string               { return keyOfType(a.names[node]) }
func (a *allocated) Objects(point int, node int32) int64 { return a.amounts[point][node].Objects }
func (a *allocated) Bytes(point int, node int32) int64   { return a.amounts[point][node].Bytes }
func (a *allocated) estimate(p int, n int32) trace.Estimate {
	return a.errors[p][n].Estimate(a.amounts[p][n])
}

// by returns the classifiers whose groups have the name of a group.
func (a *allocated) by(node int32) []string {
	return []string{pick(a.own[node], "domain-site", "site")}
}

// allocatedAt counts the memory of each allocation site at the given GC points. It returns nil if their counts have no sites. The cost is
// linear in the counts.
func (g *guided) allocatedAt(points []int) *allocated {
	if !g.recording.HasSiteCounts() {
		return nil
	}
	points = slices.DeleteFunc(slices.Clone(points), func(p int) bool { return g.recording.Points[p].Counts == nil })
	a := &allocated{recording: g.recording, points: points, names: []string{"Heap"}, own: []bool{false}, most: []*trace.Site{nil}}
	a.groups = a.addNames(cmp.Or(group.DomainOfCounts(g.recording, points), g.Domain()))
	interval := g.recording.SiteInterval()
	for _, p := range points {
		amounts, errors := make([]trace.Amount, len(a.names)), make([]site.Error, len(a.names))
		largest := make([]int64, len(a.names))
		for _, c := range g.recording.Points[p].Counts {
			n, amount, of := a.groups[c.Site], trace.Amount{Objects: c.Objects, Bytes: c.Bytes}, site.ErrorOf(c.Objects, c.Bytes, interval)
			for _, n := range []int{0, n} {
				amounts[n].Add(amount)
				errors[n].Add(of)
			}
			if c.Bytes >= largest[n] {
				largest[n], a.most[n] = c.Bytes, c.Site
			}
		}
		a.amounts, a.errors = append(a.amounts, amounts), append(a.errors, errors)
	}
	return a
}

// notRecorded is the name of the group of memory without a site.
const notRecorded = "(not recorded)"

// addNames adds a group for each name of a site, in the order of the names, and returns the groups by site.
func (a *allocated) addNames(domain *group.Domain) map[*trace.Site]int {
	names, own := map[*trace.Site]string{}, map[string]bool{}
	for _, p := range a.points {
		for _, c := range a.recording.Points[p].Counts {
			if _, ok := names[c.Site]; ok {
				continue
			}
			name, isOwn := notRecorded, false
			if c.Site != nil && len(c.Site.Frames) > 0 {
				closest := domain.ClosestSite(c.Site)
				isOwn = closest != group.NoDomainSite
				name = pick(isOwn, closest, c.Site.Frames[0].Name())
			}
			names[c.Site], own[name] = name, own[name] || isOwn
		}
	}
	at := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		at[name] = len(a.names)
		a.names, a.own, a.most = append(a.names, name), append(a.own, own[name]), append(a.most, nil)
	}
	groups := make(map[*trace.Site]int, len(names))
	for s, name := range names {
		groups[s] = at[name]
	}
	return groups
}

// typesOf returns the types of the counts of a group at the last point, with their growth since another one, largest first.
func (a *allocated) typesOf(node int32, from int) (list []findings.Group) {
	at := map[string]int{}
	for _, point := range []int{len(a.points) - 1, from} {
		isLast := point == len(a.points)-1
		for _, c := range a.recording.Points[a.points[point]].Counts {
			if a.groups[c.Site] != int(node) {
				continue
			}
			i, ok := at[c.Name]
			if !ok && !isLast {
				continue
			}
			if !ok {
				i = len(list)
				at[c.Name], list = i, append(list, findings.Group{Type: c.Name})
			}
			x := &list[i]
			if isLast {
				x.Objects, x.Bytes, x.GrowthObjects, x.GrowthBytes = x.Objects+c.Objects, x.Bytes+c.Bytes, x.GrowthObjects+c.Objects, x.GrowthBytes+c.Bytes
			}
			if point == from {
				x.GrowthObjects, x.GrowthBytes = x.GrowthObjects-c.Objects, x.GrowthBytes-c.Bytes
			}
		}
	}
	slices.SortStableFunc(list, func(x, y findings.Group) int { return cmp.Compare(y.Bytes, x.Bytes) })
	return list
}

// growthOfSites finds allocation sites whose memory grows, for counts by site. It requires that the growth exceeds the sampling error.
func (g *guided) growthOfSites(a *allocated) {
	g.missing(words.NoHolders(g.recording.Runtime))
	if g.out.Judged = a.Len() >= leastJudged; !g.out.Judged {
		g.tooFew(a.Len(), false)
		g.largestSites(a)
		return
	}
	g.judgedBy = g.basis(a.Len(), a.Time(0), a.Time(a.Len()-1))
	found := g.growing(a)
	isDoubtful := func(t typeGrowth) bool {
		return a.estimate(a.Len()-1, t.node).Bytes.Low <= a.estimate(t.verdict.From, t.node).Bytes.High
	}
	sure := slices.DeleteFunc(slices.Clone(found), isDoubtful)
	switch {
	case len(sure) > 0:
		f := g.siteFinding(a, sure)
		f.Basis = g.judgedBy
		g.add(f)
	case len(found) > 0:
		t := &found[0]
		from, to := words.RoundSizes(t.bytes[t.verdict.From], t.bytes[a.Len()-1])
		g.quietLeak(fmt.Sprintf("memory allocated at %s grew from %s to %s, but that is within the error of sampling, with %s at the end. Take more samples, or profiles over a longer time.",
			t.name, from, to, words.Counted(a.estimate(a.Len()-1, t.node).Samples, "sample")))
	default:
		times, total := make([]time.Duration, a.Len()), make([]int64, a.Len())
		for i := range total {
			times[i], total[i] = a.Time(i), a.Bytes(i, 0)
		}
		g.notGrown(times, total, "")
		g.risingTypes(a)
	}
	g.largestSites(a)
}

// siteFinding returns the finding about the first of the growing sites.
func (g *guided) siteFinding(a *allocated, found []typeGrowth) findings.Finding {
	t := &found[0]
	by := a.by(t.node)
	f := typesFinding(a, by, found)
	last := a.Len() - 1
	from, to := words.RoundSizes(t.bytes[t.verdict.From], t.bytes[last])
	isLeak := f.Rule == findings.RuleLeak
	f.Title = fmt.Sprintf("%s: memory allocated at %s keeps growing: from %s to %s; who holds it is not recorded", pick(isLeak, "Probable leak", "Growth"),
		t.name, from, to)
	f.Growth.Type, f.Growth.Site, f.Growth.Groups = "", t.name, a.typesOf(t.node, t.verdict.From)
	share := t.growth()
	f.Explain = []string{fmt.Sprintf("From GC point %d to %d, the heap grew by %s. Memory allocated at this line grew by %s.", a.Source(t.verdict.From)+1,
		a.Source(last)+1, words.RoundSize(a.Bytes(last, 0)-a.Bytes(t.verdict.From, 0)), words.RoundSize(share))}
	if span := a.Time(last) - a.Time(t.verdict.From); span > 0 && g.recording.Knows.Has(trace.KnowsTimes) {
		rate := &findings.Rate{Bytes: float64(t.growth()) / span.Seconds(), Objects: max(0, float64(t.grownObjects())/span.Seconds()), Span: millis(span)}
		f.Growth.Entries = &findings.Entries{Rate: rate}
		f.Explain = append(f.Explain, f.Growth.Entries.Lines("", "")...)
	}
	if s := a.siteOf(t.node, last); s != nil {
		f.Growth.Sites = []findings.Site{*s}
		if len(s.Frames) > 1 {
			f.Explain = append(f.Explain, "Call stack: "+strings.Join(s.Frames, " < ")+".")
		}
	}
	f.Explain = append(f.Explain, a.alsoGrowing(found)...)
	f.Doubts = []string{f.Doubts[0], "The profile shows where the memory was allocated. What keeps it is not recorded: check where this code stores the result."}
	if e := a.estimate(last, t.node); g.recording.SiteInterval() > 0 {
		f.Sampled = e.Samples
		f.Numbers = append(f.Numbers, findings.FindingNumber{Name: "samples", Value: float64(e.Samples), Unit: "objects"})
	}
	f.Next[0].Text = "Compare its growth with other sites"
	f.Next = append(f.Next, findings.Step{Text: "See its callers", Show: findings.Highlight{View: findings.TreeView, At: a.Source(last) + 1},
		Command: []string{"tree", findings.Path, "--by", "domain-site,site,call-sites", "--at", fmt.Sprint(a.Source(last) + 1)}})
	return f
}

// siteOf returns the memory of a group at a point with the call stack of most of it; nil without one.
func (a *allocated) siteOf(node int32, point int) *findings.Site {
	s := a.most[node]
	if s == nil {
		return nil
	}
	amount, estimate := a.amounts[point][node], a.estimate(point, node)
	out := &findings.Site{Amount: findings.Amount{Name: a.names[node], Objects: amount.Objects, Bytes: amount.Bytes}}
	if a.recording.SiteInterval() > 0 {
		out.Estimate = &estimate
	}
	for _, f := range s.Frames[:min(len(s.Frames), maxFrames)] {
		out.Frames = append(out.Frames, f.String())
	}
	return out
}

// goroutineStart is the function of Go's runtime that allocates goroutines.
const goroutineStart = "runtime.malg("

// alsoGrowing returns sentences about growing sites after the first, and about goroutines.
func (a *allocated) alsoGrowing(found []typeGrowth) (lines []string) {
	var names []string
	goroutines := false
	for i := range found {
		if i > 0 && i < maxGroupsShown {
			names = append(names, fmt.Sprintf("%s (%s)", found[i].name, words.RoundSize(found[i].growth())))
		}
		if s := a.most[found[i].node]; s != nil {
			goroutines = goroutines || slices.ContainsFunc(s.Frames, func(f trace.Frame) bool { return strings.HasPrefix(f.String(), goroutineStart) })
		}
	}
	if len(names) > 0 {
		lines = append(lines, "Also growing: "+words.Enumerated(names)+".")
	}
	if goroutines {
		lines = append(lines, "The number of goroutines grows. /debug/pprof/goroutine?debug=1 lists where they wait.")
	}
	return lines
}

// largestSites notes the sites with most memory at the last point.
func (g *guided) largestSites(a *allocated) {
	if a.Len() == 0 || a.Bytes(a.Len()-1, 0) == 0 {
		return
	}
	last := a.Len() - 1
	order := make([]int32, 0, len(a.names)-1)
	for n := 1; n < len(a.names); n++ {
		order = append(order, int32(n))
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(a.Bytes(last, y), a.Bytes(last, x)) })
	var texts []string
	for _, n := range order[:min(len(order), maxSites)] {
		texts = append(texts, fmt.Sprintf("%s (%s, %s)", a.names[n], words.RoundSize(a.Bytes(last, n)), words.Percent(a.Bytes(last, n), a.Bytes(last, 0))))
	}
	g.quiet(fmt.Sprintf("Most memory at GC point %d was allocated at %s.", a.Source(last)+1, words.Enumerated(texts)))
}
