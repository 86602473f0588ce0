package main

import (
	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city"
	"memcity/city/session"
	"memcity/trace"
)

// ownersOfRoots asks for GC roots as owners.
const ownersOfRoots = "roots"

// ownerFlags are the options of owners.
type ownerFlags struct {
	grouping   groupingFlags
	groups     []string
	owners     []string
	at, format string
	top        int
	shareText  string
	share      float64 // 0 to 1
}

// printedOwners tells who owns the objects of groups.
type printedOwners struct {
	Recording city.DumpRecording `json:"recording"`
	Settings  ownerSettings      `json:"settings"`
	Answers   []printedOwnership `json:"answers"` // one for each kind of owners asked for

	told int // owners of each answer that a table tells; 0 means all
}

type ownerSettings struct {
	By     []string `json:"by"`
	Filter []string `json:"filter,omitempty"`
	Groups []string `json:"groups"` // empty for all that is alive
	Owners []string `json:"owners"` // chains, or roots
	Share  float64  `json:"share"`  // of the target's bytes that the smallest set retains at least, 0 to 1
}

// printedOwnership tells without whom the objects of the target would die.
type printedOwnership struct {
	Owners   string          `json:"owners"` // a chain, or roots
	Target   amount          `json:"target"` // the objects asked about
	All      amount          `json:"all"`    // of them, those that die without all owners
	List     []printedOwner  `json:"list"`
	Pairs    []printedPair   `json:"pairs"`
	Smallest printedSmallest `json:"smallest"`
	LeftOut  int             `json:"left_out"` // weaker owners that are not in the list
}

// amount is a number of objects and their shallow size.
type amount struct {
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

type printedOwner struct {
	Key     string `json:"key,omitempty"` // of a group
	Name    string `json:"name"`
	Alone   amount `json:"alone"`   // of the target, what dies without it
	Reaches amount `json:"reaches"` // of the target, what is in it or reached from it
}

// printedPair is two owners; A and B are numbers of the list, from 0.
type printedPair struct {
	A        int    `json:"a"`
	B        int    `json:"b"`
	Together amount `json:"together"` // dies without both
	Shared   amount `json:"shared"`   // of that, what dies without neither alone
}

// printedSmallest is the smallest set of owners that retains most of the target.
type printedSmallest struct {
	Owners []int `json:"owners"` // numbers of the list, from 0
	amount
	Proven bool `json:"proven"` // there is no smaller one
}

// owners prints who keeps objects alive: alone, together, and as the smallest set.
func owners(c *call) error {
	set := c.flags()
	var f ownerFlags
	f.grouping.register(c, set)
	set.StringArrayVar(&f.groups, "group", nil, "")
	set.StringArrayVar(&f.owners, "owners", []string{ownersOfRoots, "type"}, "")
	set.StringVar(&f.at, "at", "last", "")
	set.IntVar(&f.top, "top", 10, "")
	set.StringVar(&f.shareText, "share", "", "")
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.one(set)
	if err != nil || done {
		return err
	}
	if f.top < 0 {
		return usagef("top %d: expected 0 for all, or more", f.top)
	}
	if err := f.checkShare(set.Changed("share")); err != nil {
		return err
	}
	if err := checkFormat(f.format, "table", "json"); err != nil {
		return err
	}
	return answer(c, paths, f.format, f.find)
}

// Shares of the target's bytes that the smallest set is to retain: of groups, and of the whole heap, much of which belongs to
// the runtime and is owned by hundreds.
const (
	groupShare = closure.DefaultShare
	heapShare  = 0.5
)

// checkShare reads the share, which may be in percent.
func (f *ownerFlags) checkShare(given bool) error {
	switch {
	case !given && len(f.groups) == 0:
		f.share = heapShare
	case !given:
		f.share = groupShare
	default:
		share, ok := parseShare(f.shareText)
		if !ok || share == 0 {
			return usagef("share %q: expected more than 0, up to 1, or percent such as 90%%", f.shareText)
		}
		f.share = share
	}
	return nil
}

func (f *ownerFlags) find(c *call, o *session.Opened) (*printedOwners, error) {
	point, err := pointOf(o, f.at)
	if err != nil {
		return nil, err
	}
	if !o.Recording.Knows.Has(trace.KnowsRoots) {
		return nil, usagef("owners: %s has no GC roots, so nothing is known about what keeps objects alive; heap dumps have them",
			o.Recording.Name)
	}
	by, err := f.grouping.find(c, o, city.Shallow)
	if err != nil {
		return nil, err
	}
	for _, chain := range f.owners {
		if chain == ownersOfRoots {
			continue
		}
		if err := checkOwners(o, chain); err != nil {
			return nil, err
		}
	}
	if err := c.checkKeys(o, by, point, f.groups); err != nil {
		return nil, err
	}
	out := &printedOwners{told: f.top, Recording: dumpRecording(o, point),
		Settings: ownerSettings{By: by.By, Filter: by.Filters, Groups: append([]string{}, f.groups...), Owners: f.owners, Share: f.share}}
	for _, name := range f.owners {
		ask := session.OwnersAsk{Keys: f.groups, Share: f.share}
		if name != ownersOfRoots {
			ask.Chain = []string{name}
		}
		found, err := o.Owners(c.ctx, by, point, ask, c.progress())
		if err != nil {
			return nil, err
		}
		out.Answers = append(out.Answers, printOwnership(name, found))
	}
	return out, nil
}

// checkOwners finds what is wrong with a chain that is to group owners.
func checkOwners(o *session.Opened, chain string) error {
	if err := checkChain("owners", chain); err != nil {
		return err
	}
	if _, err := o.Grouping(city.Grouping{By: []string{chain}}); err != nil {
		return usageError{err}
	}
	found, err := o.Registry().Parse(chain)
	if err != nil {
		return usageError{err}
	}
	groups := false
	for _, k := range found {
		switch k.Kind {
		case group.Transforms:
			return usagef("owners %q: %s goes on with other objects, so its groups own nothing; expected roots, or classifiers such as type", chain, k.Name)
		case group.Groups:
			groups = true
		}
	}
	if !groups {
		return usagef("owners %q: it makes no groups; expected roots, or classifiers such as type", chain)
	}
	return nil
}

func printOwnership(name string, found *city.Ownership) printedOwnership {
	p := printedOwnership{Owners: name, Target: amount(found.Target), All: amount(found.All), List: []printedOwner{}, Pairs: []printedPair{},
		Smallest: printedSmallest{append([]int{}, found.Smallest...), amount(found.SmallestSize), found.Proven}, LeftOut: found.LeftOut}
	for _, o := range found.Owners {
		p.List = append(p.List, printedOwner{o.Key, o.Name, amount(o.Alone), amount(o.Reaches)})
	}
	for _, o := range found.Pairs {
		p.Pairs = append(p.Pairs, printedPair{o.A, o.B, amount(o.Together), amount(o.Shared)})
	}
	return p
}
