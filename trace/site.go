package trace

import (
	"fmt"
	"math"
	"strings"
)

// SiteID is an index into [Heap.Sites].
type SiteID uint32

// NoSite stands for an allocation site that is not known.
const NoSite SiteID = math.MaxUint32

// Site is an allocation site: the call chain that allocated.
type Site struct {
	Frames []Frame // innermost first; at least one
	Thread int32   // that allocated, an index into [Heap.Threads]; -1 if not known
}

// Frame is a place in the recorded program's code. What is not known is empty or 0.
type Frame struct {
	Class  string // as in source: java.util.HashMap
	Method string
	File   string // HashMap.java
	Line   int32
	Native bool // the method has no Java code
}

// sourceFile returns the name of the file that declares the class of the frame by the rules of javac and kotlinc; empty without a class.
// Flight recordings contain lines, but no names of files.
func (f Frame) sourceFile() string {
	name := f.Class[strings.LastIndexByte(f.Class, '.')+1:]
	if nested := strings.IndexByte(name, '$'); nested > 0 {
		name = name[:nested]
	}
	switch kotlin, ok := strings.CutSuffix(name, "Kt"); {
	case name == "":
		return ""
	case ok && kotlin != "":
		return kotlin + ".kt"
	}
	return name + ".java"
}

// String returns the frame as Java prints it, such as java.util.HashMap.put(HashMap.java:610); ? if nothing is known. The file of a known line
// is named after the class if the input does not name it.
func (f Frame) String() string {
	if f == (Frame{}) {
		return "?"
	}
	place := f.File
	if place == "" && f.Line > 0 {
		place = f.sourceFile()
	}
	if place == "" {
		place = "Unknown Source"
	}
	switch {
	case f.Line > 0:
		place = fmt.Sprintf("%s:%d", place, f.Line)
	case f.Native:
		place = "Native Method"
	}
	name := f.Method
	if f.Class != "" {
		name = f.Class + "." + name
	}
	return name + "(" + place + ")"
}

// SpaceID is an index into [Heap.Spaces].
type SpaceID uint8

// NoSpace stands for a space that is not known.
const NoSpace SpaceID = math.MaxUint8

// LoaderName names the class loader of a type by its class, or "boot" for the boot loader.
func (h *Heap) LoaderName(t TypeID) string {
	loader := h.Types[t].Loader
	if loader == NoObject {
		return "boot"
	}
	return h.Types[h.TypeOf.At(loader)].Name
}

// ClassOf returns the type that the class object o stands for, NoType if it is none. It looks at all types.
func (h *Heap) ClassOf(o ObjectID) TypeID {
	for i := range h.Types {
		if h.Types[i].Class == o && o != NoObject {
			return TypeID(i)
		}
	}
	return NoType
}

// RootText reports a root for people: "local variable in app.Main.run(Main.java:12) of thread main", "thread main",
// "system class java.lang.Thread", "static field app.Main.persons".
func (h *Heap) RootText(r *Root) string {
	text := r.Kind.String()
	if r.Kind == RootThread && r.Thread >= 0 {
		return h.threadText(r.Thread)
	}
	if r.Detail != "" {
		text += " " + r.Detail
	}
	if r.Thread < 0 {
		return text
	}
	if r.Frame >= 0 {
		text += " in " + h.Threads[r.Thread].Frames[r.Frame]
	}
	return text + " of " + h.threadText(r.Thread)
}

// threadText is "thread" and the name, unless that says as much, as for threads whose name is not known.
func (h *Heap) threadText(thread int32) string {
	if name := h.Threads[thread].Name; strings.HasPrefix(name, "thread ") {
		return name
	}
	return "thread " + h.Threads[thread].Name
}
