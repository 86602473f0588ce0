// Package drawers arranges the panels that the user has opened: side panels, legend, manual, search and guide.
package drawers

import (
	"math"

	"memcity/render/camera"
	"memcity/render/finder"
	"memcity/render/memory"
	"memcity/render/prefs"
	"memcity/render/store"
	budgetspkg "memcity/render/ui/card/budgets"
	"memcity/render/ui/card/search"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Drawers contains the panels that the user has opened, and their contents.
type Drawers struct {
	model.Drawers
	Settings bool // the settings are open
	Chain    bool // the grouping window is open
	Budgets  bool // the list of rules of a rules file is open
	Watch    bool // the panel of rules for a live recording is open
	Finder   finder.Finder

	uninvited    bool // do not offer the guide
	legendFolded bool // the legend is folded where it has enough space
	legendOpened bool // the legend is open where it covers the city; reset once it has enough space
	help         helping
	guide        guide

	store  *store.Store
	screen *camera.Viewport
	memory *memory.Memory
}

// Names of the drawers in the preferences.
const (
	settingsName  = "settings"
	inspectorName = "inspector"
	guideName     = "guide"
	inviteName    = "invitation"
	legendName    = "legend"
)

// New returns the drawers as the last window left them.
func New(s *store.Store, screen *camera.Viewport, m *memory.Memory) *Drawers {
	w := m.Store().Window()
	d := &Drawers{Settings: w.Drawers[settingsName], store: s, screen: screen, memory: m}
	if open, ok := w.Drawers[legendName]; ok {
		d.legendFolded = !open
	}
	if open, ok := w.Drawers[inspectorName]; ok {
		d.InspectorHidden = !open
	}
	if offer, ok := w.Drawers[inviteName]; ok {
		d.uninvited = !offer
	}
	d.SettingsWidth, d.InspectorWidth, d.GuideWidth = w.Widths[settingsName], w.Widths[inspectorName], w.Widths[guideName]
	return d
}

// Remember writes the drawers to w.
func (d *Drawers) Remember(w *prefs.Window) {
	w.Drawers = map[string]bool{settingsName: d.Settings, legendName: !d.legendFolded, inspectorName: !d.InspectorHidden,
		inviteName: !d.uninvited}
	w.Widths = map[string]float64{}
	for name, width := range map[string]float64{settingsName: d.SettingsWidth, inspectorName: d.InspectorWidth, guideName: d.GuideWidth} {
		if width > 0 {
			w.Widths[name] = width
		}
	}
}

// Sides returns the placement of the drawers.
func (d *Drawers) Sides() place.Sides {
	_, selected := d.store.Find(d.store.State.Selection)
	inspector := selected && !d.InspectorHidden && place.HasInspector(d.store.State.View, d.screen.Size(), d.screen.Scale())
	return place.Place(d.Drawers, d.screen.Size(), d.screen.Scale(), d.Settings, inspector)
}

// ToggleSettings opens or closes the settings, or raises them above the inspector.
func (d *Drawers) ToggleSettings() {
	if !d.Settings || d.Sides().Shows(model.SettingsP) {
		d.Settings = !d.Settings
	}
	d.Front = model.SettingsP
	d.moved()
}

// moved adapts to a drawer that was opened or closed. The whole city stays visible unless the user has moved the camera.
func (d *Drawers) moved() {
	if d.store.City != nil {
		d.store.Relayout()
	}
	d.memory.Changed()
}

// ToggleInspector shows or hides the inspector, or raises it above the settings.
func (d *Drawers) ToggleInspector() {
	if _, selected := d.store.Find(d.store.State.Selection); !selected || !place.HasInspector(d.store.State.View, d.screen.Size(), d.screen.Scale()) {
		return
	}
	if d.InspectorHidden || d.Sides().Shows(model.Inspector) {
		d.InspectorHidden = !d.InspectorHidden
	}
	if d.Front = model.Inspector; d.InspectorHidden && d.Guide { // the guide was behind the inspector
		d.Front = model.GuideP
	}
	d.moved()
}

// SelectionChanged raises the inspector. It opens the inspector for a group without a building, as nothing else shows that group.
func (d *Drawers) SelectionChanged() {
	node, ok := d.store.Find(d.store.State.Selection)
	if !ok {
		return
	}
	if d.Guide && d.Front != model.Inspector { // the guide stays in front because it made the selection
		return
	}
	d.Front = model.Inspector
	if !d.store.City.Plan.Target(node).OfGroup() {
		d.InspectorHidden = false
	}
}

// Widen sets the width of a drawer in dp; 0 for the default.
func (d *Drawers) Widen(panel model.ID, width float64) {
	if !(width >= 0) || math.IsInf(width, 0) {
		return
	}
	switch panel {
	case model.SettingsP:
		d.SettingsWidth = width
	case model.Inspector:
		d.InspectorWidth = width
	case model.GuideP:
		d.GuideWidth = width
	}
	d.memory.Changed()
}

// legendIsTight reports whether the unfolded legend would cover the city or the search results.
func (d *Drawers) legendIsTight() bool {
	sides := d.Sides()
	if d.Budgets { // the legend is placed beside the list of rules, as beside the settings
		sides.Settings = max(sides.Settings, budgetspkg.BudgetsWidth)
	}
	return place.LegendIsTight(d.screen.Size(), d.screen.Scale(), sides) || d.Finder.Open() &&
		float64(d.screen.Height) < search.SearchTall*d.screen.Scale()
}

// LegendIsFolded reports whether the legend shows only its heading. Where the legend would cover the city, it is folded until the user opens
// it.
func (d *Drawers) LegendIsFolded() bool {
	if d.legendIsTight() {
		return !d.legendOpened
	}
	d.legendOpened = false
	return d.legendFolded
}

// ToggleLegend folds or unfolds the legend.
func (d *Drawers) ToggleLegend() {
	if d.legendIsTight() {
		d.legendOpened = !d.legendOpened
		return
	}
	d.legendFolded = !d.legendFolded
	d.memory.Changed()
}

// ToggleChain opens or closes the grouping window.
func (d *Drawers) ToggleChain() { d.Chain = !d.Chain && d.store.Result.Catalog != nil }
