package render

import (
	"fmt"
	"image"
	"runtime"
	"time"

	"memcity/render/headless"
)

// frameTime is the time between frames on the virtual clock.
const frameTime = time.Second / 60

// OffScreen runs an [App] without a window on a virtual clock, for tests, scripts and pictures. Use it from one goroutine only, which is
// locked to its thread until Close.
type OffScreen struct {
	App *App

	context *headless.Context
	wake    chan struct{}
	now     time.Duration
}

// NewOffScreen creates an App with a picture of the given size in pixels.
func NewOffScreen(options Options, width, height int, scale float64) (*OffScreen, error) {
	runtime.LockOSThread()
	context, err := headless.New()
	if err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	o := &OffScreen{context: context, wake: make(chan struct{}, 1)}
	options.Wake = func() {
		select {
		case o.wake <- struct{}{}:
		default:
		}
	}
	if o.App, err = NewApp(options); err != nil {
		context.Close()
		runtime.UnlockOSThread()
		return nil, err
	}
	o.App.stage.OffScreen = true
	o.Send(Resize{width, height, scale})
	return o, nil
}

// Close closes the App.
func (o *OffScreen) Close() {
	o.App.Close()
	o.context.Close()
	runtime.UnlockOSThread()
}

// Now returns the time of the virtual clock.
func (o *OffScreen) Now() time.Duration { return o.now }

// CityDraws returns how often the city was drawn, not counting refinement. Hovering and panels do not redraw it.
func (o *OffScreen) CityDraws() int { return o.App.stage.Draws }

// Resolution returns the fraction of width and height at which a window would draw the city while it moves.
func (o *OffScreen) Resolution() float64 { return o.App.stage.Resolution() }

// Woken returns a channel that receives when the App has work without an event.
func (o *OffScreen) Woken() <-chan struct{} { return o.wake }

// Send sends an event to the App.
func (o *OffScreen) Send(e Event) { o.App.Handle(e, o.now) }

// Advance runs the virtual clock for d, drawing frames as a window would.
func (o *OffScreen) Advance(d time.Duration) error {
	for end := o.now + d; o.now < end; {
		o.now = min(o.now+frameTime, end)
		if _, _, err := o.App.Frame(o.now); err != nil {
			return err
		}
	}
	return nil
}

// settleFrames is the maximum number of frames that Settle waits for; ten minutes of the virtual clock.
const settleFrames = 10 * 60 * 60

// Settle completes reading, computing, painting, animations and refinement. It does not wait for timers, such as playback.
func (o *OffScreen) Settle() error {
	for range settleFrames {
		if err := o.App.panels.Settle(); err != nil {
			return err
		}
		drawn, next, err := o.App.Frame(o.now)
		if err != nil {
			return err
		}
		switch {
		case drawn || next.Now || o.App.stage.Busy() || o.App.panels.Moving():
			o.now += frameTime
		case o.App.Working():
			<-o.wake
		default:
			if err := o.App.panels.Settle(); err != nil {
				return err
			}
			if o.App.quiet() {
				return nil
			}
		}
	}
	return fmt.Errorf("window: still busy after %d frames", settleFrames)
}

// Image returns the picture that a window would show.
func (o *OffScreen) Image() (*image.RGBA, error) { return o.App.stage.Image() }
