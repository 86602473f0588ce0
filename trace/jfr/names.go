package jfr

import (
	"strings"

	"memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/jfr"
)

// dictionary collects the dictionaries of a [trace.Life].
type dictionary struct {
	types     []trace.Type
	sites     []trace.Site
	threads   []string
	typeIDs   map[string]trace.TypeID
	siteIDs   map[string]trace.SiteID
	threadIDs map[string]int32
}

func newDictionary() dictionary {
	return dictionary{typeIDs: map[string]trace.TypeID{}, siteIDs: map[string]trace.SiteID{}, threadIDs: map[string]int32{}}
}

// typeName returns the name in source code of a type with a VM name; "?" if that is unknown.
func typeName(raw string) string {
	if raw == "" {
		return "?"
	}
	return javaname.Of(raw)
}

// typeOf returns the type with the given VM name.
func (n *dictionary) typeOf(raw string) trace.TypeID {
	name := typeName(raw)
	t, ok := n.typeIDs[name]
	if !ok {
		t = trace.TypeID(len(n.types))
		n.typeIDs[name] = t
		n.types = append(n.types, trace.Type{Name: name, Kind: javaname.Kind(raw), Super: trace.NoType, Class: trace.NoObject,
			Loader: trace.NoObject})
	}
	return t
}

func (n *dictionary) thread(name string) int32 {
	if name == "" {
		return trace.NoThread
	}
	t, ok := n.threadIDs[name]
	if !ok {
		t = int32(len(n.threads))
		n.threadIDs[name] = t
		n.threads = append(n.threads, name)
	}
	return t
}

func (n *dictionary) site(raw []jfr.Frame) trace.SiteID {
	frames := make([]trace.Frame, len(raw))
	var key strings.Builder
	for i, f := range raw {
		frames[i] = trace.Frame{Class: javaname.Of(f.Class), Method: f.Method, Line: f.Line, Native: f.Native}
		key.WriteString(frames[i].String())
		key.WriteByte('\n')
	}
	s, ok := n.siteIDs[key.String()]
	if !ok {
		s = trace.SiteID(len(n.sites))
		n.siteIDs[key.String()] = s
		n.sites = append(n.sites, trace.Site{Frames: frames, Thread: trace.NoThread})
	}
	return s
}
