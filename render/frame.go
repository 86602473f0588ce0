package render

import (
	"fmt"
	"time"

	"memcity/city/state"
	"memcity/render/loop"
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
	a.navigation.FitCity(a.notices.WarningsLine())
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
	a.store.Stale = a.notices.Expire(now) || a.store.Stale || a.present.MapIsStale(now)
	a.show(now)
	a.requests.Want()
	a.requests.Send(a.queries()...)
	if err := a.panels.Err(); err != nil {
		return false, loop.Next{}, fmt.Errorf("panels: %w", err)
	}
	frames := a.panels.Frames()
	drawn, err = a.stage.Draw(a.present.View(frames), frames, a.store.State.Marks, now)
	a.present.TakePicture()
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
	a.panels.Show(a.present.Model(), a.screen.Size(), a.screen.Scale())
}

func (a *App) next() loop.Next {
	if a.stage.Moving() || a.navigation.Flight.Flying() || a.store.State.Flying() {
		return loop.Next{Now: true}
	}
	var n loop.Next
	n.Soonest(a.stage.Wake())
	n.Soonest(a.cityscape.Wake())
	n.Soonest(a.present.MapWake())
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
