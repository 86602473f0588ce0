package main

import (
	"encoding/csv"
	"slices"
	"strconv"

	"memcity/city"
)

// printCity prints the city as values.
func printCity(c *call) error {
	set := c.flags()
	var f cityFlags
	f.register(c, set)
	format := set.String("format", "table", "")
	paths, done, err := c.one(set)
	if err != nil || done {
		return err
	}
	if err := checkFormat(*format, "table", "json", "csv"); err != nil {
		return err
	}
	p, err := f.plan(c, paths)
	if err != nil {
		return err
	}
	c.warn(p.opened)
	d := p.city.Dump(p.opened.Recording.Name, p.settings, p.selected)
	switch *format {
	case "json":
		return c.printJSON(d)
	case "csv":
		return c.cityCSV(d)
	}
	return d.WriteText(c.stdout)
}

func checkFormat(format string, known ...string) error { return checkName("format", format, known...) }

// checkName reports a value of an option that is not one of those known.
func checkName(what, value string, known ...string) error {
	if !slices.Contains(known, value) {
		return usagef("%s %q: expected %s", what, value, orList(known))
	}
	return nil
}

func orList(words []string) string {
	text := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " or "
		default:
			text += ", "
		}
		text += w
	}
	return text
}

// cityCSV prints the buildings.
func (c *call) cityCSV(d city.Dump) error {
	w := csv.NewWriter(c.stdout)
	_ = w.Write([]string{"key", "district", "x", "z", "w", "d", "height", "color", "opacity", "solid", "objects", "bytes",
		"growth_objects", "growth_bytes"})
	number := func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, b := range d.Buildings {
		_ = w.Write([]string{b.Key, b.District, number(b.Base.X), number(b.Base.Z), number(b.Base.W), number(b.Base.D),
			number(b.Height), b.Color, number(b.Opacity), strconv.FormatBool(b.Solid), whole(b.Objects), whole(b.Bytes),
			whole(b.GrowthObjects), whole(b.GrowthBytes)})
	}
	w.Flush()
	return w.Error()
}
