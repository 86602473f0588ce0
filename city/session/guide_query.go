package session

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
	"memcity/analysis/remedy"
	"memcity/analysis/structure"
	"memcity/analysis/window"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/city/view/structures"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// Guide explores the recording, see [guide.Explore]. It caches the removals of its suggestions.
func (o *Recording) Guide(ctx context.Context, progress trace.Progress) (*findings.Report, error) {
	return o.GuideWith(ctx, guide.Options{}, progress)
}

// GuideWith is Guide with options.
func (o *Recording) GuideWith(ctx context.Context, options guide.Options, progress trace.Progress) (*findings.Report, error) {
	return o.explore(ctx, guideSource{o, progress, false}, options, progress)
}

func (o *Recording) explore(ctx context.Context, source guideSource, options guide.Options, progress trace.Progress) (*findings.Report, error) {
	ctx, end := o.memory.Begin(ctx, memory.Analyze)
	defer end()
	e, err := remembered(o, "guide", options, func() (e guide.Explored, keep bool, err error) {
		e.Report, e.Cuts, err = guide.Explore(ctx, source, options, progress)
		return e, !options.Texts, err
	})
	if err != nil {
		return nil, err
	}
	o.suggest(options.Window, e.Cuts)
	return e.Report, nil
}

// guideSource is the recording's data for the guide and the rules.
type guideSource struct {
	*Recording
	progress trace.Progress // for reading heap states
	unasked  bool           // true for work that the user did not request: read errors are then not reported
}

func (s guideSource) Recorded() *trace.Recording { return s.now() }
func (s guideSource) Domain() *group.Domain      { return cmp.Or(s.options.Domain, group.DefaultDomain()) }
func (s guideSource) Remedies() *remedy.Library  { return s.options.Remedies }

func (s guideSource) LeaveOut(point int, why error) {
	if !s.unasked {
		s.Recording.leaveOut(point, why)
	}
}

func (s guideSource) HasObjects(point int) bool {
	p, err := s.point(point)
	return err == nil && p.Load != nil
}

func (s guideSource) Kept(point int) bool {
	_, err := s.point(point)
	return err == nil
}

func (s guideSource) Places(ctx context.Context, point int) (*guide.Placing, error) {
	h, err := s.load(ctx, point, keeping, s.progress)
	if err != nil {
		return nil, err
	}
	return h.Placing(ctx)
}

func (s guideSource) State(ctx context.Context, point int, keep bool) (guide.HeapState, error) {
	if keep {
		return s.load(ctx, point, referenced, s.progress)
	}
	return s.load(s.memory.Lasting(ctx, memory.Tree), point, once, s.progress)
}

func (s guideSource) Evolution(ctx context.Context, progress trace.Progress) (*window.Evolution, error) {
	e, err := s.Recording.Evolution(ctx, progress)
	if errors.Is(err, ErrNoEvolution) {
		err = nil
	}
	return e, err
}

func (s guideSource) Churn(ctx context.Context, options churn.Options, progress trace.Progress) (*churn.Report, error) {
	return s.Recording.Churn(ctx, options, progress)
}

func (s guideSource) Guide(ctx context.Context, progress trace.Progress) (*findings.Report, error) {
	return s.Recording.Guide(ctx, progress)
}

func (s guideSource) Types(ctx context.Context, points []int, progress trace.Progress) (guide.Groups, []string, error) {
	by, err := s.Grouping(trees.By("type"))
	if err != nil {
		return nil, nil, err
	}
	series, err := s.Series(ctx, by, progress, nil)
	if err != nil {
		return nil, nil, err
	}
	return groupsOf{series.Only(func(source int) bool { return slices.Contains(points, source) })}, by.By.Slice(), nil
}

// GuideReport explores the recording for the window. The newest result is cached.
func (o *Recording) GuideReport(ctx context.Context, q guides.Query, progress trace.Progress) (*guides.Report, error) {
	return o.guideReport(ctx, guideSource{o, progress, false}, q, progress)
}

func (o *Recording) guideReport(ctx context.Context, source guideSource, q guides.Query, progress trace.Progress) (*guides.Report, error) {
	if r := o.guided.Get(q); r != nil {
		return r, nil
	}
	found, err := o.explore(ctx, source, guide.Options{Texts: q.Texts, Window: q.Window}, progress)
	if err != nil {
		return nil, err
	}
	r := &guides.Report{Query: q, Report: found}
	o.guided.Put(r)
	return r, nil
}

// GuideSamples reads the contents of some objects in the guide's findings.
func (o *Recording) GuideSamples(ctx context.Context, q guides.SamplesQuery, progress trace.Progress) (*guides.Samples, error) {
	if o.now().Blanked {
		return &guides.Samples{}, nil
	}
	h, err := o.load(ctx, q.Point, keeping, progress)
	if err != nil {
		return nil, err
	}
	if h.Heap().Values != nil {
		if err := h.Heap().Values.Prepare(ctx, progress); err != nil {
			return nil, err
		}
	}
	return &guides.Samples{Texts: guide.SampleTexts(h.Heap(), q.Objects.Slice())}, nil
}

// groupsOf adapts a series for the guide.
type groupsOf struct{ *trees.Series }

func (s groupsOf) Nodes() int { return len(s.Series.Nodes) }
func (s groupsOf) Time(point int) time.Duration {
	return time.Duration(s.Times[point]) * time.Millisecond
}

func (s guideSource) Grown(ctx context.Context, from, to, most int, progress trace.Progress) (grown []guide.GrownStructure, err error) {
	if s.options.Structures == nil {
		return nil, nil
	}
	growth, err := s.StructuresGrowth(ctx, from, to, StructuresQuery{Top: most, Contained: true}, progress)
	if err != nil {
		return nil, err
	}
	for i := range growth.List {
		if x := &growth.List[i]; x.Pattern != "" && x.Portions != nil {
			grown = append(grown, guide.GrownStructure{Object: x.Object, Was: x.Was, Type: x.Type, Pattern: x.Pattern, Meaning: x.Meaning,
				Share: x.Portions.Retained / 100})
		}
	}
	return grown, nil
}

func (s guideSource) Largest(ctx context.Context, point, most int, progress trace.Progress) ([]structures.Structure, bool, error) {
	if s.options.Structures == nil {
		return nil, false, nil
	}
	found, err := s.Structures(ctx, point, StructuresQuery{Top: most, Contained: true}, progress)
	if err != nil {
		return nil, true, err
	}
	return found.List, true, nil
}

func (s guideSource) Turnover(ctx context.Context, from, to int, head trace.ObjectID, progress trace.Progress) (*structure.Turnover, error) {
	if !s.now().Knows.Has(trace.KnowsIdentity) {
		return nil, nil
	}
	all, err := s.turnovers(ctx, from, to, []trace.ObjectID{head}, progress)
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// suggestedCut returns the removal of a suggestion at a heap state. It runs the guide if it has not run for the window of the suggestion.
func (o *Recording) suggestedCut(ctx context.Context, h *heapState, c whatif.Removal, progress trace.Progress) (closure.Removal, error) {
	suggestions, ok := o.suggestions(c.Window)
	if !ok {
		if _, err := o.GuideWith(ctx, guide.Options{Window: c.Window}, progress); err != nil {
			return closure.Removal{}, err
		}
		suggestions, _ = o.suggestions(c.Window)
	}
	rules, err := suggestions.Rules(c.Finding, c.Cut, c.Text)
	if err != nil {
		return closure.Removal{}, err
	}
	p, err := h.Placing(ctx)
	if err != nil {
		return closure.Removal{}, err
	}
	return p.Removal(rules), nil
}
