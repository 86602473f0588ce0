package trees

import (
	"memcity/city/seq"
)

// Catalog is what the heap states of a recording can be grouped by.
type Catalog struct {
	Classifiers []CatalogEntry // in the order to offer them
	Ready       []ReadyChain
	// Missing reports by measure what it needs that the recording does not have; empty if it can be used.
	Missing [len(measureNames)]string
	NoAges  string // what ages need that the recording does not have; empty if they can be known
	NoUses  string // what staleness needs that the recording does not have; empty if it can be known
	NoCut   string // why nothing can be removed from its heap states; empty if it can
	// Check says what is wrong with a grouping, without making it. It costs no more than reading what is written in the
	// chain, and may be called from any goroutine.
	Check func(Grouping) ChainFaults
}

// ChainFaults say in words what is wrong with each part of a chain and each filter; empty where nothing is.
type ChainFaults struct{ By, Filters []string }

// CatalogEntry is a classifier, filter or transformer.
type CatalogEntry struct {
	Name        string // as written in a chain
	Role        string // of the groups, for people; empty for filters
	Description string
	Example     string
	Kind        EntryKind
	Cardinality string // such as "one", "several", "nested"
	Argument    string // what is written in parentheses after the name; empty if nothing is
	Missing     string // what it needs that the recording does not have; empty if it can be used
}

// EntryKind says what an entry of a catalog does in a chain.
type EntryKind uint8

// Kinds of entries.
const (
	Classifies EntryKind = iota
	Filters
	Transforms
)

// ReadyChain is a chain that is useful for a purpose.
type ReadyChain struct {
	Title, Text string // Text says in a sentence what it shows
	By, Filters seq.Seq[string]
	Missing     string // what it needs that the recording does not have; empty if it can be used
}

// Entry finds a classifier by its name in a chain, with or without an argument.
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
