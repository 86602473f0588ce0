package trees

import (
	"memcity/city/seq"
)

// Catalog lists the classifiers, filters and chains for a recording.
type Catalog struct {
	Classifiers []CatalogEntry // in display order
	Ready       []ReadyChain
	// Missing returns by size kind what the recording lacks for it; empty if it can be used.
	Missing    [len(sizeKindNames)]string
	NoAges     string // what the recording lacks for ages; empty if nothing
	NoUses     string // what the recording lacks for staleness; empty if nothing
	NoRemovals string // why nothing can be removed from its heap states; empty if removal is possible
	// Check returns the faults of a grouping without making it. It only parses the chain. It is safe for concurrent use.
	Check func(Grouping) ChainFaults
}

// ChainFaults describes the fault of each part of a chain and of each filter; empty for no fault.
type ChainFaults struct{ By, Filters []string }

// CatalogEntry is a classifier, filter or transformer.
type CatalogEntry struct {
	Name        string // as written in a chain
	Role        string // of the groups, for display; empty for filters
	Description string
	Example     string
	Kind        EntryKind
	Cardinality string // such as "one", "several", "nested"
	Argument    string // text in parentheses after the name; empty for none
	Missing     string // what the recording lacks for it; empty if it can be used
}

// EntryKind selects the effect of a catalog entry in a chain.
type EntryKind uint8

// Kinds of entries.
const (
	Classifies EntryKind = iota
	Filters
	Transforms
)

// ReadyChain is a predefined chain for a purpose.
type ReadyChain struct {
	Title, Text string // Text describes in a sentence what it shows
	By, Filters seq.Seq[string]
	Missing     string // what the recording lacks for it; empty if it can be used
}

// Entry returns the classifier with the given name, with or without an argument.
func (c *Catalog) Entry(name string) (CatalogEntry, bool) {
	for i, r := range name {
		if r == '(' {
			name = name[:i]
			break
		}
	}
	for _, e := range c.Classifiers {
		if e.Name == name {
			return e, true
		}
	}
	return CatalogEntry{}, false
}
