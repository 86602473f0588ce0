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
		{"Package, type", "The contents of the heap by package.", "package,type", ""},
		{"Type", "The most common types in all packages.", "type", ""},
		{"Type, allocation site, call sites", "The most common types, their allocation sites, and the callers.",
			"type,site,call-sites", ""},
		{"Domain types, allocation site, call sites", "The most common types of the program itself, their allocation sites, and the callers.", "type,site,call-sites", "only-domain"},
		{"Thread, type", "The objects that each thread allocated.", "thread,type", ""},
		{"Closest domain call site, type", "The objects that each part of the program's own code led to, directly or through library code.",
			"domain-site,type", ""},
		{"GC roots, type", "The objects that static fields, local variables and other GC roots refer to directly.", "roots-direct,type", ""},
		{"GC roots that keep alive, type", "The objects that each GC root keeps alive, alone or with others.", "roots-indirect,type", ""},
		{"Type, held by", "The types that hold the objects of a type, and the types that hold those holders.",
			"type,pointed-from,type,pointed-from,type", ""},
		{"Heads of data structures", "Data structures by type and allocation site, and their contents.",
			"type,site,structure-leaves,type", "only-heads"},
		{"Collection, staleness, type", "The objects in each recorded collection, and how stale its elements are.", "collection,staleness,type", ""},
		{"Age, type, allocation site", "The age of objects by type and allocation site.", "age,type,site", ""},
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
