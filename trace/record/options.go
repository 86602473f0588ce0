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

// Mode is a recording mode.
type Mode uint8

// Recording modes.
const (
	Sampled    Mode = iota // single objects at GC points, and sampled allocation sites
	Exact                  // as Sampled, and every allocation
	Counts                 // objects and bytes by type, from an agent
	Dumps                  // single objects, from heap dumps of the VM
	Histograms             // objects and bytes by type, from class histograms of the VM
)

var modeNames = []string{"sampled", "exact", "counts", "dumps", "histograms"}

func (m Mode) String() string { return modeNames[m] }

// Agent reports whether the mode needs an agent in the VM.
func (m Mode) Agent() bool { return m <= Counts }

// ParseMode returns the mode with the given name.
func ParseMode(text string) (Mode, error) {
	i := slices.Index(modeNames, text)
	if i < 0 {
		return 0, fmt.Errorf("mode %q: expected %s", text, strings.Join(modeNames, ", "))
	}
	return Mode(i), nil
}

// Options control the content and the cost of a recording. A zero value selects the default named in the comment.
type Options struct {
	Mode Mode

	// Depth is the number of stack frames stored per allocation site, 1 to [MaxDepth]; default [DefaultDepth].
	Depth int
	// IsOwn reports whether a class belongs to the program. A sample stores more than Depth frames if needed to reach the innermost frame
	// of the program's own code. If IsOwn is nil, a sample has at most Depth frames.
	IsOwn func(class string) bool
	// Interval is the mean number of allocated bytes between two sampled allocation sites in mode sampled; default [DefaultInterval].
	Interval int64
	// Every is the minimum time between two GC points; default [DefaultEvery] for agents, [DefaultDumpEvery] for dumps,
	// [DefaultHistogramEvery] for histograms, [DefaultSnapshotEvery] for V8, Python, Ruby and .NET, and [DefaultProfileEvery] for heap
	// profiles.
	Every time.Duration
	// Budget is the largest share of the run time for which the program may be paused for GC points, in percent, 1 to 100; default
	// [DefaultBudget].
	Budget int
	// MaxPause is the longest single pause for a GC point of an agent; default [DefaultMaxPause]. If walking the heap would take longer,
	// objects are counted by type. For V8, Python, Ruby and .NET, it is the longest pause predicted for a snapshot; default [DefaultSnapshotPause].
	// Snapshots that would take longer are not taken.
	MaxPause time.Duration
	// AgentMemory is the largest amount of memory that an agent may use inside the VM, in bytes; default [DefaultAgentMemory].
	AgentMemory int64
	// MaxObjects is the largest number of heap objects that an agent records individually; default [DefaultMaxObjects]. In larger heaps it
	// counts objects by type.
	MaxObjects int64
	// TagAll makes mode exact assign identities at allocation. This is more expensive, but no allocation site is missing.
	TagAll bool
	// NoInternals keeps the agent from using internal structures of the VM, as it does in untested VM versions.
	NoInternals bool
	// Collections selects the classes whose calls to collections an agent records; none if its Classes is empty.
	Collections usage.Options
	// All includes garbage in dumps, histograms and requested points, which saves the VM a full GC for each.
	All bool
	// KeepDumps keeps the heap dumps of mode dumps in the folder Temp.
	KeepDumps bool
	// Ring selects the GC points that are removed from the file later.
	Ring ring.Policy
	// RotateAfter and RotateBytes are the time and the file size after which a new file begins, at the next GC point; 0 for never. The
	// names of the files are numbered.
	RotateAfter time.Duration
	RotateBytes int64
	// Temp is the folder for heap dumps until they are converted; empty for the VM's temporary folder.
	Temp string

	// StartAfter is the time from the start of the program, or from attaching to it, to the start of recording. Until then nothing is
	// loaded into the VM.
	StartAfter time.Duration
	// When is a further condition for the start of recording.
	When condition.Condition
	// Points is the number of points after which the recording ends; 0 for no limit. In modes with single objects, it counts only points
	// that have them.
	Points int

	// Out is the file to write; empty for a file in the current folder named after the program and the time. Further VMs get numbered
	// names.
	Out string
	// Stream receives the trace instead of a file, unless it is nil. Further VMs are then not recorded.
	Stream io.Writer
	// Overwrite allows an existing file to be replaced.
	Overwrite bool
	// Tool is the name and version of the recorder, which is stored in the file.
	Tool string

	// Dir, Env, Stdin, Stdout and Stderr apply to a started program, as in os/exec.
	Dir            string
	Env            []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	// Now is the clock. It must not be nil.
	Now func() time.Time

	wrap                  func(io.Writer) io.Writer // wraps the writer of a file, for tests
	hasEvery, hasMaxPause bool                      // true if Every or MaxPause is not the default
}

// rest returns how long a program must run after a pause to stay within the budget.
func (o *Options) rest(pause time.Duration) time.Duration {
	return pause * time.Duration(100-o.Budget) / time.Duration(o.Budget)
}

// Defaults and limits of [Options].
const (
	DefaultDepth          = 16
	MaxDepth              = 64
	DefaultInterval       = 512 << 10
	DefaultEvery          = 500 * time.Millisecond
	DefaultDumpEvery      = 10 * time.Second
	DefaultHistogramEvery = 2 * time.Second
	DefaultSnapshotEvery  = 5 * time.Second
	DefaultProfileEvery   = 10 * time.Second
	DefaultBudget         = 5
	DefaultMaxObjects     = 20_000_000
	DefaultMaxPause       = time.Second
	DefaultSnapshotPause  = 10 * time.Second
	LeastPause            = 10 * time.Millisecond
	DefaultAgentMemory    = 64 << 20
	LeastAgentMemory      = 8 << 20
)

// Check returns an error that names the first option out of its range.
func (o Options) Check() error {
	_, err := o.normal()
	return err
}

// normal returns the options with defaults filled in. It returns an error if an option is out of its range.
func (o Options) normal() (Options, error) {
	set := func(v *int64, otherwise int64) {
		if *v == 0 {
			*v = otherwise
		}
	}
	o.hasEvery, o.hasMaxPause = o.hasEvery || o.Every != 0, o.hasMaxPause || o.MaxPause != 0
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
		return o, fmt.Errorf("unknown mode %d", o.Mode)
	case o.Depth < 1 || o.Depth > MaxDepth:
		return o, fmt.Errorf("depth %d: expected 1 to %d frames", o.Depth, MaxDepth)
	case o.Interval < 1:
		return o, fmt.Errorf("interval %d: expected bytes, 1 or more", o.Interval)
	case o.Every < time.Millisecond:
		return o, fmt.Errorf("every %v: expected 1ms or more", o.Every)
	case o.Budget < 1 || o.Budget > 100:
		return o, fmt.Errorf("budget %d: expected 1 to 100 percent", o.Budget)
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
		return o, errors.New("keep, thin, rotate: need an output file, not a stream")
	case (o.RotateAfter > 0 || o.RotateBytes > 0) && !o.Ring.IsZero():
		return o, errors.New("rotate: cannot be combined with keep or thin, which remove points from a single file")
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
