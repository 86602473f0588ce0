package groups

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	"memcity/analysis/group"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// List is the output of tree --list.
type List struct {
	Recording   string             `json:"recording,omitempty"` // to which Usable and Missing refer
	Classifiers []ListedClassifier `json:"classifiers"`
	Ready       []listedChain      `json:"ready_made"`
}

// ListedClassifier is a classifier, filter or transformer.
type ListedClassifier struct {
	Name        string   `json:"name"`
	Argument    string   `json:"argument,omitempty"` // in parentheses after the name
	Kind        string   `json:"kind"`               // classifier, filter or transformer
	Groups      string   `json:"groups,omitempty"`   // how many groups of a classifier an object may be in
	Description string   `json:"description"`
	Example     string   `json:"example"`
	File        string   `json:"file,omitempty"` // the defining file; empty for built-in ones
	Needs       []string `json:"needs"`          // named as in the output of info
	ListedUse
}

// listedChain is a ready-made chain.
type listedChain struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	By          string `json:"by"`
	Filter      string `json:"filter,omitempty"`
	ListedUse
}

// ListedUse contains the missing data: of the given recording, or, without one, beyond the objects that every heap state has.
type ListedUse struct {
	Usable  *bool  `json:"usable,omitempty"` // with the recording
	Missing string `json:"missing,omitempty"`
}

// listClassifiers prints the elements of chains. With a recording it also prints which of them the recording has data for.
func listClassifiers(c *cli.Call, paths []string, format string) error {
	if err := cli.CheckFormat(format, "table", "json"); err != nil {
		return err
	}
	written, err := c.Definitions()
	if err != nil {
		return err
	}
	out := &List{}
	catalog := &trees.Catalog{}
	knows, use := trace.KnowsObjects, func(missing string) ListedUse { return ListedUse{Missing: missing} }
	if len(paths) > 0 {
		if err := c.CheckPaths(paths); err != nil {
			return err
		}
		opened, err := c.Open(paths)
		if err != nil {
			return err
		}
		out.Recording, knows, catalog = opened.Recording.Name, opened.Recording.Knows, cmp.Or(opened.Catalog(), catalog)
		use = func(missing string) ListedUse {
			usable := missing == ""
			return ListedUse{Usable: &usable, Missing: missing}
		}
	}
	out.fill(written, knows, catalog, use)
	return c.Print(format, out)
}

// fill lists defined and built-in classifiers. If the catalog of the recording has an entry, it decides what is missing: objects that are
// only counted by type can still be grouped by properties of types. Otherwise the given knowledge decides.
func (l *List) fill(w *cli.Definitions, knows trace.Knowledge, catalog *trees.Catalog, use func(missing string) ListedUse) {
	r := w.Registry(nil)
	from := w.Origins()
	for _, k := range r.All() {
		missing := k.Missing(knows)
		if e, ok := catalog.Entry(k.Name); ok {
			missing = e.Missing
		}
		entry := ListedClassifier{Name: k.Name, Argument: k.Argument, Kind: k.Kind.String(), Description: k.Description,
			Example: k.Example, File: from[k.Name], Needs: k.Needs.Names(), ListedUse: use(missing)}
		if k.Kind == group.Groups {
			entry.Kind, entry.Groups = "classifier", k.Cardinality.String()
		}
		l.Classifiers = append(l.Classifiers, entry)
	}
	for i, k := range group.Ready() {
		missing := k.Missing(r, knows)
		if i < len(catalog.Ready) { // in the same order
			missing = catalog.Ready[i].Missing
		}
		l.Ready = append(l.Ready, listedChain{k.Title, k.Text, k.Chain, k.Filter, use(missing)})
	}
}

// Table prints the list for people.
func (l *List) Table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if l.Recording != "" {
		fmt.Fprintf(w, "yes or no: supported by %s\n\n", l.Recording)
	}
	// mark writes a line with its yes or no, followed by a line with the missing data, if any.
	mark := func(u ListedUse, line string) {
		switch {
		case u.Usable == nil:
		case *u.Usable:
			line = "yes\t" + line
		default:
			line = "no\t" + line
		}
		fmt.Fprintln(w, line)
		if u.Missing != "" {
			if u.Usable != nil {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprintf(w, "\t\t%s\n", u.Missing)
		}
	}
	for _, k := range l.Classifiers {
		name, kind, text := k.Name, cmp.Or(k.Groups, k.Kind), k.Description
		if k.Argument != "" {
			name += "(" + k.Argument + ")"
		}
		if k.Example != "" {
			text += " Example: " + k.Example
		}
		if k.File != "" {
			text += " [" + k.File + "]"
		}
		mark(k.ListedUse, fmt.Sprintf("%s\t%s\t%s", name, kind, text))
	}
	fmt.Fprintln(w, "\nprebuilt chains")
	for _, k := range l.Ready {
		chain := k.By
		if k.Filter != "" {
			chain += " --filter " + k.Filter
		}
		mark(k.ListedUse, fmt.Sprintf("%s\t\t%s", chain, k.Description))
	}
	return w.Flush()
}
