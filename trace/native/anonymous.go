package native

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/javaname"
)

// anonymizer replaces names by neutral ones: com.example.shop.Cart$Item[] becomes p1.p2.p3.C4$C5[]. Names of the JDK are kept. A nil
// anonymizer replaces nothing.
type anonymizer struct {
	names  map[string]string // by prefix and name
	counts map[string]int    // number of names by prefix
}

func newAnonymizer() *anonymizer {
	return &anonymizer{names: map[string]string{}, counts: map[string]int{}}
}

// name returns the neutral name for a key, such as C7 for prefix C.
func (a *anonymizer) name(prefix, key string) string {
	full := prefix + " " + key
	name, ok := a.names[full]
	if !ok {
		a.counts[prefix]++
		name = prefix + strconv.Itoa(a.counts[prefix])
		a.names[full] = name
	}
	return name
}

var jdkPackages = []string{"java.", "javax.", "jdk.", "sun.", "com.sun."}

// isJDK reports whether a type belongs to the JDK or is primitive.
func isJDK(class string) bool {
	element := strings.TrimRight(class, "[]")
	if javaname.IsPrimitive(element) || element == "" {
		return true
	}
	return slices.ContainsFunc(jdkPackages, func(p string) bool { return strings.HasPrefix(element, p) })
}

func (a *anonymizer) typeName(name string) string {
	if isJDK(name) || strings.HasPrefix(name, "(") {
		return name
	}
	element := strings.TrimRight(name, "[]")
	arrays := name[len(element):]
	hidden := ""
	if i := strings.LastIndexByte(element, '/'); i >= 0 { // the name of a hidden class is followed by an address
		element, hidden = element[:i], "/"+a.name("hidden", element[i:])
	}
	var out []string
	at := 0
	for {
		i := strings.IndexByte(element[at:], '.')
		if i < 0 {
			break
		}
		at += i + 1
		out = append(out, a.name("p", element[:at]))
	}
	out = append(out, a.nested(element, at))
	return strings.Join(out, ".") + hidden + arrays
}

// nested replaces the name of a class and the names of its enclosing classes, starting at index from. It keeps the numbers of anonymous
// classes and the JDK's suffixes of lambda classes.
func (a *anonymizer) nested(class string, from int) string {
	var out []string
	for at := from; ; {
		end := strings.IndexByte(class[at:], '$')
		part := class[at:]
		if end >= 0 {
			part = part[:end]
		}
		switch _, err := strconv.Atoi(part); {
		case part == "" || part == "Lambda" || part == "Proxy" || err == nil:
			out = append(out, part)
		default:
			out = append(out, a.name("C", class[:at+len(part)]))
		}
		if end < 0 {
			return strings.Join(out, "$")
		}
		at += end + 1
	}
}

// member replaces the name of a field or method, unless the VM created the name.
func (a *anonymizer) member(prefix, class, name string) string {
	if name == "" || name[0] == '<' || name == "?" || isJDK(class) {
		return name
	}
	return a.name(prefix, name)
}

// fields returns the names of the reference fields of a type. Inherited fields come first and have the same neutral name as in the super
// type.
func (a *anonymizer) fields(types []trace.Type, i int) []string {
	out := make([]string, len(types[i].References))
	for slot, name := range types[i].References {
		owner := i
		for range maxSuperTypes {
			super := types[owner].Super
			if int64(super) >= int64(len(types)) || slot >= len(types[super].References) || types[super].References[slot] != name {
				break
			}
			owner = int(super)
		}
		out[slot] = a.member("f", types[owner].Name, name)
	}
	return out
}

func (a *anonymizer) statics(class string, names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = a.member("f", class, name)
	}
	return out
}

func (a *anonymizer) frame(f trace.Frame) trace.Frame {
	if f.Class != "" && isJDK(f.Class) || f == (trace.Frame{}) {
		return f
	}
	f.Method = a.member("m", "C", f.Method)
	if f.File != "" {
		f.File = a.name("F", f.File)
	}
	f.Class = a.typeName(f.Class)
	return f
}

// stack replaces the names in frames in the format of [trace.Frame.String].
func (a *anonymizer) stack(frames []string) []string {
	if a == nil {
		return frames
	}
	out := make([]string, len(frames))
	for i, text := range frames {
		name, place, _ := strings.Cut(text, "(")
		f := trace.Frame{Method: name, File: strings.TrimSuffix(place, ")")}
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			f.Class, f.Method = name[:dot], name[dot+1:]
		}
		switch f.File {
		case "Native Method":
			f.File, f.Native = "", true
		case "Unknown Source":
			f.File = ""
		}
		if file, line, ok := strings.Cut(f.File, ":"); ok {
			f.File = file
			fmt.Sscan(line, &f.Line)
		}
		out[i] = a.frame(f).String()
	}
	return out
}

// detail replaces the names in the detail of a GC root.
func (a *anonymizer) detail(r *trace.Root) string {
	switch dot := strings.LastIndexByte(r.Detail, '.'); {
	case a == nil || r.Detail == "":
		return r.Detail
	case r.Kind == trace.RootClass:
		return a.typeName(r.Detail)
	case r.Kind == trace.RootStaticField && dot >= 0:
		return a.typeName(r.Detail[:dot]) + "." + a.member("f", r.Detail[:dot], r.Detail[dot+1:])
	case r.Kind == trace.RootStaticField || r.Kind == trace.RootLocal:
		return a.name("f", r.Detail)
	case dot >= 0:
		return ""
	}
	return r.Detail
}

// jdkThreads are names of VM threads, or prefixes of them.
var jdkThreads = []string{"main", "Reference Handler", "Finalizer", "Signal Dispatcher", "Common-Cleaner", "Attach Listener",
	"Notification Thread", "Service Thread", "Monitor Deflation Thread", "C1 CompilerThread", "C2 CompilerThread", "Sweeper thread",
	"VM Thread", "GC ", "G1 ", "DestroyJavaVM", "ForkJoinPool.commonPool-worker-", "Thread-", "pool-", "process reaper"}

func (a *anonymizer) thread(name string) string {
	if a == nil || slices.ContainsFunc(jdkThreads, func(own string) bool {
		rest, ok := strings.CutPrefix(name, own)
		return ok && strings.Trim(rest, "0123456789 -#Threadt") == ""
	}) {
		return name
	}
	return a.name("thread ", name)
}
