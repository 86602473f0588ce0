package collect_test

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/record/agent"
	"memcity/trace/record/collect"
	"memcity/trace/tracetest/jdk"
	"memcity/trace/tracetest/testrun"
)

func TestCollectors(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, gc := range []string{"Serial", "Parallel", "G1", "Z", "Shenandoah"} {
			option := "-XX:+Use" + gc + "GC"
			if exec.Command(filepath.Join(home, "bin", "java"), option, "-version").Run() != nil {
				continue // not supported by this VM
			}
			t.Run(gc, func(t *testing.T) {
				p := record(t, home, "Churn", agent.Options{Budget: 50}, []string{option, "-Xmx100m", "-Xcheck:jni"}, "500")
				p.await("ready")
				p.point(true)
				r := p.finish()
				if len(r.GCs) == 0 {
					t.Error("there are no GCs")
				}
				for i, g := range r.GCs {
					if int(g.Number) != i+1 || g.End < g.Start || g.Cause == "" || g.Capacity == 0 {
						t.Errorf("GC %d is wrong: %+v", i+1, g)
					}
				}
				for i := range r.Points {
					if r.Points[i].Load == nil {
						continue // counted by type
					}
					h := load(t, r, i)
					if h.Len() < 1000 || len(h.RefTo) < h.Len()/2 || len(h.Roots) == 0 {
						t.Errorf("point %d has %d objects, %d references, %d roots", i+1, h.Len(), len(h.RefTo), len(h.Roots))
					}
				}
			})
		}
	})
}

// site returns the place where an object was allocated.
func site(h *trace.Heap, o trace.ObjectID) string {
	if h.SiteOf == nil || h.SiteOf[o] == trace.NoSite {
		return ""
	}
	f := h.Sites[h.SiteOf[o]].Frames[0]
	name := f.Class + "." + f.Method
	if t := h.ThreadOf[o]; t >= 0 {
		name += " of " + h.Threads[t].Name
	}
	return name
}

func sitesOf(h *trace.Heap, name string) map[string]int {
	counts := map[string]int{}
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name == name {
			counts[site(h, o)]++
		}
	}
	return counts
}

func TestExact(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, all := range []bool{true, false} {
			p := record(t, home, "Sites", agent.Options{Mode: "exact", Budget: 100, TagAll: all, Depth: 4, Every: time.Hour}, nil)
			p.await("ready")
			at := p.next() // after its GC
			p.in.Write([]byte("\n"))
			p.await("done")
			last := p.point(false)
			r := p.finish()
			want := map[string]int{"Sites.keep of main": 5000, "Sites.keep of second": 3000, "Sites.keepElsewhere of main": 700}
			got := sitesOf(load(t, r, at-1), "Sites$Kept")
			for name, n := range want {
				if got[name] != n && (all || got[name] > n) { // never a wrong one
					t.Errorf("%d objects of %s, expected %d", got[name], name, n)
				}
			}
			checkAllocations(t, r)
			checkDeaths(t, r, load(t, r, at-1), load(t, r, last-1))
		}
	})
}

// TestExactKnowsWhatIsKept checks sites after millions of objects of a class have died. At least 95 % of the kept objects, allocated by
// other call chains, must have their site, and no object a wrong one.
func TestExactKnowsWhatIsKept(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, gc := range []string{"G1", "Parallel", "Serial"} {
			t.Run(gc, func(t *testing.T) {
				p := record(t, home, "Phases", agent.Options{Mode: "exact", Budget: 100, Depth: 8, Every: time.Hour},
					[]string{"-Xmx100m", "-XX:+Use" + gc + "GC"})
				p.await("ready")
				last := p.point(false)
				h := load(t, p.finish(), last-1)
				made := map[string]int{} // by the method that keeps them
				for o := range h.Len() {
					if h.Types[h.TypeOf.At(trace.ObjectID(o))].Name != "Phases$Item" {
						continue
					}
					keeper := ""
					if id := h.SiteOf[o]; id != trace.NoSite {
						frames := h.Sites[id].Frames
						keeper = frames[len(frames)-2].Method // called by main
					}
					made[keeper]++
				}
				if made["keep"] > 200_000 || made["keepElsewhere"] > 50_000 || made["keep"]+made["keepElsewhere"] < 237_500 {
					t.Errorf("objects by the method that keeps them: %v", made)
				}
			})
		}
	})
}

// TestExactChecked compares every site that the agent determined by itself with the VM's, while classes and code are loaded and unloaded.
func TestExactChecked(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, depth := range []int{1, 4, 60} {
			p := record(t, home, "Churn", agent.Options{Mode: "exact", Budget: 100, Depth: depth, Check: 1}, []string{"-Xmx100m"}, "1500")
			p.await("ready")
			r := p.finish()
			said := fmt.Sprint(r.Warnings)
			if strings.Contains(said, "in a slower way") {
				t.Skip(said) // on this machine
			}
			var compared, differ int
			at := strings.LastIndex(said, "of ")
			if n, err := fmt.Sscanf(said[max(at, 0):], "of %d allocation sites that were compared %d differ", &compared, &differ); n != 2 {
				t.Fatalf("the agent says %q: %v", said, err)
			}
			if compared < 100000 || differ != 0 {
				t.Errorf("depth %d: of %d sites %d differ", depth, compared, differ)
			}
		}
	})
}

func checkAllocations(t *testing.T, r *trace.Recording) {
	t.Helper()
	got := map[string]int64{}
	bytes := int64(0)
	err := r.Life.Allocations(context.Background(), func(a trace.Allocation) {
		name := r.Life.Types[a.Type].Name
		if name == "Sites$Kept" || name == "Sites$Dropped" {
			got[name+" "+r.Life.Sites[a.Site].Frames[0].Method+" "+r.Life.Threads[a.Thread]] += a.Objects
			bytes += a.Bytes
		}
		if a.Estimated {
			t.Fatal("an exact count is shown as estimated")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]int64{"Sites$Kept keep main": 5000, "Sites$Kept keep second": 3000,
		"Sites$Kept keepElsewhere main": 700, "Sites$Dropped drop main": 100000, "Sites$Dropped drop second": 20000} {
		if got[name] != n {
			t.Errorf("%d allocations of %s, expected %d", got[name], name, n)
		}
	}
	if want := int64(8700*24 + 120000*32); bytes != want {
		t.Errorf("%d bytes, expected %d", bytes, want)
	}
}

// checkDeaths compares the identities of two heap states with the reported deaths.
func checkDeaths(t *testing.T, r *trace.Recording, before, after *trace.Heap) {
	t.Helper()
	alive := map[uint64]bool{}
	for _, id := range after.Identity {
		if alive[id] {
			t.Fatalf("identity %d appears twice", id)
		}
		alive[id] = true
	}
	dead := map[uint64]bool{}
	err := r.Life.Deaths(context.Background(), func(d trace.Death) {
		if dead[d.Identity] {
			t.Fatalf("object %d dies twice", d.Identity)
		}
		dead[d.Identity] = true
	})
	if err != nil {
		t.Fatal(err)
	}
	gone := 0
	for o, id := range before.Identity {
		if before.Types[before.TypeOf.At(trace.ObjectID(o))].Name == "Sites$Kept" && !alive[id] {
			if gone++; !dead[id] {
				t.Errorf("object %d is gone and its death is not reported", id)
			}
		}
	}
	if gone != 1000 {
		t.Errorf("%d objects are gone, expected 1000", gone)
	}
	for id := range alive {
		if dead[id] {
			t.Errorf("object %d is alive and reported dead", id)
		}
	}
}

func TestSampled(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Sites", agent.Options{Interval: 2000, Budget: 100, Every: time.Hour}, nil)
		p.await("ready")
		at := p.next() // after its GC
		p.in.Write([]byte("\n"))
		p.await("done")
		last := p.point(false)
		r := p.finish()
		before, after := load(t, r, at-1), load(t, r, last-1)
		checkDeaths(t, r, before, after)
		sampled := 0
		for name, n := range sitesOf(before, "Sites$Kept") {
			if name != "" {
				sampled += n
			}
			if name != "" && !strings.HasPrefix(name, "Sites.keep") {
				t.Errorf("site %s, expected Sites.keep…", name)
			}
		}
		if sampled == 0 {
			t.Error("no site is known")
		}
		estimated := int64(0)
		if err := r.Life.Allocations(context.Background(), func(a trace.Allocation) {
			if r.Life.Types[a.Type].Name == "Sites$Dropped" {
				estimated += a.Objects
			}
		}); err != nil {
			t.Fatal(err)
		}
		if estimated < 105000 || estimated > 135000 { // six standard deviations of some 2,000 samples
			t.Errorf("%d allocations are estimated, expected about 120000", estimated)
		}
	})
}

// TestAges runs a program that creates garbage over many GCs, and checks that garbage dies at its first GC.
func TestAges(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Churn", agent.Options{Interval: 20000, Budget: 1}, []string{"-XX:+UseSerialGC", "-Xmx60m"}, "1")
		p.await("ready")
		p.point(true)
		r := p.finish()
		freed := int64(0)
		for _, g := range r.GCs {
			if g.Before > 0 {
				freed += g.Before - g.After
			}
		}
		if want := int64(20 * 20000 * 400); freed < want*8/10 || freed > want*12/10 {
			t.Errorf("%d bytes were freed, expected about %d", freed, want)
		}
		young, old := 0, 0
		if err := r.Life.Deaths(context.Background(), func(d trace.Death) {
			if r.Life.Types[d.Type].Name != "long[]" || d.Birth == trace.NoBirth {
				return
			}
			if d.GC <= d.Birth+1 {
				young++
			} else {
				old++
			}
		}); err != nil {
			t.Fatal(err)
		}
		if young < 1000 || old > young/4 {
			t.Errorf("%d arrays survived no GC, %d survived one or more", young, old)
		}
	})
}

// TestQuiet checks that a program that allocates without GCs still gets points.
func TestQuiet(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, mode := range []string{"sampled", "counts"} {
			p := record(t, home, "Fill", agent.Options{Mode: mode, Interval: 2000}, []string{"-XX:+UseSerialGC", "-Xmn200m"}, "1000")
			p.await("ready")
			select {
			case s := <-p.points:
				if s.GCs != 0 {
					t.Errorf("%s: the program collected %d times", mode, s.GCs)
				}
			case <-testrun.TooLate(t):
				t.Fatalf("%s: no point is made", mode)
			}
			if r := p.finish(); len(r.GCs) > 1 { // the agent may collect once at the end, if that makes the end shorter
				t.Errorf("%s: there are %d GCs, expected none before the end", mode, len(r.GCs))
			}
		}
	})
}

// TestFinal checks that only the point made at the end of the program is marked as final.
func TestFinal(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, mode := range []string{"sampled", "counts"} {
			p := record(t, home, "Fill", agent.Options{Mode: mode}, []string{"-XX:+UseSerialGC", "-Xmn200m"}, "1000")
			p.await("ready")
			p.point(true)
			r := p.finish()
			if len(r.Points) < 2 {
				t.Fatalf("%s: %d points, expected one at the end", mode, len(r.Points))
			}
			for i := range r.Points {
				if last := i == len(r.Points)-1; r.Points[i].Final != last {
					t.Errorf("%s: point %d of %d is marked: %v", mode, i+1, len(r.Points), r.Points[i].Final)
				}
			}
		}
	})
}

func TestCounts(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Fill", agent.Options{Mode: "counts"}, nil, "1000")
		p.await("ready")
		p.settle()
		at := p.point(true)
		want := p.histogram()
		r := p.finish()
		got := map[string][2]int64{}
		for _, c := range r.Points[at-1].Counts {
			got[c.Name] = [2]int64{got[c.Name][0] + c.Objects, got[c.Name][1] + c.Bytes}
		}
		for _, name := range []string{"Fill$Person", "Fill$Padded", "Fill$Weakly", "java.util.HashMap$Node", "java.util.ArrayList"} {
			if got[name] != want[name] {
				t.Errorf("%s: %v, expected %v", name, got[name], want[name])
			}
		}
	})
}

func TestKilledProgram(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := record(t, home, "Fill", agent.Options{}, nil, "1000")
		p.await("ready")
		p.point(true)
		p.cmd.Process.Kill()
		p.cmd.Wait()
		r := p.recording()
		if load(t, r, len(r.Points)-1).Len() < 1000 {
			t.Error("the heap state is not whole")
		}
		if !p.stats.Cut || len(r.Warnings) == 0 {
			t.Error("that the program was killed is not reported")
		}
	})
}

// complaints starts a program whose agent has no collector, or loses its connection, and returns its standard error.
func complaints(t *testing.T, home string, l net.Listener, lose bool) string {
	t.Helper()
	path, err := builtAgent()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	compile(t, home, dir, "Churn")
	cmd := exec.Command(filepath.Join(home, "bin", "java"), "-Xmx100m", "-cp", dir,
		"-agentpath:"+path+"="+agent.Args(agent.Options{Socket: l.Addr().String(), Token: token, Mode: "exact"}), "Churn", "700")
	var text strings.Builder
	cmd.Stderr, cmd.Env = &text, []string{}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if lose {
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := collect.Open(conn, token); err != nil {
			t.Error(err)
		}
		conn.Close()
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program is disturbed: %v: %s", err, text.String())
	}
	return text.String()
}

func TestCollectorGone(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		if text := complaints(t, home, listen(t), true); text != "" {
			t.Errorf("the program says %q, expected nothing", text)
		}
		l := listen(t)
		l.Close()
		if text := complaints(t, home, l, false); strings.Count(text, "\n") != 1 || !strings.Contains(text, "nothing is recorded") {
			t.Errorf("the program says %q, expected one line", text)
		}
	})
}

// attach loads the agent into a running program and returns the output of jcmd.
func (p *program) attach(l net.Listener, o agent.Options) string {
	p.t.Helper()
	path, err := builtAgent()
	if err != nil {
		p.t.Fatal(err)
	}
	o.Socket, o.Token = l.Addr().String(), token
	if o.MaxPause == 0 { // the machine may be busy
		o.MaxPause = time.Minute
	}
	return p.jcmd("JVMTI.agent_load", path, strconv.Quote(agent.Args(o)))
}

func loaded(said string) bool { return strings.Contains(said, "return code: 0") }

func TestLateAndTwice(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home, "Fill", []string{"-XX:+EnableDynamicAgentLoading"}, "1000")
		p.await("ready")
		for round := range 2 { // the second time after the first was stopped
			l := listen(t)
			for text := p.attach(l, agent.Options{}); !loaded(text); text = p.attach(l, agent.Options{}) {
				if end, ok := testrun.Deadline(t); round == 0 || ok && time.Now().After(end) {
					t.Fatalf("round %d: jcmd says %q", round, text)
				}
				time.Sleep(100 * time.Millisecond) // the agent of the first round closes its connection a moment after its recording has ended
			}
			p.accept(l)
			if !p.stream.Hello().Late {
				t.Error("the agent does not say that it is late")
			}
			p.point(true)
			if text := p.attach(listen(t), agent.Options{}); loaded(text) { // a second agent is refused
				t.Errorf("jcmd says %q", text)
			}
			if err := p.stream.Stop(); err != nil {
				t.Fatal(err)
			}
			r := p.recording()
			h := loadLast(t, r)
			unborn := 0
			for _, b := range h.BirthOf {
				if b == trace.NoBirth {
					unborn++
				}
			}
			if unborn < h.Len()/2 {
				t.Errorf("%d of %d objects have no birth, expected most", unborn, h.Len())
			}
		}
		p.in.Close()
		if err := p.cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
}

func loadLast(t *testing.T, r *trace.Recording) *trace.Heap {
	t.Helper()
	return load(t, r, len(r.Points)-1)
}
