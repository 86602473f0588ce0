// Package checks resolves what rules need to know of a recording: numbers of its last GC point, growth from the first to it, paths, and
// findings. What a number means is in package check; the work is that of the session, through [Recording].
package checks

import (
	"context"
	"fmt"
	"strings"
	"time"

	"memcity/analysis/check"
	"memcity/analysis/closure"
	"memcity/analysis/collection"
	"memcity/analysis/glob"
	"memcity/analysis/group"
	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/offheap"
	"memcity/analysis/waste"
	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/trace"
)

// Recording is what is asked of a recording.
type Recording interface {
	Recorded() *trace.Recording // as it is by now
	Kept(point int) bool        // the GC point can be looked at
	HasObjects(point int) bool  // so can its single objects
	Grouped() bool              // it came grouped, so that no chain can be chosen
	Grouping(by trees.Grouping) (trees.Grouping, error)
	Series(ctx context.Context, by trees.Grouping, progress trace.Progress, partial func(*trees.Series)) (*trees.Series, error)
	Tree(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (trees.PointTree, error)
	Groups(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (*group.Grouping, error)
	// State reads a heap state. Only one that is kept may be looked at again at no cost.
	State(ctx context.Context, point int, keep bool) (guide.HeapState, error)
	Places(ctx context.Context, point int) (*guide.Placing, error) // of the objects of a heap state
	Guide(ctx context.Context, progress trace.Progress) (*findings.Report, error)
	// Largest lists the largest data structures of a GC point; ok is false if it is not known what data structures are.
	Largest(ctx context.Context, point, most int, progress trace.Progress) (list []structures.Structure, ok bool, err error)
}

// checked resolves what rules need to know of a recording. It is for one goroutine.
type checked struct {
	Recording
	recording *trace.Recording
	progress  trace.Progress
	trees     map[treeKey]*trees.Series
	found     *findings.Report // made when a rule needs findings

	last   guide.HeapState // nil until a rule needs it
	point  int             // of it
	places *guide.Placing  // of its objects
}

// New resolves what rules need to know of a recording: numbers of the last GC point, growth from the first to it, paths, and findings.
func New(r Recording, progress trace.Progress) check.Source {
	return &checked{Recording: r, recording: r.Recorded(), progress: progress, trees: map[treeKey]*trees.Series{}}
}

// Number implements [check.Source].
func (c *checked) Number(ctx context.Context, m check.Measure, s check.Subject) (check.Number, error) {
	switch m {
	case check.Overhead, check.Pause, check.Churn:
		return c.overTime(ctx, m)
	case check.Duplicates, check.Collections, check.Nested, check.Small, check.Boxed, check.AllCollections:
		return c.wasted(ctx, m)
	case check.Growth:
		return c.grown(ctx, s)
	}
	if s.Kind == check.Structures {
		return c.largest(ctx, m, s)
	}
	if m == check.RetainedBytes || m == check.DeepBytes {
		return c.closure(ctx, m, s)
	}
	last, err := c.lastPoint()
	if err != nil {
		return check.Number{}, err
	}
	objects, bytes, err := c.count(ctx, last, s)
	n := check.Number{Value: float64(bytes)}
	if m == check.Objects {
		n.Value = float64(objects)
	}
	return n, err
}

// lastPoint is the last GC point that is kept.
func (c *checked) lastPoint() (int, error) {
	for i := len(c.recording.Points) - 1; i >= 0; i-- {
		if c.Kept(i) {
			return i, nil
		}
	}
	return 0, &check.Unknown{Text: "the input has no heap states, only GCs"}
}

// tree is the memory tree of a GC point, as a series of that alone.
func (c *checked) tree(ctx context.Context, by trees.Grouping, point int) (*trees.Series, error) {
	key := treeKey{seq.Join(by.By, ","), point}
	if t := c.trees[key]; t != nil {
		return t, nil
	}
	p, err := c.Tree(ctx, by, point, c.progress)
	if err != nil {
		return nil, err
	}
	c.trees[key] = trees.NewSeries([]trees.PointTree{p})
	return c.trees[key], nil
}

// treeKey names a memory tree: what it is grouped by, and its GC point.
type treeKey struct {
	by    string
	point int
}

// count adds up the groups of a GC point that a subject means; objects that no GC root keeps alive do not count.
func (c *checked) count(ctx context.Context, point int, s check.Subject) (objects, bytes int64, err error) {
	by, err := GroupingFor(c.Recording, s)
	if err != nil {
		return 0, 0, err
	}
	t, err := c.tree(ctx, by, point)
	if err != nil {
		return 0, 0, err
	}
	nodes := budget.GroupsOf(t, s, ChainOf(c.Recording, by))
	if len(nodes) == 0 && s.Kind == check.Group {
		all, err := c.Series(ctx, by, c.progress, nil) // it may have been there before
		if err == nil && len(budget.GroupsOf(all, s, ChainOf(c.Recording, by))) == 0 {
			err = &check.Unknown{Text: fmt.Sprintf("there is no group %q at any GC point", s.Name)}
		}
		return 0, 0, err
	}
	for _, n := range nodes {
		objects += t.Objects(0, n)
		bytes += t.Bytes(0, n)
	}
	return objects, bytes, nil
}

// grown is the growth of a subject's bytes.
func (c *checked) grown(ctx context.Context, s check.Subject) (check.Number, error) {
	last, err := c.lastPoint()
	if err != nil {
		return check.Number{}, err
	}
	if last == 0 {
		return check.Number{}, &check.Unknown{Text: "there is a single GC point, so nothing is known about growth"}
	}
	_, before, err := c.count(ctx, 0, s)
	if err != nil {
		return check.Number{}, err
	}
	_, after, err := c.count(ctx, last, s)
	return check.Number{Value: float64(after - before), Whole: float64(before), Steps: last}, err
}

// lastState is the last GC point that has single objects and is kept.
func (c *checked) lastState() (point int, ok bool) {
	for i := len(c.recording.Points) - 1; i >= 0; i-- {
		if c.HasObjects(i) {
			return i, true
		}
	}
	return 0, false
}

// latest loads the last heap state, with its places.
func (c *checked) latest(ctx context.Context) error {
	if c.last != nil {
		return nil
	}
	point, ok := c.lastState()
	if !ok {
		return &check.Unknown{Text: "the input has no single objects, which heap dumps and recordings of a running program have"}
	}
	h, err := c.State(ctx, point, true)
	if err != nil {
		return err
	}
	if c.places, err = c.Places(ctx, point); err == nil {
		c.last, c.point = h, point
	}
	return err
}

// closure is the retained or deep size of all objects of some types together.
func (c *checked) closure(ctx context.Context, m check.Measure, s check.Subject) (check.Number, error) {
	if err := c.latest(ctx); err != nil {
		return check.Number{}, err
	}
	h := c.last.Heap()
	references, err := c.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return check.Number{}, err
	}
	kind := closure.Deep
	if m == check.RetainedBytes {
		if kind = closure.Retained; !references.KnowsRoots() {
			return check.Number{}, &check.Unknown{Text: noRoots}
		}
	}
	objects, err := c.objects(ctx, references, s)
	if err != nil {
		return check.Number{}, err
	}
	found, err := references.NewFinder().Find(ctx, kind, objects)
	n := check.Number{}
	for _, o := range found {
		n.Value += float64(h.Size(o))
	}
	return n, err
}

// objects are those of the last heap state that a subject means.
func (c *checked) objects(ctx context.Context, references *closure.Graph, s check.Subject) (objects []trace.ObjectID, err error) {
	h := c.last.Heap()
	if s.Kind == check.Group {
		by, err := GroupingFor(c.Recording, s)
		if err != nil {
			return nil, err
		}
		g, err := c.Groups(ctx, by, c.point, c.progress)
		if err != nil {
			return nil, err
		}
		set, err := g.KeyedObjects(ctx, []string{s.Name})
		if err != nil {
			return nil, &check.Unknown{Text: err.Error()}
		}
		for o := range set.EachSet() {
			objects = append(objects, trace.ObjectID(o))
		}
		return objects, nil
	}
	for o, t := range h.TypeOf {
		if references.IsLive(trace.ObjectID(o)) && s.HasType(h.Types[t].Name) {
			objects = append(objects, trace.ObjectID(o))
		}
	}
	return objects, nil
}

// maxStructures is how many data structures rules look at: the largest.
const maxStructures = 500

// largest is the largest data structure whose head's type fits.
func (c *checked) largest(ctx context.Context, m check.Measure, s check.Subject) (check.Number, error) {
	last, err := c.lastPoint()
	if err != nil {
		return check.Number{}, err
	}
	const lacks = "data structures: the input has no references between single objects"
	if _, ok := c.lastState(); !ok || !c.recording.Knows.Has(trace.KnowsReferences) {
		return check.Number{}, &check.Unknown{Text: lacks}
	}
	found, ok, err := c.Largest(ctx, last, maxStructures, c.progress)
	if err == nil && !ok {
		err = &check.Unknown{Text: lacks}
	}
	if err != nil {
		return check.Number{}, err
	}
	var n check.Number
	for i := range found {
		d := &found[i]
		size := d.Sizes.Deep
		if m == check.RetainedBytes {
			size = d.Sizes.Retained
		}
		if size == nil || !glob.Match(s.Name, d.Type) {
			continue
		}
		value := float64(size.Bytes)
		if m == check.Objects {
			value = float64(size.Objects)
		}
		if value > n.Value {
			n.Value, n.Where = value, d.Type
			if d.HeldBy != "" {
				n.Where = d.HeldBy
			}
		}
	}
	return n, nil
}

// overTime is the worst that GCs show.
func (c *checked) overTime(ctx context.Context, m check.Measure) (check.Number, error) {
	gcs := c.recording.GCs
	if len(gcs) == 0 {
		return check.Number{}, &check.Unknown{Text: noGCs}
	}
	if m == check.Pause {
		longest := time.Duration(0)
		for _, gc := range gcs {
			pause := gc.Pause
			if pause == 0 && !gc.Concurrent {
				pause = gc.End - gc.Start
			}
			longest = max(longest, pause)
		}
		return check.Number{Value: float64(longest.Microseconds()) / 1000}, nil
	}
	limits := window.DefaultLimits()
	limits.Overhead, limits.Churn = 0, 0
	limits.MinGCs = min(limits.MinGCs, len(gcs))
	for _, w := range window.Find(window.Series{GCs: gcs}, limits) {
		switch {
		case w.Kind == window.Overhead && m == check.Overhead:
			return check.Number{Value: 100 * w.Score, Where: windowText(w)}, nil
		case w.Kind == window.Churn && m == check.Churn:
			return check.Number{Value: w.Score, Where: windowText(w)}, nil
		}
	}
	return check.Number{}, ctx.Err()
}

func windowText(w window.Window) string {
	return fmt.Sprintf("from %.1f s to %.1f s", w.Start.Seconds(), w.End.Seconds())
}

// wasted is what duplicate strings or collections take of the last heap state.
func (c *checked) wasted(ctx context.Context, m check.Measure) (check.Number, error) {
	if err := c.latest(ctx); err != nil {
		return check.Number{}, err
	}
	n := check.Number{Whole: float64(c.places.Bytes())}
	if m == check.Duplicates {
		if why := waste.Lacks(c.recording, c.last.Heap(), true); why != "" {
			return check.Number{}, &check.Unknown{Text: why}
		}
		d, err := waste.Duplicates(ctx, c.last.Heap(), c.places.Has)
		n.Value = float64(d.All.Wasted)
		return n, err
	}
	if !c.recording.Knows.Has(trace.KnowsReferences) {
		return n, &check.Unknown{Text: noReferences}
	}
	bytes, most, err := c.places.Collections(ctx, c.last.Heap(), patternsOf[m]...)
	n.Value, n.Where = float64(bytes), most
	return n, err
}

// patternsOf are the patterns of collections that numbers of rules add up.
var patternsOf = map[check.Measure][]collection.Pattern{
	check.Collections: collection.Moment[:2], check.Nested: {collection.Nested}, check.Small: {collection.Small}, check.Boxed: {collection.Boxed},
	check.AllCollections: collection.Moment,
}

// Path implements [check.Source].
func (c *checked) Path(ctx context.Context, from, to check.Subject) (string, error) {
	if err := c.latest(ctx); err != nil {
		return "", err
	}
	if !c.recording.Knows.Has(trace.KnowsReferences) {
		return "", &check.Unknown{Text: noReferences}
	}
	q := leak.PathQuery{To: func(name string) bool { return glob.Match(to.Name, name) }}
	fits := func(name string) bool { return glob.Match(from.Name, name) }
	if from.Kind == check.Static {
		q.Static = fits
	} else {
		q.From = fits
	}
	steps, err := leak.FindPath(ctx, c.last.Heap(), c.last.Subject().Reachable, q)
	if err != nil || steps == nil {
		return "", err
	}
	text := ""
	for i, s := range steps {
		switch {
		case i == 0:
			text = s.Name
		case s.Field == "":
			text += " → " + s.Name
		default:
			text += " → " + s.Field + ": " + s.Name
		}
	}
	return text, nil
}

// Found implements [check.Source].
func (c *checked) Found(ctx context.Context, finding string) ([]string, error) {
	if c.found == nil {
		g, err := c.Guide(ctx, c.progress)
		if err != nil {
			return nil, err
		}
		c.found = g
	}
	var found []string
	for _, f := range c.found.Findings {
		if findings.Means(finding, f.Rule) || finding == check.AnyFinding {
			found = append(found, f.Title)
		}
	}
	if why := c.lacks(ctx, finding); len(found) == 0 && why != "" {
		return nil, &check.Unknown{Text: why}
	}
	return found, nil
}

// lacks says what the input lacks to know of a finding; empty if it has enough.
func (c *checked) lacks(ctx context.Context, finding string) string {
	switch finding {
	case findings.RuleLeak, findings.RuleGrowth:
		if len(c.recording.Points) < 3 && len(c.recording.GCs) == 0 {
			return "whether something leaks: this takes at least three GC points"
		}
	case findings.RuleChurn, findings.RuleOverhead:
		if len(c.recording.GCs) == 0 {
			return noGCs
		}
	case findings.RuleUnused:
		if c.recording.Usage == nil {
			return "what the program does with its collections: this takes a recording with --collections"
		}
	case findings.RuleFixed:
		if len(c.recording.Points) < 3 || c.latest(ctx) != nil || c.last.Heap().Identity == nil {
			return "collections whose size never changes: this takes three GC points of a recording of a running program"
		}
	case findings.RuleDuplicates, findings.RuleSlices:
		if err := c.latest(ctx); err != nil {
			return err.Error()
		}
		return waste.Lacks(c.recording, c.last.Heap(), finding == findings.RuleDuplicates)
	case findings.RuleOffHeap:
		if err := c.latest(ctx); err != nil {
			return err.Error()
		}
		if why := offheap.Lacks(c.last.Heap()); why != "" {
			return "memory outside the heap: " + why
		}
	case findings.RuleHolder, findings.RuleThreads, findings.RuleThreadLocal, findings.RuleLoader, findings.RuleCollections,
		findings.RuleSparse, findings.RuleNested, findings.RuleSmall, findings.RuleBoxed, findings.AllCollections:
		if !c.recording.Knows.Has(trace.KnowsReferences) {
			return noReferences
		}
	}
	return ""
}

// What inputs lack.
const (
	noGCs        = "no GC events in this input; GC logs, flight recordings and recordings of a running program have them"
	noReferences = "the input has no references between objects"
	noRoots      = "GC roots: this GC point has none, so nothing is known about what keeps its objects alive"
)

// GroupingFor is what the heap is grouped by to count what a rule is about.
func GroupingFor(r interface {
	Grouping(by trees.Grouping) (trees.Grouping, error)
}, s check.Subject) (trees.Grouping, error) {
	by := trees.Grouping{By: scene.DefaultSettings().By}
	if s.By != "" {
		by.By = seq.Of(strings.Split(s.By, ",")...)
	}
	return r.Grouping(by)
}

// ChainOf is the chain of a grouping; empty if the recording came grouped.
func ChainOf(r interface{ Grouped() bool }, by trees.Grouping) seq.Seq[string] {
	if r.Grouped() {
		return seq.Seq[string]{}
	}
	return by.By
}
