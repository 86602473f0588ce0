package group

import (
	"context"
	"fmt"
	"strings"

	"memcity/trace"
)

func typeClassifiers() []*Classifier {
	return []*Classifier{
		{
			Name: "type", Role: "Type", Needs: trace.KnowsObjects,
			Description: "The class of the object. Below a package, the package name is omitted.",
			Example:     "java.util.HashMap$Node[]",
			Prepare:     prepareType,
		},
		{
			Name: "lambda", Role: "Type", Needs: trace.KnowsObjects | trace.KnowsSites,
			Description: "The class of the object. A lambda is named after the method that made it.",
			Example:     "lambda made in app.Shop.load",
			Prepare:     prepareLambda,
		},
		{
			Name: "package", Role: "Package", Needs: trace.KnowsObjects,
			Description: "The package of the object's class as one group. For an array, the package of its element class.",
			Example:     "java.util",
			Prepare:     byType(func(t *trace.Type) string { return packageOf(t.Name) }),
		},
		{
			Name: "packages", Role: "Package", Cardinality: Hierarchy, Needs: trace.KnowsObjects,
			Description: "The package of the object's class, with one nested group for each part of its name.",
			Example:     "java > util",
			Prepare: func(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
				return typePaths(s.Heap, func(t *trace.Type) [][]string { return [][]string{packagePath(t.Name)} }), nil
			},
		},
		{
			Name: "overall", Role: "Overall", Needs: trace.KnowsObjects,
			Description: "One group for everything.",
			Example:     "Overall",
			Prepare:     byType(func(*trace.Type) string { return "Overall" }),
		},
		{
			Name: "loader", Role: "Class Loader", Cardinality: Hierarchy, Needs: trace.KnowsObjects,
			Description: "The class loader of the object's class, grouped by the loader's class. If a class has several loaders, each is a nested group.",
			Example:     "jdk.internal.loader.ClassLoaders$AppClassLoader",
			Prepare:     prepareLoader,
		},
	}
}

func prepareType(_ context.Context, s *Subject, above Chain) (*Keys, error) {
	if above.has("package") || above.has("packages") {
		return typeKeys(s.Heap, func(t *trace.Type) string {
			_, name := splitPackage(t.Name)
			return name
		}), nil
	}
	return typeKeys(s.Heap, func(t *trace.Type) string { return t.Name }), nil
}

func (c Chain) has(name string) bool {
	for _, k := range c {
		if k.Name == name {
			return true
		}
	}
	return false
}

// prepareLoader distinguishes class loaders of one class by address, or by number if addresses are unknown.
func prepareLoader(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	loaders := map[trace.TypeID]map[trace.ObjectID]bool{}
	for i := range h.Types {
		if l := h.Types[i].Loader; l != trace.NoObject {
			class := h.TypeOf.At(l)
			if loaders[class] == nil {
				loaders[class] = map[trace.ObjectID]bool{}
			}
			loaders[class][l] = true
		}
	}
	b := pathBuilder{}
	byType := make([]uint32, len(h.Types))
	for i := range h.Types {
		path := []string{h.LoaderName(trace.TypeID(i))}
		if l := h.Types[i].Loader; l != trace.NoObject && len(loaders[h.TypeOf.At(l)]) > 1 {
			path = append(path, objectName(h, l))
		}
		byType[i] = b.class([][]string{path})
	}
	return &Keys{Count: uint64(len(b.paths)), ByType: byType, Paths: b.of}, nil
}

// objectName returns a name for an object: its address, or its number if addresses are unknown.
func objectName(h *trace.Heap, o trace.ObjectID) string {
	if h.Address != nil {
		return fmt.Sprintf("@ 0x%x", h.Address(o))
	}
	return fmt.Sprintf("object %d", o)
}

// Names of the groups of types without a package.
const (
	DefaultPackage  = "(default package)"
	PrimitiveArrays = "(primitive arrays)"
	PlainObjects    = "(plain objects)" // objects of JavaScript without a class
	Internals       = "(internals)"     // objects of a runtime that no class describes, such as strings of JavaScript
	Elements        = "(DOM)"           // elements of documents, such as <div> and Detached <div>
)

// detached precedes the names of elements outside of their document.
const detached = "Detached "

var primitives = map[string]bool{"boolean": true, "byte": true, "char": true, "short": true, "int": true, "long": true,
	"float": true, "double": true}

// splitPackage splits the name of a type into its package and the rest. A slash and a number at the end of a hidden class's name belong to
// the rest.
func splitPackage(name string) (pkg, rest string) {
	element := strings.TrimRight(name, "[]")
	if primitives[element] && element != name {
		return PrimitiveArrays, name
	}
	switch pkg, rest = trace.SplitType(name); {
	case pkg != "":
		return pkg, rest
	case strings.HasPrefix(name, "{"):
		return PlainObjects, name
	case strings.HasPrefix(name, "("):
		return Internals, name
	case strings.HasPrefix(name, "<"), strings.HasPrefix(name, detached):
		return Elements, name
	}
	return DefaultPackage, name
}

func packageOf(name string) string {
	pkg, _ := splitPackage(name)
	return pkg
}

// packagePath returns the parts of a type's package.
func packagePath(name string) []string {
	pkg := packageOf(name)
	if strings.HasPrefix(pkg, "(") {
		return []string{pkg}
	}
	if strings.ContainsAny(pkg, "/:") || !strings.HasPrefix(name, pkg+".") { // a file
		return strings.FieldsFunc(pkg, func(r rune) bool { return r == '/' || r == ':' })
	}
	return strings.Split(pkg, ".")
}
