package guide

import (
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/offheap"
	"memcity/analysis/remedy"
	"memcity/trace"
)

// remedy returns advice about the container in a finding; nil for none. Samples lack most of the facts that it depends on.
func (g *guided) remedy(f *findings.Finding) *findings.Remedy {
	if f.Sampled > 0 {
		return nil
	}
	p := f.Growth
	if p == nil {
		p = f.Pile
	}
	facts := &remedy.Facts{Rule: f.Rule, Runtime: g.recording.Runtime.String(), Fields: [][]string{{threadLocalTable}}}
	switch {
	case p != nil && len(p.Path) > 0:
		facts = g.remedyFacts(f.Rule, p)
	case f.Rule != findings.RuleThreadLocal:
		return nil
	}
	e := g.Remedies().Find(facts)
	if e == nil {
		return nil
	}
	r := &findings.Remedy{ID: e.ID, Cause: e.Cause, Text: e.Remedy, Link: e.Link}
	if e.General { // its cause is one of many for containers of this kind
		r.Cause = ""
	}
	if e.General && f.Grade == findings.Large { // a large holder need not grow
		r.Text = "If it should be smaller: " + strings.ToLower(r.Text[:1]) + r.Text[1:]
	}
	return r
}

// threadLocalTable is the field with the values of all thread-locals of a thread.
const threadLocalTable = "java.lang.ThreadLocal$ThreadLocalMap.table"

// Names in the facts that remedies match.
const (
	outerField   = "this$0"                    // in an object of an inner class: the enclosing object
	directBuffer = "java.nio.DirectByteBuffer" // also the type of a mapped file, which is a MappedByteBuffer

	equalContents = "(equal contents)" // facts about keys: many have the same contents
	heldByValues  = "(held by values)" // facts about weak keys: their values refer to them
)

// remedyFacts returns the facts to search remedies by. It uses the steps of the path from the last object of the program to the entries of
// the container. A library further up is not the reason why this container grows.
func (g *guided) remedyFacts(rule string, p *findings.Pile) *remedy.Facts {
	top := topOf(p.Path)
	f := &remedy.Facts{Rule: rule, Runtime: g.recording.Runtime.String(), Entry: g.withSupers(p.Type), Loader: g.loaderTypes(rule, p)}
	for _, step := range p.Path[top:] {
		f.Entry = append(f.Entry, g.withSupers(step.Type)...)
		if step.Field == leak.Class {
			break
		}
	}
	if g.keepMakers(p.Path) {
		f.Entry = append(f.Entry, outerField)
	}
	if holdsMappings(p) || g.outside != nil && g.outside.Kinds[offheap.Mapped].Objects > g.outside.Kinds[offheap.Buffer].Objects {
		f.Entry = slices.DeleteFunc(f.Entry, func(name string) bool { return strings.HasPrefix(name, directBuffer) })
	}
	if p.Kind != "" {
		f.Container = g.withSupers(p.Kind)
	} else if p.Root == leak.JNIGlobals {
		f.Container = []string{leak.JNIGlobals}
	}
	for _, root := range []string{p.Path[0].Type, p.Root} {
		if name, ok := strings.CutPrefix(root, "thread "); ok && len(f.Threads) == 0 {
			f.Threads = []string{name}
		}
	}
	start := 1
	for i := range p.Path[:top] {
		if name := p.Path[i].Type; i > 0 && g.domain().Owns(name) && !g.Remedies().Knows(name) {
			start = i + 1
		}
	}
	if name, ok := trace.CutNamed(p.Path[0].Type); ok && start == 1 {
		f.Fields = append(f.Fields, []string{name})
	}
	f.Fields = append(f.Fields, g.fieldsOf(p.Path, start, top)...)
	if len(f.Fields) == 0 { // the entries are the first objects, such as threads: what they hold says more
		f.Fields = g.fieldsOf(p.Path, top+1, len(p.Path)-1)
	}
	f.Key = g.keyTypes(p.Path[:top+1])
	if e := p.Entries; e != nil && e.Keys != nil {
		f.Key = append(f.Key, equalContents)
	}
	if e := p.Entries; e != nil && e.Weak != nil {
		f.Key = append(f.Key, heldByValues)
	}
	return f
}

// holdsMappings reports whether a pile holds objects of the JDK that end the mappings of files. Each mapped buffer has one.
func holdsMappings(p *findings.Pile) bool {
	return slices.ContainsFunc(p.Groups, func(x findings.Group) bool {
		return strings.HasPrefix(x.Type, "sun.nio.ch.") && strings.HasSuffix(x.Type, "Unmapper")
	})
}

// fieldsOf returns the fields that lead to some steps of a path.
func (g *guided) fieldsOf(path []findings.PathStep, from, to int) (fields [][]string) {
	for i := max(from, 1); i <= to && path[i].Field != leak.Class; i++ {
		if field := path[i].Field; field != "" && field != leak.Element {
			fields = append(fields, g.fieldNames(path[i-1].Type, field))
		}
	}
	return fields
}

// topOf returns the step of a path where the entries start: the first with at least half as many objects as the last step. It ignores the
// step to an object's class and all later steps.
func topOf(path []findings.PathStep) int {
	if i := slices.IndexFunc(path, func(s findings.PathStep) bool { return s.Field == leak.Class }); i > 0 {
		path = path[:i]
	}
	most := path[len(path)-1].Objects
	return max(0, slices.IndexFunc(path, func(s findings.PathStep) bool { return 2*s.Objects >= most && s.Objects > 0 }))
}

// withSupers returns a type and its superclasses, without Object. Of several types with the name, it takes the one with most superclasses, as
// recordings list a type without them when its first object is allocated.
func (g *guided) withSupers(name string) []string {
	names, h := []string{name}, g.last.Heap()
	for t := range h.Types {
		if leak.Alike(h.Types[t].Name) != name {
			continue
		}
		found := []string{name}
		for super := range h.Supers(trace.TypeID(t)) {
			if len(found) == maxSupers || h.Types[super].Name == "java.lang.Object" {
				break
			}
			if super != trace.TypeID(t) {
				found = append(found, h.Types[super].Name)
			}
		}
		if len(found) > len(names) {
			names = found
		}
	}
	return names
}

// maxSupers is the largest number of types that withSupers returns.
const maxSupers = 50

// fieldNames returns a field qualified by the class of an object and by each superclass, one of which declares it.
func (g *guided) fieldNames(of, field string) []string {
	names := g.withSupers(of)
	for i := range names {
		names[i] += "." + field
	}
	return names
}

// keepMakers reports whether at least half of the objects at the end of a path belong to an inner class and hold their enclosing object.
func (g *guided) keepMakers(path []findings.PathStep) bool {
	at, last := g.placeOf(path), g.holders.Points-1
	for i := range g.holders.Nodes {
		n := &g.holders.Nodes[i]
		if n.Field == outerField && n.Parent == at && at != leak.NoPlace && n.Objects[last] > 0 && 2*n.Objects[last] >= g.holders.Nodes[at].Objects[last] {
			return true
		}
	}
	return false
}

// placeOf returns the place at the end of a path; [leak.NoPlace] if there is none.
func (g *guided) placeOf(path []findings.PathStep) leak.Place {
	steps := make([]leak.Step, len(path))
	for i, s := range path {
		steps[i] = leak.Step{Field: s.Field, Type: s.Type}
	}
	return g.holders.Find(steps)
}

// keyTypes returns the types of the keys of the entries at the end of a path.
func (g *guided) keyTypes(path []findings.PathStep) (keys []string) {
	at := g.placeOf(path)
	if at == leak.NoPlace {
		return nil
	}
	for p := range g.holders.Nodes {
		if n := &g.holders.Nodes[p]; n.Parent == at && n.Field == "key" || leak.Place(p) == at && n.Field == "key" {
			keys = append(keys, g.withSupers(n.Type)...)
		}
	}
	return keys
}

// loaderTypes returns the types of class loaders that pile up.
func (g *guided) loaderTypes(rule string, p *findings.Pile) (loaders []string) {
	add := func(name string) {
		if names := g.withSupers(name); slices.Contains(names, "java.lang.ClassLoader") {
			loaders = append(loaders, names...)
		}
	}
	if rule == findings.RuleLoader {
		add(p.Type)
	}
	for _, x := range p.Groups {
		if x.GrowthObjects > 0 || rule == findings.RuleLoader {
			add(x.Type)
		}
	}
	return loaders
}
