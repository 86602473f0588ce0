package trace

import (
	"strings"

	"memcity/trace/wire/jfr"
)

// lifeNames are the dictionaries of a [Life] in the making.
type lifeNames struct {
	types     []Type
	sites     []Site
	threads   []string
	typeIDs   map[string]TypeID
	siteIDs   map[string]SiteID
	threadIDs map[string]int32
}

func newLifeNames() lifeNames {
	return lifeNames{typeIDs: map[string]TypeID{}, siteIDs: map[string]SiteID{}, threadIDs: map[string]int32{}}
}

// typeOf returns the type of a name as the VM has it.
func (n *lifeNames) typeOf(raw string) TypeID {
	name := "?"
	if raw != "" {
		name = JavaName(raw)
	}
	t, ok := n.typeIDs[name]
	if !ok {
		t = TypeID(len(n.types))
		n.typeIDs[name] = t
		n.types = append(n.types, Type{Name: name, Kind: kindOfName(raw), Super: NoType, Class: NoObject, Loader: NoObject})
	}
	return t
}

func (n *lifeNames) thread(name string) int32 {
	if name == "" {
		return NoThread
	}
	t, ok := n.threadIDs[name]
	if !ok {
		t = int32(len(n.threads))
		n.threadIDs[name] = t
		n.threads = append(n.threads, name)
	}
	return t
}

func (n *lifeNames) site(raw []jfr.Frame) SiteID {
	frames := make([]Frame, len(raw))
	var key strings.Builder
	for i, f := range raw {
		frames[i] = Frame{Class: JavaName(f.Class), Method: f.Method, Line: f.Line, Native: f.Native}
		key.WriteString(frames[i].String())
		key.WriteByte('\n')
	}
	s, ok := n.siteIDs[key.String()]
	if !ok {
		s = SiteID(len(n.sites))
		n.siteIDs[key.String()] = s
		n.sites = append(n.sites, Site{Frames: frames, Thread: NoThread})
	}
	return s
}
