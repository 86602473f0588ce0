package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/trace"
	"memcity/words"
)

// Limits of unused variables.
const (
	variableShare = 0.02              // least share of the heap that clearing a variable frees
	variableBytes = window.LeastBytes // the same in bytes
	maxVariables  = 2                 // reported variables; each further one has a line
	maxMeasured   = 126               // measured variables: the most frequent
)

// NoVariables is the reason why unused variables are unknown.
const NoVariables = "this input does not show which variables functions use; open a heap snapshot of Chrome 156 or later with numerical values"

// unusedVariable is a variable of source code that closures keep although no function uses it.
type unusedVariable struct {
	name, of string // of is the type of the contexts
	file     string
	line     uint32
	contexts []trace.ObjectID
	cut      closure.Removal
	freed    closure.Freed
}

// unusedVariables reports variables that closures keep although no function uses them.
func (g *guided) unusedVariables(ctx context.Context, references *closure.Graph) error {
	all := g.variables()
	if len(all) == 0 {
		return nil
	}
	var cuts []closure.Removal
	for _, v := range all {
		cuts = append(cuts, v.cut)
	}
	freed, err := references.WhatIf(ctx, cuts, nil, g.weak)
	if err != nil {
		return err
	}
	for i, v := range all {
		v.freed = freed[i]
	}
	slices.SortStableFunc(all, func(a, b *unusedVariable) int { return cmp.Compare(b.freed.Bytes, a.freed.Bytes) })
	for i, v := range all {
		if v.freed.Bytes < variableBytes || float64(v.freed.Bytes) < variableShare*float64(g.Bytes()) {
			break
		}
		if i >= maxVariables {
			g.quiet(g.variableText(v) + ".")
			continue
		}
		gone, err := references.FreedBy(ctx, []closure.Removal{v.cut}, g.weak)
		if err != nil {
			return err
		}
		g.know(gone)
		g.add(g.variableFinding(v))
	}
	return nil
}

// variables returns the unused variables that closures keep, the most frequent first.
func (g *guided) variables() (all []*unusedVariable) {
	h := g.last.Heap()
	at := map[[3]string]*unusedVariable{}
	for i := range h.Unused {
		u := &h.Unused[i]
		if !g.Has(u.Context) {
			continue
		}
		of := h.Types[h.TypeOf.At(u.Context)].Name
		key := [3]string{of, u.File, u.Name}
		v := at[key]
		if v == nil {
			v = &unusedVariable{name: u.Name, of: of, file: u.File, line: u.Line}
			at[key], all = v, append(all, v)
		}
		v.contexts = append(v.contexts, u.Context)
		v.cut.References = append(v.cut.References, closure.Reference{From: u.Context, Index: int(u.Index)})
	}
	slices.SortStableFunc(all, func(a, b *unusedVariable) int { return cmp.Compare(len(b.contexts), len(a.contexts)) })
	return all[:min(len(all), maxMeasured)]
}

// variableText returns the start of a sentence about a variable.
func (g *guided) variableText(v *unusedVariable) string {
	return fmt.Sprintf("Unused variable: %s in the %s keeps %s alive, %s of the reachable heap, and no function uses it", v.name, words.TypeName(v.of),
		words.RoundSize(v.freed.Bytes), percent(v.freed.Bytes, g.Bytes()))
}

func (g *guided) variableFinding(v *unusedVariable) findings.Finding {
	n := int64(len(v.contexts))
	f := findings.Finding{Rule: findings.RuleVariables, Confidence: 0.8, Title: g.variableText(v),
		Numbers: []findings.FindingNumber{{Name: "freed by clearing the variable", Value: float64(v.freed.Bytes), Unit: "bytes"},
			{Name: "contexts", Value: float64(n), Unit: "objects"}, {Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(v.of)}, At: g.point + 1},
		Explain: []string{fmt.Sprintf("%s alive with this variable, because closures use other variables of the same function.",
			words.Plural(n, "context is", "contexts are"))},
		Doubts: []string{"Code in eval may use the variable. Uses by a debugger are not counted."},
		Next:   []findings.Step{g.keepersStep("See which closures keep it", v.of)}}
	if v.file != "" {
		f.Explain = append(f.Explain, fmt.Sprintf("One of the closures is %s.", closureAt(v)))
	}
	f.Explain = append(f.Explain, fmt.Sprintf("Clearing the variable would free %s (%s).", words.Counted(v.freed.Objects, "object"), words.RoundSize(v.freed.Bytes)),
		"Set the variable to null after its last use, or make the closure in a function that does not have the variable.")
	return f
}

// closureAt returns the place of a closure in the source code.
func closureAt(v *unusedVariable) string {
	if v.line == 0 {
		return "in " + v.file
	}
	return fmt.Sprintf("at %s:%d", v.file, v.line)
}
