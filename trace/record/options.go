package record

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"memcity/trace/record/condition"
	"memcity/trace/record/ring"
	"memcity/trace/record/usage"
)

// Mode is how a program is recorded.
type Mode uint8

// The modes.
const (
	Sampled    Mode = iota // single objects at GC points, allocation sites of a sample
	Exact                  // and every allocation
	Counts                 // objects and bytes per type, by an agent
	Dumps                  // single objects, by heap dumps of the VM
	Histograms             // objects and bytes per type, by class histograms of the VM
)

var modeNames = []string{"sampled", "exact", "counts", "dumps", "histograms"}

func (m Mode) String() string { return modeNames[m] }

// Agent reports whether the mode needs an agent in the VM.
func (m Mode) Agent() bool { return m <= Counts }

// ParseMode reads a mode by its name.
func ParseMode(text string) (Mode, error) {
	i := slices.Index(modeNames, text)
	if i < 0 {
		return 0, fmt.Errorf("mode %q: expected %s", text, strings.Join(modeNames, ", "))
	}
	return Mode(i), nil
}

// Options say what is recorded and at what cost. Zero values stand for the defaults.
type Options struct {
	Mode Mode

	// Depth is the number of frames kept of a call chain, 1 to [MaxDepth]; [DefaultDepth].
	Depth int
	// IsOwn reports whether a class belongs to the program. A sample keeps more frames than Depth if it takes more to reach the innermost
	// frame of such a class. Nil keeps Depth frames.
	IsOwn func(class string) bool
	// Interval is the mean number of allocated bytes between two allocations whose site is taken in mode sampled;
	// [DefaultInterval].
	Interval int64
	// Every is the least time between two GC points; [DefaultEvery] for agents, [DefaultDumpEvery], [DefaultHistogramEvery].
	Every time.Duration
	// Budget is the largest share of the run time that the program may stand still for GC points, in per cent, 1 to 100;
	// [DefaultBudget].
	Budget int
	// MaxPause is the longest time that the program may stand still at once for an agent's point; [DefaultMaxPause]. A heap
	// that takes longer is counted by type.
	MaxPause time.Duration
	// AgentMemory is the most that an agent takes inside of the VM, in bytes; [DefaultAgentMemory].
	AgentMemory int64
	// MaxObjects is the largest heap whose single objects are recorded by an agent; larger ones give counts.
	// [DefaultMaxObjects].
	MaxObjects int64
	// TagAll gives every object its identity when it is allocated, in mode exact: more expensive, and no site is missing.
	TagAll bool
	// NoInternals has an agent do without the VM's internal structures, as in versions of it that were not tested.
	NoInternals bool
	// Collections says of which classes the calls to collections are recorded by an agent; none if its Classes are empty.
	Collections usage.Options
	// All leaves garbage in dumps, histograms and points that are requested, which saves the VM a full GC for each of them.
	All bool
	// KeepDumps leaves the heap dumps of mode dumps in the folder Temp.
	KeepDumps bool
	// Ring says which GC points are removed from the file again.
	Ring ring.Policy
	// RotateAfter and RotateBytes begin another file at the first GC point after a time, or above a size; 0 for never. The name gets
	// a number.
	RotateAfter time.Duration
	RotateBytes int64
	// Temp is the folder for heap dumps until they are converted; empty for the VM's own.
	Temp string

	// StartAfter is how long a program runs, or has been attached to, before its recording begins. Until then nothing is loaded into it.
	StartAfter time.Duration
	// When has to hold before the recording begins, in addition.
	When condition.Condition
	// Points ends the recording once a file has so many points with single objects, in modes without them so many points; 0 for none.
	Points int

	// Out is the file to write; empty for one in the current folder named after the program and the time. A second VM gets a
	// number behind the name.
	Out string
	// Stream gets the trace in place of a file, if it is not nil. Of a second VM there is none then.
	Stream io.Writer
	// Overwrite lets a file be replaced.
	Overwrite bool
	// Tool is written into the file: what recorded, with its version.
	Tool string

	// Dir, Env, Stdin, Stdout and Stderr are those of a program that is started, as in os/exec.
	Dir            string
	Env            []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	// Now is the clock. It must be set.
	Now func() time.Time

	wrap func(io.Writer) io.Writer // what files are written through, for tests
}

// Defaults and limits of [Options].
const (
	DefaultDepth          = 16
	MaxDepth              = 64
	DefaultInterval       = 512 << 10
	DefaultEvery          = 500 * time.Millisecond
	DefaultDumpEvery      = 10 * time.Second
	DefaultHistogramEvery = 2 * time.Second
	DefaultBudget         = 5
	DefaultMaxObjects     = 20_000_000
	DefaultMaxPause       = time.Second
	LeastPause            = 10 * time.Millisecond
	DefaultAgentMemory    = 64 << 20
	LeastAgentMemory      = 8 << 20
)

// Check says which value is out of its range.
func (o Options) Check() error {
	_, err := o.normal()
	return err
}

// normal fills in the defaults and checks the rest.
func (o Options) normal() (Options, error) {
	set := func(v *int64, otherwise int64) {
		if *v == 0 {
			*v = otherwise
		}
	}
	depth, every, budget := int64(o.Depth), int64(o.Every), int64(o.Budget)
	set(&depth, DefaultDepth)
	set(&o.Interval, DefaultInterval)
	set(&every, int64(o.Mode.defaultEvery()))
	set(&budget, DefaultBudget)
	set(&o.MaxObjects, DefaultMaxObjects)
	set(&o.AgentMemory, DefaultAgentMemory)
	set((*int64)(&o.MaxPause), int64(DefaultMaxPause))
	o.Depth, o.Every, o.Budget = int(depth), time.Duration(every), int(budget)
	switch {
	case o.Now == nil:
		return o, errors.New("options: there is no clock")
	case int(o.Mode) >= len(modeNames):
		return o, fmt.Errorf("mode %d: there is no such mode", o.Mode)
	case o.Depth < 1 || o.Depth > MaxDepth:
		return o, fmt.Errorf("depth %d: expected 1 to %d frames", o.Depth, MaxDepth)
	case o.Interval < 1:
		return o, fmt.Errorf("interval %d: expected bytes, 1 or more", o.Interval)
	case o.Every < time.Millisecond:
		return o, fmt.Errorf("every %v: expected 1ms or more", o.Every)
	case o.Budget < 1 || o.Budget > 100:
		return o, fmt.Errorf("budget %d: expected per cent, 1 to 100", o.Budget)
	case o.MaxPause < LeastPause:
		return o, fmt.Errorf("max-pause %v: expected %v or more", o.MaxPause, LeastPause)
	case o.AgentMemory < LeastAgentMemory:
		return o, fmt.Errorf("agent-memory %d: expected %d MiB or more", o.AgentMemory, LeastAgentMemory>>20)
	case o.MaxObjects < 1:
		return o, fmt.Errorf("max-objects %d: expected 1 or more", o.MaxObjects)
	case o.StartAfter < 0:
		return o, fmt.Errorf("start-after %v: expected 0 or more", o.StartAfter)
	case o.Points < 0:
		return o, fmt.Errorf("points %d: expected 1 or more", o.Points)
	case o.TagAll && o.Mode != Exact:
		return o, fmt.Errorf("tag-all: needs mode exact, not %v", o.Mode)
	case o.NoInternals && !o.Mode.Agent():
		return o, fmt.Errorf("no-internals: there is no agent in mode %v", o.Mode)
	case o.Collections.Classes != "" && !o.Mode.Agent():
		return o, fmt.Errorf("collections: there is no agent in mode %v", o.Mode)
	case o.RotateAfter < 0 || o.RotateBytes < 0 || o.Ring.Keep < 0 || o.Ring.Bytes < 0:
		return o, errors.New("keep, rotate: expected a time or a size above 0")
	case o.Stream != nil && (o.RotateAfter > 0 || o.RotateBytes > 0 || !o.Ring.IsZero()):
		return o, errors.New("keep, thin, rotate: need a file; expected another output than a stream")
	case (o.RotateAfter > 0 || o.RotateBytes > 0) && !o.Ring.IsZero():
		return o, errors.New("rotate: not together with keep or thin, which remove points from one file")
	case o.KeepDumps && o.Mode != Dumps:
		return o, fmt.Errorf("keep-dumps: there are no dumps in mode %v", o.Mode)
	}
	return o, nil
}

func (m Mode) defaultEvery() time.Duration {
	switch m {
	case Dumps:
		return DefaultDumpEvery
	case Histograms:
		return DefaultHistogramEvery
	}
	return DefaultEvery
}
