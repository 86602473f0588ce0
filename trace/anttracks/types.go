package anttracks

import (
	"cmp"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/anttracks"
)

// typeInfo describes a type for the replay.
type typeInfo struct {
	kind    trace.TypeKind
	array   bool
	base    int64 // bytes of an instance, or of an array before its elements
	element int64 // bytes of an element
	name    string
}

// size returns the size of an object in bytes.
func (t *typeInfo) size(extent uint32) int64 {
	size := t.base
	switch {
	case t.kind == trace.ClassObject:
		size = int64(extent)
	case t.array:
		size += int64(extent) * t.element
	}
	return (size + wordBytes - 1) &^ (wordBytes - 1)
}

func typeInfos(s *anttracks.Symbols) []typeInfo {
	list := make([]typeInfo, len(s.Types))
	for i := range s.Types {
		t := &s.Types[i]
		x := &list[i]
		x.name, x.array = sourceName(t.Name), t.Array()
		size := int64(max(0, t.Size))
		switch {
		case !x.array:
			x.base = size
			if x.name == "java.lang.Class" {
				x.kind = trace.ClassObject
			}
		case x.array:
			x.base, x.element = size>>8, size&0xFF
			if x.kind = trace.PrimitiveArray; isReference(t.Name[1:]) {
				x.kind = trace.ObjectArray
			}
		}
	}
	return list
}

// sourceName converts a descriptor to a name as in source code. Hidden classes lose the number after their name.
func sourceName(descriptor string) string {
	name := plainName(descriptor)
	if strings.HasPrefix(name, "L") {
		name = strings.TrimSuffix(name[1:], ";")
	}
	return javaname.Of(name)
}

// plainName removes the number that the VM adds to the names of hidden classes: Lapp/Main$$Lambda$4/363771819;
func plainName(descriptor string) string {
	i := strings.LastIndexAny(descriptor, "/.")
	if i < 0 || !strings.HasSuffix(descriptor, ";") {
		return descriptor
	}
	if number := descriptor[i+1 : len(descriptor)-1]; number == "" || strings.Trim(number, "0123456789") != "" {
		return descriptor
	}
	return descriptor[:i] + ";"
}

// isReference reports whether the descriptor of a field or an element is that of a reference.
func isReference(descriptor string) bool {
	return descriptor != "" && (descriptor[0] == 'L' || descriptor[0] == '[')
}

// referenceFields returns the names of the fields in a list that hold references, in the order of their declaration.
func referenceFields(fields []anttracks.Field, static bool) (names []string) {
	list := slices.Clone(fields)
	slices.SortStableFunc(list, func(a, b anttracks.Field) int { return cmp.Compare(a.Offset, b.Offset) })
	for _, f := range list {
		if f.Static == static && isReference(f.Signature) {
			names = append(names, trace.ClipName(f.Name))
		}
	}
	return names
}

// heapTypes returns the types of heap states, with the index of [typeInfo].
//
// Classes without instances follow: they are only in the records of class objects, and needed for their static fields.
func heapTypes(s *anttracks.Symbols, infos []typeInfo) []trace.Type {
	types := make([]trace.Type, len(s.Types))
	seen := map[string]bool{}
	supers := findSupers(s, infos)
	for i := range s.Types {
		t, x := &s.Types[i], &infos[i]
		types[i] = trace.Type{Name: x.name, Kind: x.kind, Super: supers[i], Class: trace.NoObject, Loader: trace.NoObject, Base: x.base,
			Element: x.element}
		if x.array {
			continue
		}
		seen[x.name] = true
		types[i].Base = x.size(0)
		for _, list := range slices.Backward(t.Inherited) {
			types[i].References = append(types[i].References, referenceFields(list, false)...)
		}
		types[i].References = append(types[i].References, referenceFields(t.Fields, false)...)
	}
	for i := range s.Mirrors {
		name := sourceName(s.Mirrors[i].Name)
		if s.Mirrors[i].Name == "" || s.Mirrors[i].Name[0] != 'L' || seen[name] {
			continue
		}
		seen[name] = true
		types = append(types, trace.Type{Name: name, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject, Base: 2 * wordBytes})
	}
	return types
}

// findSupers returns the superclass of each type; NoType if it is unknown. The older format does not name the superclass, but it lists the
// fields of all superclasses. The superclass is the type with equal fields whose superclasses have equal fields too. If several types match
// because they have no fields of their own, the name decides for subclasses of java.lang.ref.Reference. Otherwise the result is NoType.
func findSupers(s *anttracks.Symbols, infos []typeInfo) []trace.TypeID {
	byFields := map[string][]int{}
	for i := range s.Types {
		if t := &s.Types[i]; !t.Array() {
			key := fieldsKey(append([][]anttracks.Field{t.Fields}, t.Inherited...))
			byFields[key] = append(byFields[key], i)
		}
	}
	supers := make([]trace.TypeID, len(s.Types))
	for i := range s.Types {
		t := &s.Types[i]
		supers[i] = trace.NoType
		if k, ok := s.TypeIndex(t.Super); ok && s.Version != 0 {
			supers[i] = trace.TypeID(k)
			continue
		}
		if len(t.Inherited) == 0 || t.Array() {
			continue
		}
		found := slices.DeleteFunc(slices.Clone(byFields[fieldsKey(t.Inherited)]), func(k int) bool { return k == i })
		if len(found) > 1 {
			found = slices.DeleteFunc(found, func(k int) bool { return infos[k].name != usualSuper(infos[i].name) })
		}
		if len(found) == 1 {
			supers[i] = trace.TypeID(found[0])
		}
	}
	return supers
}

// usualSuper returns the superclass of a subclass of java.lang.ref.Reference: kinds of references have the same fields.
func usualSuper(name string) string {
	switch name {
	case "java.lang.ref.Finalizer":
		return "java.lang.ref.FinalReference"
	case "sun.misc.Cleaner":
		return "java.lang.ref.PhantomReference"
	case "java.lang.ref.WeakReference", "java.lang.ref.PhantomReference", "java.lang.ref.FinalReference", "java.lang.ref.SoftReference":
		return "java.lang.ref.Reference"
	}
	return "java.lang.ref.WeakReference"
}

func fieldsKey(lists [][]anttracks.Field) string {
	var b strings.Builder
	for _, list := range lists {
		for _, f := range list {
			b.WriteString(f.Signature + " " + f.Name + " ")
		}
		b.WriteString("|")
	}
	return b.String()
}
