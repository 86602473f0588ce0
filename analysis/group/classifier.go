package group

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
)

// Kind selects the function of a classifier in a chain.
type Kind uint8

// Kinds of classifiers.
const (
	Groups     Kind = iota // assigns objects to groups
	Filters                // selects objects
	Transforms             // continues with other objects
)

func (k Kind) String() string { return [...]string{"groups", "filter", "transformer"}[k] }

// Cardinality selects the number of groups of a classifier that an object may be in.
type Cardinality uint8

// Cardinalities. An object may also be in no group of a classifier; the group above then holds it directly.
const (
	One       Cardinality = iota // one key
	Many                         // several keys: the object is in several groups
	Hierarchy                    // a path of keys: nested groups with one role
	ManyPaths                    // several paths
)

func (c Cardinality) String() string { return [...]string{"one", "many", "hierarchy", "many paths"}[c] }

// Classifier assigns objects to groups. Filters and transformers are classifiers as well, see [Kind].
type Classifier struct {
	Name        string // name as written in a chain, with its argument if it has one
	Role        string // displayed role of the groups; empty for filters
	Description string // description of the groups, in one sentence
	Example     string // example of a key
	Kind        Kind
	Cardinality Cardinality
	Needs       trace.Knowledge
	// Graph is true if Prepare needs memory for paths to GC roots: a graph of all references, and the paths.
	Graph bool
	// Contents is true if keys may contain data from the heap, such as texts of strings, and not only names.
	Contents bool

	// Lacks is a noun for data that no current input contains or that the user must load first; empty for none. Such a classifier is listed
	// but cannot be used.
	Lacks string

	// Argument describes the argument in parentheses after the name, such as "GCs"; empty for none. Bind creates the classifier for an
	// argument. It returns an error if the argument is invalid.
	Argument string
	Bind     func(r *Registry, argument string) (*Classifier, error)

	// Prepare prepares a classifier or filter for one heap state. above contains the preceding classifiers of the chain, back to a
	// transformer. It may cost a pass over the heap or more. It returns an error if ctx is done or the heap lacks data.
	Prepare func(ctx context.Context, s *Subject, above Chain) (*Keys, error)

	// Transform prepares a transformer for one heap state.
	Transform func(ctx context.Context, s *Subject) (Transform, error)
}

// Transform returns the objects that replace those of a group, each once. The order depends only on the objects. It must not keep or modify
// either slice. It is not called concurrently. It returns an error only if ctx is done.
type Transform func(ctx context.Context, objects []trace.ObjectID) ([]trace.ObjectID, error)

// Missing returns a sentence on what c needs and the given input lacks, and on which inputs have it; empty if c can be used.
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

// needs contains a text for each kind of knowledge, with the inputs that have it.
var needs = []struct {
	knowledge trace.Knowledge
	text      string
}{
	{trace.KnowsObjects, "single objects; open a heap dump or trace, not a ready-made memory tree"},
	{trace.KnowsReferences, "references between objects; open a heap dump"},
	{trace.KnowsRoots, "GC roots; open a heap dump"},
	{trace.KnowsSites, "allocation sites; open a recording with allocation stacks, not a plain heap dump"},
	{trace.KnowsThreads, "allocating threads; open a recording with allocation stacks, not a plain heap dump"},
	{trace.KnowsAges, "ages of objects; open a recording of a running program, not a heap dump"},
	{trace.KnowsValues, "values of fields; open a heap dump"},
	{trace.KnowsTexts, "contents of strings; open a heap dump with strings that were not blanked, or a heap snapshot"},
	{trace.KnowsSpaces, "heap spaces of objects; open an Android heap dump or a trace of AntTracks"},
	{trace.KnowsSubsystems, "the subsystem that allocated each object; open a trace of AntTracks"},
	{trace.KnowsUses, "the use of collections; record with --collections"},
	{trace.KnowsIdentity, "objects tracked across GC points; open a trace, not heap dumps"},
}

// Chain is a list of classifiers in the order in which they apply.
type Chain []*Classifier

// Missing returns a sentence about the first classifier without its data in the given input, and about inputs with that data; empty if the
// chain can be used.
func (c Chain) Missing(knows trace.Knowledge) string {
	for _, k := range c {
		if why := k.Missing(knows); why != "" {
			return fmt.Sprintf("classifier %q: %s", k.Name, why)
		}
	}
	return ""
}

// Names returns the names of the classifiers.
func (c Chain) Names() []string {
	names := make([]string, len(c))
	for i, k := range c {
		names[i] = k.Name
	}
	return names
}

func (c Chain) String() string { return strings.Join(c.Names(), ",") }

// Graph reports whether a classifier of the chain needs memory for a graph, see [Classifier.Graph].
func (c Chain) Graph() bool {
	return slices.ContainsFunc(c, func(k *Classifier) bool { return k.Graph })
}

// Contents reports whether keys may contain data from the heap, see [Classifier.Contents].
func (c Chain) Contents() bool {
	return slices.ContainsFunc(c, func(c *Classifier) bool { return c.Contents })
}
