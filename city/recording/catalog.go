package recording

import (
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/group"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

var entryKinds = map[group.Kind]trees.EntryKind{group.Groups: trees.Classifies, group.Filters: trees.Filters,
	group.Transforms: trees.Transforms}

// Catalog lists the classifiers and filters for the recording; nil if it comes grouped.
func (o *Recording) Catalog() *trees.Catalog {
	if o.Grouped() {
		return nil
	}
	registry := o.Registry()
	c := &trees.Catalog{Check: o.check, NoAges: o.withoutAges(), NoUses: o.WhyNoUses(), NoRemovals: o.WhyNoRemovals()}
	for m := range c.Missing {
		c.Missing[m] = o.WhyNoSizes(trees.SizeKind(m))
	}
	for _, k := range registry.All() {
		c.Classifiers = append(c.Classifiers, trees.CatalogEntry{Name: k.Name, Role: k.Role, Description: k.Description,
			Example: k.Example, Kind: entryKinds[k.Kind], Cardinality: k.Cardinality.String(), Argument: k.Argument,
			Missing: o.lack(k)})
	}
	for _, r := range group.Ready() {
		ready := trees.ReadyChain{Title: r.Title, Text: r.Text}
		chain, err := registry.Parse(r.Chain)
		filters := group.Chain(nil)
		if err == nil && r.Filter != "" {
			filters, err = registry.Parse(r.Filter)
		}
		if err != nil {
			ready.Missing = err.Error()
		} else if ready.By, ready.Missing = seq.Of(chain.Names()...), o.lackOf(append(slices.Clone(chain), filters...)); filters != nil {
			ready.Filters = seq.Of(filters.Names()...)
		}
		c.Ready = append(c.Ready, ready)
	}
	return c
}

// WhyNoSizes returns what the recording lacks for a size kind; empty if the size kind can be used.
func (o *Recording) WhyNoSizes(m trees.SizeKind) string {
	knows := o.Now().Knows
	switch {
	case m != trees.Shallow && !knows.Has(trace.KnowsReferences):
		return "needs references between objects; open a heap dump"
	case m == trees.Retained && !knows.Has(trace.KnowsRoots):
		return "needs GC roots; open a heap dump"
	}
	return ""
}

// Usable returns the grouping for a recording that was just opened: req itself, or req with unusable parts replaced. The replacements are
// the default chain, all objects, and shallow sizes. A part is unusable if the recording lacks its data or the registry does not have it.
// Each replacement gives a warning.
func (o *Recording) Usable(req trees.Grouping) (by trees.Grouping, warnings []trace.Warning) {
	if by, err := o.Grouping(req); err == nil && o.WhyNoSizes(by.SizeKind) == "" {
		return by, nil
	}
	warn := func(format string, args ...any) {
		warnings = append(warnings, trace.Warning{Source: o.Now().Name, Text: fmt.Sprintf(format, args...)})
	}
	by = req
	if why := o.WhyNoSizes(by.SizeKind); why != "" {
		warn("%s sizes: %s; shown with shallow sizes", by.SizeKind, why)
		by.SizeKind = trees.Shallow
	}
	if _, err := o.Grouping(trees.Grouping{By: by.By}); err != nil {
		by.By = scene.DefaultSettings().By
		warn("%v; grouped by %s", err, seq.Join(by.By, ", "))
	}
	if _, err := o.Grouping(by); err != nil {
		by.Filters = seq.Seq[string]{}
		warn("%v; shown with all objects", err)
	}
	by, _ = o.Grouping(by)
	return by, warnings
}

// check returns the fault of each part of a grouping.
func (o *Recording) check(g trees.Grouping) trees.ChainFaults {
	return trees.ChainFaults{By: o.faults(g.By.Slice(), false), Filters: o.faults(g.Filters.Slice(), true)}
}

func (o *Recording) faults(names []string, filters bool) []string {
	out := make([]string, len(names))
	var good []string
	for i, name := range names {
		chain, err := o.Registry().Chain([]string{name})
		switch {
		case len(name) > trees.MaxChainName:
			out[i] = fmt.Sprintf("longer than %d bytes", trees.MaxChainName)
		case i >= trees.MaxChain:
			out[i] = fmt.Sprintf("a chain has at most %d classifiers", trees.MaxChain)
		case err != nil:
			out[i] = plainFault(name, err)
		case len(chain) != 1:
			out[i] = "it contains a comma"
		case filters && chain[0].Kind != group.Filters:
			out[i] = "only filters can exclude objects"
		default:
			out[i] = o.lack(chain[0])
		}
		if out[i] != "" {
			continue
		}
		good = append(good, name)
		if _, err := o.Registry().Chain(good); err != nil {
			out[i], good = plainFault(name, err), good[:len(good)-1]
		}
	}
	return out
}

// plainFault returns the error of a classifier without the classifier's name.
func plainFault(name string, err error) string {
	text := err.Error()
	short, _, _ := strings.Cut(name, "(")
	for _, start := range []string{fmt.Sprintf("classifier %q: ", name), fmt.Sprintf("classifier %.60q: ", name),
		fmt.Sprintf("classifier %q: ", short), fmt.Sprintf("classifier %.60q: ", short)} {
		if rest, ok := strings.CutPrefix(text, start); ok {
			return rest
		}
	}
	return text
}

// WhyNoRemovals returns the reason that nothing can be removed from the recording's heap states; empty if removal is possible.
func (o *Recording) WhyNoRemovals() string {
	knows := o.Now().Knows
	switch {
	case !knows.Has(trace.KnowsReferences):
		return "this recording has no references between objects; open a heap dump, or record the running program"
	case !knows.Has(trace.KnowsRoots):
		return "this recording has no GC roots, which would show what keeps objects alive; open a heap dump"
	}
	return ""
}
