package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/collection"
	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/offheap"
	"memcity/analysis/window"
	"memcity/trace"
	"memcity/words"
)

// maxFindings is the number of reported findings. More would bury the first.
const maxFindings = 5

// maxLooked is the number of heap states that are read to find growth, one at a time.
const maxLooked = 10

// guided is the state of a guided exploration.
type guided struct {
	Source
	recording *trace.Recording // ends with the window
	all       *trace.Recording // the whole recording, regardless of the window
	progress  trace.Progress
	options   Options
	out       *findings.Report
	evolution *window.Evolution // nil until evolve is called

	from int // first GC point of the window, 0-based
	lookedAt
	judgedBy *findings.Basis      // nil if the input cannot show growth
	counts   *typeCounts          // growth at GC points with counts; nil if not needed
	byCounts Groups               // GC points with counts, by type; nil for too few
	known    *bitset.BitSet       // objects of the last heap state that are part of a finding; nil for none
	held     *collection.Measured // collections of the last heap state; nil until needed
	followed collection.History   // collections at all GC points in looked
	failures []failure            // heap dumps written because the heap was full
	unusable []int                // GC points that cannot be read or lack objects
	reported map[string]bool      // by type and site: collections whose use is part of a finding

	suggested Suggestions // by finding
}

// lookedAt contains the GC points used to judge growth, and the analysis of the last of them.
type lookedAt struct {
	last      HeapState // nil for none
	point     int       // number of the last point, 0-based
	looked    []int     // all points, 0-based
	Placing             // places of the objects of last
	dominance *leak.Dominance
	weak      *closure.Weak  // references that keep nothing alive, including soft ones
	made      []bool         // by type: see [closure.MadeLoaders]
	loaded    []loadedAgain  // class loaders that have loaded the same class
	leakNotes []string       // notes of the report that no leak was found
	outside   *offheap.Found // memory that the objects of last own outside the heap; nil if unknown
	unreached []unreached    // objects that no GC root reaches, by index of looked
}

// Options selects optional parts of a guided exploration.
type Options struct {
	Texts bool // true to show contents of strings, which may be secrets
	// Window limits the exploration to a range of GC points.
	Window findings.Window
}

// Explore explores a recording as far as its input allows: lasting growth and its holders, objects that die young, GC overhead, and what
// stands out in the last heap state. It reads up to ten heap states, a few more for released growth and out-of-memory dumps, and the values
// of the last one once or twice. It skips parts that cannot be read and reports them.
func Explore(ctx context.Context, source Source, options Options, progress trace.Progress) (*findings.Report, Suggestions, error) {
	all := source.Recorded()
	r := within(all, options.Window)
	g := &guided{Source: source, recording: r, all: all, from: max(options.Window.From-1, 0), progress: progress, options: options, suggested: Suggestions{}, reported: map[string]bool{}, out: &findings.Report{
		Recording: findings.Recording{Name: r.Name, Format: r.Format, Points: len(r.Points), GCs: len(r.GCs), Window: options.Window},
		Findings:  []findings.Finding{}, Missing: []string{}, Quiet: []string{}, Largest: []findings.Holder{}, Waste: []findings.Waste{}}}
	if t := fleetOf(r); t != nil {
		g.ofFleet(t)
		return g.out, g.suggested, nil
	}
	progress.Report(0, 0, "checking for growth")
	if err := g.growth(ctx); err != nil { // other parts need its heap state
		return nil, nil, err
	}
	for _, part := range []struct {
		words, what string
		look        func(context.Context) error
	}{{"checking for a full heap", "Full heap", g.full}, {"checking for unused collections", "Unused collections", g.unused}, {"checking garbage collections", "GC overhead and churn", g.overTime},
		{"checking for large owners", "Large owners", g.standing}, {"checking for waste", "Waste", g.waste}} {
		progress.Report(0, 0, part.words)
		if err := g.leftOut(ctx, part.what, part.look(ctx)); err != nil {
			return nil, nil, err
		}
	}
	g.inputProblems()
	g.rank()
	if options.Window.IsAll() { // commands name references of findings of the whole recording
		g.suggest()
	}
	if g.last != nil {
		g.out.Reachable = g.Bytes()
	}
	g.out.Judge(g.judgedBy)
	g.out.Text = verdictText(g.out)
	if f := g.out.Decisive(); f != nil && f.Sampled > 0 {
		g.out.Text += fmt.Sprintf(" Estimated from %s.", words.Counted(f.Sampled, "sampled object"))
	}
	g.out.Judged = g.out.Judged && g.out.Unsure() == nil
	return g.out, g.suggested, nil
}

// leftOut adds an error to the report as a missing part, so that the other parts are still shown. It returns an error only if ctx is done.
func (g *guided) leftOut(ctx context.Context, what string, err error) error {
	if err != nil && ctx.Err() == nil {
		g.missing(what + ": skipped because of an error: " + err.Error() + ".")
	}
	return ctx.Err()
}

// maxProblems is the number of reported problems of the input.
const maxProblems = 5

// inputProblems adds the problems of the input before the other missing facts.
func (g *guided) inputProblems() {
	texts := []string{} // an empty list is not null in JSON
	for _, w := range g.Warnings() {
		if !w.Unfinished && len(texts) < maxProblems {
			texts = append(texts, strings.TrimSuffix(w.String(), ".")+".")
		}
	}
	g.out.Missing = append(texts, g.out.Missing...)
}

// rank sorts the findings and removes the least important. Large holders that do not grow come last and are never removed, as even one heap
// state shows them.
func (g *guided) rank() {
	at := make([]int, len(g.out.Findings))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(x, y int) int {
		a, b := &g.out.Findings[x], &g.out.Findings[y]
		if order := findings.Compare(a, b); order != 0 {
			return order
		}
		if a.Growth != nil && b.Growth != nil { // their order is that of their growth
			return 0
		}
		return cmp.Compare(b.Confidence, a.Confidence)
	})
	findings, removals := []findings.Finding{}, Suggestions{}
	for n, i := range at {
		if n >= maxFindings && !g.out.Findings[i].IsSteady() {
			continue
		}
		findings, removals = append(findings, g.out.Findings[i]), append(removals, g.suggested[i])
	}
	g.out.Findings, g.suggested = findings, removals
}

// suggest adds steps that show the city without the references to clear.
func (g *guided) suggest() {
	for i := range g.out.Findings {
		f := &g.out.Findings[i]
		j := slices.IndexFunc(f.References, func(c findings.Reference) bool { return c.Recommended })
		if j < 0 {
			continue
		}
		show := f.ShowWhatIf()
		f.Next = append(slices.Clip(f.Next), findings.Step{Text: "See the city without these references", Show: show, Reference: j + 1,
			Command: []string{"city", findings.Path, "--at", strconv.Itoa(show.At), "--without", findings.ReferenceName(i, j)}})
	}
}

// add adds a finding. how contains the rules that remove each of its references.
func (g *guided) add(f findings.Finding, how ...[]RemovalRule) {
	for _, list := range []*[]string{&f.Explain, &f.Doubts} {
		if *list == nil {
			*list = []string{}
		}
	}
	f.Remedy = g.remedy(&f)
	f.Terms = termsIn(&f, g.recording.Runtime)
	if f.Next == nil {
		f.Next = []findings.Step{}
	}
	removals := make([]suggested, len(how))
	for i := range how {
		removals[i] = suggested{f.References[i].Text, how[i]}
	}
	g.out.Findings, g.suggested = append(g.out.Findings, f), append(g.suggested, removals)
}

func (g *guided) quiet(text string) { g.out.Quiet = append(g.out.Quiet, text) }

// quietLeak notes that no leak was found, with the reason.
func (g *guided) quietLeak(why string) {
	text := "Leak: " + why
	g.leakNotes = append(g.leakNotes, text)
	g.quiet(text)
}

func (g *guided) missing(text string) { g.out.Missing = append(g.out.Missing, text) }

// growth finds lasting growth with the best data in the input.
func (g *guided) growth(ctx context.Context) error {
	states := g.states()
	switch {
	case g.recording.OnlySamples():
		return g.growthOfSamples(ctx)
	case len(states) > 0 && g.recording.Knows.Has(trace.KnowsReferences|trace.KnowsRoots):
		return g.growthOfHeaps(ctx, states)
	case len(g.recording.Points) > 0:
		return g.growthOfTypes(ctx)
	}
	return g.growthOfGCs(ctx)
}

// domain returns the program's domain according to the last heap state, or else to the source.
func (g *guided) domain() *group.Domain {
	if g.last != nil && g.last.Subject().Domain != nil {
		return g.last.Subject().Domain
	}
	return g.Domain()
}

// states returns the usable GC points with single objects, without a final one at the end of the program.
func (g *guided) states() (points []int) {
	for i := g.from; i < g.recording.Judged(); i++ {
		if g.HasObjects(i) && !slices.Contains(g.unusable, i) {
			points = append(points, i)
		}
	}
	return points
}

// evolve sets g.evolution to the size of the heap over time, if the input has times.
func (g *guided) evolve(ctx context.Context) error {
	if g.evolution != nil {
		return nil
	}
	e, err := g.Evolution(ctx, g.progress)
	g.evolution = g.trimmed(e)
	return err
}

// chosen returns the heap states to read. It returns all if there are few. Of many, it returns some of the growing part, spread evenly, or
// of the whole recording if nothing grows. It then adds dumps written for an OutOfMemoryError.
func (g *guided) chosen(ctx context.Context, states []int) ([]int, error) {
	if len(states) <= maxLooked {
		return states, nil
	}
	if err := g.evolve(ctx); err != nil {
		return nil, err
	}
	from := 0
	if e := g.evolution; e != nil && e.Sources != nil {
		judged := e.Points
		if e.Final {
			judged = judged[:len(judged)-1]
		}
		samples := make([]leak.Sample, len(judged))
		for i, p := range judged {
			samples[i] = leak.Sample{Time: p.Time, Value: p.Bytes}
		}
		if v := leak.Judge(samples); v.Lasts {
			from, _ = slices.BinarySearch(states, e.Sources[v.From])
			from = min(from, len(states)-maxLooked)
		}
	}
	part, points := states[from:], []int{}
	for i := range maxLooked {
		points = append(points, part[i*(len(part)-1)/(maxLooked-1)])
	}
	return g.withFailed(ctx, states, points)
}

func (g *guided) timeOf(point int) time.Duration {
	return timeOfPoint(g.recording, point)
}
