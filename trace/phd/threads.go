package phd

import (
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/javacore"
)

// addThreads adds the threads of the javacore, with roots for their objects and for the locks that they hold.
func (l *loader) addThreads() {
	if l.core == nil {
		return
	}
	h := l.heap
	for _, t := range l.core.Threads {
		n := int32(len(h.Threads))
		thread := trace.Thread{Name: t.Name, Object: trace.NoObject}
		if t.Object != 0 {
			thread.Object = l.index.Find(t.Object)
		}
		if thread.Object != trace.NoObject {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootThread, Object: thread.Object, Thread: n, Frame: -1})
		}
		for i, f := range t.Frames {
			thread.Frames = append(thread.Frames, frame(&f).String())
			for _, lock := range f.Locks {
				if o := l.index.Find(lock); o != trace.NoObject {
					h.Roots = append(h.Roots, trace.Root{Kind: trace.RootMonitor, Object: o, Thread: n, Frame: int32(i)})
				}
			}
		}
		h.Threads = append(h.Threads, thread)
	}
}

// frame converts a frame of a javacore.
func frame(f *javacore.Frame) trace.Frame {
	out := trace.Frame{Class: javaname.Of(f.Class), Method: f.Method}
	file, line, _ := strings.Cut(f.Place, ":")
	switch file {
	case "Native Method":
		out.Native = true
	case "Unknown Source":
	default:
		out.File = file
		if n, err := strconv.ParseInt(line, 10, 32); err == nil {
			out.Line = int32(max(n, 0))
		}
	}
	return out
}
