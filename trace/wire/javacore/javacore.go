// Package javacore reads the threads and class loaders of a javacore, the text that OpenJ9 writes next to a heap dump. It does not interpret
// them.
//
// A line begins with a tag of up to 15 characters. These are read:
//
//	1TISIGINFO      why the VM wrote the file
//	1TIDATETIMEUTC  Date: 2021/05/12 at 14:46:26:943 (UTC)
//	3XMTHREADINFO   "main" J9VMThread:0x0…, …, java/lang/Thread:0x00000000FFB23D90, state:R, prio=5
//	4XESTACKTRACE   at java/lang/Object.wait(Object.java:167(Compiled Code))
//	5XESTACKTRACE   (entered lock: java/lang/Object@0x00000000FFB044B0, entry count: 1)
//	2CLTEXTCLLOADER p---st-- Loader *System*(0x00000000FFB03EE8)
//
// The address of a loader is the address of its object in the heap. Before Java 7, threads have no address.
package javacore

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"
)

const (
	// MaxLine is the number of bytes to which lines are truncated.
	MaxLine = 1 << 14
	// MaxItems is the largest number of threads, and of loaders, frames and locks together, that are read.
	MaxItems = 1 << 22
)

// Dump is the content of a javacore.
type Dump struct {
	OutOfMemory bool  // a java.lang.OutOfMemoryError made the VM write the file
	Unix        int64 // time in ms since 1970; 0 if unknown
	Threads     []Thread
	// Loaders are the addresses of class loaders. System is that of the boot loader; 0 if unknown.
	Loaders map[uint64]bool
	System  uint64
}

// Thread is a thread of the VM with its Java stack.
type Thread struct {
	Name   string
	Object uint64  // address of the java.lang.Thread; 0 if unknown
	Frames []Frame // innermost first
}

// Frame is a stack frame.
type Frame struct {
	Class, Method string // java/lang/Object and wait
	Place         string // Object.java:167 or Native Method
	Locks         []uint64
}

// Sniff reports whether head, the first bytes of a file, is the start of a javacore.
func Sniff(head []byte) bool {
	return bytes.Contains(head[:min(len(head), 512)], []byte("0SECTION       TITLE"))
}

// Read reads a javacore. It returns what precedes an error of r.
func Read(r io.Reader) (*Dump, error) {
	d := &reader{dump: &Dump{Loaders: map[uint64]bool{}}, seen: map[uint64]bool{}}
	lines := bufio.NewReaderSize(r, MaxLine)
	for {
		line, err := lines.ReadSlice('\n')
		if d.items < MaxItems {
			d.line(string(line))
		}
		for err == bufio.ErrBufferFull { // the rest of a long line
			_, err = lines.ReadSlice('\n')
		}
		if err == io.EOF {
			return d.dump, nil
		}
		if err != nil {
			return d.dump, err
		}
	}
}

type reader struct {
	dump  *Dump
	items int
	open  bool            // frames belong to the last thread
	seen  map[uint64]bool // objects of the threads so far, since the current thread is listed twice
}

func (r *reader) line(line string) {
	end := strings.IndexAny(line, " \t")
	if end < 0 {
		return
	}
	rest := strings.TrimSpace(line[end:])
	switch line[:end] {
	case "1TISIGINFO":
		r.dump.OutOfMemory = strings.Contains(rest, "java/lang/OutOfMemoryError")
	case "1TIDATETIMEUTC":
		r.dump.Unix = unixOf(rest)
	case "3XMTHREADINFO":
		r.thread(rest)
	case "4XESTACKTRACE":
		r.frame(rest)
	case "5XESTACKTRACE":
		r.lock(rest)
	case "2CLTEXTCLLOADER":
		r.loader(rest)
	}
}

// unixOf returns the time in a text such as "Date: 2021/05/12 at 14:46:26:943 (UTC)", in ms since 1970; 0 if there is none.
func unixOf(text string) int64 {
	const layout = "Date: 2006/01/02 at 15:04:05"
	if len(text) < len(layout)+len(":943") {
		return 0
	}
	t, err := time.Parse(layout, text[:len(layout)])
	millis, wrong := strconv.ParseUint(text[len(layout)+1:][:3], 10, 16)
	if err != nil || wrong != nil {
		return 0
	}
	return t.UnixMilli() + int64(millis)
}

func (r *reader) thread(text string) {
	if r.open = strings.HasPrefix(text, `"`); !r.open {
		return // a thread without Java code
	}
	t := Thread{}
	end := strings.LastIndexByte(text, '"')
	if t.Name = text[1:max(1, end)]; end < 1 {
		t.Name = text[1:]
	}
	const class = "java/lang/Thread:"
	if at := strings.LastIndex(text, class); at >= 0 {
		t.Object = address(text[at+len(class):])
	}
	if r.open = t.Object == 0 || !r.seen[t.Object]; r.open {
		r.seen[t.Object] = true
		r.dump.Threads = append(r.dump.Threads, t)
		r.items++
	}
}

func (r *reader) frame(text string) {
	text, ok := strings.CutPrefix(text, "at ")
	if !ok || !r.open {
		return
	}
	name, place, _ := strings.Cut(text, "(")
	place = strings.TrimSuffix(strings.TrimSuffix(place, ")"), "(Compiled Code)")
	if at := strings.LastIndexByte(place, '/'); at >= 0 { // after the name of a module
		place = place[at+1:]
	}
	f := Frame{Method: name, Place: place}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		f.Class, f.Method = name[:dot], name[dot+1:]
	}
	t := &r.dump.Threads[len(r.dump.Threads)-1]
	t.Frames = append(t.Frames, f)
	r.items++
}

func (r *reader) lock(text string) {
	if !r.open || !strings.HasPrefix(text, "(entered lock: ") {
		return
	}
	frames := r.dump.Threads[len(r.dump.Threads)-1].Frames
	if _, at, ok := strings.Cut(text, "@"); ok && len(frames) > 0 {
		f := &frames[len(frames)-1]
		if object := address(at); object != 0 {
			f.Locks = append(f.Locks, object)
			r.items++
		}
	}
}

func (r *reader) loader(text string) {
	text, _, _ = strings.Cut(text, ", Parent ")
	at := strings.LastIndexByte(text, '(')
	if at < 0 {
		return
	}
	object := address(text[at+1:])
	if object == 0 {
		return
	}
	r.dump.Loaders[object] = true
	if strings.HasSuffix(text[:at], "*System*") {
		r.dump.System = object
	}
	r.items++
}

// address returns the number at the start of text, such as 0x00000000FFB03EE8; 0 if there is none.
func address(text string) uint64 {
	text, ok := strings.CutPrefix(text, "0x")
	if !ok {
		return 0
	}
	n := 0
	for n < len(text) && strings.IndexByte("0123456789abcdefABCDEF", text[n]) >= 0 {
		n++
	}
	v, _ := strconv.ParseUint(text[:n], 16, 64) // 0 if it is no number
	return v
}
