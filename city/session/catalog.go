package session

import (
	"memcity/analysis/group"
	"memcity/city"
)

var entryKinds = map[group.Kind]city.EntryKind{group.Groups: city.Classifies, group.Filters: city.Filters, group.Transforms: city.Transforms}

// Catalog lists what the recording's heap states can be grouped by; nil if it comes grouped.
func (o *Opened) Catalog() *city.Catalog {
	if o.Grouped() {
		return nil
	}
	knows, registry := o.Recording.Knows, o.registry
	c := &city.Catalog{}
	for _, k := range registry.All() {
		c.Classifiers = append(c.Classifiers, city.CatalogEntry{Name: k.Name, Role: k.Role, Description: k.Description,
			Example: k.Example, Kind: entryKinds[k.Kind], Cardinality: k.Cardinality.String(), Argument: k.Argument,
			Missing: k.Missing(knows)})
	}
	for _, r := range group.Ready() {
		ready := city.ReadyChain{Title: r.Title, Text: r.Text, Missing: r.Missing(registry, knows)}
		if chain, err := registry.Parse(r.Chain); err == nil {
			ready.By = chain.Names()
		}
		if r.Filter != "" {
			if filters, err := registry.Parse(r.Filter); err == nil {
				ready.Filters = filters.Names()
			}
		}
		c.Ready = append(c.Ready, ready)
	}
	return c
}
