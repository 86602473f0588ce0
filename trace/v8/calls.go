package v8

import (
	"cmp"
	"path"

	"memcity/trace"
	"memcity/trace/internal/scripts"
	"memcity/trace/wire/v8"
)

// traceTree contains the functions and calls that allocated objects.
type traceTree struct {
	functions []function
	calls     map[uint32]call // by id
}

// function is a function of the recorded program.
type function struct {
	name, script uint32 // indices of texts
	line         uint32 // 1-based; 0 if unknown
}

// call is a node of the tree of calls.
type call struct {
	function uint32 // index into functions
	caller   uint32 // id of the call above; 0 for none
}

// maxFrames is the largest number of frames of a site.
const maxFrames = 64

func (r *reader) readFunctions(fields []string) error {
	name, script, line := v8.Column(fields, "name"), v8.Column(fields, "script_name"), v8.Column(fields, "line")
	if name < 0 || script < 0 || line < 0 {
		return r.Skip()
	}
	return r.Rows(len(fields), func(rows []uint64, _ int64) error {
		for ; len(rows) > 0; rows = rows[len(fields):] {
			f := function{r.textIndex(rows[name]), r.textIndex(rows[script]), uint32(min(rows[line], 1<<30))}
			r.trace.functions = append(r.trace.functions, f)
		}
		return nil
	})
}

// readCalls reads the tree of calls.
func (r *reader) readCalls(fields []string) error {
	id, function := v8.Column(fields, "id"), v8.Column(fields, "function_info_index")
	if id < 0 || function < 0 {
		return r.Skip()
	}
	r.trace.calls = map[uint32]call{}
	var path []uint32 // ids of the calls above
	return r.Tree(fields, func(row []uint64, depth int) error {
		if row[id] == 0 || row[id] > 1<<31 {
			return nil
		}
		path = append(path[:min(depth, len(path))], uint32(row[id]))
		c := call{function: uint32(min(row[function], 1<<31))}
		if len(path) > 1 {
			c.caller = path[len(path)-2]
		}
		r.trace.calls[uint32(row[id])] = c
		return nil
	})
}

// addSites sets the allocation sites.
func (l *loader) addSites() {
	h, t := l.heap, &l.trace
	if l.calls == nil || len(t.calls) == 0 {
		return
	}
	functions, sites := l.functionFrames(), map[uint32]trace.SiteID{}
	h.SiteOf = make([]trace.SiteID, h.Len())
	for i := range h.SiteOf {
		h.SiteOf[i] = trace.NoSite
	}
	for n, id := range l.calls {
		if id == 0 || l.kinds[n] == syntheticNode {
			continue
		}
		site, ok := sites[id]
		if !ok {
			site = trace.NoSite
			if frames := t.frames(id, functions); len(frames) > 0 {
				site = trace.SiteID(len(h.Sites))
				h.Sites = append(h.Sites, trace.Site{Frames: frames, Thread: -1})
			}
			sites[id] = site
		}
		h.SiteOf[l.object(node(n))] = site
	}
}

// functionFrames returns a frame for each function.
func (l *loader) functionFrames() []trace.Frame {
	frames := make([]trace.Frame, 0, len(l.trace.functions))
	for _, f := range l.trace.functions {
		name, file := l.texts.of(f.name), scripts.Label(l.texts.of(f.script), l.files.root)
		frame := trace.Frame{Class: file, Method: cmp.Or(name, "(anonymous)"), Line: int32(f.line), Native: file == ""}
		if file != "" {
			frame.File = path.Base(file)
		}
		frames = append(frames, frame)
	}
	return frames
}

// frames returns the frames of a call, innermost first. functions are the frames of the functions. The root of the tree is left out, because
// it is not a function.
func (t *traceTree) frames(id uint32, functions []trace.Frame) (frames []trace.Frame) {
	for range maxFrames {
		c, ok := t.calls[id]
		if !ok || int64(c.function) >= int64(len(functions)) {
			break
		}
		frame := functions[c.function]
		if c.caller == 0 && frame.Method == "(root)" {
			break
		}
		frames = append(frames, frame)
		if id = c.caller; id == 0 {
			break
		}
	}
	return frames
}
