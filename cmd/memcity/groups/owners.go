package groups

import (
	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city/dump"
	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// ownersOfRoots is the value of --owners that selects GC roots as owners.
const ownersOfRoots = "roots"

// ownerFlags contains the options of owners.
type ownerFlags struct {
	grouping   cli.Grouping
	groups     []string
	owners     []string
	at, format string
	top        int
	shareText  string
	share      float64 // 0 to 1
}

// printedOwners contains the owners of the objects of groups.
type printedOwners struct {
	Recording dump.Recording `json:"recording"`
	Settings  OwnerSettings  `json:"settings"`
	Results   []Ownership    `json:"answers"` // one per requested kind of owners

	shown int // maximum number of owners per result in a table; 0 for all
}

// OwnerSettings contains the options of owners, for its JSON.
type OwnerSettings struct {
	By     []string `json:"by"`
	Filter []string `json:"filter,omitempty"`
	Groups []string `json:"groups"` // empty for all live objects
	Owners []string `json:"owners"` // chains, or roots
	Share  float64  `json:"share"`  // of the target's bytes that the smallest set must retain, 0 to 1
}

// Ownership contains the owners without which the objects of the target would die.
type Ownership struct {
	Owners          string          `json:"owners"` // a chain, or roots
	Target          cli.Amount      `json:"target"` // the selected objects
	SoftlyReachable cli.Amount      `json:"softly"` // part of the target held only by soft references
	All             cli.Amount      `json:"all"`    // part of the target that dies without all owners
	List            []printedOwner  `json:"list"`
	Pairs           []printedPair   `json:"pairs"`
	Smallest        printedSmallest `json:"smallest"`
	Skipped         int             `json:"left_out"` // number of weaker owners that are not in the list
	Unsized         int             `json:"unsized"`  // number of further owners that were not examined: short paths from them lead to the least of the target
}

type printedOwner struct {
	Key       string     `json:"key,omitempty"` // of a group
	Name      string     `json:"name"`
	Exclusive cli.Amount `json:"alone"`   // part of the target that dies without this owner
	Reaches   cli.Amount `json:"reaches"` // part of the target in the owner or reached from it
}

// printedPair is a pair of owners. A and B are 0-based indexes into the list.
type printedPair struct {
	A        int        `json:"a"`
	B        int        `json:"b"`
	Together cli.Amount `json:"together"` // dies without both
	Shared   cli.Amount `json:"shared"`   // part of Together that survives without either one alone
}

// printedSmallest is the smallest set of owners that retains the requested share of the target.
type printedSmallest struct {
	Owners []int `json:"owners"` // 0-based indexes into the list
	cli.Amount
	Proven bool `json:"proven"` // true if no smaller set exists
}

// owners prints which owners keep objects alive: each alone, in pairs, and as the smallest set.
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

// Default shares of the target's bytes that the smallest set must retain. That of the whole heap is lower, as much of the heap belongs
// to the runtime and has hundreds of owners.
const (
	groupShare = closure.DefaultShare
	heapShare  = 0.5
)

// checkShare parses the share, which may be in percent.
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

func (f *ownerFlags) find(c *cli.Call, o *recording.Recording) (*printedOwners, error) {
	point, err := cli.PointOf(c.Ctx, o, f.at)
	if err != nil {
		return nil, err
	}
	if !o.Recording.Knows.Has(trace.KnowsRoots) {
		return nil, cli.Usagef("owners: %s has no GC roots; use a heap dump to see what keeps objects alive",
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
		query := objects.OwnersQuery{Keys: f.groups, Share: f.share}
		if name != ownersOfRoots {
			query.Chain = []string{name}
		}
		found, err := objects.Owners(c.Ctx, o, by, point, query, c.Progress())
		if err != nil {
			return nil, err
		}
		out.Results = append(out.Results, printOwnership(name, found))
	}
	return out, nil
}

// checkOwners returns an error if a chain cannot group owners.
func checkOwners(o *recording.Recording, chain string) error {
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
	p := Ownership{Owners: name, Target: cli.Amount(found.Target), SoftlyReachable: cli.Amount(found.SoftlyReachable), All: cli.Amount(found.All),
		List: []printedOwner{}, Pairs: []printedPair{},
		Smallest: printedSmallest{append([]int{}, found.Smallest...), cli.Amount(found.SmallestSize), found.Proven}, Skipped: found.LeftOut,
		Unsized: found.Unsized}
	for _, o := range found.Owners {
		p.List = append(p.List, printedOwner{o.Key, o.Name, cli.Amount(o.Exclusive), cli.Amount(o.Reaches)})
	}
	for _, o := range found.Pairs {
		p.Pairs = append(p.Pairs, printedPair{o.A, o.B, cli.Amount(o.Together), cli.Amount(o.Shared)})
	}
	return p
}
