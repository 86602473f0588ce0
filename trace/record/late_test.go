package record

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/condition"
	"memcity/trace/tracetest/jdk"
)

func when(t *testing.T, text string) condition.Condition {
	t.Helper()
	c, err := condition.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestLate checks that nothing is loaded into a program before the condition holds, and that everything is recorded afterwards.
func TestLate(t *testing.T) {
	home := jdk.Homes(t)[0]
	argv := command(t, home, "-XX:+UseSerialGC") // its counters are 0 until the first collection
	for _, mode := range []Mode{Sampled, Histograms} {
		for _, started := range []bool{true, false} {
			o := options(t, mode)
			o.When, o.StartAfter, o.Points = when(t, "heap > 1kB and heap < 99 %"), time.Millisecond, 1
			var k *talk
			var r *Recorder
			pid := 0
			if started {
				k, r = starts(t, argv, o)
				pid = r.program.cmd.Process.Pid
			} else {
				var err error
				p, cmd := launch(t, argv)
				k, pid = p, cmd.Process.Pid
				if r, err = Attach(t.Context(), pid, o); err != nil {
					t.Fatal(err)
				}
			}
			s := until(t, r, "waiting", func(s Status) bool { return s.Waiting != "" })
			if s.Waiting != "1ms and heap > 1kB and heap < 99 %" || len(s.Files) > 0 {
				t.Errorf("%v: status %+v", mode, s)
			}
			if runtime.GOOS == "linux" {
				maps, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "maps"))
				if err != nil || strings.Contains(string(maps), "memcity-agent") {
					t.Errorf("%v: the agent is loaded before, or %v", mode, err)
				}
			}
			k.do(t, "100")
			k.do(t, "gc")
			until(t, r, "the recording", func(s Status) bool { return len(s.Files) > 0 && s.Waiting == "" })
			if mode == Sampled {
				if err := r.Point(); err != nil {
					t.Fatal(err)
				}
				if err := r.Wait(); err != nil { // after one point
					t.Error(err)
				}
			} else if err := r.Wait(); err != nil {
				t.Error(err)
			}
			rec := opened(t, o.Out)
			if n := count(t, &rec.Points[0], product); n != 100 || len(rec.Points) > 2 {
				t.Errorf("%v: %d products, %d points", mode, n, len(rec.Points))
			}
			k.do(t, "1") // the program continues
		}
	}
}

// TestNeverBegun checks that a waiting recording can be stopped, and ends with its program.
func TestNeverBegun(t *testing.T) {
	home := jdk.Homes(t)[0]
	for _, stop := range []bool{true, false} {
		k, cmd := launch(t, command(t, home))
		o := options(t, Counts)
		o.StartAfter = time.Hour
		r, err := Attach(t.Context(), cmd.Process.Pid, o)
		if err != nil {
			t.Fatal(err)
		}
		until(t, r, "waiting", func(s Status) bool { return s.Waiting == "1h0m0s" })
		if stop {
			err = r.Stop()
		} else {
			k.in.Close()
			err = r.Wait()
		}
		if err != nil || len(r.Status().Files) > 0 {
			t.Errorf("stop %v: %v, %+v", stop, err, r.Status())
		}
	}
	_, cmd := launch(t, command(t, home, "-XX:-UsePerfData"))
	o := options(t, Counts)
	o.When = when(t, "heap > 1 %")
	if r, err := Attach(t.Context(), cmd.Process.Pid, o); err == nil {
		if err = r.Wait(); err == nil {
			t.Error("a condition about a VM without counters was waited for")
		}
	}
}

// TestGCLoad checks that the share of collections covers the last minute, once it is available.
func TestGCLoad(t *testing.T) {
	l := gcLoad{}
	at := time.Unix(1000, 0)
	look := func(after, spent time.Duration) float64 {
		c := counters(t, map[string]int64{"sun.os.hrt.frequency": 1e9, "sun.gc.collector.0.time": int64(spent / 2), "sun.gc.collector.1.time": int64(spent / 2),
			"sun.gc.generation.0.maxCapacity": 40, "sun.gc.generation.1.maxCapacity": 60, "sun.gc.generation.1.space.0.used": 7}, nil)
		r := l.read(at.Add(after), c)
		if r.HeapMax != 100 || r.HeapUsed != 7 {
			t.Errorf("%+v", r)
		}
		return r.GCShare
	}
	for _, step := range []struct {
		after, spent time.Duration
		want         float64
	}{{0, time.Second, -1}, {4999 * time.Millisecond, 2 * time.Second, -1}, {5 * time.Second, 2 * time.Second, 0.2}, {10 * time.Second, 6 * time.Second, 0.5},
		{60 * time.Second, 6 * time.Second, 5.0 / 60}, {70 * time.Second, 12 * time.Second, 0.1}, {500 * time.Second, 12 * time.Second, 0}} {
		if got := look(step.after, step.spent); got < step.want-1e-9 || got > step.want+1e-9 {
			t.Errorf("after %v: %v, want %v", step.after, got, step.want)
		}
	}
	if len(l.looks) > 3 {
		t.Errorf("%d looks are kept", len(l.looks))
	}
	g1 := counters(t, map[string]int64{"sun.gc.generation.0.maxCapacity": 40, "sun.gc.generation.1.maxCapacity": 60},
		map[string]string{"sun.gc.collector.1.name": "G1 full collection pauses"})
	if r := (&gcLoad{}).read(at, g1); r.HeapMax != 60 || r.HeapUsed != -1 || r.GCShare != -1 {
		t.Errorf("%+v", r)
	}
}
