// Package present shows the content of the window: the model of the panels, the view of the city, pictures, and descriptions for scripts.
package present

import (
	"image"

	"memcity/city/scene"
	"memcity/city/view/pods"
	"memcity/render/camera"
	"memcity/render/cityscape"
	"memcity/render/describe"
	"memcity/render/drawers"
	"memcity/render/export"
	"memcity/render/files"
	"memcity/render/memory"
	"memcity/render/notices"
	"memcity/render/opening"
	"memcity/render/pick"
	"memcity/render/recording"
	"memcity/render/requests"
	"memcity/render/rules"
	"memcity/render/stage"
	"memcity/render/store"
	"memcity/render/ui"
	"memcity/render/ui/model"
)

// Parts contains the parts of the window that are shown.
type Parts struct {
	Store     *store.Store
	Screen    *camera.Viewport
	Notices   *notices.Notices
	Drawers   *drawers.Drawers
	Requests  *requests.Controller
	Cityscape *cityscape.Cityscape
	Pick      *pick.Pick
	Files     *files.Files
	Budgets   *rules.Budgets
	Recording *recording.Controller
	Export    *export.Controller
	Stories   *opening.Stories
	Steering  *opening.Steering
	Memory    *memory.Memory
	Stage     *stage.Stage
	Panels    *ui.UI
	Demos     []model.Demo
	CanRecord bool   // programs can be recorded
	NoEditor  string // why source lines cannot be opened in an editor, with instructions; "" if an editor is set
}

// Presenter shows the content of a window.
type Presenter struct {
	Parts

	overview minimap
	slices   describe.Slices
	pods     pods.Latest
	podsOf   int // opening of the pods
}

// New returns a Presenter of the given parts.
func New(parts Parts) *Presenter { return &Presenter{Parts: parts} }

// Model returns the model of the panels.
func (p *Presenter) Model() model.Model {
	m := model.Model{
		State: p.Store.State, Help: p.Drawers.Help(), SettingsOpen: p.Drawers.Settings, Drawers: p.Drawers.Drawers, LegendFolded: p.Drawers.LegendIsFolded(),
		Demos: p.Demos, Presenter: p.Screen.Presenter, Zoom: p.Screen.Zoom,
	}
	for _, r := range p.Memory.Store().Recent() {
		m.Recent = append(m.Recent, model.Recent{Path: r.Paths[0], Name: r.Name, Missing: r.Missing})
	}
	m.NoEditor = p.NoEditor
	m.CanRecord, m.Record, m.Live = p.CanRecord, p.Recording.Dialog(), p.Recording.Bar(recording.ShownIn(p.Store))
	m.GuideOld, m.Inviting = p.Drawers.GuideIsOld(), p.Drawers.Invites()
	m.RulesOpen, m.Closing = p.Drawers.Watch && m.Live != nil, p.Recording.Confirming()
	m.Steer, m.Files, m.Story = p.Steering.Prompt(), p.Files.Browser.Model(), p.Stories.Model()
	if !p.Recording.Waits() {
		describe.Recording(&m, p.Store.Result)
		m.Paths = p.Store.Opened.Paths
	}
	m.Budgets = p.Budgets.Model()
	m.Problems = p.Notices.Problems(p.Requests.Refused())
	m.Progress = p.Requests.Progress()
	m.Toasts = p.Notices.Texts()
	if p.Recording.Waits() {
		return m
	}
	if p.Store.Events != nil && p.Store.Opened.Number == p.Store.Result.Opening {
		m.NoStates, m.Plan, m.Results = p.Store.Result.NoStates, p.Store.Events, p.Store.Result.Results
	}
	if p.Store.City == nil || len(p.Store.City.Plan.Series.Nodes) == 0 {
		return m
	}
	m.CanSearch, m.Search = true, p.Drawers.Finder.Model(p.Store.City)
	m.Picture = p.pictureModel()
	if p.podsOf != p.Store.Opened.Number {
		p.pods, p.podsOf = pods.Latest{}, p.Store.Opened.Number
	}
	d := describe.Groups{City: p.Store.City, State: &p.Store.State, Pods: &p.pods}
	m.Legend = describe.Legend(p.Store.City, p.Store.State.Settings, p.Store.State.Marks)
	m.Clock = describe.Clock(p.Store.City)
	m.Legend.Isolated, m.Legend.Compared = p.Cityscape.Isolates(), p.Cityscape.ComparedModel()
	m.Legend.Aged, m.Legend.Used = p.Cityscape.AgedModel(), p.Cityscape.UsedModel()
	if node, ok := p.Store.Find(p.Store.State.Selection); ok {
		m.Selection = d.Group(node, true)
	}
	if keys := p.Store.State.Selected(); len(keys) > 1 {
		for _, key := range keys {
			if node, ok := p.Store.Find(key); ok {
				m.Selections = append(m.Selections, d.Group(node, false))
			}
		}
		m.Together = d.Together(keys)
	}
	m.Route, m.Legend.Routes = p.pointedRoute(), describe.Routes(p.Cityscape.Routes())
	m.Slices = p.slices.Of(p.Store.City)
	m.Plan, m.At, m.Results = p.Store.City.Plan, p.Store.City.Point, p.Store.Result.Results
	m.ChainOpen = p.Drawers.Chain
	m.WhatIf, m.NoRemovals = p.Cityscape.WhatIfModel(), p.Cityscape.WhyNoRemovals()
	m.Minimap = p.minimapModel()
	if node, ok := p.Store.Find(p.Store.State.Hover); ok && !p.Drawers.Finder.Open() && !p.Pick.OverPanel && p.Store.State.Hover != p.Store.State.Selection {
		m.Hover = d.Group(node, false)
	}
	if p.Pick.Hovered.Kind == scene.OnBlock && m.Route == nil && !p.Drawers.Finder.Open() && !p.Pick.OverPanel {
		m.Block = d.Block(p.Pick.Hovered)
	}
	if m.Hover != nil || m.Route != nil || m.Block != nil {
		m.HoverAt = image.Pt(int(p.Pick.X), int(p.Pick.Y))
	}
	return m
}
