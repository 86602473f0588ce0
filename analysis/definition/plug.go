package definition

import (
	"context"
	"slices"
	"strings"

	"memcity/analysis/group"
	"memcity/analysis/userfile"
	"memcity/trace"
)

// Register adds the definitions of files to a registry as classifiers and filters. It also adds the classifier feature if a file has
// features. A definition whose name is taken is omitted and reported as a fault.
//
// report, unless nil, is called at most once per definition and heap state if the definition cannot be evaluated for some objects. It must
// be safe for concurrent use.
func Register(to *group.Registry, files []*File, report func(error)) (*group.Registry, userfile.Faults) {
	var faults userfile.Faults
	var features []Feature
	add := func(c *group.Classifier, file string, at place) {
		more, err := to.With(c)
		if err != nil {
			faults = append(faults, &userfile.Fault{File: file, Line: at.line, Column: at.column, Text: err.Error()})
			return
		}
		to = more
	}
	for _, f := range files {
		for _, d := range f.Definitions {
			add(d.classifier(report), d.File, place{d.Line, d.Column})
		}
		features = append(features, f.Features...)
	}
	if len(features) > 0 {
		add(featureClassifier(features), features[0].file, features[0].at)
	}
	return to, faults
}

func (d *Definition) classifier(report func(error)) *group.Classifier {
	c := &group.Classifier{
		Name: d.Name, Description: d.Description, Example: d.Example, Kind: d.Kind, Cardinality: d.Cardinality, Needs: d.Needs,
		Prepare: func(ctx context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
			return d.run(ctx, s, report)
		},
	}
	if d.Kind == group.Filters {
		return c
	}
	c.Contents = d.Needs.Has(trace.KnowsTexts) || d.Needs.Has(trace.KnowsValues)
	for word := range strings.FieldsSeq(strings.ReplaceAll(d.Name, "-", " ")) {
		c.Role += " " + strings.ToUpper(word[:1]) + word[1:]
	}
	c.Role = c.Role[1:]
	return c
}

// otherFeature is the group of objects that belong to no feature.
const otherFeature = "(other)"

// featureClassifier returns a classifier that groups objects by the features of their allocation site. Features with the same name are
// merged.
func featureClassifier(features []Feature) *group.Classifier {
	return &group.Classifier{
		Name: "feature", Role: "Feature", Cardinality: group.Many, Needs: trace.KnowsObjects | trace.KnowsSites,
		Description: "The program features that the allocation site belongs to. A definition file lists the code ranges of each feature.",
		Example:     features[0].Name,
		Prepare: func(ctx context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
			return featureKeys(ctx, s, features)
		},
	}
}

// featureKeys finds the features of each site. The cost is sites times frames times code ranges.
func featureKeys(ctx context.Context, s *group.Subject, features []Feature) (*group.Keys, error) {
	h := s.Heap
	var found results
	unknown := found.add([][]string{{group.NotKnown}})
	bySite := make([]uint32, len(h.Sites))
	for i := range h.Sites {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		bySite[i] = found.add(featuresOf(h.Sites[i].Frames, features))
	}
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			out[i] = unknown
			if h.SiteOf == nil {
				continue
			}
			if site := h.SiteOf[int(from)+i]; int(site) < len(bySite) {
				out[i] = bySite[site]
			}
		}
	}
	classes := found.classes
	return &group.Keys{Count: uint64(len(classes)), Of: of, Paths: func(class uint32) [][]string { return classes[class] }}, nil
}

func featuresOf(frames []trace.Frame, features []Feature) [][]string {
	var paths [][]string
	for i := range features {
		f := &features[i]
		if f.has(frames) && !slices.ContainsFunc(paths, func(p []string) bool { return p[0] == f.Name }) {
			paths = append(paths, []string{f.Name})
		}
	}
	if paths == nil {
		paths = [][]string{{otherFeature}}
	}
	return paths
}
