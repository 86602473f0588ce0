package findings

import (
	"cmp"
	"slices"
)

// Stage is a stage on the path from a finding to what to change in the program.
type Stage struct {
	Name       string // such as "Who holds them"
	Text       []string
	Show       Highlight // what the window shows of it; the zero one if there is nothing to be seen
	Amounts    []Amount
	Sites      []Site
	Growth     bool        // Amounts are by how much groups grew
	Path       []PathStep  // from a GC root
	References []Reference // what frees most first
	Out        int         // which of the finding's cuts is removed to show it, from 1; 0 for none
}

// Stages returns the way that a finding leads. Leaks and churn have one of five stages whatever the input reports, and leaks
// one more where it is known what to cut; the others
// what the finding suggests to look at.
func (f *Finding) Stages() []Stage {
	switch f.Rule {
	case RuleLeak, RuleGrowth, RuleReleased:
		return f.leakStages()
	case RuleChurn:
		return f.churnStages()
	case RuleHolder, RuleLoader, RuleThreads, RuleOffHeap:
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

// Words where an input does not say what a stage is about.
const (
	noTypes = "This input does not show which types grow. Heap dumps, class histograms and recordings of a running program do."
	noSites = "This input does not show where objects were allocated. A recording of a running program does: memcity record."
	noPath  = "This input does not show who holds them. Heap dumps do, and recordings of a running program."
	noAges  = "This input does not show the age of what died. A recording of a running program does: memcity record."
)

// leakStages leads from the window to the strongest types, their sites, who holds them, what to cut, and what is left of
// the city then.
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

// heldStages leads from what makes up much of one heap state to its types, who holds it, what to clear, and what is left of the
// city then.
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

// removedStage says in a stage what to clear, and leads on to the city without it; nothing if no reference is recommended.
func (f *Finding) removedStage(clear *Stage, show Highlight) []Stage {
	i := slices.IndexFunc(f.References, func(c Reference) bool { return c.Recommended })
	if i < 0 {
		return nil
	}
	clear.Text = []string{"Change the program so that these references are cleared: " + f.References[i].Text + "."}
	return []Stage{{Name: WhatIfStage, Show: show, Out: i + 1,
		Text: []string{"What is see-through would be freed without " + f.References[i].Text + ". Ctrl+Z puts it back."}}}
}

// churnStages leads from the window to what died young, its types, their sites, and how to avoid it.
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
		{Name: "What survived no GC", Show: f.Highlight},
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
	stages[4].missing(c.Advice == "", "Find out first what dies: "+noAges)
	return stages
}

// missing says what the input lacks for a stage.
func (s *Stage) missing(is bool, why string) {
	if is {
		s.Text, s.Show = []string{why}, Highlight{}
	}
}

// ShowWhatIf is what shows the city without what a cut of the finding removes.
func (f *Finding) ShowWhatIf() Highlight {
	h := f.Highlight
	return Highlight{View: CityView, By: h.By, Keys: h.Keys[:min(len(h.Keys), 1)], At: max(h.At, h.To)}
}

// WhatIfStage names the stage that shows what is left of the city.
const WhatIfStage = "The city without it"
