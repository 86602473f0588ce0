package group

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
)

func filters() []*Classifier {
	return []*Classifier{
		{
			Name: "only-domain", Kind: Filters, Needs: trace.KnowsObjects,
			Description: "Only objects of types that belong to the program itself.",
			Example:     "only-domain",
			Prepare: func(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
				domain := s.domain()
				return typeFilterKeys(s.Heap, func(t *trace.Type) bool { return domain.Owns(t.Name) }), nil
			},
		},
		{
			Name: "no-java", Kind: Filters, Needs: trace.KnowsObjects,
			Description: "All objects except those of types in java.* packages.",
			Example:     "no-java",
			Prepare:     typeFilter(func(t *trace.Type) bool { return !fits(t.Name, "java") }),
		},
		{
			Name: "no-primitive-arrays", Kind: Filters, Needs: trace.KnowsObjects,
			Description: "All objects except arrays of primitive values.",
			Example:     "no-primitive-arrays",
			Prepare:     typeFilter(func(t *trace.Type) bool { return t.Kind != trace.PrimitiveArray }),
		},
		{
			Name: "with-references", Kind: Filters, Needs: trace.KnowsObjects | trace.KnowsReferences,
			Description: "Only objects that refer to another object.",
			Example:     "with-references",
			Prepare: func(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
				start := &s.Heap.RefStart
				return ObjectFilter(func(o trace.ObjectID) bool { return start.At(o+1) > start.At(o) }), nil
			},
		},
		{
			Name: "only-group", Kind: Filters, Needs: trace.KnowsObjects,
			Argument:    "CLASSIFIER=KEY",
			Description: "Only objects that a classifier puts into the group KEY. In a key, # joins the names of nested groups.",
			Example:     "only-group(package=java.util)",
			Bind:        bindOnlyGroup,
		},
	}
}

func typeFilter(keep func(t *trace.Type) bool) prepare {
	return func(_ context.Context, s *Subject, _ Chain) (*Keys, error) { return typeFilterKeys(s.Heap, keep), nil }
}

// bindOnlyGroup returns a filter that keeps the classes of a classifier that have a path through the given group.
func bindOnlyGroup(r *Registry, argument string) (*Classifier, error) {
	name, key, ok := strings.Cut(argument, "=")
	if !ok || key == "" {
		return nil, fmt.Errorf("expected a classifier, = and the key of one of its groups, such as package=java.util")
	}
	c, err := r.find(name)
	if err != nil {
		return nil, err
	}
	if c.Kind != Groups {
		return nil, fmt.Errorf("%s does not group objects", c.Name)
	}
	only := &Classifier{Kind: Filters, Needs: c.Needs, Example: argument,
		Description: "Only objects that " + c.Name + " puts into the group " + key + "."}
	only.Prepare = func(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
		keys, err := c.Prepare(ctx, s, nil)
		if err != nil {
			return nil, err
		}
		only := *keys
		only.Paths = func(class uint32) [][]string {
			if slices.ContainsFunc(keys.Paths(class), func(path []string) bool { return leadsTo(path, key) }) {
				return goesOn
			}
			return stops
		}
		return &only, nil
	}
	return only, nil
}

// leadsTo reports whether a path goes to the group with the given key, or through it.
func leadsTo(path []string, key string) bool {
	for i := range path {
		if strings.Join(path[:i+1], "#") == key {
			return true
		}
	}
	return false
}
