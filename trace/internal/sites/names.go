package sites

import (
	"math"
	"path"
	"strings"

	"memcity/trace"
)

// Line returns a line number from a file; 0 for impossible ones.
func Line(n int64) int32 {
	if n < 0 || n > math.MaxInt32 {
		return 0
	}
	return int32(n)
}

// Library returns the name of the file of a program or library without its folder.
func Library(file string) string {
	if file == "" {
		return ""
	}
	return trace.ClipName(path.Base(strings.ReplaceAll(file, `\`, "/")))
}

// NativeFrame returns a frame of a function of C, C++ or Rust, given its demangled name. Its class is the namespace or class of the function
// or, without one, the file of the library. Parameters and the type of the result are left out.
func NativeFrame(name, library, file string, line int64) trace.Frame {
	f := trace.Frame{Class: Library(library), Method: plainName(name), File: Library(file), Line: Line(line)}
	if i := lastScope(f.Method); i > 0 {
		f.Class, f.Method = f.Method[:i], f.Method[i+len("::"):]
	}
	f.Class, f.Method = trace.ClipName(f.Class), trace.ClipName(f.Method)
	return f
}

// plainName returns the name of a function without parameters, result and remarks of the compiler: ns::f<int> for
// void ns::f<int>(int) [clone .cold].
func plainName(name string) string {
	name = strings.ReplaceAll(name, "(anonymous namespace)", "{anonymous}")
	if strings.Contains(name, "operator") || strings.HasPrefix(name, "<") {
		return name
	}
	start, depth := 0, 0
	for i, r := range name {
		switch r {
		case '<', '{':
			depth++
		case '>', '}':
			depth--
		case ' ':
			if depth == 0 {
				if i+1 < len(name) && name[i+1] == '[' {
					return name[start:i]
				}
				start = i + 1
			}
		case '(':
			if depth == 0 && i > start {
				return name[start:i]
			}
		}
	}
	if start == len(name) {
		return name
	}
	return name[start:]
}

// lastScope returns the position of the last separator of scopes outside of template arguments; -1 if there is none.
func lastScope(name string) int {
	depth := 0
	for i := len(name) - 1; i > 0; i-- {
		switch name[i] {
		case '>', '}', ')':
			depth++
		case '<', '{', '(':
			depth--
		case ':':
			if depth <= 0 && name[i-1] == ':' {
				return i - 1
			}
		}
	}
	return -1
}

// GoFrame returns a frame of Go. Its class is the path of the package.
func GoFrame(name, file string, line int64) trace.Frame {
	end := strings.IndexAny(name, "([")
	if end < 0 {
		end = len(name)
	}
	start := strings.LastIndexByte(name[:end], '/') + 1
	f := trace.Frame{Method: name, File: fileInModule(file), Line: Line(line)}
	if dot := strings.IndexByte(name[start:], '.'); dot > 0 {
		f.Class, f.Method = strings.ReplaceAll(name[:start+dot], "%2e", "."), name[start+dot+1:]
	}
	f.Class, f.Method = trace.ClipName(f.Class), trace.ClipName(f.Method)
	return f
}

// fileInModule returns the name of a source file. For a file of another module, it keeps the folder that shows this: chi@v5.2.1/mux.go, or
// vendor/mux.go.
func fileInModule(file string) string {
	file = strings.ReplaceAll(file, `\`, "/")
	base := path.Base(file)
	switch at := strings.LastIndexByte(file, '@'); {
	case file == "":
		return ""
	case at >= 0:
		folder, _, _ := strings.Cut(file[strings.LastIndexByte(file[:at], '/')+1:], "/")
		base = folder + "/" + base
	case strings.Contains(file, "/vendor/"):
		base = "vendor/" + base
	}
	return trace.ClipName(base)
}
