package groups

import (
	"strings"

	"memcity/analysis/threads"
	"memcity/city/dump"
	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// threadFlags contains the options of threads.
type threadFlags struct {
	at, format, name string
	top, frames      int
}

// printedThreads contains the threads of a GC point.
type printedThreads struct {
	Recording dump.Recording  `json:"recording"`
	Reachable cli.Amount      `json:"reachable"` // all objects that GC roots hold
	Threads   []printedThread `json:"threads"`   // largest amount alone first

	*threadFlags
	list []threads.Thread
}

type printedThread struct {
	Name   string          `json:"name"`
	Type   string          `json:"type,omitempty"`
	Object *trace.ObjectID `json:"object,omitempty"` // nil if unknown
	State  string          `json:"state,omitempty"`  // as in java.lang.Thread.State; empty if not recorded
	Daemon bool            `json:"daemon,omitempty"`
	Failed bool            `json:"failed,omitempty"` // true if it was creating an OutOfMemoryError
	Alone  cli.Amount      `json:"alone"`            // would be freed if it ended
	Own    cli.Amount      `json:"own"`              // part of alone that no frame holds: its object with thread-locals
	Frames []printedFrame  `json:"frames"`           // innermost first
	Other  []variable      `json:"variables,omitempty"`
}

type printedFrame struct {
	Text      string     `json:"frame"`
	Freed     cli.Amount `json:"freed"` // part of the thread's alone that is freed when the method returns
	Variables []variable `json:"variables,omitempty"`
}

// variable is a reference from a stack.
type variable struct {
	Object trace.ObjectID `json:"object"`
	Type   string         `json:"type"`
	Native bool           `json:"native,omitempty"` // of native code
}

// printThreads prints the threads of a GC point, and the memory that each of them and each of its frames holds.
func printThreads(c *cli.Call) error {
	set := c.Flags()
	var f threadFlags
	set.StringVar(&f.at, "at", "", "")
	set.StringVar(&f.name, "name", "", "")
	set.IntVar(&f.top, "top", 10, "")
	set.IntVar(&f.frames, "frames", 12, "")
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	for name, n := range map[string]int{"top": f.top, "frames": f.frames} {
		if n < 0 {
			return cli.Usagef("%s %d: expected 0 for all, or more", name, n)
		}
	}
	if err := cli.CheckTable(f.format); err != nil {
		return err
	}
	return cli.Result(c, paths, f.format, f.find)
}

func (f *threadFlags) find(c *cli.Call, o *recording.Recording) (*printedThreads, error) {
	point, err := cli.PointOf(c.Ctx, o, f.at)
	if err != nil {
		return nil, err
	}
	if !o.Recording.Knows.Has(trace.KnowsRoots) {
		return nil, cli.Usagef("threads: %s has no GC roots; use a heap dump to see the memory of threads", o.Recording.Name)
	}
	found, err := objects.Threads(c.Ctx, o, point, c.Progress())
	if err != nil {
		return nil, err
	}
	p := &printedThreads{Recording: cli.Source(o, point), Reachable: cli.Amount(found.Reachable), Threads: []printedThread{}, threadFlags: f}
	for i := range found.Threads {
		if t := &found.Threads[i]; strings.Contains(t.Name, f.name) {
			p.Threads, p.list = append(p.Threads, printThread(t)), append(p.list, *t)
		}
	}
	return p, nil
}

func printThread(t *threads.Thread) printedThread {
	p := printedThread{Name: t.Name, Type: t.Type, State: t.State, Daemon: t.Daemon, Failed: t.Failed, Alone: cli.Amount(t.Alone), Own: cli.Amount(t.Own),
		Frames: []printedFrame{}, Other: variables(t.Other)}
	if t.Object != trace.NoObject {
		p.Object = &t.Object
	}
	for i := range t.Frames {
		f := &t.Frames[i]
		p.Frames = append(p.Frames, printedFrame{f.Text, cli.Amount(f.Freed), variables(f.Variables)})
	}
	return p
}

func variables(list []threads.Variable) (out []variable) {
	for _, v := range list {
		out = append(out, variable(v))
	}
	return out
}
