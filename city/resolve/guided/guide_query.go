package guided

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
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/city/view/structures"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// Explore explores the recording, see [guide.Explore]. It caches the removals of its suggestions.
func Explore(ctx context.Context, o *recording.Recording, progress trace.Progress) (*findings.Report, error) {
	return ExploreWith(ctx, o, guide.Options{}, progress)
}

// ExploreWith is Explore with options. The newest result is cached, see [Report].
func ExploreWith(ctx context.Context, o *recording.Recording, options guide.Options, progress trace.Progress) (*findings.Report, error) {
	r, err := Report(ctx, o, guides.Query{Points: len(o.Now().Points), Window: options.Window, Texts: options.Texts}, progress)
	if err != nil {
		return nil, err
	}
	return r.Report, nil
}

func explore(ctx context.Context, o *recording.Recording, source guideSource, options guide.Options, progress trace.Progress) (*findings.Report, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Analyze)
	defer end()
	e, err := recording.Remembered(o, "guide", options, func() (e guide.Explored, keep bool, err error) {
		e.Report, e.Cuts, err = guide.Explore(ctx, source, options, progress)
		return e, !options.Texts, err
	})
	if err != nil {
		return nil, err
	}
	o.KeepSuggestions(options.Window, e.Cuts)
	return e.Report, nil
}

// guideSource is the recording's data for the guide and the rules.
type guideSource struct {
	*recording.Recording
	progress trace.Progress // for reading heap states
	unasked  bool           // true for work that the user did not request: read errors are then not reported
}

func (s guideSource) Recorded() *trace.Recording { return s.Now() }
func (s guideSource) Domain() *group.Domain      { return cmp.Or(s.Options.Domain, group.DefaultDomain()) }
func (s guideSource) Remedies() *remedy.Library  { return s.Options.Remedies }

func (s guideSource) LeaveOut(point int, why error) {
	if !s.unasked {
		s.Recording.LeaveOut(point, why)
	}
}

func (s guideSource) HasObjects(point int) bool {
	p, err := s.Point(point)
	return err == nil && p.Load != nil
}

func (s guideSource) Kept(point int) bool {
	_, err := s.Point(point)
	return err == nil
}

func (s guideSource) Places(ctx context.Context, point int) (*guide.Placing, error) {
	h, err := s.Load(ctx, point, recording.Keeping, s.progress)
	if err != nil {
		return nil, err
	}
	return h.Placing(ctx)
}

func (s guideSource) State(ctx context.Context, point int, keep bool) (guide.HeapState, error) {
	if keep {
		return s.Load(ctx, point, recording.Referenced, s.progress)
	}
	return s.Load(s.Memory.Lasting(ctx, memory.Tree), point, recording.Once, s.progress)
}

func (s guideSource) Evolution(ctx context.Context, progress trace.Progress) (*window.Evolution, error) {
	e, err := history.Evolution(ctx, s.Recording, progress)
	if errors.Is(err, history.ErrNoEvolution) {
		err = nil
	}
	return e, err
}

func (s guideSource) Churn(ctx context.Context, options churn.Options, progress trace.Progress) (*churn.Report, error) {
	return history.Churn(ctx, s.Recording, options, progress)
}

func (s guideSource) Guide(ctx context.Context, progress trace.Progress) (*findings.Report, error) {
	return Explore(ctx, s.Recording, progress)
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

// Report explores the recording for the window. The newest result is cached.
func Report(ctx context.Context, o *recording.Recording, q guides.Query, progress trace.Progress) (*guides.Report, error) {
	return guideReport(ctx, o, guideSource{o, progress, false}, q, progress)
}

func guideReport(ctx context.Context, o *recording.Recording, source guideSource, q guides.Query, progress trace.Progress) (*guides.Report, error) {
	if r := o.GuideReports.Get(q); r != nil {
		return r, nil
	}
	found, err := explore(ctx, o, source, guide.Options{Texts: q.Texts, Window: q.Window}, progress)
	if err != nil {
		return nil, err
	}
	r := &guides.Report{Query: q, Report: found}
	o.GuideReports.Put(r)
	return r, nil
}

// Samples reads the contents of some objects in the guide's findings.
func Samples(ctx context.Context, o *recording.Recording, q guides.SamplesQuery, progress trace.Progress) (*guides.Samples, error) {
	if o.Now().Blanked {
		return &guides.Samples{}, nil
	}
	h, err := o.Load(ctx, q.Point, recording.Keeping, progress)
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
	if s.Options.Structures == nil {
		return nil, nil
	}
	growth, err := s.StructuresGrowth(ctx, from, to, recording.StructuresQuery{Top: most, Contained: true}, progress)
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
	if s.Options.Structures == nil {
		return nil, false, nil
	}
	found, err := s.Structures(ctx, point, recording.StructuresQuery{Top: most, Contained: true}, progress)
	if err != nil {
		return nil, true, err
	}
	return found.List, true, nil
}

func (s guideSource) Turnover(ctx context.Context, from, to int, head trace.ObjectID, progress trace.Progress) (*structure.Turnover, error) {
	if !s.Now().Knows.Has(trace.KnowsIdentity) {
		return nil, nil
	}
	all, err := history.Turnovers(ctx, s.Recording, from, to, []trace.ObjectID{head}, progress)
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// suggestedCut returns the removal of a suggestion at a heap state. It runs the guide if it has not run for the window of the suggestion.
func suggestedCut(ctx context.Context, o *recording.Recording, h *recording.HeapState, c whatif.Removal, progress trace.Progress) (closure.Removal, error) {
	suggestions, ok := o.Suggestions(c.Window)
	if !ok {
		if _, err := explore(ctx, o, guideSource{o, progress, false}, guide.Options{Window: c.Window}, progress); err != nil {
			return closure.Removal{}, err
		}
		suggestions, _ = o.Suggestions(c.Window)
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
