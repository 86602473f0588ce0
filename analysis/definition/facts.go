package definition

import (
	"context"
	"slices"
	"strings"

	"memcity/analysis/group"
	"memcity/trace"
)

// maxObjectText is the maximum number of characters of a recorded string that expressions see.
const maxObjectText = 256

// facts contains the columns of a heap state for the properties of some expressions. It is read-only once built.
type facts struct {
	heap     *trace.Heap
	packages []any // by type; boxed, so that evaluation allocates nothing
	names    []any
	types    []any
	loaders  []any
	kinds    []any

	sites    []any // by site
	frames   []any
	threads  []any // by thread
	spaces   []any
	inDegree []uint32
	roots    map[trace.ObjectID][]string

	fields *fieldFacts
}

// newFacts reads the data for the given uses. The cost is an in-memory pass over the heap for degrees, and up to three passes over the
// input for field values and texts. It takes 8 bytes per object, 16 per value, and the texts themselves.
func newFacts(ctx context.Context, s *group.Subject, uses []use) (*facts, error) {
	f := &facts{heap: s.Heap}
	if err := f.readTypes(ctx, s); err != nil {
		return nil, err
	}
	for _, u := range uses {
		switch u.property.id {
		case propSite, propFrames:
			f.readSites()
		case propThread:
			f.threads = make([]any, len(f.heap.Threads))
			for i := range f.threads {
				f.threads[i] = f.heap.Threads[i].Name
			}
		case propSpace:
			f.spaces = make([]any, len(f.heap.Spaces))
			for i, space := range f.heap.Spaces {
				f.spaces[i], _ = trace.SpaceParts(space)
			}
		case propInDegree:
			if f.inDegree != nil {
				continue
			}
			var err error
			if f.inDegree, err = group.InDegrees(ctx, f.heap); err != nil {
				return nil, err
			}
		case propIsRoot, propRoots:
			f.readRoots()
		}
	}
	var err error
	f.fields, err = readFields(ctx, f.heap, uses)
	return f, err
}

// readTypes fills the columns by type. The built-in classifier defines what a package is.
func (f *facts) readTypes(ctx context.Context, s *group.Subject) error {
	chain, err := group.Builtin().Parse("package")
	if err != nil {
		return err
	}
	keys, err := chain[0].Prepare(ctx, s, nil)
	if err != nil {
		return err
	}
	for i := range f.heap.Types {
		t := &f.heap.Types[i]
		pkg := keys.Paths(keys.ByType[i])[0][0]
		f.types = append(f.types, t.Name)
		f.packages = append(f.packages, pkg)
		f.names = append(f.names, strings.TrimPrefix(t.Name, pkg+"."))
		f.loaders = append(f.loaders, f.heap.LoaderName(trace.TypeID(i)))
		f.kinds = append(f.kinds, kindTexts[t.Kind])
	}
	return nil
}

func (f *facts) readSites() {
	if f.sites != nil {
		return
	}
	for i := range f.heap.Sites {
		s := &f.heap.Sites[i]
		frames := make([]string, len(s.Frames))
		for j, frame := range s.Frames {
			frames[j] = frame.String()
		}
		site := group.NotKnown
		if len(frames) > 0 {
			site = frames[0]
		}
		f.sites = append(f.sites, site)
		f.frames = append(f.frames, frames)
	}
}

func (f *facts) readRoots() {
	if f.roots != nil {
		return
	}
	f.roots = map[trace.ObjectID][]string{}
	for i := range f.heap.Roots {
		r := &f.heap.Roots[i]
		if text := f.heap.RootText(r); !slices.Contains(f.roots[r.Object], text) {
			f.roots[r.Object] = append(f.roots[r.Object], text)
		}
	}
}

// Values of unknown properties.
var (
	unknownText any = group.NotKnown
	noTexts     any = []string{}
)

// bySite returns the value of a column for the allocation site of o.
func (f *facts) bySite(column []any, o trace.ObjectID, otherwise any) any {
	if f.heap.SiteOf == nil {
		return otherwise
	}
	if s := f.heap.SiteOf[o]; int(s) < len(column) {
		return column[s]
	}
	return otherwise
}

// fixed reports whether a use has the same value for all objects of type t.
func (f *facts) fixed(u *use, t trace.TypeID) bool {
	kind := f.heap.Types[t].Kind
	switch u.property.id {
	case propType, propPackage, propName, propKind, propLoader:
		return true
	case propSize:
		return kind == trace.Instance
	case propLength:
		return kind == trace.Instance || kind == trace.ClassObject
	case propText:
		return !f.heap.IsString(t)
	case propFields:
		return !f.fields.has(u, t)
	case propReferences:
		return kind == trace.PrimitiveArray
	}
	return false
}

// number returns the value of a numeric property for an object of type t. o may be any object if the use is fixed for t.
func (f *facts) number(u *use, t trace.TypeID, o trace.ObjectID) int {
	h := f.heap
	kind := h.Types[t].Kind
	switch u.property.id {
	case propSize:
		if kind == trace.Instance {
			return int(h.Types[t].Base)
		}
		return int(h.Size(o))
	case propLength:
		if kind == trace.ObjectArray || kind == trace.PrimitiveArray {
			return int(h.Extent.At(o))
		}
		return -1
	case propReferences:
		if kind == trace.PrimitiveArray {
			return 0
		}
		return f.references(u, o)
	case propAddress:
		return int(h.Address(o))
	case propInDegree:
		return int(f.inDegree[o])
	}
	return len(h.References(o))
}

// references returns the number of references from o to objects of a class.
func (f *facts) references(u *use, o trace.ObjectID) int {
	n := 0
	for _, to := range f.heap.References(o) {
		if f.heap.Types[f.heap.TypeOf.At(to)].Name == u.name {
			n++
		}
	}
	return n
}

// value returns the value of a property for an object of type t. o may be any object if the use is fixed for t.
func (f *facts) value(u *use, t trace.TypeID, o trace.ObjectID) any {
	h := f.heap
	switch u.property.id {
	case propType:
		return f.types[t]
	case propPackage:
		return f.packages[t]
	case propName:
		return f.names[t]
	case propKind:
		return f.kinds[t]
	case propLoader:
		return f.loaders[t]
	case propText:
		return f.fields.textOf(t, o)
	case propFields:
		return f.fields.value(u, t, o)
	case propThread:
		if t := f.heap.AllocatingThread(o); t >= 0 && int(t) < len(f.threads) {
			return f.threads[t]
		}
		return unknownText
	case propSite:
		return f.bySite(f.sites, o, unknownText)
	case propFrames:
		return f.bySite(f.frames, o, noTexts)
	case propSpace:
		if h.SpaceOf != nil && int(h.SpaceOf[o]) < len(f.spaces) {
			return f.spaces[h.SpaceOf[o]]
		}
		return unknownText
	case propIsRoot:
		return len(f.roots[o]) > 0
	case propRoots:
		if texts := f.roots[o]; texts != nil {
			return texts
		}
		return noTexts
	}
	return f.number(u, t, o)
}
