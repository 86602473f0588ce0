package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/record/jvm"
)

// maxCollectors is the largest number of collectors in a VM's counters.
const maxCollectors = 8

// gcWatch detects garbage collections from a VM's performance counters. For each collector, these contain the number of runs, the time of
// the last run and the total duration. Times are since the start of the VM. If several GCs ran between two readings, only the last has an
// exact time. The others are spread over the interval before it. For ZGC and Shenandoah, every pause counts as a GC.
type gcWatch struct {
	runs  [maxCollectors]int64
	spent [maxCollectors]int64 // total in ticks
	exit  [maxCollectors]int64 // end of the last run, in ticks
	begun bool
	count uint32 // number of GCs that have ended since the start of the VM
}

// look returns the GCs that ended since the previous call. The first call returns none and only sets count.
func (w *gcWatch) look(c *jvm.Counters) []trace.GC {
	var found []trace.GC
	frequency, _ := c.Number("sun.os.hrt.frequency")
	for i := range maxCollectors {
		prefix := fmt.Sprintf("sun.gc.collector.%d.", i)
		number := func(name string) int64 {
			v, _ := c.Number(prefix + name)
			return v
		}
		runs, spent := number("invocations"), number("time")
		entry, exit := number("lastEntryTime"), number("lastExitTime")
		if exit < entry { // the collector is running and has already counted this run
			runs = max(runs-1, 0)
			if w.begun {
				continue
			}
		}
		more := min(runs-w.runs[i], maxBetween)
		if more > 0 && w.begun && frequency > 0 {
			found = append(found, w.spread(i, int(more), spent, entry, exit, frequency, c)...)
		}
		if more > 0 || !w.begun {
			w.runs[i], w.spent[i], w.exit[i] = max(runs, 0), spent, exit
		}
	}
	slices.SortStableFunc(found, func(a, b trace.GC) int { return cmp.Compare(a.End, b.End) })
	if !w.begun {
		for _, runs := range w.runs {
			w.count += uint32(runs)
		}
	}
	w.begun = true
	for i := range found {
		w.count++
		found[i].Number = w.count
	}
	return found
}

// maxBetween is the largest number of GCs reported per reading.
const maxBetween = 10_000

func (w *gcWatch) spread(i, more int, spent, entry, exit, frequency int64, c *jvm.Counters) []trace.GC {
	ticks := func(n int64) time.Duration {
		return time.Duration(float64(max(n, 0)) / float64(frequency) * float64(time.Second))
	}
	name := c.Text(fmt.Sprintf("sun.gc.collector.%d.name", i))
	concurrent := strings.Contains(name, "concurrent") || strings.HasPrefix(name, "Z") || strings.HasPrefix(name, "Shenandoah")
	last := trace.GC{Start: ticks(entry), End: ticks(exit), Pause: ticks(exit - entry), Kind: kindOf(name), Concurrent: concurrent}
	all := make([]trace.GC, more)
	if rest := int64(more) - 1; rest > 0 {
		from, pause := w.exit[i], ticks((spent-w.spent[i])/rest)-last.Pause/time.Duration(rest)
		for k := range all[:rest] {
			g := last
			g.Start = ticks(from + (entry-from)*int64(k)/rest)
			g.Pause = max(pause, 0)
			g.End = g.Start + g.Pause
			all[k] = g
		}
	}
	if cause := c.Text("sun.gc.lastCause"); cause != "No GC" {
		last.Cause = cause
	}
	last.After, last.Capacity = heapUse(c)
	all[more-1] = last
	return all
}

// kindOf shortens the name of a collector: "G1 young collection pauses" becomes "minor".
func kindOf(name string) string {
	switch {
	case strings.Contains(name, "young") || strings.Contains(name, "minor"):
		return "minor"
	case strings.Contains(name, "full") || strings.Contains(name, "major"):
		return "major"
	}
	return strings.TrimSuffix(name, " pauses")
}

// heapUse returns the used bytes and the capacity of all heap spaces. The VM updates these counters at GCs.
func heapUse(c *jvm.Counters) (used, capacity int64) {
	for g := range maxCollectors {
		n, ok := c.Number(fmt.Sprintf("sun.gc.generation.%d.capacity", g))
		if ok {
			capacity += n
		}
		for s := range maxCollectors {
			n, ok := c.Number(fmt.Sprintf("sun.gc.generation.%d.space.%d.used", g, s))
			if ok {
				used += n
			}
		}
	}
	return used, capacity
}
