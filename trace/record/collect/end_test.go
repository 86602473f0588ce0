package collect_test

import (
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/agent"
	"memcity/trace/tracetest/jdk"
)

// TestEnds checks that a program can end while the VM reports freed objects and more GCs are needed. Before recordings ended at the start
// of the shutdown, most of these runs hung.
func TestEnds(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, mode := range []string{"", "exact"} {
			for _, args := range [][]string{nil, {"3"}} {
				p := record(t, home, "Ends", agent.Options{Mode: mode, Every: 10 * time.Millisecond}, []string{"-Xmx300m"}, args...)
				p.await("ready")
				p.point(false)
				if _, err := io.WriteString(p.in, "\n"); err != nil {
					t.Fatal(err)
				}
				err := p.cmd.Wait()
				if ended, _ := err.(*exec.ExitError); (args == nil) != (err == nil) || (args != nil && ended.ExitCode() != 3) {
					t.Errorf("mode %q, exit %v: the program ends with %v", mode, args, err)
				}
				r := p.recording()
				if n := len(r.Points); n < 2 || !r.Points[n-1].Final {
					t.Errorf("mode %q, exit %v: there are %d points, expected one at the end", mode, args, n)
				}
			}
		}
	})
}

// TestShortRun checks that a program that ends immediately has a point with single objects. All pauses must be counted: heap walks, stacks,
// and the end.
func TestShortRun(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Fill", agent.Options{}, nil, "1000")
		p.await("ready")
		r := p.finish()
		if n := len(r.Points); n == 0 || !r.Points[n-1].Final || p.stats.Full == 0 {
			t.Errorf("there are %d points, %d of them with single objects; expected one of these, at the end", n, p.stats.Full)
		}
		if s := p.stats; s.PausedByWalks <= 0 || s.Paused < s.PausedByWalks || s.Paused > s.Time {
			t.Errorf("the program stood still for %v, %v of that for points, of %v", s.Paused, s.PausedByWalks, s.Time)
		}
	})
}

// TestCancelled checks that a recording whose walks all take too long has counts, and reports which pause would be sufficient.
func TestCancelled(t *testing.T) {
	p := record(t, jdk.Homes(t)[0], "Deep", withBudget(agent.Options{MaxPause: 30 * time.Millisecond}), nil, "400000", "10")
	p.await("ready")
	p.in.Close()
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the program: %v", err)
	}
	if err := <-p.done; err != nil {
		t.Error(err)
	}
	if !strings.Contains(p.stats.LastNote, "no GC point has single objects") || !strings.Contains(p.stats.LastNote, "needs --max-pause") || p.stats.Full > 0 {
		t.Errorf("%d points have single objects, and the last note is %q", p.stats.Full, p.stats.LastNote)
	}
}

// TestThreads checks that the stacks of a program started with the agent are prepared for a walk thread by thread.
func TestThreads(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Parked", withBudget(agent.Options{MaxPause: time.Minute}), nil, "200", "30")
		p.await("ready")
		p.point(false)
		h := load(t, p.finish(), 0)
		if len(h.Threads) < 200 {
			t.Errorf("there are %d threads", len(h.Threads))
		}
	})
}

// TestLateThreads checks that an agent loaded later, which must not prepare stacks, does not walk the heap while that could take too long.
func TestLateThreads(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home, "Parked", []string{"-XX:+EnableDynamicAgentLoading"}, "120", "100")
		p.await("ready")
		l := listen(t)
		if text := p.attach(l, withBudget(agent.Options{MaxPause: time.Second})); !loaded(text) {
			t.Fatalf("jcmd says %q", text)
		}
		p.accept(l)
		p.request(true)
		p.awaitNote()
		p.in.Close()
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("the program: %v", err)
		}
		if err := <-p.done; err != nil {
			t.Error(err)
		}
		if p.stats.Points > 0 {
			t.Errorf("there are %d points, expected none", p.stats.Points)
		}
	})
}
