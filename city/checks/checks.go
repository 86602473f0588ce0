// Package checks supplies rules with the data of a recording: numbers of its last GC point, growth between comparable GC points, paths, and
// findings. Package check defines the numbers. The session does the work, through [Recording].
package checks

import (
	"context"
	"fmt"
	"strings"

	"memcity/analysis/check"
	"memcity/analysis/dom"
	"memcity/analysis/group"
	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
	"memcity/analysis/offheap"
	"memcity/analysis/pause"
	"memcity/analysis/waste"
	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/trace"
	"memcity/words"
)

// Recording provides the data of a recording.
type Recording interface {
	Recorded() *trace.Recording // current state
	Kept(point int) bool        // reports whether the GC point is available
	HasObjects(point int) bool  // reports whether the single objects of the GC point are available
	Grouped() bool              // reports whether the recording has only ready-made trees, so that no chain can be chosen
	Grouping(by trees.Grouping) (trees.Grouping, error)
	Series(ctx context.Context, by trees.Grouping, progress trace.Progress, partial func(*trees.Series)) (*trees.Series, error)
	Tree(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (trees.PointTree, error)
	Groups(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (*group.Grouping, error)
	// State reads a heap state. If keep is true, it stays in memory and can be read again without cost.
	State(ctx context.Context, point int, keep bool) (guide.HeapState, error)
	Places(ctx context.Context, point int) (*guide.Placing, error) // of the objects of a heap state
	Guide(ctx context.Context, progress trace.Progress) (*findings.Report, error)
	// Largest returns the largest data structures of a GC point; ok is false if there are no structure descriptions.
	Largest(ctx context.Context, point, most int, progress trace.Progress) (list []structures.Structure, ok bool, err error)
}

// ruleInput supplies rules with the data of a recording. It is not safe for concurrent use.
type ruleInput struct {
	Recording
	recording *trace.Recording
	progress  trace.Progress
	trees     map[treeKey]*trees.Series
	found     *findings.Report // computed when a rule needs findings

	last   guide.HeapState // nil until a rule needs it
	point  int             // of last
	places *guide.Placing  // of the objects of last
}

// New returns a source of a recording's data for rules: numbers of the last GC point, growth, paths, and findings.
func New(r Recording, progress trace.Progress) check.Source { return newChecked(r, progress) }

func newChecked(r Recording, progress trace.Progress) *ruleInput {
	return &ruleInput{Recording: r, recording: r.Recorded(), progress: progress, trees: map[treeKey]*trees.Series{}}
}

// Lacking returns by rule the data that the recording lacks to find further problems. Found contains the findings of the recording. Rules
// with enough data are omitted.
func Lacking(ctx context.Context, r Recording, found *findings.Report, rules []string, progress trace.Progress) map[string]string {
	lacking, c := map[string]string{}, newChecked(r, progress)
	c.found = found
	for _, rule := range rules {
		if why := c.lacks(ctx, rule); why != "" {
			lacking[rule] = why
		}
	}
	return lacking
}

// Number implements [check.Source].
func (c *ruleInput) Number(ctx context.Context, m check.Quantity, s check.Subject) (check.Number, error) {
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

// lastPoint returns the GC point of size rules: the kept point at which all outputs begin.
func (c *ruleInput) lastPoint() (int, error) {
	if i, ok := c.begin(c.Kept); ok {
		return i, nil
	}
	return 0, &check.Unknown{Text: "the input has no heap states, only GCs"}
}

// begin returns the GC point that [trace.Recording.InitialOf] chooses among the usable points; ok is false if there are none.
func (c *ruleInput) begin(usable func(int) bool) (point int, ok bool) {
	var points []int
	for i := range c.recording.Points {
		if usable(i) {
			points = append(points, i)
		}
	}
	if len(points) == 0 {
		return 0, false
	}
	return points[c.recording.InitialOf(points)], true
}

// tree returns the memory tree of a GC point, as a series of that point alone.
func (c *ruleInput) tree(ctx context.Context, by trees.Grouping, point int) (*trees.Series, error) {
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

// treeKey identifies a memory tree by its grouping and its GC point.
type treeKey struct {
	by    string
	point int
}

// count adds up the groups of a subject at a GC point. It does not count unreachable objects.
func (c *ruleInput) count(ctx context.Context, point int, s check.Subject) (objects, bytes int64, err error) {
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
		all, err := c.Series(ctx, by, c.progress, nil) // an earlier GC point may have the group
		if err == nil && len(budget.GroupsOf(all, s, ChainOf(c.Recording, by))) == 0 {
			err = &check.Unknown{Text: fmt.Sprintf("there is no group %.100q at any GC point", s.Name)}
		}
		return 0, 0, err
	}
	for _, n := range nodes {
		objects += t.Objects(0, n)
		bytes += t.Bytes(0, n)
	}
	return objects, bytes, nil
}

// grown returns the growth of a subject's bytes between the first and the last kept GC point of [trace.Recording.Growth]. Without GC
// points, it returns the growth of the heap after full GCs.
func (c *ruleInput) grown(ctx context.Context, s check.Subject) (check.Number, error) {
	if len(c.recording.Points) == 0 {
		return c.grownAfterGCs(s)
	}
	var points []int
	for _, i := range c.recording.Growth() {
		if c.Kept(i) {
			points = append(points, i)
		}
	}
	if len(points) < 2 {
		text := "one GC point cannot show growth"
		if len(c.recording.Points) > 1 {
			text = "no two GC points can be compared to show growth"
		}
		return check.Number{}, &check.Unknown{Text: text}
	}
	first, last := points[0], points[len(points)-1]
	_, before, err := c.count(ctx, first, s)
	if err != nil {
		return check.Number{}, err
	}
	_, after, err := c.count(ctx, last, s)
	return check.Number{Value: float64(after - before), Whole: float64(before), Steps: last - first}, err
}

// grownAfterGCs returns the growth of the heap between the first and the last full GC.
func (c *ruleInput) grownAfterGCs(s check.Subject) (check.Number, error) {
	full := c.recording.FullGCs()
	switch {
	case s.Kind != check.Heap:
		return check.Number{}, &check.Unknown{Text: "the input has no heap states, only GCs"}
	case len(full) < 2:
		return check.Number{}, &check.Unknown{Text: "the input cannot show growth: it has no heap states and fewer than two full GCs"}
	}
	first, last := full[0].After, full[len(full)-1].After
	return check.Number{Value: float64(last - first), Whole: float64(first), Steps: len(full) - 1}, nil
}

// overTime returns the worst value of a quantity in the GCs.
func (c *ruleInput) overTime(ctx context.Context, m check.Quantity) (check.Number, error) {
	gcs := c.recording.GCs
	if len(gcs) == 0 {
		return check.Number{}, &check.Unknown{Text: words.NoGCs(c.recording.Runtime)}
	}
	if m == check.Pause {
		return c.longestPause()
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

// longestPause returns the longest pause of a GC in ms. It is unknown if a concurrent GC has only the sum of its pauses, and one of them may be
// longer than all others.
func (c *ruleInput) longestPause() (check.Number, error) {
	s := pause.Of(c.recording)
	longest, known := s.LongestPause()
	if !known {
		return check.Number{}, &check.Unknown{Text: "the input has only the sum of the pauses of concurrent GCs; open a GC log or flight recording"}
	}
	return check.Number{Value: float64(longest.Microseconds()) / 1000}, nil
}

func windowText(w window.Window) string {
	return "from " + words.Moment(w.Start) + " to " + words.Moment(w.End)
}

// Found implements [check.Source].
func (c *ruleInput) Found(ctx context.Context, finding string) ([]string, error) {
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

// unsure returns the reason why the findings leave open whether something leaks or grows; empty if they decide it.
func (c *ruleInput) unsure(finding string) string {
	if f := c.found.Full(); f != nil && f.Ended == "" && finding == findings.RuleLeak {
		return "no verdict on leaks: a full heap cannot grow. " + f.Title
	}
	switch f := c.found.Unsure(); {
	case f != nil && finding == findings.RuleLeak:
		return fmt.Sprintf("no verdict on leaks: growth over %d GC points is not enough, at least %d are needed. %s",
			len(f.Growth.Points), findings.LeastSure, f.Title)
	case f == nil && c.found.Open != "":
		return "no verdict on leaks: " + c.found.Open
	case f != nil || c.found.Judged:
		return ""
	case c.found.MayBeFull:
		return "no verdict on leaks or a full heap: " + strings.TrimSuffix(c.found.FullUnknown, ".")
	case len(c.recording.Points) == 0:
		return "no verdict on leaks: the log has too few GCs"
	}
	return "no verdict on leaks: at least three GC points are needed"
}

// lacks returns the data that the input lacks for a finding that was not found; empty if it has enough.
func (c *ruleInput) lacks(ctx context.Context, finding string) string {
	switch finding {
	case findings.RuleLeak, findings.RuleGrowth:
		return c.unsure(finding)
	case findings.RuleChurn, findings.RuleOverhead, findings.RuleFull:
		if len(c.recording.GCs) == 0 {
			return words.NoGCs(c.recording.Runtime)
		}
		if why := c.found.FullUnknown; why != "" && finding == findings.RuleFull {
			return strings.TrimSuffix("no verdict on a full heap: "+why, ".")
		}
	case findings.RuleUnused:
		if c.recording.Usage == nil {
			return "no data on the use of collections; record with --collections"
		}
	case findings.RuleFixed:
		if len(c.recording.Points) < 3 || c.latest(ctx) != nil || c.last.Heap().Identity == nil {
			return "collections whose size never changes: at least three GC points of a running program are needed"
		}
	case findings.RuleDuplicates, findings.RuleSlices:
		if err := c.latest(ctx); err != nil {
			return err.Error()
		}
		return waste.Lacks(c.recording, c.last.Heap(), finding == findings.RuleDuplicates)
	case findings.RuleDetached:
		if err := c.latest(ctx); err != nil {
			return err.Error()
		}
		if why := dom.Lacks(c.last.Heap()); why != "" {
			return "detached DOM trees: " + why
		}
	case findings.RuleVariables:
		if err := c.latest(ctx); err != nil {
			return err.Error()
		}
		if c.last.Heap().Unused == nil {
			return "unused variables: " + guide.NoVariables
		}
	case findings.RuleOffHeap, findings.RuleDestroyed, findings.RuleBitmaps:
		if err := c.latest(ctx); err != nil {
			return err.Error()
		}
		if why := offheap.Lacks(c.last.Heap()); why != "" {
			return map[string]string{findings.RuleOffHeap: "memory outside the heap", findings.RuleDestroyed: "destroyed activities and fragments",
				findings.RuleBitmaps: "duplicate bitmaps"}[finding] + ": " + why
		}
	case findings.RuleHolder, findings.RuleThreads, findings.RuleThreadLocal, findings.RuleLoader, findings.RuleCollections,
		findings.RuleSparse, findings.RuleNested, findings.RuleSmall, findings.RuleBoxed, findings.AllCollections:
		if !c.recording.Knows.Has(trace.KnowsReferences) {
			return noReferences
		}
	}
	return ""
}

// Missing data.
const (
	noReferences = "the input has no references between objects"
	noRoots      = "this GC point has no GC roots, which would show what keeps objects alive"
)

// GroupingFor returns the grouping that counts the subject of a rule.
func GroupingFor(r interface {
	Grouping(by trees.Grouping) (trees.Grouping, error)
}, s check.Subject) (trees.Grouping, error) {
	by := trees.Grouping{By: scene.DefaultSettings().By}
	if s.By != "" {
		by.By = seq.Of(strings.Split(s.By, ",")...)
	}
	return r.Grouping(by)
}

// ChainOf returns the chain of a grouping; empty if the recording came grouped.
func ChainOf(r interface{ Grouped() bool }, by trees.Grouping) seq.Seq[string] {
	if r.Grouped() {
		return seq.Seq[string]{}
	}
	return by.By
}
