package ruby

import (
	"bytes"
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/wire/ruby"
)

// sites are the allocation sites of a dump.
type sites struct {
	numbers map[string]trace.SiteID
	list    []trace.Site // frames with the paths of files as class
	key     []byte       // of the last object
	last    trace.SiteID
	next    []byte
}

func newSites() sites { return sites{numbers: map[string]trace.SiteID{}, last: trace.NoSite} }

// site returns the site of an object; NoSite for none.
func (s *sites) site(r *ruby.Record) trace.SiteID {
	if len(r.File) == 0 {
		return trace.NoSite
	}
	s.next = append(append(s.next[:0], r.File...), ':')
	s.next = append(strconv.AppendInt(s.next, int64(r.SourceLine), 10), ' ')
	s.next = append(s.next, r.Method...)
	if bytes.Equal(s.next, s.key) {
		return s.last
	}
	s.key = append(s.key[:0], s.next...)
	n, ok := s.numbers[string(s.key)]
	if !ok {
		n = trace.SiteID(len(s.list))
		s.numbers[string(s.key)] = n
		text := func(b []byte) string {
			return trace.ClipName(trace.PlainLine(strings.ToValidUTF8(string(b), "\ufffd")))
		}
		s.list = append(s.list, trace.Site{Thread: trace.NoThread,
			Frames: []trace.Frame{{Class: text(r.File), Method: text(r.Method), Line: r.SourceLine}}})
	}
	s.last = n
	return n
}

// finish adds the sites to the heap, with short names of files.
func (s *sites) finish(h *trace.Heap) {
	if h.SiteOf == nil {
		return
	}
	root := s.root()
	for i := range s.list {
		f := &s.list[i].Frames[0]
		path, own := pathOf(f.Class)
		if own {
			path = strings.TrimPrefix(path, root)
		}
		f.Class, f.File = "", path
		if strings.HasSuffix(path, ".rb") {
			f.Class, f.File = path, path[strings.LastIndexByte(path, '/')+1:]
		}
		f.Method = cmp.Or(f.Method, "(outside methods)")
	}
	h.Sites = s.list
}

// root returns the folder that contains all files of the program, with a slash; empty for none.
func (s *sites) root() (root string) {
	first := true
	for i := range s.list {
		path, own := pathOf(s.list[i].Frames[0].Class)
		slash := strings.LastIndexByte(path, '/')
		switch {
		case !own || slash < 0:
		case first:
			root, first = path[:slash+1], false
		default:
			for !strings.HasPrefix(path, root) {
				root = root[:strings.LastIndexByte(strings.TrimSuffix(root, "/"), '/')+1]
			}
		}
	}
	return root
}

// libraryPath matches the path of a file of Ruby's library.
var libraryPath = regexp.MustCompile(`/lib/ruby/(?:site_ruby/|vendor_ruby/)?(?:\d+\.\d+\.\d+/)?`)

// pathOf returns the path of a file for display: gems/NAME-VERSION/PATH for files of gems, and ruby/PATH for files of Ruby. own is false for
// these files.
func pathOf(file string) (path string, own bool) {
	path = strings.ReplaceAll(file, `\`, "/")
	if i := strings.LastIndex(path, "/gems/"); i >= 0 {
		return path[i+1:], false
	}
	if at := libraryPath.FindStringIndex(path); at != nil {
		return "ruby/" + path[at[1]:], false
	}
	if name, ok := strings.CutPrefix(path, "<internal:"); ok {
		return "ruby/" + strings.TrimSuffix(name, ">") + ".rb", false
	}
	return path, strings.HasPrefix(path, "/") || len(path) > 2 && path[1] == ':'
}
