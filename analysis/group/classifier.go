package group

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
)

// Kind says what a classifier does in a chain.
type Kind uint8

// Kinds of classifiers.
const (
	Groups     Kind = iota // puts objects into groups
	Filters                // says which objects go on
	Transforms             // goes on with other objects
)

func (k Kind) String() string { return [...]string{"groups", "filter", "transformer"}[k] }

// Cardinality says how many groups of one classifier an object is in.
type Cardinality uint8

// Cardinalities. An object may also be in no group of a classifier; then the group above holds it itself.
const (
	One       Cardinality = iota // one key
	Many                         // several keys: the object is in several groups
	Hierarchy                    // a path of keys: nested groups of one role
	ManyPaths                    // several paths
)

func (c Cardinality) String() string { return [...]string{"one", "many", "hierarchy", "many paths"}[c] }

// Classifier says which groups an object belongs to. Filters and transformers are classifiers too: see [Kind].
type Classifier struct {
	Name        string // as written in a chain, with its argument if it has one
	Role        string // as shown, the role of the groups; empty for filters
	Description string // what it does, in a sentence
	Example     string // a key
	Kind        Kind
	Cardinality Cardinality
	Needs       trace.Knowledge
	// Graph reports that preparing it takes the memory that paths to GC roots take: a graph of all references, and what is found in it.
	Graph bool
	// Contents reports that keys may hold contents of the heap, such as texts of strings, and not only names.
	Contents bool

	// Lacks is what no input of today has, or what the user must load first, as a noun; empty if nothing. Such a
	// classifier is listed but cannot be used.
	Lacks string

	// Argument is what is written in parentheses after the name, such as "GCs"; empty if nothing is. Bind then makes
	// the classifier with the argument, or says what is wrong with it.
	Argument string
	Bind     func(r *Registry, argument string) (*Classifier, error)

	// Prepare makes a classifier or filter ready for one heap state. Above are the classifiers further up the chain, up
	// to a transformer. It may cost a pass over the heap or more; an error is ctx's, or says what the heap lacks.
	Prepare func(ctx context.Context, s *Subject, above Chain) (*Keys, error)

	// Transform makes a transformer ready for one heap state.
	Transform func(ctx context.Context, s *Subject) (Transform, error)
}

// Transform returns the objects that a group's objects turn into, each once, in an order that depends on nothing but
// the objects. It is not called from several goroutines at once, owns neither slice afterwards, and changes none. An
// error is ctx's.
type Transform func(ctx context.Context, objects []trace.ObjectID) ([]trace.ObjectID, error)

// Missing says in a sentence what c would need that an input with this knowledge does not have, and which inputs have
// it; empty if c can be used.
func (c *Classifier) Missing(knows trace.Knowledge) string {
	if c.Lacks != "" {
		return "needs " + c.Lacks
	}
	var lacks []string
	for _, n := range needs {
		if c.Needs.Has(n.knowledge) && !knows.Has(n.knowledge) {
			lacks = append(lacks, n.text)
		}
	}
	if len(lacks) == 0 {
		return ""
	}
	return "needs " + strings.Join(lacks, "; ")
}

// needs says in words what knowledge is, and which inputs have it.
var needs = []struct {
	knowledge trace.Knowledge
	text      string
}{
	{trace.KnowsObjects, "single objects: available in heap dumps and traces, not in ready-made memory trees"},
	{trace.KnowsReferences, "references between objects, available in heap dumps"},
	{trace.KnowsRoots, "GC roots, available in heap dumps"},
	{trace.KnowsSites, "allocation sites: available in recordings with allocation stacks, not in plain heap dumps"},
	{trace.KnowsThreads, "allocating threads: available in recordings with allocation stacks, not in plain heap dumps"},
	{trace.KnowsAges, "births of objects: available in recordings of a running program, not in heap dumps"},
	{trace.KnowsValues, "values of fields, available in heap dumps"},
	{trace.KnowsTexts, "contents of strings, available in heap dumps unless they were blanked"},
	{trace.KnowsSpaces, "heap spaces of objects, available in heap dumps of Android"},
	{trace.KnowsUses, "what the program did with its collections: available in recordings with --collections"},
	{trace.KnowsIdentity, "objects followed over several GC points: available in traces, not in heap dumps"},
}

// Chain is classifiers in the order in which they are applied.
type Chain []*Classifier

// Missing says in a sentence which classifier needs what an input with this knowledge does not have, and which inputs
// have it; empty if the chain can be used.
func (c Chain) Missing(knows trace.Knowledge) string {
	for _, k := range c {
		if why := k.Missing(knows); why != "" {
			return fmt.Sprintf("classifier %q: %s", k.Name, why)
		}
	}
	return ""
}

// Names returns the classifiers' names.
func (c Chain) Names() []string {
	names := make([]string, len(c))
	for i, k := range c {
		names[i] = k.Name
	}
	return names
}

func (c Chain) String() string { return strings.Join(c.Names(), ",") }

// Graph reports whether a classifier of the chain takes the memory of a graph.
func (c Chain) Graph() bool {
	return slices.ContainsFunc(c, func(k *Classifier) bool { return k.Graph })
}

// Contents reports whether keys of groups may hold contents of the heap, see [Classifier.Contents].
func (c Chain) Contents() bool {
	return slices.ContainsFunc(c, func(c *Classifier) bool { return c.Contents })
}
