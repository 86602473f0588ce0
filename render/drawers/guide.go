package drawers

import (
	"time"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/render/finder"
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

// Opened closes the search, the grouping window and the guide, as another recording was opened.
func (d *Drawers) Opened() {
	d.Finder, d.Chain, d.guide, d.Guide = finder.Finder{}, false, guide{}, false
}

// LowerGuide closes the guide, and leaves the city as a step of the guide has shown it.
func (d *Drawers) LowerGuide() {
	d.Guide, d.guide.texts = false, query.Query{}
	d.moved()
}

// ToggleGuide opens or closes the guide, or raises it above the inspector and the settings. Closing it restores the city.
func (d *Drawers) ToggleGuide(now time.Duration) {
	if d.store.City == nil && d.store.Events == nil {
		return
	}
	if d.Guide && d.Sides().Shows(model.GuideP) {
		d.store.Do(state.LeaveGuide{Now: now})
		d.Guide, d.guide.texts = false, query.Query{}
	} else {
		d.Guide = true
	}
	if d.Front = model.GuideP; d.Guide && !d.guide.requested {
		d.guide.requested, d.guide.points = true, d.store.State.Points
	}
	d.moved()
}

// GuideQuery requests the guide once the user has opened it. For a live recording, the user must ask for an update.
func (d *Drawers) GuideQuery() query.Query {
	if !d.guide.requested {
		return query.Query{}
	}
	q := guides.Query{Points: d.guide.points}
	if d.store.City != nil {
		q.Window = d.store.State.GuideWindow(d.store.City.Plan.Series)
	}
	return guides.Kind.Of(q)
}

// guidePause is the time for which GC points have to stay chosen until the guide judges them. The guide takes long, and users drag windows.
const guidePause = 400 * time.Millisecond

// JudgeChosen lets the guide judge the GC points that the user chose, once the user pauses.
func (d *Drawers) JudgeChosen(now time.Duration) {
	g := &d.guide
	if g.chosen != d.store.State.Chosen {
		g.chosen, g.due = d.store.State.Chosen, now+guidePause
	}
	if g.chosen != d.store.State.Judged && now >= g.due {
		d.store.Do(state.JudgeChosen{})
	}
}

// GuideWake returns when the guide judges the GC points that were chosen; ok is false if it does already.
func (d *Drawers) GuideWake() (at time.Duration, ok bool) {
	return d.guide.due, d.guide.chosen != d.store.State.Judged
}

// ToggleTexts shows or hides sample contents of a finding.
func (d *Drawers) ToggleTexts(e model.ToggleTexts) {
	q := guides.SamplesKind.Of(e.Of)
	if d.guide.texts == q {
		q = query.Query{}
	}
	d.guide.texts = q
}

// GuideIsOld reports whether GC points were added since the guide was requested.
func (d *Drawers) GuideIsOld() bool {
	return d.guide.requested && d.guide.points != d.store.State.Points
}

// Invites reports whether to offer the guide. The offer lasts until the user opens the guide or declines, and only with a memory to remember
// that.
func (d *Drawers) Invites() bool {
	return d.memory.Lasts() && !d.uninvited && !d.guide.requested && d.store.Result.Whole && d.store.City != nil && !d.store.Result.Live.Growing
}

// DeclineGuide stops offering the guide.
func (d *Drawers) DeclineGuide() {
	d.uninvited = true
	d.memory.Changed()
}

// SamplesQuery requests the sample contents of a finding that the guide shows; zero if it shows none.
func (d *Drawers) SamplesQuery() query.Query { return d.guide.texts }

// RefreshGuide requests the guide for the GC points read so far.
func (d *Drawers) RefreshGuide() { d.guide.points = d.store.State.Points }
