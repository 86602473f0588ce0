package render

import (
	"fmt"
	"image"

	"memcity/city/state"
)

// Finish completes all background work: reading, computing and laying out panels. The virtual clock stands still, so animations do not
// advance; see [OffScreen.Settle] for these.
func (o *OffScreen) Finish() error {
	for range settleFrames {
		if err := o.App.panels.Settle(); err != nil {
			return err
		}
		if _, _, err := o.App.Frame(o.now); err != nil {
			return err
		}
		if o.App.Working() {
			<-o.wake
			continue
		}
		if err := o.App.panels.Settle(); err != nil {
			return err
		}
		if o.App.quiet() {
			return nil
		}
	}
	return fmt.Errorf("window: still busy after %d tries", settleFrames)
}

// Do applies an action as if a panel had sent it.
func (a *App) Do(action state.Action) {
	a.store.Do(action)
	a.react()
}

// DrawLate postpones drawing the city until [OffScreen.Picture]. With a software renderer, drawing is the most expensive step.
func (o *OffScreen) DrawLate() { o.App.stage.Late = true }

// Picture returns the picture that a window would show now. It is refined if nothing moves.
func (o *OffScreen) Picture() (*image.RGBA, error) {
	s := o.App.stage
	if s.Skipped {
		moving := s.Tween.Running || o.App.navigation.Flight.Flying() || o.App.store.State.Flying()
		if err := s.DrawSkipped(!moving); err != nil {
			return nil, err
		}
	}
	return s.Image()
}
