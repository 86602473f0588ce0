package render

import (
	"fmt"
	"image"

	"memcity/city/state"
)

// Finish lets everything be done that goes on on the side, reading, computing and laying out panels, while the virtual
// clock stands still. What moves stays where it is; see [OffScreen.Settle] for that.
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

// Do moves the state as if a panel had requested it.
func (a *App) Do(action state.Action) { a.do(action) }

// DrawLate makes the city be drawn only for [OffScreen.Picture]; in software, drawing costs more than all else.
func (o *OffScreen) DrawLate() { o.App.stage.Late = true }

// Picture returns the picture that a window would show now, refined if nothing moves.
func (o *OffScreen) Picture() (*image.RGBA, error) {
	s := o.App.stage
	if s.Skipped {
		moving := s.Tween.Running || o.App.flight.Flying() || o.App.state.Flying()
		if err := s.DrawSkipped(!moving); err != nil {
			return nil, err
		}
	}
	return s.Image()
}
