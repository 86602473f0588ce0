package guide

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/words"
)

// risen is growth that is not a finding.
type risen struct {
	subject string    // a noun phrase, such as "the reachable heap"
	rise    leak.Rise // growth in bytes
	whole   bool      // true if the subject is the whole heap
	most    string    // sentence about the part that grew most; empty if unknown
}

// text returns a sentence without a capital about the amount and time of the growth.
func (r *risen) text() string {
	from, to := words.RoundSizes(r.rise.First, r.rise.Last)
	text := fmt.Sprintf("%s grew from %s to %s", r.subject, from, to)
	isTimed := r.rise.End > r.rise.Start
	if isTimed {
		text += " in " + words.Duration(r.rise.End-r.rise.Start)
	}
	switch {
	case r.isLittle():
		return text + ", which is less than 20 %."
	case !r.rise.Open && isTimed:
		return text + ", 90 % of it by " + words.Moment(r.rise.By) + "."
	case r.rise.Open && r.rise.Bursts > 0:
		text += fmt.Sprintf(", in %s bursts", words.Count(int64(r.rise.Bursts)))
	case r.rise.Why == "" && r.whole:
		text += ", spread over many places"
	case r.rise.Why != "" && r.rise.Why != leak.Little:
		text += "; " + r.rise.Why
	}
	return text + "."
}

// isLittle reports whether a whole heap grew by less than a fifth. The runtime of a healthy program may cause that.
func (r *risen) isLittle() bool {
	return r.whole && float64(r.rise.Growth()) < leak.LeastRise*float64(r.rise.First)
}

// note records growth that is not a finding. If it may continue and is not little, the verdict is undecided. Otherwise it is only
// mentioned.
func (g *guided) note(r *risen) {
	switch {
	case r.rise.Open && !r.isLittle():
		g.out.Open = r.text()
		if r.most != "" {
			g.out.Open += " " + r.most
		}
		g.out.Open += " " + recordFor(fewTimes, r.rise.End-r.rise.Start)
	default:
		g.out.Spread = r.text()
	}
}

// recordFor returns advice on how long to record: the given multiple of a time span.
func recordFor(times float64, span time.Duration) string {
	if span <= 0 {
		return "Record for longer to see whether it continues."
	}
	step := pick(span < time.Minute, 10*time.Second, time.Minute)
	needed := (time.Duration(math.Max(fewTimes, times)*float64(span)) + step - 1).Truncate(step)
	return fmt.Sprintf("Record for at least %s to see whether it continues.", words.Duration(needed))
}

// risingHeap notes growth of heap states that is not a finding, in the whole heap or in a place of the program.
func (g *guided) risingHeap(ctx context.Context, times []time.Duration) error {
	h := g.holders
	possible, err := g.possible(ctx, times)
	if err != nil {
		return err
	}
	if r, ok := leak.RiseOf(samplesOf(times, h.Bytes), minGrowth(g.Bytes())); ok {
		most, err := g.mostGrown(ctx, r.From, possible)
		if err != nil {
			return err
		}
		g.note(&risen{subject: "the reachable heap", rise: r, whole: true, most: most})
	}
	for _, d := range possible {
		if r, ok := leak.RiseOf(samplesOf(times, d.suspect.Bytes), 1); g.out.Open == "" && ok && r.Open {
			g.note(&risen{subject: "the objects " + holderText(d), rise: r, most: words.TypeName(d.group) + " grew most."})
		}
	}
	return nil
}

// possible returns the place of the program whose growth is not lasting but may continue, the one with most growth, or else one that grows
// slowly; none if nothing grows.
func (g *guided) possible(ctx context.Context, times []time.Duration) ([]*detail, error) {
	isOther := func(s leak.Suspect) bool { return g.isOfRuntime(&s) || s.Kind == "" }
	found := slices.DeleteFunc(g.holders.Possible(times), isOther)
	if len(found) == 0 {
		found = slices.DeleteFunc(g.holders.Slow(times), isOther)
	}
	details, err := g.detail(ctx, found[:min(len(found), 1)], 0)
	return slices.DeleteFunc(details, func(d *detail) bool { return d.soft || d.suspect.Slots > 0 }), err
}

// risingCounts notes a type of the program whose counts grow, for a recording whose points with objects show no growth or are too few. Counts
// include garbage, so it takes leastJudged of them after the newest point with objects, or in all if fewer points than that have objects.
func (g *guided) risingCounts(ctx context.Context) error {
	from := g.from
	if g.out.Judged {
		from = g.point
	}
	points := g.countedPoints(from)
	if g.out.Open != "" || len(points) < leastJudged {
		return nil
	}
	series, _, err := g.Types(ctx, points, g.progress)
	if err != nil {
		return g.leftOut(ctx, "Growth of counts by type", err)
	}
	last := series.Len() - 1
	var most *risen
	for node := range int32(series.Nodes()) {
		name := series.Name(node)
		if !series.IsLeaf(node) || !g.domain().Owns(name) {
			continue
		}
		r, ok := leak.RiseOf(bytesOf(series, node), minGrowth(g.Bytes()))
		if !ok || !r.Open || !r.IsRepeated() || most != nil && r.Growth() <= most.rise.Growth() {
			continue
		}
		live := float64(g.objectsOfType(name, g.holders.Points-1))
		if g.out.Judged && (float64(series.Objects(0, node)) < live || float64(series.Objects(last, node)) < leastLive*live) {
			continue
		}
		most = &risen{subject: "the total size of " + words.TypeName(name) + " objects, including garbage,", rise: r}
	}
	if most != nil {
		g.note(most)
	}
	return nil
}

// bytesOf returns the sizes of a group by GC point.
func bytesOf(series Groups, node int32) (samples []leak.Sample) {
	for i := range series.Len() {
		samples = append(samples, leak.Sample{Time: series.Time(i), Value: series.Bytes(i, node)})
	}
	return samples
}

// mostGrown names the place with more than half of the growth of the heap since a heap state, by its index in g.looked. A
// place in possible comes first. If there is none, mostGrown names the type whose objects grew most in bytes.
func (g *guided) mostGrown(ctx context.Context, from int, possible []*detail) (string, error) {
	h := g.holders
	last := h.Points - 1
	grown := func(d *detail) int64 { return d.suspect.Bytes[last] - d.suspect.Bytes[from] }
	isMost := func(d *detail) bool { return 2*grown(d) > h.Bytes[last]-h.Bytes[from] }
	if s, ok := h.MostGrownSince(from); ok && s.Kind != "" && !g.isOfRuntime(&s) && !slices.ContainsFunc(possible, isMost) {
		details, err := g.detail(ctx, []leak.Suspect{s}, 0)
		if err != nil {
			return "", err
		}
		possible = details
	}
	if i := slices.IndexFunc(possible, isMost); i >= 0 {
		d := possible[i]
		return mostText(words.TypeName(d.group)+" "+holderText(d), grown(d)), nil
	}
	growth, most := map[string]int64{}, ""
	for i := range h.Nodes {
		n := &h.Nodes[i]
		growth[n.Type] += n.Bytes[last] - n.Bytes[from]
	}
	for name, bytes := range growth {
		if most == "" || cmp.Or(cmp.Compare(bytes, growth[most]), cmp.Compare(most, name)) > 0 {
			most = name
		}
	}
	return mostText(words.TypeName(most), growth[most]), nil
}

func mostText(name string, growth int64) string {
	if growth <= 0 {
		return ""
	}
	return fmt.Sprintf("%s grew most, by %s.", name, words.RoundSize(growth))
}

// risingTypes notes growth of counts by type that is not a finding, in the whole heap or in a type of the program.
func (g *guided) risingTypes(series Groups) {
	n := series.Len()
	whole, wholeGrew := leak.RiseOf(bytesOf(series, 0), minGrowth(series.Bytes(n-1, 0)))
	grown := func(node int32) int64 { return series.Bytes(n-1, node) - series.Bytes(whole.From, node) }
	most, own, ownRise := int32(-1), int32(-1), leak.Rise{}
	for node := range int32(series.Nodes()) {
		if !series.IsLeaf(node) {
			continue
		}
		if most < 0 || grown(node) > grown(most) {
			most = node
		}
		if !g.owns(series, node) || own >= 0 && grown(node) <= grown(own) {
			continue
		}
		if r, ok := leak.RiseOf(bytesOf(series, node), minGrowth(series.Bytes(n-1, 0))); ok && r.Open && r.IsRepeated() {
			own, ownRise = node, r
		}
	}
	if wholeGrew && most >= 0 {
		g.note(&risen{subject: "the heap", rise: whole, whole: true, most: mostText(nameOf(series, most), grown(most))})
	}
	if g.out.Open == "" && own >= 0 {
		g.note(&risen{subject: sizeText(series, own), rise: ownRise})
	}
}

// nameOf returns the name of a group for a sentence.
func nameOf(series Groups, node int32) string {
	if a, ok := series.(*allocated); ok {
		return "memory allocated at " + a.names[node]
	}
	return words.TypeName(series.Name(node))
}

// sizeText returns the size of a group for a sentence.
func sizeText(series Groups, node int32) string {
	if _, ok := series.(*allocated); ok {
		return nameOf(series, node)
	}
	return "the total size of " + nameOf(series, node) + " objects"
}

// notGrowing notes a heap after GCs that does not keep growing. After young GCs, the heap shrinks whenever the old generation is collected.
// Therefore, only GCs of the whole heap show that growth was released.
func (g *guided) notGrowing(samples []leak.Sample, whole bool) {
	if whole && g.releasedHeap(samples) {
		return
	}
	g.quietLeak("the heap after GCs was examined, but " + cmp.Or(leak.Judge(samples).Why, leak.Little) + ".")
	least := max(leastLogged, minGrowth(samples[len(samples)-1].Value))
	if r, ok := leak.RiseOf(samples, least); ok && (whole || r.Open) {
		g.note(&risen{subject: pick(whole, "the heap after full GCs", "the heap after GCs"), rise: r})
	}
}

func samplesOf(times []time.Duration, values []int64) []leak.Sample {
	samples := make([]leak.Sample, len(values))
	for i, v := range values {
		samples[i] = leak.Sample{Time: times[i], Value: v}
	}
	return samples
}

// mayGrow returns text for growth that is not a finding but may continue.
func mayGrow(r *findings.Report) string { return "A leak cannot be ruled out: " + r.Open }
