package pictures

import (
	"io"
	"slices"
	"strconv"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/cmd/memcity/cli"
)

// printedCity is a city as printed.
type printedCity struct{ dump.City }

func (p printedCity) Table(out io.Writer) error { return p.WriteText(out) }

// printCity prints the values of a city.
func printCity(c *cli.Call) error {
	set := c.Flags()
	var f cityFlags
	f.register(c, set)
	format := set.String("format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := cli.CheckTable(*format); err != nil {
		return err
	}
	p, err := f.plan(c, paths)
	if err != nil {
		return err
	}
	shown, err := p.city(c, p.at)
	if err != nil {
		return err
	}
	if p.selected.Kind == scene.OnBlock {
		b := &shown.Blocks[p.selected.Index]
		return cli.Usagef("select %q: this group has no building of its own, but is part of a block: %s; try --children %d", f.selected, b.Name(), b.Needs)
	}
	d := dump.Of(shown, p.opened.Recording.Name, p.settings, p.selected)
	return c.Print(*format, printedCity{d})
}

// CSV writes a row per building.
func (p printedCity) CSV(w cli.RowWriter) {
	head := slices.Concat(cli.Texts("key", "district"), cli.Numbers("x", "z", "w", "d", "height"), cli.Texts("color"), cli.Numbers("opacity"),
		cli.Truths("solid"), cli.Wholes("objects", "bytes", "growth_objects", "growth_bytes"))
	if p.Diff != nil {
		head = append(head, cli.Wholes("permanent_objects", "permanent_bytes", "born_objects", "born_bytes", "died_objects", "died_bytes")...)
	}
	if p.WhatIf != nil {
		head = append(head, cli.Wholes("freed_objects", "freed_bytes")...)
	}
	if p.Baseline != nil {
		head = append(append(head, cli.Wholes("before_objects", "before_bytes")...), cli.Texts("verdict")...)
	}
	w.Columns(head...)
	number := func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, b := range p.Buildings {
		row := []string{b.Key, b.District, number(b.Base.X), number(b.Base.Z), number(b.Base.W), number(b.Base.D),
			number(b.Height), b.Color, number(b.Opacity), strconv.FormatBool(b.Solid), whole(b.Objects), whole(b.Bytes),
			whole(b.GrowthObjects), whole(b.GrowthBytes)}
		if f := b.Diff; f != nil {
			row = append(row, whole(f.PermanentObjects), whole(f.PermanentBytes), whole(f.BornObjects), whole(f.BornBytes),
				whole(f.DiedObjects), whole(f.DiedBytes))
		}
		if f := b.WhatIf; f != nil {
			row = append(row, whole(f.Objects), whole(f.Bytes))
		}
		if f := b.Before; f != nil {
			row = append(row, whole(f.BeforeObjects), whole(f.BeforeBytes), f.Verdict)
		}
		_ = w.Write(row)
	}
}
