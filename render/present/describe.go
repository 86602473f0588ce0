package present

import (
	"maps"

	"memcity/city/dump"
	"memcity/render/describe"
)

// Describe returns a description of the window. It describes panels as last laid out, so the window must have come to rest. It costs a
// few dozen picks for each visible building.
func (p *Presenter) Describe() describe.Description {
	s := &p.Store.State
	d := describe.Description{
		View: "start", Points: s.Points, Playing: s.Playing, Selection: s.Selection, Hover: s.Hover,
		Marks: map[string]string{}, Camera: describe.DescribeCamera(s.Camera), Settings: describe.DescribedSettings{Settings: s.Settings},
		Size: [2]int{p.Screen.Width, p.Screen.Height}, Scale: p.Screen.Scale(), Zoom: p.Screen.Zoom, Presenter: p.Screen.Presenter,
		Theme:   s.Settings.Theme.String(),
		CanUndo: s.CanUndo(), CanRedo: s.CanRedo(), CanGoBack: s.CanGoBack(), CanGoForward: s.CanGoForward(),
		Selected: append([]string{}, s.Selected()...), Isolated: s.Isolated, Notes: map[string]string{}, Knows: []string{}, Buildings: []describe.DescribedBuilding{},
		Labels: []describe.DescribedLabel{},
	}
	maps.Copy(d.Notes, s.Notes)
	for key, color := range s.Marks {
		d.Marks[key] = color.String()
	}
	d.Rules = p.Budgets.Describe()
	if p.Store.Events != nil || p.Store.City != nil {
		d.Format, d.Knows = p.Store.Result.Format, append(d.Knows, p.Store.Result.Knows...)
	}
	if p.Store.Events != nil {
		d.View, d.Recording = s.View.String(), p.Store.Result.Name
	}
	if p.Store.City != nil {
		if p.Store.Result.Grouped {
			d.Settings.By = p.Store.Result.Grouping.By
		}
		d.View, d.Recording, d.Point = s.View.String(), p.Store.Result.Name, s.Point+1
		d.Window = [2]int{s.Window.From + 1, s.Window.To + 1}
		if times := p.Store.City.Plan.Series.Times; s.Point < len(times) {
			d.Time = int64(times[s.Point])
		}
		d.Base, d.Routes = describe.DescribeBase(p.Store.City), p.describeRoutes()
		if k := p.Store.City.Compared; k != nil && k.WhatIf != nil {
			d.WhatIf = dump.OfWhatIf(k.WhatIf)
		} else if k != nil && k.Baseline == nil {
			d.Compared = &describe.DescribedDiff{From: k.From + 1, To: k.To + 1, Identity: k.Followed.String(),
				Vanished: len(p.Store.City.Vanished())}
		}
		if p.Store.City.Aged != nil {
			d.Ages = dump.OfAges(p.Store.City.Aged.Report)
		}
		d.Staleness = dump.OfHeld(p.Store.City.Used)
		d.Pinned = p.describePin()
		for _, l := range p.Stage.Labels() {
			d.Labels = append(d.Labels, describe.DescribedLabel{Text: l.Text,
				Rect: describe.DescribedRect{X: int(l.X0), Y: int(l.Y0), W: int(l.X1 - l.X0), H: int(l.Y1 - l.Y0)}})
		}
		d.Buildings = p.describeBuildings()
	}
	p.describePanels(&d)
	return d
}

// describePanels adds the content of the panels to d.
func (p *Presenter) describePanels(d *describe.Description) {
	d.Errors, d.Warnings, d.Messages = []string{}, []string{}, []string{}
	d.Panels, d.Items = []describe.DescribedPanel{}, []describe.DescribedItem{}
	m := p.Model()
	for _, p := range m.Problems {
		if p.Error {
			d.Errors = append(d.Errors, p.Text)
		} else {
			d.Warnings = append(d.Warnings, p.Text)
		}
	}
	d.Messages = append(d.Messages, m.Toasts...)
	d.Live = describe.DescribeLive(&m)
	if m.Progress != nil {
		d.Progress = &describe.DescribedProgress{Text: m.Progress.Text, Fraction: describe.RoundTo(m.Progress.Fraction, 4)}
	}
	for _, f := range p.Panels.Frames() {
		d.Panels = append(d.Panels, describe.DescribedPanel{ID: string(f.ID), Rect: describe.DescribeRect(f.Image.Bounds().Add(f.At))})
	}
	for _, i := range p.Panels.Describe() {
		d.Items = append(d.Items, describe.DescribedItem{Panel: string(i.Panel), Kind: i.Kind, Text: i.Text, Value: i.Value, Hint: i.Hint,
			Rect: describe.DescribeRect(i.Rect), Focused: i.Focused, Off: i.Off})
	}
}
