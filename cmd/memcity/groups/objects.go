package groups

import (
	"errors"
	"math"

	"memcity/city/dump"
	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/cmd/memcity/cli"
)

// objectFlags contains the options of objects.
type objectFlags struct {
	grouping         cli.Grouping
	groups           []string
	at, format, sort string
	address, sought  string
	place            *uint64 // the parsed address
	object, top      int
	texts            bool
}

// listedObjects contains the largest objects of groups.
type listedObjects struct {
	Recording dump.Recording  `json:"recording"`
	All       int             `json:"matching"` // number of objects that match
	List      []printedObject `json:"list"`
}

type printedObject struct {
	Object   uint32      `json:"object"`
	Address  string      `json:"address,omitempty"`
	Type     string      `json:"type"`
	Shallow  int64       `json:"shallow"`            // bytes
	Retained *cli.Amount `json:"retained,omitempty"` // including the object; nil unless a GC root reaches it
	Text     string      `json:"text,omitempty"`
	Field    string      `json:"field,omitempty"` // that refers to it, in lists of references
}

// printObjects prints the largest objects of groups, or one object with its fields and references.
func printObjects(c *cli.Call) error {
	set := c.Flags()
	var f objectFlags
	f.grouping.Register(c, set)
	set.StringArrayVar(&f.groups, "group", nil, "")
	set.StringVar(&f.at, "at", "", "")
	set.StringVar(&f.sort, "sort", "retained", "")
	set.StringVar(&f.address, "address", "", "")
	set.StringVar(&f.sought, "find", "", "")
	set.IntVar(&f.object, "object", -1, "")
	set.IntVar(&f.top, "top", 20, "")
	set.BoolVar(&f.texts, "texts", false, "")
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	one := set.Changed("object")
	if err := f.check(one); err != nil {
		return err
	}
	if one {
		return cli.Result(c, paths, f.format, f.describe)
	}
	return cli.Result(c, paths, f.format, f.find)
}

func (f *objectFlags) check(one bool) error {
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if err := cli.CheckName("sort", f.sort, inspect.ByRetained.String(), inspect.ByShallow.String(), inspect.ByAddress.String()); err != nil {
		return err
	}
	if f.address != "" {
		address, ok := objects.ParseAddress(f.address)
		if !ok {
			return cli.Usagef("address %q: expected a hexadecimal number, such as 0xfc000010", f.address)
		}
		f.place = &address
	}
	if !one {
		return cli.CheckTable(f.format)
	}
	if f.object < 0 || f.object > math.MaxUint32 {
		return cli.Usagef("object %d: expected a number, as objects and paths print it", f.object)
	}
	if len(f.groups) > 0 || f.address != "" || f.sought != "" {
		return cli.Usagef("object: it selects one object, so --group, --address and --find have no effect")
	}
	return cli.CheckFormat(f.format, "table", "json")
}

func (f *objectFlags) find(c *cli.Call, o *recording.Recording) (*listedObjects, error) {
	point, by, err := f.where(c, o)
	if err != nil {
		return nil, err
	}
	if err := c.CheckKeys(o, by, point, f.groups); err != nil {
		return nil, err
	}
	order, err := inspect.ParseOrder(f.sort)
	if err != nil {
		return nil, err
	}
	found, err := objects.List(c.Ctx, o, by, point, objects.ListQuery{Keys: f.groups, Order: order, Top: f.top, Address: f.place, Find: f.sought,
		Texts: f.texts}, c.Progress())
	if errors.Is(err, objects.ErrNoAddresses) {
		return nil, cli.UsageError{Err: err}
	}
	if err != nil {
		return nil, err
	}
	return &listedObjects{Recording: cli.Source(o, point), All: found.All, List: printLines(found.Objects)}, nil
}

// where returns the GC point and the grouping. Only GC points with objects have some.
func (f *objectFlags) where(c *cli.Call, o *recording.Recording) (point int, by trees.Grouping, err error) {
	if point, err = cli.PointOf(c.Ctx, o, f.at); err != nil {
		return 0, by, err
	}
	if o.Recording.Points[point].Load == nil {
		return 0, by, cli.Usagef("objects: GC point %d has no single objects, only trees of groups", point+1)
	}
	by, err = f.grouping.Find(c, o, trees.Shallow)
	return point, by, err
}

func (f *objectFlags) describe(c *cli.Call, o *recording.Recording) (*describedObject, error) {
	point, by, err := f.where(c, o)
	if err != nil {
		return nil, err
	}
	report := objects.ObjectHidden
	if f.texts {
		report = objects.Object
	}
	found, err := report(c.Ctx, o, inspect.ObjectQuery{Heap: trees.HeapState{By: by, Point: point}, Object: uint32(f.object)}, c.Progress())
	if none := (*recording.NoObjectError)(nil); errors.As(err, &none) {
		return nil, cli.UsageError{Err: err}
	}
	if err != nil {
		return nil, err
	}
	return describeObject(cli.Source(o, point), found), nil
}

func printLines(lines []inspect.ObjectLine) []printedObject {
	list := make([]printedObject, len(lines))
	for i := range lines {
		list[i] = printLine(&lines[i])
	}
	return list
}

func printLine(l *inspect.ObjectLine) printedObject {
	p := printedObject{Object: l.Object, Address: l.Address, Type: l.Type, Shallow: l.Shallow, Text: l.Text, Field: l.Field}
	if l.Retains.Objects > 0 {
		p.Retained = (*cli.Amount)(&l.Retains)
	}
	return p
}
