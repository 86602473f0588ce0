package guide

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// nameOwner sets the name of a thread-local owner. For an owner outside the program, it sets the program's field next to it.
func (g *guided) nameOwner(ctx context.Context, references *closure.Graph, d *detail) error {
	if d.suspect.Entry != leak.NoPlace {
		return g.threadLocal(ctx, references, d)
	}
	path := g.holders.Path(d.suspect.Parts[0].Container)
	if slices.ContainsFunc(path, func(p leak.Place) bool { return g.holders.Nodes[p].Own }) {
		return nil
	}
	objects := leak.Objects(g.places, path[1:])
	wanted := bitset.New(uint(g.last.Heap().Len()))
	for p, list := range objects {
		objects[p] = list[:min(len(list), maxOwnedObjects)]
		for _, o := range objects[p] {
			wanted.Set(uint(o))
		}
	}
	referrers, err := references.ReferrersOf(ctx, wanted)
	if err != nil {
		return err
	}
	wrappers := bitset.New(wanted.Len())
	for o := range wanted.EachSet() {
		from := referrers.Of(trace.ObjectID(o))
		for _, r := range from[:min(len(from), maxOwnedObjects)] {
			wrappers.Set(uint(r))
		}
	}
	wrapped, err := references.ReferrersOf(ctx, wrappers)
	if err != nil {
		return err
	}
	for i := len(path) - 1; i > 0; i-- {
		for _, o := range objects[path[i]] {
			if d.near = g.ownField(referrers.Of(o), o); d.near == "" {
				d.near = g.wrapped(referrers, wrapped, o)
			}
			if d.near != "" {
				return nil
			}
		}
	}
	return nil
}

// ownerName returns the holder of a pile as named in the source code.
func (d *detail) ownerName() string {
	switch d.owner {
	case trace.RootThread.String():
		return cmp.Or(d.near, findings.ThreadsOf(""))
	case trace.RootThread.String() + " " + trace.UnnamedVirtual:
		return cmp.Or(d.near, findings.ThreadsOf(trace.UnnamedVirtual))
	}
	return cmp.Or(d.near, d.owner)
}

// byNative reports whether JNI global references hold the pile directly.
func byNative(s *leak.Suspect) bool { return s.Root == leak.JNIGlobals && s.Kind == "" }

// maxOwnedObjects is the number of objects of one place whose referrers are searched.
const maxOwnedObjects = 64

// ownField returns the first field of the program's objects among from that refers to o; empty for none.
func (g *guided) ownField(from []trace.ObjectID, o trace.ObjectID) string {
	h := g.last.Heap()
	domain := g.domain()
	for _, r := range from {
		t := &h.Types[h.TypeOf.At(r)]
		own, of := t.Name, h.TypeOf.At(r)
		if t.Kind == trace.ClassObject {
			if class := h.ClassOf(r); class != trace.NoType {
				own, of = h.Types[class].Name, class
			}
		}
		if !domain.Owns(own) || g.made != nil && g.made[of] || t.Kind == trace.ObjectArray {
			continue
		}
		for i, to := range h.References(r) {
			if name := h.FieldAt(r, i); to == o && closure.IsStatic(name) {
				return "field " + own + "." + name
			}
		}
	}
	return ""
}

// wrapped returns a field of the program that refers to a java.util wrapper of o, such as an executor or a collection; empty for none.
func (g *guided) wrapped(referrers, ofWrappers *closure.Referrers, o trace.ObjectID) string {
	from := referrers.Of(o)
	for _, r := range from[:min(len(from), maxOwnedObjects)] {
		if name := g.last.Heap().Types[g.last.Heap().TypeOf.At(r)].Name; !strings.HasPrefix(name, "java.util.") || strings.HasSuffix(name, "[]") {
			continue
		}
		if field := g.ownField(ofWrappers.Of(r), r); field != "" {
			return field
		}
	}
	return ""
}

// maxThreadLocals is the largest number of thread-locals that are compared.
const maxThreadLocals = 63

// threadLocal sets the owner of d to the thread-local whose values hold most of the pile.
func (g *guided) threadLocal(ctx context.Context, references *closure.Graph, d *detail) error {
	h := g.last.Heap()
	roots, err := g.last.Roots(ctx)
	if err != nil {
		return err
	}
	at := map[string]int{}
	var names []string
	var removals []closure.Removal
	for _, entry := range leak.Objects(g.places, []leak.Place{d.suspect.Entry})[d.suspect.Entry] {
		name, value := "", -1
		for i, to := range h.References(entry) {
			switch h.FieldAt(entry, i) {
			case closure.Referent:
				name = staticOf(roots, to)
			case "value":
				value = i
			}
		}
		if name == "" || value < 0 {
			continue
		}
		k, ok := at[name]
		if !ok && len(names) == maxThreadLocals {
			continue
		}
		if !ok {
			k = len(names)
			at[name], names, removals = k, append(names, name), append(removals, closure.Removal{})
		}
		removals[k].References = append(removals[k].References, closure.Reference{From: entry, Index: value})
	}
	freed, err := references.WhatIf(ctx, removals, d.targets, g.weak)
	if err != nil {
		return err
	}
	best := -1
	for k, f := range freed {
		if f.Target.Objects > 0 && (best < 0 || f.Target.Objects > freed[best].Target.Objects) {
			best = k
		}
	}
	if best >= 0 {
		d.owner = "thread-local in the " + names[best]
	}
	return nil
}

// staticOf returns the static field that refers to an object; empty for none.
func staticOf(roots *closure.Roots, o trace.ObjectID) string {
	for _, r := range roots.Direct(o) {
		if roots.Names[r].Kind.IsNamed() {
			return roots.Names[r].String()
		}
	}
	return ""
}
