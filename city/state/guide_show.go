package state

import (
	"math"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/whatif"
)

// Valid reports whether the view of a highlight exists.
func Valid(h findings.Highlight) bool {
	_, ok := view.Named(h.View)
	return ok
}

// Actions returns the actions that show a highlight: settings, window, GC point, then the view with the first group selected.
func Actions(h findings.Highlight, settings scene.Settings) []Action {
	var actions []Action
	to := settings
	if to.By = seq.Of(h.By...); !to.By.Empty() && to.By != settings.By {
		actions = append(actions, Set{To: to})
	}
	if h.From > 0 {
		actions = append(actions, SetWindow{Window: trees.Window{From: h.From - 1, To: h.To - 1}})
	}
	if h.End > h.Start {
		span := window.Span{Start: ms(h.Start), End: ms(h.End), FromGC: h.FromGC, ToGC: h.ToGC}
		actions = append(actions, ChooseWindow{Window: trees.Window{From: 0, To: math.MaxInt}, Span: span})
	}
	if h.At > 0 {
		actions = append(actions, GoTo{h.At - 1})
	}
	in, _ := view.Named(h.View)
	if len(h.Keys) > 0 {
		return append(actions, Visit{View: in, Key: h.Keys[0]})
	}
	return append(actions, Show{in})
}

func ms(v float64) time.Duration { return time.Duration(v * float64(time.Millisecond)) }

// GuideRemoval returns the removal of a reference that a finding suggests to clear. Both numbers are 0-based.
func GuideRemoval(g *findings.Report, finding, cut int) whatif.Removal {
	return whatif.Removal{Kind: whatif.CutGuide, Finding: finding, Cut: cut, Window: g.Recording.Window,
		Text: g.Findings[finding].References[cut].Text}
}

// WhatIfStop returns the step that shows the city without a reference that a finding suggests to clear. Both numbers are 0-based. The step
// sets the guide to a 1-based stage.
func WhatIfStop(g *findings.Report, finding, cut, stage int) GuideStop {
	return GuideStop{Name: findings.WhatIfStage, Finding: finding, Stage: stage, Show: g.Findings[finding].ShowWhatIf(),
		WhatIf: []whatif.Removal{GuideRemoval(g, finding, cut)}}
}

// Stop returns the step to a stage of a finding. Both numbers are 0-based.
func Stop(g *findings.Report, finding, stage int) (stop GuideStop, ok bool) {
	if finding < 0 || finding >= len(g.Findings) {
		return GuideStop{}, false
	}
	stages := g.Findings[finding].Stages()
	if stage < 0 || stage >= len(stages) {
		return GuideStop{}, false
	}
	s := &stages[stage]
	if s.Out > 0 {
		return WhatIfStop(g, finding, s.Out-1, stage+1), true
	}
	return GuideStop{Name: s.Name, Finding: finding, Stage: stage + 1, Show: s.Show}, true
}
