package render

import (
	"time"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/render/ui/model"
)

// guide is the state of the guided exploration.
type guide struct {
	requested bool          // requested for this recording; stays true
	points    int           // GC points in the recording at the time of the request
	chosen    trees.Window  // window last chosen by the user
	due       time.Duration // time when the guide judges the chosen window
	texts     query.Query   // query for sample contents of a finding; zero unless the user requested them
}

// beginGuide closes the guide when a recording is opened.
func (a *App) beginGuide() {
	a.guide = guide{}
	a.drawers.Guide = false
}

// toggleGuide opens or closes the guide, or raises it above the inspector and the settings.
func (a *App) toggleGuide() {
	d := &a.drawers
	if a.store.City == nil && a.store.Events == nil {
		return
	}
	if !d.Guide || a.sides().Shows(model.GuideP) {
		d.Guide, a.guide.texts = !d.Guide, query.Query{}
	}
	if d.Front = model.GuideP; d.Guide && !a.guide.requested {
		a.guide.requested, a.guide.points = true, a.store.State.Points
	}
	a.drawerMoved()
}

// guideQuery requests the guide once the user has opened it. For a live recording, the user must ask for an update.
func (a *App) guideQuery() query.Query {
	if !a.guide.requested {
		return query.Query{}
	}
	q := guides.Query{Points: a.guide.points}
	if a.store.City != nil {
		q.Window = a.store.State.GuideWindow(a.store.City.Plan.Series)
	}
	return guides.Kind.Of(q)
}

// guidePause is the time for which GC points have to stay chosen until the guide judges them. The guide takes long, and users drag windows.
const guidePause = 400 * time.Millisecond

// judgeChosen lets the guide judge the GC points that the user chose, once the user pauses.
func (a *App) judgeChosen(now time.Duration) {
	g := &a.guide
	if g.chosen != a.store.State.Chosen {
		g.chosen, g.due = a.store.State.Chosen, now+guidePause
	}
	if g.chosen != a.store.State.Judged && now >= g.due {
		a.store.Do(state.JudgeChosen{})
	}
}

// guideWake returns when the guide judges the GC points that were chosen; ok is false if it does already.
func (a *App) guideWake() (at time.Duration, ok bool) {
	return a.guide.due, a.guide.chosen != a.store.State.Judged
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
func (a *App) guideIsOld() bool { return a.guide.requested && a.guide.points != a.store.State.Points }

// invites reports whether to offer the guide. The offer lasts until the user opens the guide or declines, and only with a memory to remember
// that.
func (a *App) invites() bool {
	return a.options.Memory != nil && !a.drawers.uninvited && !a.guide.requested && a.store.Result.Whole && a.store.City != nil && !a.store.Result.Live.Growing
}
