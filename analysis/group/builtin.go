package group

import (
	"context"
	"slices"

	"memcity/trace"
)

// builtin returns the classifiers that are built in, in the order to offer them.
func builtin() []*Classifier {
	return slices.Concat(typeClassifiers(), siteClassifiers(), objectClassifiers(), rootClassifiers(), healthClassifiers(),
		transformers(), filters(), unavailable())
}

type prepare = func(ctx context.Context, s *Subject, above Chain) (*Keys, error)

// byType makes the Prepare of a classifier that names one group for each type.
func byType(name func(t *trace.Type) string) prepare {
	return func(_ context.Context, s *Subject, _ Chain) (*Keys, error) { return typeKeys(s.Heap, name), nil }
}

// NotKnown is the name of the group of objects of which the input does not tell what a classifier asks, though it does
// of others.
const NotKnown = "(not known)"

const (
	lacksStructures = "descriptions of data structures, which are not part of the program yet"
	lacksBirth      = "the GC point at which each object was born, which no input told so far has"
	lacksFeatures   = "a file that says which code belongs to which feature; load one first"
)

// unavailable lists what cannot be used yet, and why.
func unavailable() []*Classifier {
	const objects = trace.KnowsObjects
	return []*Classifier{
		{Name: "age", Role: "Age", Lacks: lacksBirth, Needs: objects | trace.KnowsIdentity, Example: "2 GCs survived",
			Description: "How many GCs the object survived."},
		{Name: "feature", Role: "Feature", Cardinality: Many, Lacks: lacksFeatures, Needs: objects | trace.KnowsSites, Example: "Checkout",
			Description: "The features of the program that the allocating code belongs to."},
		{Name: "structure-role", Role: "Role in Data Structure", Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "head",
			Description: "Whether the object is the head of a data structure, internal to one, or a leaf of one."},
		{Name: "structure", Role: "Data Structure", Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "java.util.HashMap",
			Description: "The data structure that contains the object, none, or several."},
		{Name: "in-structure", Role: "Contained", Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "directly",
			Description: "Whether a data structure contains the object directly, indirectly, or none does."},
		{Name: "structure-leaves", Role: "Data Structure Leaves", Kind: Transforms, Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "Data Structure Leaves",
			Description: "Goes on with the contents of data structures."},
		{Name: "containing-structures", Role: "Containing Data Structures", Kind: Transforms, Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "Containing Data Structures",
			Description: "Goes on with the data structures that contain the objects."},
		{Name: "older-than", Kind: Filters, Lacks: lacksBirth, Needs: objects | trace.KnowsIdentity, Argument: "GCs", Example: "older-than(3)",
			Description: "Only objects that survived more than so many GCs."},
		{Name: "only-heads", Kind: Filters, Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "only-heads",
			Description: "Only heads of data structures."},
		{Name: "no-heads", Kind: Filters, Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "no-heads",
			Description: "No heads of data structures."},
		{Name: "only-leaves", Kind: Filters, Lacks: lacksStructures, Needs: objects | trace.KnowsReferences, Example: "only-leaves",
			Description: "Only leaves of data structures."},
	}
}
