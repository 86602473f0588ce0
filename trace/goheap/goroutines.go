package goheap

import (
	"fmt"
	"path"
	"strings"

	"memcity/trace"
	"memcity/trace/wire/goheap"
)

// goroutine is a goroutine with its part of the frames.
type goroutine struct {
	address, id, created uint64
	reason               string
	first, n             int // its frames
}

// stackFrame is a frame of a goroutine.
type stackFrame struct {
	function string
	pc       uint64
	addr     uint64
	first, n uint64 // its words
}

func (l *loader) addGoroutine(r *goheap.Record) {
	n := r.Numbers
	l.goroutines = append(l.goroutines, goroutine{address: n[goheap.GoroutineAddress], id: n[goheap.GoroutineID],
		created: n[goheap.GoroutineCreated], reason: r.Texts[0], first: len(l.frames)})
}

func (l *loader) addFrame(r *goheap.Record) {
	if len(l.goroutines) == 0 {
		return
	}
	first := l.words.add(r.Contents, r.Fields)
	name := r.Texts[0]
	l.frames = append(l.frames, stackFrame{function: name, pc: r.Numbers[4], addr: r.Numbers[0], first: first, n: l.words.n - first})
	l.stacks = append(l.stacks, segment{addr: r.Numbers[0], size: uint64(len(r.Contents)), first: first})
	l.goroutines[len(l.goroutines)-1].n++
	l.entries[r.Numbers[3]] = name
}

// codeAt returns the function at a PC with its file and line; an empty text if unknown. Receivers have no parentheses, because these surround
// the place.
func (l *loader) codeAt(pc uint64, function, format string) string {
	name, file, line := l.program.function(pc - 1)
	if name == "" {
		name = function
	}
	name = receivers.Replace(clean(name))
	if name == "" || line <= 0 {
		return name
	}
	return fmt.Sprintf(format, name, path.Base(file), line)
}

var receivers = strings.NewReplacer("(*", "", "(", "", ")", "")

// frameText returns a frame as text.
func (l *loader) frameText(f *stackFrame) string {
	text := l.codeAt(f.pc, f.function, "%s(%s:%d)")
	if !strings.HasSuffix(text, ")") {
		text += "(Unknown Source)"
	}
	return text
}

// isRuntime reports whether a function belongs to Go's runtime.
func isRuntime(function string) bool {
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/") || strings.HasPrefix(function, "sync.") ||
		strings.HasPrefix(function, "syscall.") || strings.HasPrefix(function, "time.")
}

// goroutineName returns the name of a goroutine: where it waits and for what, and which function started it.
func (l *loader) goroutineName(g *goroutine) string {
	frames := l.frames[g.first : g.first+g.n]
	at := ""
	for i := range frames {
		if frames[i].function == "runtime.goexit" {
			break
		}
		at = l.codeAt(frames[i].pc, frames[i].function, "%s (%s:%d)")
		if !isRuntime(frames[i].function) {
			break
		}
	}
	text := fmt.Sprintf("goroutine %d", g.id)
	if g.reason != "" {
		text += " [" + trace.PlainLine(g.reason) + "]"
	}
	if at != "" {
		text += " in " + at
	}
	if by := l.codeAt(g.created, "", "%s (%s:%d)"); by != "" && !strings.HasPrefix(by, "runtime.") {
		text += ", created by " + by
	}
	return trace.ClipName(text)
}

// addGoroutines adds the goroutines as threads, with the objects on their stacks as roots.
func (f *follower) addGoroutines(h *trace.Heap) {
	for i := range f.goroutines {
		g := &f.goroutines[i]
		t := trace.Thread{Name: f.goroutineName(g), Object: f.find(g.address)}
		number := int32(len(h.Threads))
		if t.Object != trace.NoObject {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootThread, Object: t.Object, Thread: number, Frame: -1})
		}
		for j := range f.frames[g.first : g.first+g.n] {
			frame := &f.frames[g.first+j]
			t.Frames = append(t.Frames, f.frameText(frame))
			for w := frame.first; w < frame.first+frame.n; w++ {
				if !f.words.isPointer(w) {
					continue
				}
				if o := f.find(f.words.at(w)); o != trace.NoObject {
					h.Roots = append(h.Roots, trace.Root{Kind: trace.RootLocal, Object: o, Thread: number, Frame: int32(j)})
				}
			}
		}
		h.Threads = append(h.Threads, t)
	}
}
