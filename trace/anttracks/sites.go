package anttracks

import (
	"fmt"
	"strings"

	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// The first and the last site of the VM that allocates fillers.
const (
	siteVM   = 1
	siteDead = 3 // dead space
)

// knownSites finds sites by ID, which events contain, quickly.
type knownSites struct {
	symbols *anttracks.Symbols
	small   []int32 // index into Symbols.Sites plus 1, by ID; 0 for none
	types   []int32 // index into Symbols.Types plus 1, by site; 0 if unknown
}

const smallSites = 1 << 16

func findSites(s *anttracks.Symbols) knownSites {
	k := knownSites{symbols: s, small: make([]int32, smallSites), types: make([]int32, len(s.Sites))}
	for i := range s.Sites {
		site := &s.Sites[i]
		if at, ok := s.SiteIndex(site.ID); ok && site.ID < smallSites {
			k.small[site.ID] = int32(at) + 1
		}
		if t, ok := s.TypeIndex(site.Type); ok {
			k.types[i] = int32(t) + 1
		}
	}
	return k
}

// indexPlus returns the index of a site in Symbols.Sites plus 1; 0 for none.
func (k *knownSites) indexPlus(id uint32) uint32 {
	if id < smallSites {
		return uint32(k.small[id])
	}
	if i, ok := k.symbols.SiteIndex(id); ok {
		return uint32(i) + 1
	}
	return 0
}

// typeOf returns the type that a site allocates, an index into Symbols.Types.
func (k *knownSites) typeOf(id uint32) (int32, bool) {
	i := k.indexPlus(id)
	if i == 0 || k.types[i-1] == 0 {
		return 0, false
	}
	return k.types[i-1] - 1, true
}

// isFiller reports whether an object only fills a gap: the tail of a buffer, or dead space.
func (k *knownSites) isFiller(site uint32, t *typeInfo) bool {
	return site >= siteVM && site <= siteDead && (t.name == "int[]" || t.name == "java.lang.Object")
}

// heapSites returns the sites of heap states by index into Symbols.Sites. The thread is unknown: it is a property of each object.
func heapSites(s *anttracks.Symbols, l *classLines) []trace.Site {
	sites := make([]trace.Site, len(s.Sites))
	for i := range s.Sites {
		frames := make([]trace.Frame, 0, len(s.Sites[i].Frames))
		for _, f := range s.Sites[i].Frames {
			frames = append(frames, frameOf(f, l))
		}
		if len(frames) == 0 {
			frames = append(frames, trace.Frame{Method: "unknown"})
		}
		sites[i] = trace.Site{Frames: frames, Thread: trace.NoThread}
	}
	return sites
}

// recursion is the class of frames that stand for repeated frames.
const recursion = "$$Recursion"

// frameOf converts a frame. Without a line it names the bytecode index in place of the file.
func frameOf(f anttracks.Frame, l *classLines) trace.Frame {
	name, descriptor := f.Method, ""
	if i := strings.IndexByte(name, '('); i >= 0 {
		name, descriptor = name[:i], name[i:]
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 { // a part of the VM
		return trace.Frame{Method: trace.ClipName(name), Native: true}
	}
	class, method := plainClass(name[:dot]), name[dot+1:]
	if class == recursion {
		return trace.Frame{Method: fmt.Sprintf("the last %d frames, repeated", f.Bytecode)}
	}
	out := trace.Frame{Class: trace.PlainType(trace.ClipName(class)), Method: trace.ClipName(method)}
	if f.Bytecode < 0 {
		out.Native = true
		return out
	}
	if out.File, out.Line = l.line(class, method+descriptor, f.Bytecode); out.Line == 0 {
		out.File = fmt.Sprintf("bytecode %d", f.Bytecode)
	}
	return out
}

// plainClass removes the number that the VM adds to the names of hidden classes.
func plainClass(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		name = name[:i]
	}
	return strings.ReplaceAll(name, "/", ".")
}
