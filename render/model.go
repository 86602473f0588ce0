package render

import (
	"image"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// model returns the model of the panels.
func (a *App) model() model.Model {
	m := model.Model{
		State: a.store.State, Help: a.help.request(), SettingsOpen: a.drawers.settings, Drawers: a.drawers.Drawers, LegendFolded: a.legendIsFolded(),
		Demos: a.options.Demos, Presenter: a.screen.Presenter, Zoom: a.screen.Zoom,
	}
	for _, r := range a.memory.Store().Recent() {
		m.Recent = append(m.Recent, model.Recent{Path: r.Paths[0], Name: r.Name, Missing: r.Missing})
	}
	m.CanRecord, m.Record, m.Live = a.options.Recorder != nil, a.recording.Dialog(), a.recording.Bar(a.shownRecording())
	m.GuideOld, m.Inviting = a.guideIsOld(), a.invites()
	m.RulesOpen, m.Closing = a.watch.open && m.Live != nil, a.recording.Confirming()
	m.Steer, m.Files, m.Story = a.steering.asks, a.browser.Model(), a.story.Model()
	if !a.waits() {
		describe.Recording(&m, a.store.Result)
		m.Paths = a.store.Opened.Paths
	}
	m.Budgets = a.budgetsModel()
	m.Problems = a.problems()
	m.Progress = a.progressModel()
	m.Toasts = a.toasts.Texts()
	if a.waits() {
		return m
	}
	if a.store.Events != nil && a.store.Opened.Number == a.store.Result.Opening {
		m.NoStates, m.Plan, m.Results = a.store.Result.NoStates, a.store.Events, a.store.Result.Results
	}
	if a.store.City == nil || len(a.store.City.Plan.Series.Nodes) == 0 {
		return m
	}
	m.CanSearch, m.Search = true, a.finder.Model(a.store.City)
	m.Picture = a.pictureModel()
	d := describe.Groups{City: a.store.City, State: &a.store.State, Pods: &a.podsShown}
	m.Legend = describe.Legend(a.store.City, a.store.State.Settings, a.store.State.Marks)
	m.Clock = describe.Clock(a.store.City)
	m.Legend.Isolated, m.Legend.Compared = len(a.highlighted.targets) > 0, a.comparedModel()
	m.Legend.Aged, m.Legend.Used = a.agedModel(), a.usedModel()
	if node, ok := a.store.Find(a.store.State.Selection); ok {
		m.Selection = d.Group(node, true)
	}
	if keys := a.store.State.Selected(); len(keys) > 1 {
		for _, key := range keys {
			if node, ok := a.store.Find(key); ok {
				m.Selections = append(m.Selections, d.Group(node, false))
			}
		}
		m.Together = d.Together(keys)
	}
	m.Route, m.Legend.Routes = a.pointedRoute(), describe.Routes(a.routes())
	m.Slices = a.slices.Of(a.store.City)
	m.Plan, m.At, m.Results = a.store.City.Plan, a.store.City.Point, a.store.Result.Results
	m.ChainOpen = a.drawers.chain
	m.WhatIf, m.NoRemovals = a.whatIfModel(), a.whyNoRemovals()
	m.Minimap = a.minimap()
	if node, ok := a.store.Find(a.store.State.Hover); ok && !a.finder.Open() && !a.pointer.overPanel && a.store.State.Hover != a.store.State.Selection {
		m.Hover = d.Group(node, false)
	}
	if a.pointer.hovered.Kind == scene.OnBlock && m.Route == nil && !a.finder.Open() && !a.pointer.overPanel {
		m.Block = d.Block(a.pointer.hovered)
	}
	if m.Hover != nil || m.Route != nil || m.Block != nil {
		m.HoverAt = image.Pt(int(a.pointer.x), int(a.pointer.y))
	}
	return m
}

// progress returns the progress of the work in progress.
func (a *App) progress() (p query.Progress, busy bool) {
	if a.store.Result.Busy {
		return a.store.Result.Progress, true
	}
	return a.store.Result.Results.Progress, a.store.Result.Results.Busy
}

// problems returns the errors and warnings that the user has not dismissed.
func (a *App) problems() []model.Problem {
	var list []model.Problem
	failed := a.store.Result.Err
	if failed == nil {
		failed = a.requests.Refused()
	}
	failures := a.store.Result.Results.Err
	if a.store.State.View.ShowsErrors() {
		failures = nil
	}
	for _, err := range []error{failed, failures} {
		if err != nil && !a.dismissed.errors {
			list = append(list, model.Problem{Text: err.Error(), Error: true})
		}
	}
	for _, w := range a.store.Result.Warnings[min(a.dismissed.warnings, len(a.store.Result.Warnings)):] {
		list = append(list, model.Problem{Text: w})
	}
	return list
}

// dismiss dismisses all current problems.
func (a *App) dismiss() {
	a.dismissed.errors, a.dismissed.warnings = true, len(a.store.Result.Warnings)
}
