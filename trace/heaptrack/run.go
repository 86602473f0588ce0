package heaptrack

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

const (
	// maxPoints is the largest number of points before the last.
	maxPoints = 60
	// maxStored is the largest number of amounts of all points.
	maxStored = 1 << 24
	// maxLine is the largest length of a line in bytes.
	maxLine = 1 << 18
)

// live is the memory of a call stack.
type live struct {
	trace          uint32
	objects, bytes int64
}

// state is the live memory at a time.
type state struct {
	time int64 // in ms
	live []live
}

// run replays a recording.
type run struct {
	tables
	now     []live // by call stack
	time    int64  // in ms
	states  []state
	stored  int
	spacing int64 // between two states, in ms
}

// read replays all lines. With an error, the run has the states before it.
func (r *run) read(content io.Reader) error {
	in := bufio.NewReaderSize(content, maxLine)
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("line %d: the file ends within a line; the copy or download may be incomplete", n)
		case err == bufio.ErrBufferFull:
			return fmt.Errorf("line %d: expected at most %d bytes", n, maxLine)
		case err != nil:
			return err
		}
		if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 1 && line[1] == ' ' {
			if err := r.line(line[0], line[2:]); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
}

// line replays a line. Lines of unknown kinds are ignored.
func (r *run) line(kind byte, rest []byte) error {
	switch kind {
	case 'v':
		f := &fields{rest: rest}
		f.next() // of heaptrack
		if r.version = f.next(); f.bad || r.version < firstVersion || r.version > lastVersion {
			return fmt.Errorf("expected version %d to %d of the format, not %q", firstVersion, lastVersion, trace.ClipName(string(rest)))
		}
		return nil
	case 'm', 'x':
		return errors.New("the recording is raw; heaptrack --interpret FILE converts it")
	case '+', '-':
		return r.event(kind, rest)
	case 'c':
		f := &fields{rest: rest}
		at := f.next()
		if f.bad || at > 1<<48 || int64(at) < r.time {
			return fmt.Errorf("expected a time after %x, not %q", r.time, trace.ClipName(string(rest)))
		}
		r.time = int64(at)
		r.step()
		return nil
	}
	_, err := r.define(kind, rest)
	return err
}

// event adds or removes an object.
func (r *run) event(kind byte, rest []byte) error {
	f := &fields{rest: rest}
	n := f.next()
	if f.bad || n >= uint64(len(r.allocations)) {
		return fmt.Errorf("expected the number of a line with a size, not %q", trace.ClipName(string(rest)))
	}
	a := r.allocations[n]
	for len(r.now) <= int(a.trace) {
		r.now = append(r.now, live{trace: uint32(len(r.now))})
	}
	l := &r.now[a.trace]
	switch {
	case kind == '+':
		l.objects, l.bytes = l.objects+1, l.bytes+a.size
	case l.objects > 0:
		l.objects, l.bytes = l.objects-1, max(0, l.bytes-a.size)
	}
	return nil
}

// step stores the state if it is due. It drops every second state if there are too many.
func (r *run) step() {
	if len(r.states) > 0 && r.time < r.states[len(r.states)-1].time+r.spacing {
		return
	}
	r.store()
	for len(r.states) > 1 && (len(r.states) > maxPoints || r.stored > maxStored) {
		kept := r.states[:0]
		r.stored = 0
		for i, s := range r.states {
			if i%2 == 0 {
				kept = append(kept, s)
				r.stored += len(s.live)
			}
		}
		clear(r.states[len(kept):])
		r.states, r.spacing = kept, max(1, 2*r.spacing)
	}
}

func (r *run) store() {
	s := state{time: r.time}
	for _, l := range r.now {
		if l.objects > 0 || l.bytes > 0 {
			s.live = append(s.live, l)
		}
	}
	r.stored += len(s.live)
	r.states = append(r.states, s)
}

// points returns the states and the end of the run as points.
func (r *run) points(table *sites.Table) (points []*sites.Point) {
	if n := len(r.states); n > 0 && r.states[n-1].time == r.time {
		r.states = r.states[:n-1]
	}
	r.store()
	known := make([]*trace.Site, len(r.steps)+1)
	for i, s := range r.states {
		p := &sites.Point{Time: s.time, Relative: true, Final: i == len(r.states)-1}
		for _, l := range s.live {
			if known[l.trace] == nil {
				known[l.trace] = table.Site(r.frames(l.trace))
			}
			p.Add(known[l.trace], l.objects, l.bytes)
		}
		points = append(points, p)
	}
	return points
}

// frames returns the frames of a call stack, innermost first. Callers precede the functions that they call, so there are no cycles.
func (r *run) frames(at uint32) (frames []trace.Frame) {
	for at > 0 && len(frames) < sites.MaxFrames {
		s := r.steps[at-1]
		if s.address > 0 {
			frames = r.addFrames(frames, &r.addresses[s.address-1])
		}
		at = s.caller
	}
	return withoutAllocator(frames)
}

// withoutAllocator removes innermost frames of operator new, which only allocates for other functions.
func withoutAllocator(frames []trace.Frame) []trace.Frame {
	for len(frames) > 1 && strings.HasPrefix(frames[0].Method, "operator new") {
		frames = frames[1:]
	}
	return frames
}

func (r *run) addFrames(frames []trace.Frame, a *address) []trace.Frame {
	module, unknown := r.text(a.module), fmt.Sprintf("0x%x", a.ip)
	if len(a.calls) == 0 {
		return append(frames, sites.NativeFrame(unknown, module, "", 0))
	}
	for _, c := range a.calls[:min(len(a.calls), sites.MaxFrames)] {
		name := r.text(c.function)
		if name == "" {
			name = unknown
		}
		frames = append(frames, sites.NativeFrame(name, module, r.text(c.file), c.line))
	}
	return frames
}

func (r *run) text(index uint32) string {
	if index == 0 {
		return ""
	}
	return r.texts[index-1]
}
