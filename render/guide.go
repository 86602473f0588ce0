package render

import (
	"memcity/city/query"
	"memcity/city/view/guides"
	"memcity/render/ui/model"
)

// guide is the state of the guided exploration.
type guide struct {
	requested bool        // requested for this recording; stays true
	points    int         // GC points in the recording at the time of the request
	texts     query.Query // query for sample contents of a finding; zero unless the user requested them
}

// beginGuide closes the guide when a recording is opened.
func (a *App) beginGuide() {
	a.guide = guide{}
	a.drawers.Guide = false
}

// toggleGuide opens or closes the guide, or raises it above the inspector and the settings.
func (a *App) toggleGuide() {
	d := &a.drawers
	if a.city == nil && a.events == nil {
		return
	}
	if !d.Guide || a.sides().Shows(model.GuideP) {
		d.Guide, a.guide.texts = !d.Guide, query.Query{}
	}
	if d.Front = model.GuideP; d.Guide && !a.guide.requested {
		a.guide = guide{requested: true, points: a.state.Points}
	}
	a.drawerMoved()
}

// guideQuery requests the guide once the user has opened it. For a live recording, the user must ask for an update.
func (a *App) guideQuery() query.Query {
	if !a.guide.requested {
		return query.Query{}
	}
	return guides.Kind.Of(guides.Query{Points: a.guide.points})
}

// toggleTexts shows or hides sample contents of a finding.
func (a *App) toggleTexts(e model.ToggleTexts) {
	q := guides.SamplesKind.Of(e.Of)
	if a.guide.texts == q {
		q = query.Query{}
	}
	a.guide.texts = q
}

// guideIsOld reports whether GC points were added since the guide was requested.
func (a *App) guideIsOld() bool { return a.guide.requested && a.guide.points != a.state.Points }

// invites reports whether to offer the guide. The offer lasts until the user opens the guide or declines, and only with a memory to remember
// that.
func (a *App) invites() bool {
	return a.options.Memory != nil && !a.drawers.uninvited && !a.guide.requested && a.result.Whole && a.city != nil && !a.result.Live.Growing
}

// followed closes the guide where it covers the whole window, so that the result of the step is visible.
func (a *App) followed() {
	if a.sides().Over == model.GuideP {
		a.toggleGuide()
	}
}
