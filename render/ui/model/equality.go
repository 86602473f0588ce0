package model

import (
	"errors"

	"memcity/city/exchange"
	"memcity/city/seq"
)

// Same reports whether two models show the same. It compares plans, catalogs and results by identity, as they are read-only and too large to
// compare. It compares everything else by value. The cost is linear in the size of the content.
func (m *Model) Same(o *Model) bool {
	return m.sameRecording(o) && m.sameSelection(o) && m.sameCity(o) && m.sameOpen(o) && m.sameNotices(o) && m.State.Same(&o.State)
}

// sameRecording compares the fields that depend only on the recording.
func (m *Model) sameRecording(o *Model) bool {
	return m.Name == o.Name && seq.Same(m.Paths, o.Paths) && m.Format == o.Format && m.Groups == o.Groups && seq.Same(m.Points, o.Points) &&
		seq.Same(m.Marks, o.Marks) && m.Clock == o.Clock &&
		m.NoStates == o.NoStates && m.Catalog == o.Catalog && m.FixedChain == o.FixedChain && m.ChainOpen == o.ChainOpen &&
		m.SizeKind == o.SizeKind && m.Plan == o.Plan && m.At == o.At && m.Results == o.Results
}

// sameSelection compares the selection and the hovered target.
func (m *Model) sameSelection(o *Model) bool {
	return sameOf(m.Selection, o.Selection, (*Group).same) &&
		seq.SameFunc(m.Selections, o.Selections, func(a, b *Group) bool { return sameOf(a, b, (*Group).same) }) &&
		sameOf(m.Together, o.Together, (*Links).same) && sameOf(m.Hover, o.Hover, (*Group).same) && sameOf(m.Block, o.Block, (*Block).same) && m.HoverAt == o.HoverAt &&
		sameOf(m.Route, o.Route, (*Route).same)
}

// sameCity compares the content of the panels beside the city.
func (m *Model) sameCity(o *Model) bool {
	return m.Legend.same(&o.Legend) && seq.Same(m.Slices, o.Slices) && sameOf(m.Minimap, o.Minimap, (*Minimap).same) &&
		sameOf(m.WhatIf, o.WhatIf, (*WhatIf).same) && m.NoRemovals == o.NoRemovals && m.NoEditor == o.NoEditor &&
		m.GuideOld == o.GuideOld && m.Inviting == o.Inviting && m.Caption == o.Caption
}

// sameOpen compares the open panels and the content of panels that the user opens.
func (m *Model) sameOpen(o *Model) bool {
	return seq.SameAt(m.Help, o.Help) && m.SettingsOpen == o.SettingsOpen && m.Drawers == o.Drawers &&
		m.LegendFolded == o.LegendFolded && m.Presenter == o.Presenter && m.Zoom == o.Zoom &&
		m.CanSearch == o.CanSearch && sameOf(m.Search, o.Search, (*Search).same) && seq.SameAt(m.Picture, o.Picture) &&
		m.CanRecord == o.CanRecord && sameOf(m.Record, o.Record, (*Record).same) && sameOf(m.Live, o.Live, (*Live).same) &&
		m.RulesOpen == o.RulesOpen && sameOf(m.Budgets, o.Budgets, (*Budgets).same) && m.Closing == o.Closing && m.Steer == o.Steer && sameOf(m.Files, o.Files, (*Files).same) && sameOf(m.Story, o.Story, (*Story).same) &&
		seq.Same(m.Demos, o.Demos) && seq.Same(m.Recent, o.Recent)
}

// sameNotices compares progress, problems and messages.
func (m *Model) sameNotices(o *Model) bool {
	return seq.SameAt(m.Progress, o.Progress) && seq.Same(m.Problems, o.Problems) && seq.Same(m.Toasts, o.Toasts)
}

// sameOf reports whether two pointers are both nil or point to equal values.
func sameOf[T any](a, b *T, same func(a, b *T) bool) bool {
	return a == b || a != nil && b != nil && same(a, b)
}

func (g *Group) same(o *Group) bool {
	return g.Key == o.Key && seq.Same(g.Path, o.Path) && g.Building == o.Building && g.Hidden == o.Hidden && g.Needs == o.Needs && sameOf(g.Block, o.Block, (*Block).same) &&
		g.NoReferences == o.NoReferences && g.Objects == o.Objects && g.Bytes == o.Bytes &&
		g.FirstObjects == o.FirstObjects && g.FirstBytes == o.FirstBytes &&
		g.LastObjects == o.LastObjects && g.LastBytes == o.LastBytes &&
		g.Rank == o.Rank && g.Ranked == o.Ranked && g.Solid == o.Solid && seq.Same(g.History, o.History) &&
		seq.Same(g.In, o.In) && seq.Same(g.Out, o.Out) && g.NotShown == o.NotShown &&
		g.Color == o.Color && seq.SameAt(g.Mark, o.Mark) && seq.SameAt(g.Estimate, o.Estimate) &&
		seq.SameAt(g.Fate, o.Fate) &&
		seq.Same(g.Budgets, o.Budgets) && seq.SameAt(g.Ages, o.Ages) && seq.SameAt(g.Use, o.Use) && g.Pods.Same(o.Pods)
}

func (b *Block) same(o *Block) bool {
	return b.Name == o.Name && seq.Same(b.Path, o.Path) && b.Groups == o.Groups && b.Objects == o.Objects && b.Bytes == o.Bytes && b.Needs == o.Needs
}

func (r *Route) same(o *Route) bool {
	return seq.Same(r.From, o.From) && seq.Same(r.To, o.To) && r.FromObjects == o.FromObjects && r.ToObjects == o.ToObjects &&
		r.Direction == o.Direction
}

func (l *Links) same(o *Links) bool {
	return seq.Same(l.In, o.In) && seq.Same(l.Out, o.Out) && l.NotShown == o.NotShown && l.Within == o.Within &&
		l.NoReferences == o.NoReferences
}

func (l *Legend) same(o *Legend) bool {
	return l.RedGrowth == o.RedGrowth && l.Largest == o.Largest && l.LargestName == o.LargestName && l.Ever == o.Ever && l.Estimated == o.Estimated &&
		l.Hidden == o.Hidden && l.Buildings == o.Buildings && l.Slabs == o.Slabs && l.Blocks == o.Blocks &&
		seq.Same(l.Filters, o.Filters) && l.Overlap == o.Overlap && l.NotShown == o.NotShown && l.Grew == o.Grew &&
		l.Objects == o.Objects && l.Bytes == o.Bytes && l.References == o.References &&
		l.Isolated == o.Isolated && seq.Same(l.Marks, o.Marks) && seq.SameAt(l.Routes, o.Routes) &&
		seq.SameAt(l.Compared, o.Compared) && seq.SameAt(l.Aged, o.Aged) && seq.SameAt(l.Used, o.Used) && seq.SameAt(l.Baseline, o.Baseline) &&
		seq.SameAt(l.Pinned, o.Pinned) && l.Fleet == o.Fleet && l.Versions.same(o.Versions)
}

func (v *Versions) same(o *Versions) bool {
	if v == nil || o == nil {
		return v == o
	}
	for i := range v.Names {
		if !seq.Same(v.Names[i], o.Names[i]) {
			return false
		}
	}
	return v.Counts == o.Counts
}

func (w *WhatIf) same(o *WhatIf) bool {
	return seq.Same(w.Removals, o.Removals) && w.Known == o.Known && w.Waiting == o.Waiting && w.Sizes == o.Sizes && w.Failed == o.Failed
}

func (m *Minimap) same(o *Minimap) bool {
	return m.Ground == o.Ground && seq.Same(m.Rects, o.Rects) && seq.Same(m.Selected, o.Selected) && seq.Same(m.View, o.View) &&
		m.At == o.At
}

func (s *Search) same(o *Search) bool {
	return seq.Same(s.Found, o.Found) && s.Total == o.Total && s.Problem == o.Problem
}

func (r *Record) same(o *Record) bool {
	return r.RecordChoices == o.RecordChoices && seq.Same(r.Commands, o.Commands) && seq.Same(r.Programs, o.Programs) &&
		r.Listed == o.Listed && r.Unlisted == o.Unlisted && r.Starting == o.Starting && seq.SameAt(r.Fault, o.Fault) &&
		r.OutFolder == o.OutFolder && r.NoSave == o.NoSave
}

func (l *Live) same(o *Live) bool {
	return l.Ours == o.Ours && sameStatus(&l.Status, &o.Status) && l.Busy == o.Busy && l.Saving == o.Saving &&
		l.Shown == o.Shown && l.Input.Same(o.Input) && l.OutputOpen == o.OutputOpen
}

func (b *Budgets) same(o *Budgets) bool {
	return b.File == o.File && b.Path == o.Path && seq.Same(b.Rules, o.Rules) && b.Open == o.Open && b.Near == o.Near &&
		b.Now == o.Now && b.Busy == o.Busy
}

func sameStatus(a, b *exchange.RecordStatus) bool {
	return a.Program == b.Program && a.PID == b.PID && a.File == b.File && a.Started == b.Started &&
		a.For == b.For && a.Points == b.Points && a.GCs == b.GCs && a.Objects == b.Objects && a.Size == b.Size &&
		a.Overhead == b.Overhead && a.Held == b.Held && seq.Same(a.Warnings, b.Warnings) && seq.Same(a.Output, b.Output) &&
		a.Ended == b.Ended && a.Exited == b.Exited && a.Exit == b.Exit && errors.Is(a.Err, b.Err) && errors.Is(b.Err, a.Err)
}
