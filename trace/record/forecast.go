package record

import (
	"fmt"
	"time"

	"memcity/trace/record/jvm"
)

// Forecast is an estimate of the pause for the first GC point of a running VM. It is based on heap usage and the number of threads, which
// can be read without stopping the VM.
type Forecast struct {
	Threads     int64
	Used        int64            // used heap in bytes, including garbage, from the VM's counters
	Objects     int64            // estimate at 48 bytes each
	Walk, Count [2]time.Duration // least and most pause for a point with objects, and for one with counts
}

// Measured costs per object in ns, on several machines and heaps.
const (
	bytesPerObject            = 48
	leastWalk, mostWalk       = 300, 1600
	leastCounted, mostCounted = 40, 80
)

// The VM prepares the stacks of all threads before it walks the heap. A frame takes up to 0.1 ms, and a thread has about 20.
const (
	mostOfThread = 2 * time.Millisecond
	manyThreads  = 200
)

func forecastOf(used, threads int64) Forecast {
	n := used / bytesPerObject
	span := func(least, most int64) [2]time.Duration {
		return [2]time.Duration{time.Duration(n * least), time.Duration(n * most)}
	}
	return Forecast{Threads: threads, Used: used, Objects: n, Walk: span(leastWalk, mostWalk), Count: span(leastCounted, mostCounted)}
}

// ForecastOf estimates the pause from the counters of a VM. It returns an error if the counters cannot be read.
func ForecastOf(pid int) (Forecast, error) {
	w, err := jvm.NewWatch(pid)
	if err != nil {
		return Forecast{}, err
	}
	defer w.Close()
	c, err := w.Read()
	if err != nil {
		return Forecast{}, err
	}
	var used int64
	for generation := range 3 {
		for space := range 4 {
			n, _ := c.Number(fmt.Sprintf("sun.gc.generation.%d.space.%d.used", generation, space))
			used += max(0, n)
		}
	}
	threads, _ := c.Number("java.threads.live")
	return forecastOf(used, threads), nil
}

// Worth reports whether to warn the user before loading an agent: if the pause may be 0.1 s or longer, or there are many threads.
func (f Forecast) Worth(m Mode) bool {
	return m.Agent() && (f.span(m)[1] >= 100*time.Millisecond || f.Threads >= manyThreads)
}

func (f Forecast) span(m Mode) [2]time.Duration {
	if m == Counts {
		return f.Count
	}
	return f.Walk
}

// Text describes the pause for the first point. limit is the longest pause allowed.
func (f Forecast) Text(m Mode, limit time.Duration) string {
	text := f.objects(m, limit)
	if f.Threads < manyThreads {
		return text
	}
	most := time.Duration(f.Threads) * mostOfThread
	text += fmt.Sprintf("; before that, the JVM may take time to prepare the stacks of %d threads, up to %.1f s", f.Threads, most.Seconds())
	if most > limit {
		text += fmt.Sprintf(", and nothing is recorded if this could exceed --max-pause %v", limit)
	}
	return text
}

func (f Forecast) objects(m Mode, limit time.Duration) string {
	span := f.span(m)
	text := fmt.Sprintf("the heap uses %d MB, about %s; the first GC point would stop the program for %s", f.Used/1e6, millions(f.Objects),
		spanText(span))
	switch {
	case span[0] > limit && m != Counts:
		return text + fmt.Sprintf(", more than --max-pause %v allows, so objects would only be counted by type", limit)
	case span[1] > limit:
		return text + fmt.Sprintf("; it is canceled after --max-pause %v", limit)
	}
	return text
}

func spanText(s [2]time.Duration) string {
	return fmt.Sprintf("%.1f to %.1f s", s[0].Seconds(), s[1].Seconds())
}

func millions(n int64) string {
	if n < 950_000 {
		return fmt.Sprintf("%d thousand objects", (n+500)/1000)
	}
	return fmt.Sprintf("%.1f million objects", float64(n)/1e6)
}
