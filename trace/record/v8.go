package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"memcity/trace"
	"memcity/trace/process"
	"memcity/trace/record/inspector"
	"memcity/trace/record/node"
)

const (
	// inspectorPatience is how long a program may take to open its inspector.
	inspectorPatience = 10 * time.Second
	// inspectorLook is the interval between checks for an open inspector.
	inspectorLook = 50 * time.Millisecond
)

// nodeWord returns the index of the word that starts Node.js; -1 if there is none.
func nodeWord(argv []string) int {
	at := wordOf(argv, node.IsName)
	if at < 0 {
		return -1
	}
	if path, err := process.FindForUser(argv[at]); err != nil || !node.IsNode(path) {
		return -1
	}
	return at
}

// startsScript reports whether a command starts a script that Node.js runs, such as npm.
func startsScript(argv []string) bool {
	return wordOf(argv, func(word string) bool {
		return isScript(word, func(_, interpreter string) bool { return node.IsName(interpreter) })
	}) >= 0
}

func (*v8Backend) starts(argv []string) bool { return nodeWord(argv) >= 0 || startsScript(argv) }

func (b *v8Backend) prepare(_ context.Context, r *Recorder, cmd *process.Cmd) error {
	if at := nodeWord(cmd.Args); at >= 0 {
		cmd.Args = node.Inspected(cmd.Args, at)
	} else {
		cmd.Env = node.InspectedEnv(cmd.Environ())
	}
	if isTerminal(cmd.Stderr) && node.Supported {
		return nil // the program must see that it is a terminal
	}
	b.lines = newDebuggerLines(cmd.Stderr)
	cmd.Stderr = b.lines
	return nil
}

// follow records each inspector that the started program and its children open.
func (b *v8Backend) follow(r *Recorder) {
	found := make(chan string)
	if b.lines != nil {
		found = b.lines.found
		defer b.lines.flush()
	} else {
		r.part("searching for inspectors", func() { r.searchInspectors(found) })
	}
	var connecting sync.WaitGroup
	for recorded := 0; ; {
		select {
		case <-r.stopping:
			return
		case <-r.program.done:
			connecting.Wait()
			if s := r.Status(); len(s.Files) == 0 && s.Err == nil {
				r.fail(&Fault{Text: "the program ended before its inspector was open, so nothing was recorded"})
			}
			return
		case address := <-found:
			if recorded++; recorded > maxVMs {
				r.note(fmt.Sprintf("more than %d programs: the rest are not recorded", maxVMs))
				continue
			}
			connecting.Add(1)
			r.part("connecting to a program", func() {
				defer connecting.Done()
				r.followInspector(address)
			})
		}
	}
}

// followInspector records the program behind an address, which the started program printed.
func (r *Recorder) followInspector(address string) {
	a, err := inspector.ParseAddress(address)
	if err != nil {
		r.note("an inspector was ignored: " + err.Error())
		return
	}
	pid := r.program.cmd.Process.Pid
	if node.Supported {
		if pid = node.OwnerAmong(node.Descendants(pid), a.Host); pid == 0 {
			return // the program has ended, or did not print the line for an inspector
		}
	}
	if _, list, err := inspector.List(r.ctx, a); err == nil && node.IsManager(titleOf(list[0])) {
		return
	}
	if err := r.inspect(r.ctx, a, pid, false); err != nil && node.Runs(pid) && !closed(r.stopping) {
		r.fail(err)
	}
}

// searchInspectors finds the inspectors of the started program and its children by their sockets.
func (r *Recorder) searchInspectors(found chan<- string) {
	known := map[int]bool{}
	look := time.NewTicker(inspectorLook)
	defer look.Stop()
	for {
		select {
		case <-r.stopping:
			return
		case <-r.program.done:
			return
		case <-look.C:
		}
		for _, pid := range node.Descendants(r.program.cmd.Process.Pid) {
			if known[pid] {
				continue
			}
			if a, ok := findInspector(r.ctx, pid, nil); ok {
				known[pid] = true
				select {
				case found <- "ws://" + a.Host + a.Path:
				case <-r.stopping:
					return
				}
			}
		}
	}
}

// findInspector returns the address of the inspector of a Node.js program. It queries all loopback ports except the given ones.
func findInspector(ctx context.Context, pid int, but []node.Port) (a inspector.Address, ok bool) {
	ports, err := node.Ports(pid)
	if err != nil {
		return a, false
	}
	for _, port := range ports {
		if slices.Contains(but, port) {
			continue
		}
		a = inspector.Address{Host: port.Local()}
		if v, _, err := inspector.List(ctx, a); err == nil && v.IsNode() {
			return a, true
		}
	}
	return a, false
}

// attach makes a Node.js program open its inspector, unless it is open, and begins to record it.
func (*v8Backend) attach(ctx context.Context, r *Recorder, p Process) error {
	a, opened, err := openInspector(ctx, p.PID)
	if err != nil {
		return &Fault{Text: fmt.Sprintf("%s: %v", p.Name, err), Err: err}
	}
	return r.inspect(ctx, a, p.PID, opened)
}

// openInspector returns the address of a program's inspector. It makes the program open the inspector unless it is open already.
// opened is true if it was closed before.
func openInspector(ctx context.Context, pid int) (a inspector.Address, opened bool, err error) {
	before, err := node.Ports(pid)
	if err != nil {
		return a, false, err
	}
	if node.IsInspected(pid) {
		if a, ok := findInspector(ctx, pid, nil); ok {
			return a, false, nil
		}
	}
	if err := node.Signal(pid); err != nil {
		return a, false, err
	}
	late := time.NewTimer(inspectorPatience)
	defer late.Stop()
	look := time.NewTicker(inspectorLook)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return a, false, ctx.Err()
		case <-late.C:
			return a, false, fmt.Errorf("process %d: did not open its inspector within %v; it may use the signal SIGUSR1 for itself, or be busy",
				pid, inspectorPatience)
		case <-look.C:
		}
		if a, ok := findInspector(ctx, pid, before); ok {
			return a, true, nil
		}
		if !node.Runs(pid) {
			return a, false, fmt.Errorf("process %d: has ended", pid)
		}
	}
}

// AttachInspector begins to record the program or page behind an inspector, such as http://127.0.0.1:9229 or the debugging port of Chrome.
// When ctx is done, the recording stops and the program keeps running.
func AttachInspector(ctx context.Context, address string, o Options) (*Recorder, error) {
	o, err := o.normal()
	if err == nil {
		err = o.check()
	}
	if err != nil {
		return nil, err
	}
	a, err := inspector.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	r := newRecorder(ctx, o)
	r.enter()
	return r.attached(r.inspect(ctx, a, node.Owner(a.Host), false))
}

// choose returns the target to record: a page of a browser, or else the first.
func choose(list []inspector.Target) inspector.Target {
	if i := slices.IndexFunc(list, func(t inspector.Target) bool { return t.Type == "page" }); i >= 0 {
		return list[i]
	}
	return list[0]
}

// inspect begins to record a target. pid is 0 if unknown. opened is true if the inspector was opened for this recording.
func (r *Recorder) inspect(ctx context.Context, a inspector.Address, pid int, opened bool) error {
	version, list, err := inspector.List(ctx, a)
	if err != nil {
		return err
	}
	if err := r.o.checkSize(version.Name()); err != nil {
		return err
	}
	target := choose(list)
	p := &inspected{version: version, pid: pid, opened: opened, ending: make(chan struct{}, 1)}
	p.conn, err = inspector.Dial(ctx, target, r.o.Now, p.event)
	if err != nil {
		return err
	}
	if n := len(list); n > 1 && a.Path == "" && !version.IsNode() {
		r.note(fmt.Sprintf("%s has %d pages and workers; %s is recorded. To record another one, attach to its ws:// address in http://%s/json",
			version.Name(), n, titleOf(target), a.Host))
	}
	if err := p.begin(ctx, r, target); err != nil {
		p.conn.Close()
		return err
	}
	return nil
}

// checkSize returns an error if the start condition needs more than the size of the heap.
func (o *Options) checkSize(vm string) error {
	if text := o.When.String(); strings.Contains(text, "gc") || strings.Contains(text, "%") {
		return &Fault{Text: fmt.Sprintf("when %s: is not available for %s; use a size, such as heap > 200MB", text, vm)}
	}
	return nil
}

// titleOf returns the name of a target for display.
func titleOf(t inspector.Target) string {
	name := t.Title
	if t.Type == "node" || name == "" {
		name = filepath.Base(strings.TrimPrefix(t.Title+t.URL, "file://"))
	}
	const longest = 80
	text := []rune(trace.PlainLine(name))
	return string(text[:min(len(text), longest)])
}

// event processes an event of the inspector.
func (p *inspected) event(method string, params json.RawMessage) {
	if p.gcs.Take(method, params) || method != inspector.EndEvent {
		return
	}
	select {
	case p.ending <- struct{}{}:
	default:
	}
}

// begin creates the file and starts to record.
func (p *inspected) begin(ctx context.Context, r *Recorder, target inspector.Target) error {
	p.snapshots = newSnapshots(&r.o, p.conn.Done())
	p.samples.since = p.began
	name := titleOf(target)
	if p.pid != 0 {
		if found, err := node.Find(p.pid); err == nil {
			name = found.Name
			if found.Started > 0 && found.Started <= p.began.UnixMilli() {
				p.zero = time.UnixMilli(found.Started)
			}
		}
	}
	p.name = name
	if err := p.prepare(ctx, r); err != nil {
		return err
	}
	info := trace.WriterInfo{Program: name, Runtime: trace.V8, VM: p.version.Name(), Tool: r.o.Tool, Mode: r.o.Mode.String(),
		StartUnix: p.zero.UnixMilli(), Interval: p.interval, Depth: r.o.Depth, Knows: trace.KnowsTimes}
	f := FileStatus{Program: name, VM: info.VM, PID: p.pid}
	var err error
	if p.track, err = r.newTrack(f, info); err != nil {
		return err
	}
	r.part("recording "+named(name, p.pid), p.run)
	return nil
}

// prepare makes the inspector report collections and allocation sites. If one of them is not supported, it adds a note. It returns an error if
// the inspector cannot take snapshots.
func (p *inspected) prepare(ctx context.Context, r *Recorder) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	if err := p.conn.EnableHeap(ctx); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("the program did not respond within %v: it is busy or stopped", callLimit)
		}
		return err
	}
	if p.version.IsNode() {
		if err := p.conn.AnnounceEnd(ctx); err != nil {
			r.note("the end of the program is not noticed in advance: " + err.Error())
		}
		if err := p.gcs.Start(ctx, p.conn); err != nil {
			r.note("garbage collections are not recorded: " + err.Error())
		}
	} else {
		r.note(p.version.Name() + " does not report garbage collections, so they are not recorded")
	}
	switch r.o.Mode {
	case Sampled:
		p.interval = r.o.Interval
		if err := p.conn.StartSampling(ctx, p.interval); err != nil {
			p.interval = 0
			r.note("allocation sites are not recorded: " + err.Error())
		}
	case Exact:
		if err := p.conn.Track(ctx); err != nil {
			r.note("allocation sites are not recorded: " + err.Error())
		}
	}
	return nil
}

// isTerminal reports whether a stream is a terminal or another character device.
func isTerminal(stream io.Writer) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
