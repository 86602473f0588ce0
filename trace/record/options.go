package record

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
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
	// Interval is the mean number of allocated bytes between two allocations whose site is taken in mode sampled;
	// [DefaultInterval].
	Interval int64
	// Every is the least time between two GC points; [DefaultEvery] for agents, [DefaultDumpEvery], [DefaultHistogramEvery].
	Every time.Duration
	// Budget is the largest share of the run time that the program may stand still for GC points, in per cent, 1 to 100;
	// [DefaultBudget].
	Budget int
	// MaxObjects is the largest heap whose single objects are recorded by an agent; larger ones give counts.
	// [DefaultMaxObjects].
	MaxObjects int64
	// TagAll gives every object its identity when it is allocated, in mode exact: more expensive, and no site is missing.
	TagAll bool
	// NoInternals has an agent do without the VM's internal structures, as in versions of it that were not tested.
	NoInternals bool
	// All leaves garbage in dumps, histograms and points that are requested, which saves the VM a full GC for each of them.
	All bool
	// Keep leaves the heap dumps of mode dumps in the folder Temp.
	Keep bool
	// Temp is the folder for heap dumps until they are converted; empty for the VM's own.
	Temp string

	// Out is the file to write; empty for one in the current folder named after the program and the time. A second VM gets a
	// number behind the name.
	Out string
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
	case o.MaxObjects < 1:
		return o, fmt.Errorf("max-objects %d: expected 1 or more", o.MaxObjects)
	case o.TagAll && o.Mode != Exact:
		return o, fmt.Errorf("tag-all: needs mode exact, not %v", o.Mode)
	case o.NoInternals && !o.Mode.Agent():
		return o, fmt.Errorf("no-internals: there is no agent in mode %v", o.Mode)
	case o.Keep && o.Mode != Dumps:
		return o, fmt.Errorf("keep: there are no dumps in mode %v", o.Mode)
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
