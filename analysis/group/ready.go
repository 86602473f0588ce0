package group

import "memcity/trace"

// ReadyChain is a ready-made chain for a purpose.
type ReadyChain struct {
	Title string // such as "Type, allocation site, call sites"
	Text  string // description, in one sentence
	Chain string // input for [Registry.Parse]
	// Filter is a chain of filters for [Options.Filters]; empty for none.
	Filter string
}

// Ready returns the ready-made chains in display order.
func Ready() []ReadyChain {
	return []ReadyChain{
		{"Package, type", "What the heap is made of, package by package.", "package,type", ""},
		{"Type", "The most frequent types, in whatever package.", "type", ""},
		{"Type, allocation site, call sites", "The most frequent types, where they were allocated, and by which callers.",
			"type,site,call-sites", ""},
		{"Domain types, allocation site, call sites", "The same of the program's own types only.", "type,site,call-sites", "only-domain"},
		{"Thread, type", "What each thread allocated.", "thread,type", ""},
		{"Closest domain call site, type", "Which code of the program itself led to which objects, whatever allocated them.",
			"domain-site,type", ""},
		{"GC roots, type", "What static fields, local variables and other GC roots refer to directly.", "roots-direct,type", ""},
		{"GC roots that keep alive, type", "What each GC root keeps alive, alone or with others.", "roots-indirect,type", ""},
		{"Type, held by", "Which types hold the objects of a type, and which hold these.",
			"type,pointed-from,type,pointed-from,type", ""},
		{"Heads of data structures", "Data structures by type and allocation site, and what they contain.",
			"type,site,structure-leaves,type", "only-heads"},
		{"Collection, staleness, type", "Which recorded collection holds what, and how stale its elements are.", "collection,staleness,type", ""},
		{"Age, type, allocation site", "How long objects have lived, by type and where they were allocated.", "age,type,site", ""},
	}
}

// Missing returns a sentence on what the chain needs and the given input lacks; empty if the chain can be used.
func (c ReadyChain) Missing(r *Registry, knows trace.Knowledge) string {
	for _, text := range []string{c.Chain, c.Filter} {
		if text == "" {
			continue
		}
		chain, err := r.Parse(text)
		if err != nil {
			return err.Error()
		}
		if why := chain.Missing(knows); why != "" {
			return why
		}
	}
	return ""
}
