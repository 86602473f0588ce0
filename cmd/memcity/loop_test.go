package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"memcity/city/scene"
	"memcity/render"
	"memcity/render/loop"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// answerLimit is the maximum time until the window shows the effect of an input.
const answerLimit = 200 * time.Millisecond

// load is how many times slower than usual the machine of [TestInputIsAnsweredInTime] is.
const load = 30

// Times on a usual machine: for a layout of the panels, for painting changes in them, for a picture without the pixels of the city, and for
// these pixels.
const (
	layoutTime  = 400 * time.Microsecond
	paintTime   = 2 * time.Millisecond
	composeTime = 600 * time.Microsecond
	pixelsTime  = 2 * time.Millisecond
)

// slowMachine runs a window on a virtual clock, on which layouts and pictures are slow.
type slowMachine struct {
	*screen
	start   time.Time
	draws   int // of the city so far
	events  chan func()
	shown   atomic.Pointer[func() bool] // reports whether the next picture shows the expected effect
	turns   atomic.Int64
	answers chan time.Duration
	sentAt  time.Duration
}

func (m *slowMachine) now() time.Duration { return time.Since(m.start) }

// Present takes the time of a slow graphics card.
func (m *slowMachine) Present() {
	r := 0.0
	if draws := m.CityDraws(); draws != m.draws {
		m.draws, r = draws, m.Resolution()
	}
	time.Sleep(load * (composeTime + time.Duration(r*r*float64(pixelsTime))))
	m.answer()
}

func (m *slowMachine) answer() {
	if shown := m.shown.Load(); shown != nil && (*shown)() {
		m.shown.Store(nil)
		m.answers <- m.now() - m.sentAt
	}
}

// Wait handles events as they arrive.
func (m *slowMachine) Wait(limit time.Duration) {
	m.turns.Add(1)
	var timeout <-chan time.Time
	if limit >= 0 {
		timeout = time.After(limit)
	}
	select {
	case do := <-m.events:
		do()
	case <-m.Woken():
	case <-timeout:
	}
	for {
		select {
		case do := <-m.events:
			do()
			continue
		default:
		}
		return
	}
}

// send sends events from outside the window without waiting.
func (m *slowMachine) send(events ...render.Event) {
	for _, e := range events {
		m.events <- func() { m.App.Handle(e, m.now()) }
	}
}

// ask sends events and returns the time until a picture shows their effect.
func (m *slowMachine) ask(shown func() bool, events ...render.Event) time.Duration {
	m.events <- func() { m.sentAt = m.now(); m.shown.Store(&shown) }
	m.send(events...)
	select {
	case took := <-m.answers:
		return took
	case <-time.After(time.Minute): // of the machine's clock
		m.shown.Store(nil)
		return time.Minute
	}
}

// look runs f between two pictures.
func (m *slowMachine) look(f func()) {
	done := make(chan struct{})
	m.events <- func() { f(); close(done) }
	<-done
}

// onSlowMachine runs use while a window shows a recording.
func onSlowMachine(t *testing.T, use func(m *slowMachine)) {
	onWindowThread(t, func() {
		if shared != nil {
			shared.Close()
			shared = nil
		}
	})
	synctest.Test(t, func(t *testing.T) {
		options := testOptions()
		options.NoImages = true
		var slow atomic.Bool
		options.Did = func(step widget.Step) {
			if slow.Load() {
				time.Sleep(load * map[widget.Step]time.Duration{widget.Laid: layoutTime, widget.Painted: paintTime}[step])
			}
		}
		o, err := render.NewOffScreen(options, testWidth, testHeight, 1)
		if err != nil {
			t.Skip(err)
		}
		defer o.Close()
		o.DrawLate()
		m := &slowMachine{screen: &screen{OffScreen: o, t: t, width: testWidth, height: testHeight}, start: time.Now(),
			events: make(chan func(), 100), answers: make(chan time.Duration, 1)}
		m.open("test:town")
		slow.Store(true)
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			defer cancel()
			time.Sleep(time.Second) // until everything is at rest
			use(m)
		}()
		go func() {
			<-ctx.Done()
			m.events <- func() {}
		}()
		if err := loop.Run(ctx, m, o.App, m.now); err != nil {
			t.Error(err)
		}
	})
}

// TestInputIsAnsweredInTime: on a machine 30 times slower than usual, the effect of every input is visible in time, even during other input.
// Meanwhile the pointer moves constantly, over the city, over controls with a pending hint, and with a key held.
func TestInputIsAnsweredInTime(t *testing.T) {
	onSlowMachine(t, func(m *slowMachine) {
		var next, x, y = [2]float64{}, 0.0, 0.0
		m.look(func() {
			next[0], next[1] = middle(m.item(model.TimeBar, "button", "Next").Rect)
			x, y, _ = m.seenAt("Person")
		})
		crowds := map[string]func(i int) []render.Event{
			"at rest":       func(int) []render.Event { return nil },
			"over the city": func(i int) []render.Event { return []render.Event{render.PointerMove{X: x + float64(i%40), Y: y}} },
			"over the controls": func(i int) []render.Event {
				return []render.Event{render.PointerMove{X: next[0] - float64(i%200), Y: next[1]}}
			},
			"a key is held":   func(int) []render.Event { return []render.Event{render.Key{Name: "W", Down: true, Repeat: true}} },
			"the wheel turns": func(i int) []render.Event { return []render.Event{render.Wheel{X: x, Y: y, DY: float64(i%2)*2 - 1}} },
		}
		for name, crowd := range crowds {
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				for i := 0; ctx.Err() == nil; i++ {
					m.send(crowd(i)...)
					time.Sleep(8 * time.Millisecond)
				}
			}()
			time.Sleep(2 * time.Second)
			for i := range 5 {
				m.answeredInTime(t, fmt.Sprintf("%s, no. %d", name, i), next, x, y)
				time.Sleep(700 * time.Millisecond)
			}
			cancel()
			m.send(render.FocusLost{}, render.Key{Name: "R", Down: true})
			time.Sleep(3 * time.Second)
		}
	})
}

// answeredInTime checks that the effects of a key, the wheel and a button press are visible in time.
func (m *slowMachine) answeredInTime(t *testing.T, when string, next [2]float64, x, y float64) {
	check := func(what string, took time.Duration) {
		if took > answerLimit {
			t.Errorf("%s: %s is answered after %v", when, what, took)
		}
	}
	check("Home", m.ask(func() bool { return m.App.City().Point == 0 }, render.Key{Name: "Home", Down: true}))
	check("a button", m.ask(func() bool { return m.App.City().Point == 1 }, render.PointerMove{X: next[0], Y: next[1]},
		render.PointerButton{Button: render.LeftButton, Down: true, X: next[0], Y: next[1]},
		render.PointerButton{Button: render.LeftButton, X: next[0], Y: next[1]}))
	var before scene.Camera
	m.look(func() { before = m.state().Camera })
	check("a drag", m.ask(func() bool { return m.state().Camera != before }, render.PointerMove{X: x, Y: y},
		render.PointerButton{Button: render.LeftButton, Down: true, X: x, Y: y}, render.PointerMove{X: x + 30, Y: y + 1},
		render.PointerButton{Button: render.LeftButton, X: x + 30, Y: y}))
	if m.send(render.FocusLost{}); strings.HasPrefix(when, "a key") { // a held key moves the camera anyway
		return
	}
	m.look(func() { before = m.state().Camera })
	check("the wheel", m.ask(func() bool { return m.state().Camera.Distance < before.Distance }, render.Wheel{X: x, Y: y, DY: 2}))
	m.send(render.Wheel{X: x, Y: y, DY: -2})
}

// TestLoopSleeps: while a hint is pending, the loop computes one layout for it and sleeps, however slow layouts are.
func TestLoopSleeps(t *testing.T) {
	onSlowMachine(t, func(m *slowMachine) {
		var at [2]float64
		m.look(func() { at[0], at[1] = middle(m.item(model.TimeBar, "button", "Play").Rect) })
		m.send(render.PointerMove{X: at[0], Y: at[1]})
		time.Sleep(5 * time.Second)
		m.look(func() {
			if m.texts(model.Hint) == "" {
				t.Error("the hint is not shown")
			}
		})
		before := m.turns.Load()
		time.Sleep(time.Minute)
		if turns := m.turns.Load() - before; turns > 0 {
			t.Errorf("%d turns in a minute in which nothing happens", turns)
		}
		m.send(render.PointerMove{X: at[0] - 34, Y: at[1]})
		before = m.turns.Load()
		time.Sleep(5 * time.Second)
		if turns := m.turns.Load() - before; turns > 20 {
			t.Errorf("%d turns for one hint", turns)
		}
	})
}
