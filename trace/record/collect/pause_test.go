package collect_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/record/agent"
	"memcity/trace/tracetest/jdk"
	"memcity/trace/tracetest/testrun"
)

// TestFrames checks that a local variable is in the frame of its method, although threads continue between the stacks and the walk.
// Constants of compiled code must not be roots.
func TestFrames(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, vm := range [][]string{{"-Xint"}, nil} {
			p := record(t, home, "Frames", agent.Options{Budget: 100, MaxPause: time.Minute, Every: time.Hour}, vm)
			p.await("ready")
			var points []int
			for range 6 {
				points = append(points, p.point(false))
			}
			r := p.finish()
			for _, n := range points {
				checkFrames(t, load(t, r, n-1))
			}
		}
	})
}

func checkFrames(t *testing.T, h *trace.Heap) {
	t.Helper()
	methods := map[string]string{"Frames$InMain": "Frames.main(", "Frames$InMiddle": "Frames.middle(", "Frames$InDown": "Frames.down("}
	found := false
	for i := range h.Roots {
		r := &h.Roots[i]
		if r.Kind == trace.RootJNILocal && r.Frame >= 0 && !strings.Contains(h.Threads[r.Thread].Frames[r.Frame], "Native Method") {
			t.Errorf("%s: a constant of compiled code is a root", h.RootText(r))
		}
		name := h.Types[h.TypeOf.At(r.Object)].Name
		want := methods[name]
		if want == "" || r.Kind != trace.RootLocal {
			continue
		}
		found = found || name == "Frames$InMain"
		frame := ""
		if r.Frame >= 0 {
			frame = h.Threads[r.Thread].Frames[r.Frame]
		}
		if made := name + ".<init>("; !strings.HasPrefix(frame, want) && !strings.HasPrefix(frame, made) {
			t.Errorf("%s is a %s, want it in %s", name, h.RootText(r), want)
		}
	}
	if !found {
		t.Error("no local variable of main holds its object")
	}
}

// note returns the first warning of a recording that contains a text; "" if there is none.
func note(r *trace.Recording, text string) string {
	for _, w := range r.Warnings {
		if strings.Contains(w.Text, text) {
			return w.Text
		}
	}
	return ""
}

// TestNotWalked checks that heaps that are too expensive to walk are counted by type, and that the recording reports the reason.
func TestNotWalked(t *testing.T) {
	for name, c := range map[string]struct {
		o    agent.Options
		want string
	}{
		"objects": {agent.Options{MaxObjects: 50_000, MaxPause: time.Minute}, "more than the largest number that may be recorded"},
		"memory":  {agent.Options{Memory: 1 << 20, MaxPause: time.Minute}, "too many for the memory that the agent may take"},
	} {
		t.Run(name, func(t *testing.T) {
			p := record(t, jdk.Homes(t)[0], "Deep", withBudget(c.o), nil, "400000", "10")
			p.await("ready")
			p.point(true)
			at := p.point(true)
			r := p.finish()
			if r.Points[at-1].Load != nil || r.Points[at-1].Counts == nil {
				t.Error("the heap was walked")
			}
			if note(r, c.want) == "" {
				t.Errorf("the warnings are %v, want one with %q", r.Warnings, c.want)
			}
		})
	}
}

func withBudget(o agent.Options) agent.Options {
	o.Budget, o.Every = 100, time.Hour
	return o
}

// TestPauseOver checks that no heap walk begins that would exceed the longest pause.
func TestPauseOver(t *testing.T) {
	p := record(t, jdk.Homes(t)[0], "Deep", withBudget(agent.Options{MaxPause: time.Millisecond}), nil, "400000", "10")
	p.await("ready")
	p.request(true)
	p.request(true)
	p.in.Close()
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the program: %v", err)
	}
	if err := <-p.done; err != nil {
		t.Error(err)
	}
	if p.stats.Points > 0 || p.stats.Notes == 0 {
		t.Errorf("there are %d points and %d notes, want a note that says why there are none", p.stats.Points, p.stats.Notes)
	}
}

// TestDeepStack checks that the heap is not walked while a stack is so deep that the VM would take minutes for it.
func TestDeepStack(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Deep", withBudget(agent.Options{MaxPause: time.Second}), nil, "1000", "50000")
		p.await("ready")
		p.request(true)
		p.awaitNote()
		if _, err := io.WriteString(p.in, "u"); err != nil {
			t.Fatal(err)
		}
		p.await("up")
		p.point(true)
		r := p.finish()
		if note(r, "stacks are too deep") == "" {
			t.Errorf("the warnings are %v, want one about the stack", r.Warnings)
		}
	})
}

// awaitNote waits until the recording has a note.
func (p *program) awaitNote() {
	p.t.Helper()
	testrun.Until(p.t, "a note", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.stats.Notes > 0
	})
}
