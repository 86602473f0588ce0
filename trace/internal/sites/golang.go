package sites

import (
	"path"
	"strings"

	"memcity/trace"
)

// GoFrame returns a frame of Go. Its class is the path of the package. name is as in symbols.
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
