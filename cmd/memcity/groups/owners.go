package groups

import (
	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city/dump"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// ownersOfRoots requests GC roots as owners.
const ownersOfRoots = "roots"

// ownerFlags are the options of owners.
type ownerFlags struct {
	grouping   cli.Grouping
	groups     []string
	owners     []string
	at, format string
	top        int
	shareText  string
	share      float64 // 0 to 1
}

// printedOwners says who owns the objects of groups.
type printedOwners struct {
	Recording dump.Recording `json:"recording"`
	Settings  OwnerSettings  `json:"settings"`
	Results   []Ownership    `json:"answers"` // one for each kind of owners requested

	shown int // owners of each result that a table reports; 0 means all
}

// OwnerSettings are the options of memcity owners in its JSON.
type OwnerSettings struct {
	By     []string `json:"by"`
	Filter []string `json:"filter,omitempty"`
	Groups []string `json:"groups"` // empty for all that is alive
	Owners []string `json:"owners"` // chains, or roots
	Share  float64  `json:"share"`  // of the target's bytes that the smallest set retains at least, 0 to 1
}

// Ownership reports without whom the objects of the target would die.
type Ownership struct {
	Owners   string          `json:"owners"` // a chain, or roots
	Target   cli.Amount      `json:"target"` // the selected objects
	Softly   cli.Amount      `json:"softly"` // of them, those that nothing but soft references hold
	All      cli.Amount      `json:"all"`    // of them, those that die without all owners
	List     []printedOwner  `json:"list"`
	Pairs    []printedPair   `json:"pairs"`
	Smallest printedSmallest `json:"smallest"`
	Skipped  int             `json:"left_out"` // weaker owners that are not in the list
	Unsized  int             `json:"unsized"`  // others that are too many to be looked at: short paths from them lead to least of the target
}

type printedOwner struct {
	Key     string     `json:"key,omitempty"` // of a group
	Name    string     `json:"name"`
	Alone   cli.Amount `json:"alone"`   // of the target, what dies without it
	Reaches cli.Amount `json:"reaches"` // of the target, what is in it or reached from it
}

// printedPair is two owners; A and B are numbers of the list, from 0.
type printedPair struct {
	A        int        `json:"a"`
	B        int        `json:"b"`
	Together cli.Amount `json:"together"` // dies without both
	Shared   cli.Amount `json:"shared"`   // of that, what dies without neither alone
}

// printedSmallest is the smallest set of owners that retains most of the target.
type printedSmallest struct {
	Owners []int `json:"owners"` // numbers of the list, from 0
	cli.Amount
	Proven bool `json:"proven"` // there is no smaller one
}

// owners prints who keeps objects alive: alone, together, and as the smallest set.
func owners(c *cli.Call) error {
	set := c.Flags()
	var f ownerFlags
	f.grouping.Register(c, set)
	set.StringArrayVar(&f.groups, "group", nil, "")
	set.StringArrayVar(&f.owners, "owners", []string{ownersOfRoots, "type"}, "")
	set.StringVar(&f.at, "at", "", "")
	set.IntVar(&f.top, "top", 10, "")
	set.StringVar(&f.shareText, "share", "", "")
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if err := f.checkShare(set.Changed("share")); err != nil {
		return err
	}
	if err := cli.CheckFormat(f.format, "table", "json"); err != nil {
		return err
	}
	return cli.Result(c, paths, f.format, f.find)
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
		share, ok := cli.ParseShare(f.shareText)
		if !ok || share == 0 {
			return cli.Usagef("share %q: expected more than 0, up to 1, or percent such as 90%%", f.shareText)
		}
		f.share = share
	}
	return nil
}

func (f *ownerFlags) find(c *cli.Call, o *session.Recording) (*printedOwners, error) {
	point, err := cli.PointOf(o, f.at)
	if err != nil {
		return nil, err
	}
	if !o.Recording.Knows.Has(trace.KnowsRoots) {
		return nil, cli.Usagef("owners: %s has no GC roots, so nothing is known about what keeps objects alive; heap dumps have them",
			o.Recording.Name)
	}
	by, err := f.grouping.Find(c, o, trees.Shallow)
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
	if err := c.CheckKeys(o, by, point, f.groups); err != nil {
		return nil, err
	}
	out := &printedOwners{shown: f.top, Recording: cli.Source(o, point),
		Settings: OwnerSettings{By: by.By.Slice(), Filter: by.Filters.Slice(), Groups: append([]string{}, f.groups...), Owners: f.owners,
			Share: f.share}}
	for _, name := range f.owners {
		query := session.OwnersQuery{Keys: f.groups, Share: f.share}
		if name != ownersOfRoots {
			query.Chain = []string{name}
		}
		found, err := o.Owners(c.Ctx, by, point, query, c.Progress())
		if err != nil {
			return nil, err
		}
		out.Results = append(out.Results, printOwnership(name, found))
	}
	return out, nil
}

// checkOwners finds what is wrong with a chain that is to group owners.
func checkOwners(o *session.Recording, chain string) error {
	if err := cli.CheckChain("owners", chain); err != nil {
		return err
	}
	if _, err := o.Grouping(trees.By(chain)); err != nil {
		return cli.UsageError{Err: err}
	}
	found, err := o.Registry().Parse(chain)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	groups := false
	for _, k := range found {
		switch k.Kind {
		case group.Transforms:
			return cli.Usagef("owners %q: %s continues with other objects, so its groups own nothing; expected roots, or classifiers such as type", chain, k.Name)
		case group.Groups:
			groups = true
		}
	}
	if !groups {
		return cli.Usagef("owners %q: it makes no groups; expected roots, or classifiers such as type", chain)
	}
	return nil
}

func printOwnership(name string, found *inspect.Ownership) Ownership {
	p := Ownership{Owners: name, Target: cli.Amount(found.Target), Softly: cli.Amount(found.Softly), All: cli.Amount(found.All),
		List: []printedOwner{}, Pairs: []printedPair{},
		Smallest: printedSmallest{append([]int{}, found.Smallest...), cli.Amount(found.SmallestSize), found.Proven}, Skipped: found.LeftOut,
		Unsized: found.Unsized}
	for _, o := range found.Owners {
		p.List = append(p.List, printedOwner{o.Key, o.Name, cli.Amount(o.Alone), cli.Amount(o.Reaches)})
	}
	for _, o := range found.Pairs {
		p.Pairs = append(p.Pairs, printedPair{o.A, o.B, cli.Amount(o.Together), cli.Amount(o.Shared)})
	}
	return p
}
