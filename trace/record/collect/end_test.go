package collect_test

import (
	"io"
	"os/exec"
	"testing"
	"time"

	"memcity/trace/record/agent"
	"memcity/trace/tracetest/jdk"
)

// TestEnds: a program ends when it wants to, though the VM is reporting freed objects and more GCs are needed. Before recordings ended at
// the beginning of the shutdown, most of these runs never ended.
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

// TestThreads: the stacks of a program that the agent was loaded with are prepared for a look at the heap, thread by thread.
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

// TestLateThreads: an agent that is loaded late may not prepare stacks, and does not look while they could take too long.
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
