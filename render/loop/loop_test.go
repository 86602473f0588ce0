package loop

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// machine is a system and a program that record their calls, with a clock that only they advance.
type machine struct {
	now    time.Duration
	frames []frame
	waits  []time.Duration
	took   []time.Duration
	err    error
}

// frame is one iteration: the program's return values and the durations of its steps.
type frame struct {
	drawn         bool
	next          Next
	draw, present time.Duration
}

func (m *machine) Frame(time.Duration) (bool, Next, error) {
	f := m.frames[0]
	m.now += f.draw
	return f.drawn, f.next, m.err
}
func (m *machine) Present()                 { m.now += m.frames[0].present }
func (m *machine) Took(d time.Duration)     { m.took = append(m.took, d) }
func (m *machine) Wait(limit time.Duration) { m.waits, m.frames = append(m.waits, limit), m.frames[1:] }
func (m *machine) Closing() bool            { return len(m.frames) == 0 }
func (m *machine) run(c context.Context) error {
	return Run(c, m, m, func() time.Duration { return m.now })
}

// The loop sleeps until the next event, draws at most at the refresh rate, and never sleeps when it is late.
func TestWaits(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name string
		frame
		want time.Duration
	}{
		{"nothing to do", frame{}, -1},
		{"nothing to do after a slow picture", frame{drawn: true, draw: time.Second}, -1},
		{"at once", frame{next: Next{Now: true}}, FrameTime},
		{"at once, after half the time of a picture", frame{drawn: true, next: Next{Now: true}, present: FrameTime / 2}, FrameTime - FrameTime/2},
		{"at once, after just that time", frame{drawn: true, next: Next{Now: true}, draw: FrameTime}, 0},
		{"at once, late", frame{drawn: true, next: Next{Now: true}, draw: 200 * ms, present: 300 * ms}, 0},
		{"later", frame{next: Next{Any: true, At: 5 * time.Second}}, 4 * time.Second},
		{"later, after a slow picture", frame{next: Next{Any: true, At: 5 * time.Second}, draw: time.Second}, 3 * time.Second},
		{"due", frame{next: Next{Any: true, At: time.Second}}, FrameTime},
		{"overdue", frame{next: Next{Any: true, At: 1}}, FrameTime},
		{"due while it was drawn", frame{next: Next{Any: true, At: 1100 * ms}, draw: 200 * ms}, 0},
		{"now goes before later", frame{next: Next{Now: true, Any: true, At: 9 * time.Second}}, FrameTime},
	} {
		m := &machine{now: time.Second, frames: []frame{c.frame}}
		if err := m.run(t.Context()); err != nil || m.waits[0] != c.want {
			t.Errorf("%s: waits %v, %v, want %v", c.name, m.waits[0], err, c.want)
		}
		if took := []time.Duration{c.draw + c.present}; c.drawn && !slices.Equal(m.took, took) || !c.drawn && len(m.took) > 0 {
			t.Errorf("%s: took %v, want %v if drawn", c.name, m.took, took)
		}
	}
}

func TestEnds(t *testing.T) {
	wrong := errors.New("wrong")
	m := &machine{frames: make([]frame, 3), err: wrong}
	if err := m.run(t.Context()); err != wrong || len(m.waits) != 0 {
		t.Errorf("an error of the program ends with %v after %d turns", err, len(m.waits))
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	m = &machine{frames: make([]frame, 3)}
	if err := m.run(canceled); err != nil || len(m.waits) != 0 {
		t.Errorf("when canceled it ends with %v after %d turns", err, len(m.waits))
	}
}

func TestSoonest(t *testing.T) {
	var n Next
	n.Soonest(1, false)
	if n.Any {
		t.Error("nothing is due, but something is")
	}
	n.Soonest(5, true)
	n.Soonest(7, true)
	if n.Soonest(9, false); n.At != 5 || !n.Any {
		t.Errorf("5 and 7 are due, the soonest is %v, %v", n.At, n.Any)
	}
	if n.Soonest(3, true); n.At != 3 {
		t.Errorf("3 is due, the soonest is %v", n.At)
	}
}
