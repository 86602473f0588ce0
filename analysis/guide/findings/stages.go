package findings

import (
	"cmp"
	"slices"
)

// Stage is a stage on the path from a finding to the change in the program.
type Stage struct {
	Name       string // for example "Who holds them"
	Text       []string
	Show       Highlight // view of the stage; zero if there is nothing to show
	Amounts    []Amount
	Sites      []Site
	Growth     bool        // true if Amounts are the growth of groups
	Path       []PathStep  // path from a GC root
	References []Reference // most freed bytes first
	Out        int         // reference of the finding that is removed to show the stage, 1-based; 0 for none
}

// Stages returns the stages of a finding. Leaks and churn have five stages, whichever facts the input reports. Leaks have one more if a
// reference is recommended. Other findings have a stage for each suggested step.
func (f *Finding) Stages() []Stage {
	switch f.Rule {
	case RuleLeak, RuleGrowth, RuleReleased:
		return f.leakStages()
	case RuleChurn:
		return f.churnStages()
	case RuleHolder, RuleDestroyed, RuleLoader, RuleThreads, RuleOffHeap:
		if f.Pile != nil {
			return f.heldStages()
		}
	}
	var stages []Stage
	for i := range f.Next {
		stages = append(stages, Stage{Name: f.Next[i].Text, Show: f.Next[i].Show})
	}
	if len(stages) == 0 && f.Highlight.View != "" {
		stages = append(stages, Stage{Name: "See it", Show: f.Highlight})
	}
	return stages
}

// Texts for stages about facts that the input lacks.
const (
	noTypes = "This input does not show which types grow. Open several heap dumps or class histograms, or record the running program."
	noSites = "This input does not show where objects were allocated. Record the running program with memcity record."
	noPath  = "This input does not show who holds them. Open a heap dump, or record the running program."
	noAges  = "This input does not show the age of dead objects. Record the running program with memcity record."
)

// leakStages returns the stages of growth: the window, the strongest types, their sites, their holders, the reference to clear, and the
// city without it.
func (f *Finding) leakStages() []Stage {
	h := f.Highlight
	g := f.Growth
	if g == nil {
		g = &Pile{}
	}
	one := h.Keys[:min(len(h.Keys), 1)]
	last := max(h.At, h.To)
	held := Highlight{By: h.By, Keys: one, At: last}
	seen := func(view string, known bool) Highlight {
		if !known {
			return Highlight{}
		}
		to := held
		to.View = view
		return to
	}
	overview := h
	overview.View, overview.By, overview.Keys = OverviewView, nil, nil
	trends := seen(TrendsView, len(g.Groups) > 0)
	trends.From, trends.To = h.From, h.To
	stages := []Stage{
		{Name: "When it grows", Text: f.Explain[:min(len(f.Explain), 1)], Show: overview},
		{Name: "Strongest types", Show: trends, Growth: true},
		{Name: "Where they are allocated", Sites: g.Sites},
		{Name: "Who holds them", Path: g.Path, Show: seen(GraphView, len(g.Path) > 0)},
		{Name: "Reference to clear", References: f.References, Show: seen(GroupView, len(f.References) > 0)},
	}
	for i := range g.Groups {
		x := &g.Groups[i]
		stages[1].Amounts = append(stages[1].Amounts, Amount{Name: x.Type, Objects: x.GrowthObjects, Bytes: x.GrowthBytes})
	}
	if len(g.Sites) > 0 && len(one) > 0 {
		stages[2].Show = Highlight{View: HeapView, By: []string{"type", "site"}, Keys: one, At: last}
	}
	if g.Words != "" {
		stages[3].Text = []string{g.Words + "."}
	}
	stages[1].missing(len(stages[1].Amounts) == 0, noTypes)
	stages[2].missing(len(g.Sites) == 0, cmp.Or(g.NoSites, noSites))
	stages[3].missing(len(g.Path) == 0, noPath)
	stages[4].missing(len(f.References) == 0, noPath)
	return append(stages, f.removedStage(&stages[4], seen(CityView, true))...)
}

// heldStages returns the stages of a large pile in one heap state: its types, its holders, the reference to clear, and the city without it.
func (f *Finding) heldStages() []Stage {
	h, p := f.Highlight, f.Pile
	at := Highlight{By: []string{"type"}, Keys: h.Keys[:min(len(h.Keys), 1)], At: h.At}
	seen := func(view string) Highlight {
		to := at
		to.View = view
		return to
	}
	stages := []Stage{
		{Name: "What stands out", Text: f.Explain[:min(len(f.Explain), 1)], Show: h},
		{Name: "Strongest types", Show: seen(HeapView)},
		{Name: "Who holds them", Path: p.Path, Show: seen(GraphView)},
		{Name: "Reference to clear", References: f.References, Show: seen(GroupView)},
	}
	for i := range p.Groups {
		x := &p.Groups[i]
		stages[1].Amounts = append(stages[1].Amounts, Amount{Name: x.Type, Objects: x.Objects, Bytes: x.Bytes})
	}
	return append(stages, f.removedStage(&stages[3], seen(CityView))...)
}

// removedStage adds the reference to clear to a stage, and returns the stage that shows the city without it; nil if no reference is
// recommended.
func (f *Finding) removedStage(clear *Stage, show Highlight) []Stage {
	i := slices.IndexFunc(f.References, func(c Reference) bool { return c.Recommended })
	if i < 0 {
		return nil
	}
	clear.Text = []string{"Change the program so that these references are cleared: " + f.References[i].Text + "."}
	return []Stage{{Name: WhatIfStage, Show: show, Out: i + 1,
		Text: []string{"The transparent buildings would be freed without " + f.References[i].Text + ". Ctrl+Z puts it back."}}}
}

// churnStages returns the stages of churn: the window, the objects that died young, their types and sites, and how to avoid it.
func (f *Finding) churnStages() []Stage {
	overview := f.Highlight
	overview.View = OverviewView
	c := f.Churn
	if c == nil {
		c = &ChurnFinding{}
	}
	explained := f.Explain[:min(len(f.Explain), 1)]
	stages := []Stage{
		{Name: "When it churns", Text: explained, Show: overview},
		{Name: "Objects that survived no GC", Show: f.Highlight},
		{Name: "Strongest types", Amounts: c.Types, Show: f.Highlight},
		{Name: "Where they are allocated", Amounts: c.Sites, Show: f.Highlight},
		{Name: "How to avoid it"},
	}
	if c.YoungObjects > 0 {
		stages[1].Amounts = []Amount{{Name: "survived no GC", Objects: c.YoungObjects}, {Name: "of all that died", Objects: c.Objects}}
	}
	stages[1].missing(c.YoungObjects == 0, noAges)
	stages[2].missing(len(c.Types) == 0, noTypes)
	stages[3].missing(len(c.Sites) == 0, noSites)
	if c.Advice != "" {
		stages[4].Text = []string{c.Advice}
	}
	stages[4].missing(c.Advice == "", "First find out which objects die. "+noAges)
	return stages
}

// missing replaces the contents of a stage with a reason if the input lacks its facts.
func (s *Stage) missing(is bool, why string) {
	if is {
		s.Text, s.Show = []string{why}, Highlight{}
	}
}

// ShowWhatIf returns the view of the city without a reference of the finding.
func (f *Finding) ShowWhatIf() Highlight {
	h := f.Highlight
	return Highlight{View: CityView, By: h.By, Keys: h.Keys[:min(len(h.Keys), 1)], At: max(h.At, h.To)}
}

// WhatIfStage is the name of the stage that shows the city without a reference.
const WhatIfStage = "The city without it"
