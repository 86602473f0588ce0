package pprof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// frames converts the locations of a profile.
type frames struct {
	runtime trace.Runtime
	symbols map[uint64][]trace.Frame // by address, from the comments of a text
	known   map[*profile.Location][]trace.Frame
	buffer  []trace.Frame
}

func framesOf(p *profile.Profile, symbols map[uint64][]trace.Frame) *frames {
	r := &frames{runtime: trace.Native, symbols: symbols, known: make(map[*profile.Location][]trace.Frame, len(p.Location))}
	isGo := func(f *profile.Function) bool { return strings.HasSuffix(f.Filename, ".go") }
	switch {
	case len(symbols) > 0 || slices.ContainsFunc(p.Function, isGo):
		r.runtime = trace.Golang
	case len(p.Mapping) == 0: // no program: written by a tool
		r.runtime = trace.Other
	}
	return r
}

// stack returns the frames of a sample, innermost first. They are valid until the next call.
func (r *frames) stack(s *profile.Sample) []trace.Frame {
	r.buffer = r.buffer[:0]
	for _, l := range s.Location {
		frames, ok := r.known[l]
		if !ok {
			frames = r.framesAt(l)
			r.known[l] = frames
		}
		r.buffer = append(r.buffer, frames...)
		if len(r.buffer) >= sites.MaxFrames {
			break
		}
	}
	if len(r.buffer) == 0 && len(s.Location) > 0 {
		r.buffer = append(r.buffer, trace.Frame{Class: "runtime", Method: "(not recorded)"})
	}
	if r.runtime == trace.Golang {
		return withoutAllocator(r.buffer)
	}
	return r.buffer
}

// allocators are the functions of Go's runtime that allocate memory for other functions. Go leaves them out of most stacks.
var allocators = []string{"mallocgc", "newobject", "newarray", "makeslice", "growslice", "rawbyteslice", "rawstring"}

// withoutAllocator removes innermost frames that only allocate.
func withoutAllocator(stack []trace.Frame) []trace.Frame {
	for len(stack) > 1 && stack[0].Class == "runtime" && slices.Contains(allocators, stack[0].Method) {
		stack = stack[1:]
	}
	return stack
}

// framesAt returns the frames at a location, inlined calls first.
func (r *frames) framesAt(l *profile.Location) (frames []trace.Frame) {
	for _, line := range l.Line {
		if f := line.Function; f != nil && (f.Name != "" || f.SystemName != "") {
			frames = append(frames, r.frame(f, l.Mapping, line.Line))
		}
	}
	if len(frames) > 0 {
		return frames[:min(len(frames), sites.MaxFrames)]
	}
	if r.symbols != nil { // Go's texts leave out frames of the runtime
		return r.symbols[l.Address]
	}
	f := trace.Frame{Method: fmt.Sprintf("0x%x", l.Address)}
	if m := l.Mapping; m != nil {
		f.Class = sites.Library(m.File)
		if l.Address >= m.Start {
			f.Method = fmt.Sprintf("0x%x", l.Address-m.Start+m.Offset)
		}
	}
	return []trace.Frame{f}
}

func (r *frames) frame(f *profile.Function, m *profile.Mapping, line int64) trace.Frame {
	name := f.Name
	if name == "" {
		name = f.SystemName
	}
	if r.runtime == trace.Golang {
		return sites.GoFrame(name, f.Filename, line)
	}
	library := ""
	if m != nil {
		library = m.File
	}
	return sites.NativeFrame(name, library, f.Filename, line)
}
