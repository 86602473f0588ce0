package definition

import (
	"fmt"

	"memcity/analysis/group"
	"memcity/trace"
)

// AdHoc returns the filter where(EXPR) and the classifier key(EXPR). They take an expression as written in chains and on command lines,
// without a file. report is as for [Register].
func AdHoc(report func(error)) []*group.Classifier {
	const expression = "EXPR"
	return []*group.Classifier{
		{
			Name: "where", Kind: group.Filters, Argument: expression, Needs: trace.KnowsObjects,
			Description: "Only objects for which an expression is true.",
			Example:     "where(object.size >= 1024)",
			Bind:        bindAdHoc(group.Filters, "where", report),
		}, {
			Name: "key", Role: "Key", Argument: expression, Needs: trace.KnowsObjects,
			Description: "The value of an expression for the object.",
			Example:     "key(object.size > 1024 ? 'large' : 'small')",
			Bind:        bindAdHoc(group.Groups, "key", report),
		},
	}
}

// bindAdHoc returns a function that creates a classifier from an expression. Errors contain the 1-based column, and the line if it is not
// the first.
func bindAdHoc(kind group.Kind, name string, report func(error)) func(*group.Registry, string) (*group.Classifier, error) {
	return func(_ *group.Registry, text string) (*group.Classifier, error) {
		d := &Definition{Name: name, Kind: kind, Description: "The value of " + text + " for the object.", Example: text, File: name,
			find: func(offset int) place { return placeIn(text, offset) }}
		if kind == group.Filters {
			d.Description = "Only objects for which " + text + " is true."
		}
		var fault *textFault
		if d.expression, fault = compile(text); fault == nil {
			fault = d.setCardinality("expression")
		}
		if fault != nil {
			at := placeIn(text, fault.offset)
			if at.line > 1 {
				return nil, fmt.Errorf("line %d, column %d: %s", at.line, at.column, fault.text)
			}
			return nil, fmt.Errorf("column %d: %s", at.column, fault.text)
		}
		d.setNeeds()
		return d.classifier(report), nil
	}
}

// placeIn returns the position of the character with the given 0-based offset.
func placeIn(text string, offset int) place {
	at := place{1, 1}
	for _, r := range text {
		switch {
		case offset == 0:
			return at
		case r == '\n':
			at = place{at.line + 1, 1}
		default:
			at.column++
		}
		offset--
	}
	return at
}
