package render

import (
	"fmt"
	"image"

	"memcity/city/state"
	"memcity/render/drawing"
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

// Do moves the state as if a panel had asked for it.
func (a *App) Do(action state.Action) { a.do(action) }

// DrawLate makes the city be drawn only for [OffScreen.Picture]; in software, drawing costs more than all else.
func (o *OffScreen) DrawLate() { o.App.stage.late = true }

// Picture returns the picture that a window would show now, refined if nothing moves.
func (o *OffScreen) Picture() (*image.RGBA, error) {
	s := o.App.stage
	if s.skipped {
		moving := s.tween.running || len(o.App.held) > 0 || o.App.state.Flying()
		if err := s.drawSkipped(!moving); err != nil {
			return nil, err
		}
	}
	return s.image()
}

// skip lets a frame pass without a picture of the city.
func (s *stage) skip() (changed bool) {
	changed = s.base || s.overlay
	s.skipped = s.skipped || changed
	s.base, s.overlay, s.refining = false, false, false
	return changed
}

// drawSkipped draws the last frame that was skipped.
func (s *stage) drawSkipped(refine bool) error {
	s.skipped = false
	v := s.view
	v.Quality = drawing.Lean
	if err := s.scene.Draw(v); err != nil {
		return err
	}
	for more := refine; more; {
		var err error
		if more, err = s.scene.Refine(); err != nil {
			return err
		}
	}
	return nil
}
