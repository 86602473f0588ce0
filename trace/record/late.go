package record

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"memcity/trace/record/condition"
	"memcity/trace/record/jvm"
)

// late reports whether the recording begins later than the program starts or the VM is attached to.
func (o *Options) late() bool { return o.StartAfter > 0 || !o.When.IsZero() }

const (
	// conditionEvery is the interval between checks of the start condition. A check costs the VM nothing.
	conditionEvery = 500 * time.Millisecond
	// gcWindow is the period for computing the share of GC time.
	gcWindow = time.Minute
)

// await waits until the recording of a VM is due to begin. It returns false if the VM ended or the recording was stopped first.
func (r *Recorder) await(p jvm.Process) (bool, error) {
	watch, err := r.conditionWatch(p)
	if err != nil {
		return false, err
	}
	if watch != nil {
		defer watch.Close()
	}
	r.setWaiting(r.o.waitingFor())
	defer r.setWaiting("")
	begin := r.o.Now()
	var load gcLoad
	look := time.NewTicker(conditionEvery)
	defer look.Stop()
	for {
		select {
		case <-r.stopping:
			return false, nil
		case <-look.C:
		}
		now := r.o.Now()
		reading := condition.Reading{HeapUsed: -1, GCShare: -1}
		if watch != nil {
			c, err := watch.Read()
			if errors.Is(err, jvm.ErrEnded) {
				return false, nil
			}
			if err != nil {
				continue // the VM was updating the counters
			}
			reading = load.read(now, c)
		} else if !jvm.Runs(p.PID) {
			return false, nil
		}
		if now.Sub(begin) >= r.o.StartAfter && r.o.When.Holds(reading) {
			return true, nil
		}
	}
}

// setWaiting sets the condition in the status.
func (r *Recorder) setWaiting(condition string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status.Waiting = condition
}

// conditionWatch opens the counters for the start condition; nil if there is no condition.
func (r *Recorder) conditionWatch(p jvm.Process) (*jvm.Watch, error) {
	if r.o.When.IsZero() {
		return nil, nil
	}
	watch, err := jvm.NewWatch(p.PID)
	if err != nil {
		return nil, fmt.Errorf("when %s: cannot be evaluated: %w", r.o.When, err)
	}
	return watch, nil
}

func (o *Options) waitingFor() string {
	var parts []string
	if o.StartAfter > 0 {
		parts = append(parts, o.StartAfter.String())
	}
	if !o.When.IsZero() {
		parts = append(parts, o.When.String())
	}
	return strings.Join(parts, " and ")
}

// gcLoad computes the share of time spent in GCs.
type gcLoad struct {
	looks []gcLook // readings of the last minute, oldest first
}

type gcLook struct {
	at    time.Time
	spent time.Duration // total GC time since the start of the VM
}

// read returns the current readings from the counters and adds them to l.
func (l *gcLoad) read(now time.Time, c *jvm.Counters) condition.Reading {
	used, _ := heapUse(c)
	reading := condition.Reading{HeapUsed: used, HeapMax: heapMax(c), GCShare: -1}
	if used == 0 {
		reading.HeapUsed = -1
	}
	frequency, _ := c.Number("sun.os.hrt.frequency")
	if frequency <= 0 {
		return reading
	}
	spent := int64(0)
	for i := range maxCollectors {
		n, _ := c.Number(fmt.Sprintf("sun.gc.collector.%d.time", i))
		spent += n
	}
	l.looks = append(l.looks, gcLook{now, time.Duration(float64(spent) / float64(frequency) * float64(time.Second))})
	for len(l.looks) > 2 && now.Sub(l.looks[1].at) >= gcWindow {
		l.looks = l.looks[1:]
	}
	first, last := l.looks[0], l.looks[len(l.looks)-1]
	const least = 5 * time.Second // a single collection is not a load
	if span := last.at.Sub(first.at); span >= least {
		reading.GCShare = min(1, max(0, (last.spent-first.spent).Seconds()/span.Seconds()))
	}
	return reading
}

// heapMax returns the largest possible heap size in bytes; 0 if unknown. Collectors without fixed generations report the whole heap for
// each generation.
func heapMax(c *jvm.Counters) int64 {
	sum, largest := int64(0), int64(0)
	for g := range maxCollectors {
		n, _ := c.Number(fmt.Sprintf("sun.gc.generation.%d.maxCapacity", g))
		sum, largest = sum+n, max(largest, n)
	}
	for i := range maxCollectors {
		name := c.Text(fmt.Sprintf("sun.gc.collector.%d.name", i))
		if strings.HasPrefix(name, "G1") || strings.HasPrefix(name, "Z") || strings.HasPrefix(name, "Shenandoah") {
			return largest
		}
	}
	return sum
}

// attachLate waits until the recording of a VM is due to begin, then begins it.
func (r *Recorder) attachLate(p jvm.Process) {
	due, err := r.await(p)
	if err != nil {
		r.fail(err)
	}
	if !due {
		return
	}
	r.begin()
	if r.o.Mode.Agent() {
		err = r.attachAgent(r.ctx, p)
	} else {
		err = r.poll(p)
	}
	if err != nil && jvm.Runs(p.PID) {
		r.fail(err)
	}
}

// enough stops the recording once a file has the requested number of points.
func (t *track) enough(f FileStatus) {
	points := f.Points
	if t.r.o.Mode.single() {
		points = f.Full
	}
	if t.r.o.Points > 0 && points >= t.r.o.Points {
		t.r.requestStop()
	}
}

// single reports whether points have single objects, unless the heap is too large.
func (m Mode) single() bool { return m != Counts && m != Histograms }
