package render

import (
	"memcity/city/query"
	"memcity/city/view/guides"
	"memcity/render/ui/model"
)

// guide is what the window does about the guided exploration.
type guide struct {
	requested bool        // for this recording; it is kept from then on
	points    int         // of the recording when it was requested
	texts     query.Query // for contents of what piles up; none unless the user has requested them
}

// beginGuide closes the guide for a newly opened recording.
func (a *App) beginGuide() {
	a.guide = guide{}
	a.drawers.Guide = false
}

// toggleGuide opens or closes the guide, or brings it to the front of the inspector and the settings.
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

// guideQuery requests the guide once the user has opened it. A recording that grows is looked at anew only on request.
func (a *App) guideQuery() query.Query {
	if !a.guide.requested {
		return query.Query{}
	}
	return guides.Kind.Of(guides.Query{Points: a.guide.points})
}

// toggleTexts shows contents of what a finding is about, or hides them.
func (a *App) toggleTexts(e model.ToggleTexts) {
	q := guides.SamplesKind.Of(e.Of)
	if a.guide.texts == q {
		q = query.Query{}
	}
	a.guide.texts = q
}

// guideIsOld reports whether GC points came since the guide was requested.
func (a *App) guideIsOld() bool { return a.guide.requested && a.guide.points != a.state.Points }

// invites reports whether the guide is offered: until it was opened, or the user does not want it any more. Without a memory
// that could not be remembered.
func (a *App) invites() bool {
	return a.options.Memory != nil && !a.drawers.uninvited && !a.guide.requested && a.result.Whole && a.city != nil && !a.result.Live.Growing
}

// followed makes room for what a step of the guide shows, where the guide lies over everything.
func (a *App) followed() {
	if a.sides().Over == model.GuideP {
		a.toggleGuide()
	}
}
