// Package group makes memory trees: it groups the objects of a heap state by a chain of classifiers, and counts the
// references between the groups.
//
// A [Classifier] names the groups of an object; chains combine them in any order. Everything is computed over dense
// numbers: a chain is first turned into a table from types to leaves of the tree, then one pass over the objects counts.
package group

import (
	"fmt"
	"strings"

	"memcity/trace"
)

// Cardinality says how many groups of one classifier an object is in.
type Cardinality uint8

// Cardinalities.
const (
	One       Cardinality = iota // one key
	Hierarchy                    // a path of keys: nested groups of one role
)

func (c Cardinality) String() string { return [...]string{"one", "hierarchy"}[c] }

// Classifier tells which group an object belongs to.
type Classifier struct {
	Name        string // as written on the command line
	Role        string // as shown, the role of the groups
	Description string
	Example     string
	Cardinality Cardinality
	Needs       trace.Knowledge

	// keys returns the path of the group of objects of type t. packaged tells that a classifier further up the chain
	// has named the package already.
	keys func(t *trace.Type, packaged bool) []string
}

var classifiers = []*Classifier{
	{
		Name: "type", Role: "Type", Cardinality: One, Needs: trace.KnowsObjects,
		Description: "The class of the object. Below a package, without the package's name.",
		Example:     "java.util.HashMap$Node[]",
		keys: func(t *trace.Type, packaged bool) []string {
			if packaged {
				_, name := splitPackage(t.Name)
				return []string{name}
			}
			return []string{t.Name}
		},
	},
	{
		Name: "package", Role: "Package", Cardinality: One, Needs: trace.KnowsObjects,
		Description: "The package of the object's class, of arrays that of their elements' class.",
		Example:     "java.util",
		keys: func(t *trace.Type, _ bool) []string {
			pkg, _ := splitPackage(t.Name)
			return []string{pkg}
		},
	},
}

// Names of the groups of types that are in no package.
const (
	DefaultPackage  = "(default package)"
	PrimitiveArrays = "(primitive arrays)"
)

var primitives = map[string]bool{"boolean": true, "byte": true, "char": true, "short": true, "int": true, "long": true,
	"float": true, "double": true}

// splitPackage cuts a type's name into its package and the rest. A hidden class's name may go on with a slash and a
// number, which belongs to the rest.
func splitPackage(name string) (pkg, rest string) {
	element := strings.TrimRight(name, "[]")
	if primitives[element] && element != name {
		return PrimitiveArrays, name
	}
	plain, _, _ := strings.Cut(element, "/")
	dot := strings.LastIndexByte(plain, '.')
	if dot <= 0 {
		return DefaultPackage, name
	}
	return name[:dot], name[dot+1:]
}

// All lists the classifiers in the order to offer them.
func All() []*Classifier { return classifiers }

// ParseChain reads names of classifiers, as "package,type".
func ParseChain(text string) ([]*Classifier, error) {
	return Chain(strings.Split(text, ","))
}

// Chain finds classifiers by name. A chain has at least one and none twice.
func Chain(names []string) ([]*Classifier, error) {
	var chain []*Classifier
	for _, name := range names {
		name = strings.TrimSpace(name)
		c := find(name)
		if c == nil {
			return nil, fmt.Errorf("classifier %q: expected one of %s", name, strings.Join(known(), ", "))
		}
		for _, before := range chain {
			if before == c {
				return nil, fmt.Errorf("classifier %q: named twice", name)
			}
		}
		chain = append(chain, c)
	}
	return chain, nil
}

func find(name string) *Classifier {
	for _, c := range classifiers {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func known() []string {
	var names []string
	for _, c := range classifiers {
		names = append(names, c.Name)
	}
	return names
}
