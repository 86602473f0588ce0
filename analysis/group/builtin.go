package group

import (
	"context"
	"slices"

	"memcity/trace"
)

// builtin returns the built-in classifiers in display order.
func builtin() []*Classifier {
	return slices.Concat(typeClassifiers(), siteClassifiers(), ageClassifiers(), useClassifiers(), objectClassifiers(), rootClassifiers(),
		healthClassifiers(), transformers(), filters(), unavailable())
}

type prepare = func(ctx context.Context, s *Subject, above Chain) (*Keys, error)

// byType returns a Prepare function for a classifier that has one group per type.
func byType(name func(t *trace.Type) string) prepare {
	return func(_ context.Context, s *Subject, _ Chain) (*Keys, error) { return typeKeys(s.Heap, name), nil }
}

// NotKnown is the name of the group of objects without the data that a classifier needs, while other objects have it.
const NotKnown = "(not known)"

const (
	lacksStructures = "descriptions of data structures; load a file with them first"
	lacksFeatures   = "a file that assigns code to features; load one first"
)

// unavailable returns the classifiers that cannot be used yet, each with the reason.
func unavailable() []*Classifier {
	const objects, references = trace.KnowsObjects, trace.KnowsObjects | trace.KnowsReferences
	structure := func(kind Kind, name, role, example, description string) *Classifier {
		return &Classifier{Name: name, Role: role, Kind: kind, Lacks: lacksStructures, Needs: references, Example: example,
			Description: description}
	}
	return []*Classifier{
		{Name: "feature", Role: "Feature", Cardinality: Many, Lacks: lacksFeatures, Needs: objects | trace.KnowsSites,
			Example: "Checkout", Description: "The features of the program that the allocating code belongs to."},
		structure(Groups, "structure-role", "Role in Data Structure", "head",
			"The object's role in a data structure: head, internal, or leaf."),
		structure(Groups, "structure", "Data Structure", "java.util.HashMap",
			"The data structures that contain the object."),
		structure(Groups, "in-structure", "Contained", "directly",
			"Whether a data structure contains the object directly, indirectly or not at all."),
		structure(Groups, "containing-structure", "Containing Data Structure", "java.util.HashMap",
			"The only data structure that contains the object."),
		structure(Transforms, "structure-leaves", "Data Structure Leaves", "type,structure-leaves,type",
			"Continues with the contents of data structures."),
		structure(Transforms, "containing-structures", "Containing Data Structures", "type,containing-structures,type",
			"Continues with the data structures that contain the objects."),
		structure(Filters, "only-heads", "", "only-heads", "Only heads of data structures."),
		structure(Filters, "no-heads", "", "no-heads", "All objects except heads of data structures."),
		structure(Filters, "only-leaves", "", "only-leaves", "Only leaves of data structures."),
	}
}
