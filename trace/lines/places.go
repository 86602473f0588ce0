package lines

import (
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/wire/lines"
)

// places are the sites and threads of a point.
type places struct {
	texts *lines.Texts
	bytes int64 // of memory

	chains     map[lines.Text][]lines.Text // frames of sites that a line describes
	sites      map[lines.Text]trace.SiteID
	siteList   []trace.Site
	threads    map[lines.Text]int32 // indices into threadList
	threadList []thread
	frames     map[lines.Text]trace.Frame
	frameText  map[threadFrame]int32 // frames that only roots name
}

// thread is a thread of the program.
type thread struct {
	name   lines.Text
	object uint64
	has    bool // object is set
	frames []string
}

type threadFrame struct{ thread, frame lines.Text }

func newPlaces(texts *lines.Texts) places {
	return places{texts: texts, chains: map[lines.Text][]lines.Text{}, sites: map[lines.Text]trace.SiteID{}, threads: map[lines.Text]int32{},
		frames: map[lines.Text]trace.Frame{}, frameText: map[threadFrame]int32{}}
}

// placeBytes is the memory of a site or thread in bytes without its frames, and frameBytes that of a frame.
const (
	placeBytes = 120
	frameBytes = 24
)

// learn stores a line about a site or a thread. The first line about each counts.
func (p *places) learn(r *lines.Record) {
	p.bytes += placeBytes + frameBytes*int64(len(r.Frames))
	if r.Kind == lines.Site {
		if _, known := p.chains[r.Site]; !known && len(r.Frames) > 0 {
			p.chains[r.Site] = slices.Clone(r.Frames)
		}
		return
	}
	if r.Thread == 0 {
		return
	}
	t := &p.threadList[p.thread(r.Thread)]
	if r.Name != 0 {
		t.name = r.Name
	}
	if r.HasRef {
		t.object, t.has = r.Ref, true
	}
	for _, f := range r.Frames {
		t.frames = append(t.frames, trace.ClipName(p.texts.Of(f)))
	}
}

// thread returns the index of a thread, which it adds if it is new; NoThread for none.
func (p *places) thread(n lines.Text) int32 {
	if n == 0 {
		return trace.NoThread
	}
	i, known := p.threads[n]
	if !known {
		i = int32(len(p.threadList))
		p.threads[n] = i
		p.threadList = append(p.threadList, thread{name: n})
		p.bytes += placeBytes
	}
	return i
}

// addFrame adds a frame that only roots name to a thread, and returns its index.
func (p *places) addFrame(n, frame lines.Text) int32 {
	t, key := &p.threadList[p.thread(n)], threadFrame{n, frame}
	at, known := p.frameText[key]
	if !known {
		at = int32(len(t.frames))
		p.frameText[key] = at
		t.frames = append(t.frames, trace.ClipName(p.texts.Of(frame)))
		p.bytes += placeBytes
	}
	return at
}

// hasFrame reports whether a thread has a frame.
func (p *places) hasFrame(n lines.Text, frame int32) bool {
	i, known := p.threads[n]
	return known && int(frame) < len(p.threadList[i].frames)
}

// site returns the number of a site. ok is false for a number that no line describes.
func (p *places) site(n lines.Text) (site trace.SiteID, ok bool) {
	if n == 0 {
		return trace.NoSite, true
	}
	if site, ok := p.sites[n]; ok {
		return site, site != trace.NoSite
	}
	chain, described := p.chains[n]
	if !described {
		chain = []lines.Text{n}
		if strings.Trim(p.texts.Of(n), "0123456789") == "" {
			p.sites[n] = trace.NoSite
			return trace.NoSite, false
		}
	}
	s := trace.Site{Thread: trace.NoThread}
	for _, f := range chain {
		s.Frames = append(s.Frames, p.frame(f))
	}
	site = trace.SiteID(len(p.siteList))
	p.sites[n] = site
	p.siteList = append(p.siteList, s)
	return site, true
}

// frame returns the frame with a text.
func (p *places) frame(n lines.Text) trace.Frame {
	f, known := p.frames[n]
	if !known {
		f = frameOf(trace.ClipName(p.texts.Of(n)))
		p.frames[n] = f
	}
	return f
}

// frameOf reads a frame: Class.method(File.java:12), or file:line with an optional name after a blank.
func frameOf(text string) (f trace.Frame) {
	name, place := "", text
	if open := strings.LastIndexByte(text, '('); open >= 0 && strings.HasSuffix(text, ")") {
		name, place = text[:open], text[open+1:len(text)-1]
	} else if before, after, ok := strings.Cut(text, " "); ok && hasLine(before) {
		name, place = after, before
	}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		f.Class, name = name[:dot], name[dot+1:]
	}
	f.Method = name
	switch place {
	case "Native Method":
		f.Native = true
		return f
	case "Unknown Source":
		return f
	}
	f.File = place
	if colon := strings.LastIndexByte(place, ':'); colon > 0 {
		if line, err := strconv.ParseInt(place[colon+1:], 10, 32); err == nil && line >= 0 {
			f.File, f.Line = place[:colon], int32(line)
		}
	}
	return f
}

// hasLine reports whether a text ends in a colon and a line.
func hasLine(text string) bool {
	colon := strings.LastIndexByte(text, ':')
	return colon > 0 && colon < len(text)-1 && strings.Trim(text[colon+1:], "0123456789") == ""
}

// finish adds the sites and threads to the heap.
func (p *places) finish(h *trace.Heap, b *assemble.Builder) {
	if h.SiteOf != nil {
		h.Sites = p.siteList
	}
	for i := range p.threadList {
		t := &p.threadList[i]
		k := trace.Thread{Name: trace.ClipName(p.texts.Of(t.name)), Object: trace.NoObject, Frames: t.frames}
		if t.has {
			k.Object = b.Find(t.object)
		}
		h.Threads = append(h.Threads, k)
	}
}
