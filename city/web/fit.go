package web

import (
	"fmt"

	"memcity/words"
)

// Initial limits of a page; see [Fit].
const (
	MaxPoints    = 120
	MaxBuildings = 6000
	maxPairs     = 300_000
)

// Thin returns at most most of n GC points, evenly spaced, including the first and the last; only the last if most is 1.
func Thin(n, most int) (points []int) {
	switch {
	case n <= 0 || most <= 0:
		return nil
	case most == 1:
		return []int{n - 1}
	}
	count := min(n, most)
	for i := range count {
		at := n - 1
		if count > 1 {
			at = i * (n - 1) / (count - 1)
		}
		points = append(points, at)
	}
	return points
}

// Made makes the source of a page with the given number of GC points and of children per district; 0 children selects the setting.
type Made func(points, children int) (Source, error)

// Fit makes the city of a page whose text takes at most most bytes. For larger recordings it omits references, then GC points, then groups,
// which blocks then contain. It adds notes about the omissions. The last attempt may exceed the limit.
func Fit(most int, make Made) (c *City, text string, err error) {
	points, children, pairs := MaxPoints, 0, maxPairs
	for {
		s, err := make(points, children)
		if err != nil {
			return nil, "", err
		}
		buildings := len(s.Plan.At(s.Points[0], s.Settings).Buildings)
		if buildings > MaxBuildings && fewerChildren(&children, s.Settings.Children, buildings) {
			continue
		}
		s.Most = pairs
		c = Of(s)
		c.note(s)
		if text, err = c.Encode(); err != nil {
			return nil, "", err
		}
		switch {
		case len(text) <= most:
			return c, text, nil
		case pairs > 0 && len(c.References.Point) > 1:
			pairs = 0
		case len(c.Points) > fewestPoints:
			points = len(c.Points) / 2
		case !fewerChildren(&children, s.Settings.Children, buildings):
			return c, text, nil
		}
	}
}

const (
	fewestPoints   = 16
	fewestChildren = 4
)

// fewerChildren halves the number of children of a district.
func fewerChildren(children *int, usual, buildings int) bool {
	if *children == 0 {
		*children = usual
	}
	if *children == 0 {
		*children = buildings
	}
	*children /= 2
	return *children >= fewestChildren
}

// note adds notes on omitted data.
func (c *City) note(s Source) {
	if n := len(c.Points); n < s.Of {
		c.Notes = append(c.Notes, fmt.Sprintf("The city has %d of %s.", n, words.Points(s.Of)))
	}
	left := 0
	if n := len(c.Blocks.Groups); n > 0 {
		for _, groups := range c.Blocks.Groups[n-1] {
			left += groups
		}
	}
	if left > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s are shown as low blocks instead of buildings.", words.Counted(int64(left), "smaller group")))
	}
	if r := &c.References; len(r.Point) > 0 && len(r.Point) < len(c.Points) {
		c.Notes = append(c.Notes, fmt.Sprintf("References are available at %s.", words.Counted(int64(len(r.Point)), "GC point")))
	}
	for _, f := range c.Findings {
		if len(f.Known) > 0 && len(f.Known) < len(c.Points) {
			c.Notes = append(c.Notes, fmt.Sprintf("The objects of finding %d were determined at %s of these. Other points use the objects of the next one.",
				f.Number, words.Points(len(f.Known))))
		}
	}
}
