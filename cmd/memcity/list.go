package main

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	"memcity/analysis/group"
	"memcity/city"
	"memcity/trace"
)

// printedList is what tree --list prints.
type printedList struct {
	Recording   string             `json:"recording,omitempty"` // that Usable and Missing speak of
	Classifiers []listedClassifier `json:"classifiers"`
	Ready       []listedChain      `json:"ready_made"`
}

// listedClassifier is a classifier, filter or transformer.
type listedClassifier struct {
	Name        string   `json:"name"`
	Argument    string   `json:"argument,omitempty"` // what is written in parentheses behind the name
	Kind        string   `json:"kind"`               // classifier, filter or transformer
	Groups      string   `json:"groups,omitempty"`   // how many of a classifier's an object is in
	Description string   `json:"description"`
	Example     string   `json:"example"`
	File        string   `json:"file,omitempty"` // that defines it; empty for built-in ones
	Needs       []string `json:"needs"`          // as info names what a recording knows
	listedUse
}

// listedChain is a ready-made chain.
type listedChain struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	By          string `json:"by"`
	Filter      string `json:"filter,omitempty"`
	listedUse
}

// listedUse says what is missing: of a recording, or, if there is none, beyond the objects that every heap state has.
type listedUse struct {
	Usable  *bool  `json:"usable,omitempty"` // with the recording
	Missing string `json:"missing,omitempty"`
}

// listClassifiers prints what chains can be made of, and what the recording can answer if there is one.
func (c *call) listClassifiers(paths []string, format string) error {
	if err := checkFormat(format, "table", "json"); err != nil {
		return err
	}
	written, err := c.written()
	if err != nil {
		return err
	}
	out := &printedList{}
	catalog := &city.Catalog{}
	knows, use := trace.KnowsObjects, func(missing string) listedUse { return listedUse{Missing: missing} }
	if len(paths) > 0 {
		if err := c.checkPaths(paths); err != nil {
			return err
		}
		opened, err := c.open(paths)
		if err != nil {
			return err
		}
		c.warn(opened)
		out.Recording, knows, catalog = opened.Recording.Name, opened.Recording.Knows, cmp.Or(opened.Catalog(), catalog)
		use = func(missing string) listedUse {
			usable := missing == ""
			return listedUse{Usable: &usable, Missing: missing}
		}
	}
	out.fill(written, knows, catalog, use)
	return c.print(format, out)
}

// fill lists what is written and what is built in. What is missing is told by the catalog of a recording where it has an
// entry, since objects that are only counted per type can be grouped by what is known of types; else by what is known.
func (l *printedList) fill(w *written, knows trace.Knowledge, catalog *city.Catalog, use func(missing string) listedUse) {
	r := w.registry(nil)
	from := w.origins()
	for _, k := range r.All() {
		missing := k.Missing(knows)
		if e, ok := catalog.Entry(k.Name); ok {
			missing = e.Missing
		}
		entry := listedClassifier{Name: k.Name, Argument: k.Argument, Kind: k.Kind.String(), Description: k.Description,
			Example: k.Example, File: from[k.Name], Needs: k.Needs.Names(), listedUse: use(missing)}
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

// origins returns the files that define classifiers, by name.
func (w *written) origins() map[string]string {
	from := map[string]string{}
	for i, f := range w.files {
		name := f.Name
		if i < w.bundled {
			name = "bundled " + name
		}
		for _, d := range f.Definitions {
			from[d.Name] = cmp.Or(from[d.Name], name)
		}
		if len(f.Features) > 0 {
			from["feature"] = cmp.Or(from["feature"], name)
		}
	}
	return from
}

func (l *printedList) table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if l.Recording != "" {
		fmt.Fprintf(w, "yes and no tell what %s can answer\n\n", l.Recording)
	}
	// mark begins a line, and ends it with what is missing in a line of its own.
	mark := func(u listedUse, line string) {
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
			text += " For example " + k.Example
		}
		if k.File != "" {
			text += " [" + k.File + "]"
		}
		mark(k.listedUse, fmt.Sprintf("%s\t%s\t%s", name, kind, text))
	}
	fmt.Fprintln(w, "\nready-made chains")
	for _, k := range l.Ready {
		chain := k.By
		if k.Filter != "" {
			chain += " --filter " + k.Filter
		}
		mark(k.listedUse, fmt.Sprintf("%s\t\t%s", chain, k.Description))
	}
	return w.Flush()
}
