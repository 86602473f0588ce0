package render

import (
	"image"

	"memcity/city/scene"
	"memcity/render/describe"
	"memcity/render/recording"
	"memcity/render/ui/model"
)

// model returns the model of the panels.
func (a *App) model() model.Model {
	m := model.Model{
		State: a.store.State, Help: a.drawers.Help(), SettingsOpen: a.drawers.Settings, Drawers: a.drawers.Drawers, LegendFolded: a.drawers.LegendIsFolded(),
		Demos: a.options.Demos, Presenter: a.screen.Presenter, Zoom: a.screen.Zoom,
	}
	for _, r := range a.memory.Store().Recent() {
		m.Recent = append(m.Recent, model.Recent{Path: r.Paths[0], Name: r.Name, Missing: r.Missing})
	}
	m.CanRecord, m.Record, m.Live = a.options.Recorder != nil, a.recording.Dialog(), a.recording.Bar(recording.ShownIn(a.store))
	m.GuideOld, m.Inviting = a.drawers.GuideIsOld(), a.drawers.Invites()
	m.RulesOpen, m.Closing = a.drawers.Watch && m.Live != nil, a.recording.Confirming()
	m.Steer, m.Files, m.Story = a.steering.Prompt(), a.files.Browser.Model(), a.stories.Model()
	if !a.recording.Waits() {
		describe.Recording(&m, a.store.Result)
		m.Paths = a.store.Opened.Paths
	}
	m.Budgets = a.budgets.Model()
	m.Problems = a.notices.Problems(a.requests.Refused())
	m.Progress = a.requests.Progress()
	m.Toasts = a.notices.Texts()
	if a.recording.Waits() {
		return m
	}
	if a.store.Events != nil && a.store.Opened.Number == a.store.Result.Opening {
		m.NoStates, m.Plan, m.Results = a.store.Result.NoStates, a.store.Events, a.store.Result.Results
	}
	if a.store.City == nil || len(a.store.City.Plan.Series.Nodes) == 0 {
		return m
	}
	m.CanSearch, m.Search = true, a.drawers.Finder.Model(a.store.City)
	m.Picture = a.pictureModel()
	d := describe.Groups{City: a.store.City, State: &a.store.State, Pods: &a.podsShown}
	m.Legend = describe.Legend(a.store.City, a.store.State.Settings, a.store.State.Marks)
	m.Clock = describe.Clock(a.store.City)
	m.Legend.Isolated, m.Legend.Compared = a.cityscape.Isolates(), a.cityscape.ComparedModel()
	m.Legend.Aged, m.Legend.Used = a.cityscape.AgedModel(), a.cityscape.UsedModel()
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
	m.Route, m.Legend.Routes = a.pointedRoute(), describe.Routes(a.cityscape.Routes())
	m.Slices = a.slices.Of(a.store.City)
	m.Plan, m.At, m.Results = a.store.City.Plan, a.store.City.Point, a.store.Result.Results
	m.ChainOpen = a.drawers.Chain
	m.WhatIf, m.NoRemovals = a.cityscape.WhatIfModel(), a.cityscape.WhyNoRemovals()
	m.Minimap = a.minimap()
	if node, ok := a.store.Find(a.store.State.Hover); ok && !a.drawers.Finder.Open() && !a.pick.OverPanel && a.store.State.Hover != a.store.State.Selection {
		m.Hover = d.Group(node, false)
	}
	if a.pick.Hovered.Kind == scene.OnBlock && m.Route == nil && !a.drawers.Finder.Open() && !a.pick.OverPanel {
		m.Block = d.Block(a.pick.Hovered)
	}
	if m.Hover != nil || m.Route != nil || m.Block != nil {
		m.HoverAt = image.Pt(int(a.pick.X), int(a.pick.Y))
	}
	return m
}
