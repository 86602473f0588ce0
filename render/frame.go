package render

import (
	"fmt"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/drawing"
	"memcity/render/loop"
	"memcity/render/stage"
	"memcity/render/ui/model"
)

// Frame advances everything to the time now and draws what changed. It reports whether there is a new picture, and when to call Frame again.
// A [Resize] must have set the size before.
func (a *App) Frame(now time.Duration) (drawn bool, next loop.Next, err error) {
	a.store.Now = now
	a.drain(now)
	a.takeJobs()
	a.budgets.Keep()
	a.recording.Tend(now)
	a.react()
	a.opening.Take(now)
	a.requests.TakeBackGrouping()
	a.requests.TakeBackBaseline()
	a.requests.DeselectLost()
	a.watch.Report()
	a.requests.KeepPoints()
	a.requests.Want()
	a.navigation.FlyByKeys(now)
	a.store.Do(state.Tick{Now: now})
	a.react()
	a.navigation.FitBelowWhatIf()
	a.react()
	if a.cityscape.Refresh(a.budgets.Over(), now) {
		a.pick.Forget()
	}
	a.opening.Begin()
	a.drawers.JudgeChosen(now)
	a.drawers.SearchAgain()
	a.react()
	a.pick.Update(a.pointer.Dragging())
	a.stories.Follow(now)
	a.react()
	a.store.Stale = a.notices.Expire(now) || a.store.Stale || a.mapIsStale(now)
	a.show(now)
	a.requests.Want()
	a.request()
	if err := a.panels.Err(); err != nil {
		return false, loop.Next{}, fmt.Errorf("panels: %w", err)
	}
	frames := a.panels.Frames()
	drawn, err = a.stage.Draw(a.view(frames), frames, a.store.State.Marks, now)
	a.takePicture()
	a.opening.Remember(now)
	if next = a.next(); !next.Now && !a.store.Result.Busy {
		a.giveBack()
	}
	return drawn, next, err
}

// show updates the panels if their model has changed.
func (a *App) show(now time.Duration) {
	if at, ok := a.panels.Wake(); ok && at <= now {
		a.panels.Tick(now)
	}
	if !a.store.Stale || a.screen.Width == 0 {
		return
	}
	a.store.Stale = false
	a.panels.Show(a.model(), a.screen.Size(), a.screen.Scale())
}

// view returns the view of the scene to draw, with the given panels in front.
func (a *App) view(panels []model.Frame) drawing.View {
	s := &a.store.State.Settings
	v := drawing.View{
		Width: a.screen.Width, Height: a.screen.Height, Scale: a.screen.Scale(), Camera: a.store.State.Camera,
		Dark: s.Theme == scene.Dark, ColorBlind: s.ColorBlind, Labels: s.Labels, Tags: s.Labels,
		Covered: stage.Covered(panels),
	}
	if a.store.City == nil {
		return v
	}
	if a.store.State.View != state.CityView || a.recording.Waits() { // a panel covers the scene
		v.Camera, v.Labels, v.Tags = stage.EmptySky, false, false
		return v
	}
	v.Hover = a.pick.Hovered
	if a.pick.OverPanel { // a panel may point at a group
		v.Hover = a.store.City.Plan.Find(a.store.State.Hover)
	}
	v.Selected, v.Also = a.store.Selected()
	if v.Routes = a.cityscape.Routes(); v.Routes != nil {
		v.Pointed = a.pick.Pointed(v.Routes, v.Hover)
	} else if v.Selected.Kind != scene.Nothing && s.References {
		v.References = a.stage.References(a.store.City, append([]scene.Target{v.Selected}, v.Also...), v.Hover)
	}
	return v
}

func (a *App) next() loop.Next {
	if a.stage.Moving() || a.navigation.Flight.Flying() || a.store.State.Flying() {
		return loop.Next{Now: true}
	}
	var n loop.Next
	n.Soonest(a.stage.Wake())
	n.Soonest(a.cityscape.Wake())
	n.Soonest(a.mapWake())
	n.Soonest(a.store.State.Wake())
	n.Soonest(a.panels.Wake())
	n.Soonest(a.recording.Wake())
	n.Soonest(a.notices.Wake())
	n.Soonest(a.stories.Wake())
	n.Soonest(a.drawers.GuideWake())
	n.Soonest(a.memory.Wake())
	return n
}

// Took reports how long it took to show the last picture. The quality of later pictures depends on it.
func (a *App) Took(d time.Duration) { a.stage.Took(d) }
