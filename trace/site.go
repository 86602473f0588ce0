package trace

import (
	"fmt"
	"math"
	"strings"
)

// SiteID is an index into [Heap.Sites].
type SiteID uint32

// NoSite is an unknown allocation site.
const NoSite SiteID = math.MaxUint32

// Site is an allocation site: a call chain that ends in an allocation.
type Site struct {
	Frames []Frame // innermost first; at least one
	Thread int32   // allocating thread, an index into [Heap.Threads]; -1 if unknown
}

// Frame is a position in the code of the recorded program. Unknown fields are empty or 0.
type Frame struct {
	Class  string // as in source: java.util.HashMap; the file for runtimes whose modules are files, such as src/cart.js
	Method string
	File   string // HashMap.java
	Line   int32
	Native bool // the method has no Java code
}

// sourceFile returns the name of the source file that declares the class of the frame, by the rules of javac and kotlinc; empty without a
// class. Flight recordings contain line numbers but no file names.
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

// String returns the frame as Java prints it, such as java.util.HashMap.put(HashMap.java:610); "?" for the zero Frame. If only the line
// number is present, the file name is derived from the class. A frame in a module that is a file is printed as fill(src/cart.js:3).
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
	switch {
	case isFile(f.Class) && f.Line > 0:
		return fmt.Sprintf("%s(%s:%d)", f.Method, f.Class, f.Line)
	case f.Class != "":
		return f.Class + "." + f.Method + "(" + place + ")"
	}
	return f.Method + "(" + place + ")"
}

// Source returns the method as it is called in source code: the body of a lambda belongs to the method that contains it.
func (f Frame) Source() string {
	if in := lambdaParent(f.Method); in != "" {
		return in
	}
	return f.Method
}

// Name returns the frame for people: as Java prints it, except that the body of a lambda is named after the method that contains it:
// app.Main.lambda made in run(Main.java:12). The names that compilers give these bodies contain numbers, which change with the code.
func (f Frame) Name() string {
	if in := lambdaParent(f.Method); in != "" {
		f.Method = "lambda made in " + in
	}
	return f.String()
}

// lambdaParent returns the method that contains a lambda, given the name of the method with its body; empty if it is no lambda. The names are
// lambda$run$0 in Java, run$lambda$0 or run$lambda-0 in Kotlin, and $anonfun$run$1 in Scala.
func lambdaParent(method string) string {
	for _, prefix := range []string{"lambda$", "$anonfun$"} {
		if rest, ok := strings.CutPrefix(method, prefix); ok {
			rest = strings.TrimRight(strings.TrimSuffix(rest, "$adapted"), "0123456789")
			name, ok := strings.CutSuffix(rest, "$")
			switch {
			case !ok:
				return ""
			case name == "new" && prefix == "lambda$":
				return "<init>"
			case name == "static" && prefix == "lambda$":
				return "<clinit>"
			}
			return name
		}
	}
	name, rest, ok := strings.Cut(method, "$lambda")
	if ok && rest != "" && strings.ContainsRune("$-", rune(rest[0])) {
		return name
	}
	return ""
}

// SpaceID is an index into [Heap.Spaces].
type SpaceID uint8

// MaxLibraries is the maximum length of [Heap.Libraries].
const MaxLibraries = 1 << 14

// NoSpace is an unknown space.
const NoSpace SpaceID = math.MaxUint8

// SpaceParts splits an entry of [Heap.Spaces] such as "old, humongous" into the name of the space and its mode. mode is empty if the input has
// no modes of spaces.
func SpaceParts(space string) (name, mode string) {
	name, mode, _ = strings.Cut(space, ", ")
	return name, mode
}

// Subsystem is the part of the virtual machine that allocated an object. The numbers are part of the native format.
type Subsystem uint8

// Subsystems. UnknownSubsystem is for objects whose allocation was not recorded.
const (
	UnknownSubsystem Subsystem = iota
	ByVM                       // native code of the virtual machine
	ByInterpreter
	ByC1 // code that the client compiler made
	ByC2 // code that the server compiler made
	subsystems
)

// String returns the name of a subsystem, such as "interpreter"; "unknown" for [UnknownSubsystem] and undefined numbers.
func (s Subsystem) String() string {
	if s >= subsystems {
		s = UnknownSubsystem
	}
	return [...]string{"unknown", "virtual machine", "interpreter", "C1-compiled code", "C2-compiled code"}[s]
}

// Subsystems returns the number of subsystems, including [UnknownSubsystem].
func Subsystems() int { return int(subsystems) }

// LoaderName returns the class name of the loader of t; "boot" for the boot loader.
func (h *Heap) LoaderName(t TypeID) string {
	loader := h.Types[t].Loader
	if loader == NoObject {
		return "boot"
	}
	return h.Types[h.TypeOf.At(loader)].Name
}

// ClassOf returns the type of the class object o; NoType if o is not a class object. The cost is linear in the types.
func (h *Heap) ClassOf(o ObjectID) TypeID {
	for i := range h.Types {
		if h.Types[i].Class == o && o != NoObject {
			return TypeID(i)
		}
	}
	return NoType
}

// RootText describes a root for people: "local variable in app.Main.run(Main.java:12) of thread main", "thread main", "system class
// java.lang.Thread", "static field app.Main.persons".
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

// threadText returns "thread " and the name, or just the name if it already starts with "thread ", as for unnamed threads.
func (h *Heap) threadText(thread int32) string {
	if name := h.Threads[thread].Name; strings.HasPrefix(name, "thread ") {
		return name
	}
	return "thread " + h.Threads[thread].Name
}
