package canvas

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"memcity/render/ui/brush"
)

// icons are drawings on a grid of 24 by 24. M and L take a point, C takes three, and Z closes the path. O is a circle by center and radius.
// Icons starting with "F" are filled; the others are strokes.
var icons = map[string]string{
	"play":       "F M 7.5 4.5 L 19.5 12 L 7.5 19.5 Z",
	"pause":      "F M 6.5 5 L 10 5 L 10 19 L 6.5 19 Z M 14 5 L 17.5 5 L 17.5 19 L 14 19 Z",
	"first":      "M 6 6 L 6 18 M 18 6 L 10 12 L 18 18",
	"previous":   "M 15 6 L 8.5 12 L 15 18",
	"next":       "M 9 6 L 15.5 12 L 9 18",
	"last":       "M 18 6 L 18 18 M 6 6 L 14 12 L 6 18",
	"settings":   "M 4 7 L 12 7 M 18.5 7 L 20 7 M 4 17 L 5.5 17 M 12 17 L 20 17 O 15.2 7 2.8 O 8.8 17 2.8",
	"sun":        "O 12 12 4 M 12 2.8 L 12 4.6 M 12 19.4 L 12 21.2 M 2.8 12 L 4.6 12 M 19.4 12 L 21.2 12 M 5.5 5.5 L 6.8 6.8 M 17.2 17.2 L 18.5 18.5 M 5.5 18.5 L 6.8 17.2 M 17.2 6.8 L 18.5 5.5",
	"moon":       "M 20 14.2 C 18.9 14.7 17.7 15 16.4 15 C 11.9 15 8.6 11.6 8.6 7.3 C 8.6 6 8.9 4.8 9.5 3.8 C 6 4.9 3.6 8.2 3.6 12 C 3.6 16.7 7.4 20.4 12 20.4 C 15.7 20.4 18.8 17.9 20 14.2 Z",
	"eye":        "M 2.5 12 C 5 7.3 8.3 5.2 12 5.2 C 15.7 5.2 19 7.3 21.5 12 C 19 16.7 15.7 18.8 12 18.8 C 8.3 18.8 5 16.7 2.5 12 Z O 12 12 3",
	"help":       "O 12 12 9 M 9.4 9.3 C 9.6 7.8 10.7 7 12.1 7 C 13.6 7 14.7 7.9 14.7 9.3 C 14.7 11.4 12 11.6 12 13.6 M 12 16.7 L 12 17",
	"open":       "M 3.5 18.5 L 3.5 6 L 9.5 6 L 11.5 8.5 L 20.5 8.5 L 20.5 18.5 Z",
	"file":       "M 6 3.5 L 14 3.5 L 18.5 8 L 18.5 20.5 L 6 20.5 Z M 14 3.5 L 14 8 L 18.5 8",
	"undo":       "M 8.5 5 L 4.5 9 L 8.5 13 M 4.5 9 L 14.5 9 C 17.6 9 19.5 11 19.5 13.8 C 19.5 16.7 17.6 18.5 14.5 18.5 L 10 18.5",
	"redo":       "M 15.5 5 L 19.5 9 L 15.5 13 M 19.5 9 L 9.5 9 C 6.4 9 4.5 11 4.5 13.8 C 4.5 16.7 6.4 18.5 9.5 18.5 L 14 18.5",
	"close":      "M 6.5 6.5 L 17.5 17.5 M 17.5 6.5 L 6.5 17.5",
	"down":       "M 6.5 9.5 L 12 15 L 17.5 9.5",
	"up":         "M 6.5 14.5 L 12 9 L 17.5 14.5",
	"copy":       "M 9 9 L 20 9 L 20 20 L 9 20 Z M 5.5 15 L 4 15 L 4 4 L 15 4 L 15 5.5",
	"focus":      "O 12 12 3.2 M 4 9 L 4 4 L 9 4 M 15 4 L 20 4 L 20 9 M 20 15 L 20 20 L 15 20 M 9 20 L 4 20 L 4 15",
	"search":     "O 11 11 6.5 M 16 16 L 20.5 20.5",
	"reset":      "M 4.5 5 L 4.5 10 L 9.5 10 M 4.9 10 C 6 6.6 8.7 4.5 12.2 4.5 C 16.5 4.5 19.7 7.8 19.7 12 C 19.7 16.2 16.5 19.5 12.2 19.5 C 9.4 19.5 7.1 18.2 5.8 16.2",
	"grip":       "M 9 6 L 9 6.1 M 15 6 L 15 6.1 M 9 12 L 9 12.1 M 15 12 L 15 12.1 M 9 18 L 9 18.1 M 15 18 L 15 18.1",
	"chain":      "M 4 4 L 14 4 L 14 8.5 L 4 8.5 Z M 7 10 L 17 10 L 17 14 L 7 14 Z M 10 15.5 L 20 15.5 L 20 20 L 10 20 Z",
	"cut":        "O 7 18 2.6 O 17 18 2.6 M 8.4 15.8 L 16.5 4 M 15.6 15.8 L 7.5 4",
	"minus":      "M 6 12 L 18 12",
	"plus":       "M 6 12 L 18 12 M 12 6 L 12 18",
	"check":      "M 5.5 12.5 L 10 17 L 18.5 7.5",
	"warning":    "M 12 4 L 21 19.5 L 3 19.5 Z M 12 10 L 12 14 M 12 16.7 L 12 16.9",
	"in":         "M 20 12 L 6 12 M 11 6.5 L 5.5 12 L 11 17.5",
	"out":        "M 4 12 L 18 12 M 13 6.5 L 18.5 12 L 13 17.5",
	"drop":       "M 12 3.5 L 12 14.5 M 7 10 L 12 15 L 17 10 M 4 16.5 L 4 20 L 20 20 L 20 16.5",
	"chevron":    "M 9.5 7 L 14.5 12 L 9.5 17",
	"city":       "F M 3 20.5 L 3 11 L 8 11 L 8 20.5 Z M 9.5 20.5 L 9.5 3.5 L 14.5 3.5 L 14.5 20.5 Z M 16 20.5 L 16 8 L 21 8 L 21 20.5 Z",
	"back":       "M 19 12 L 5.5 12 M 11 6 L 5 12 L 11 18",
	"forward":    "M 5 12 L 18.5 12 M 13 6 L 19 12 L 13 18",
	"camera":     "M 3.5 7.5 L 7.5 7.5 L 9.3 5 L 14.7 5 L 16.5 7.5 L 20.5 7.5 L 20.5 18.5 L 3.5 18.5 Z O 12 12.8 3.4",
	"compass":    "O 12 12 9 M 16 8 L 13.7 13.7 L 8 16 L 10.3 10.3 Z",
	"table":      "M 3.5 5 L 20.5 5 L 20.5 19 L 3.5 19 Z M 3.5 9.5 L 20.5 9.5 M 3.5 14.2 L 20.5 14.2 M 10 9.5 L 10 19",
	"list":       "M 4 6 L 5.5 6 M 9 6 L 20 6 M 4 12 L 5.5 12 M 9 12 L 20 12 M 4 18 L 5.5 18 M 9 18 L 16 18",
	"graph":      "O 6 6 2.6 O 18 9 2.6 O 9 18 2.6 M 8.5 6.6 L 15.4 8.3 M 6.7 8.5 L 8.3 15.5 M 16.4 11 L 10.8 16.2",
	"overview":   "M 3.5 4 L 3.5 20 L 20.5 20 M 6 16 L 10 10.5 L 13 13 L 20 5.5",
	"trends":     "M 3.5 20 L 3.5 14 L 9 11 L 14.5 13 L 20.5 7 L 20.5 20 Z M 3.5 9.5 L 9 7 L 14.5 8 L 20.5 3.5",
	"diff":       "M 4 20 L 4 11 L 9.5 11 L 9.5 20 Z M 14.5 20 L 14.5 4 L 20 4 L 20 20 Z M 14.5 11 L 20 11",
	"structures": "M 9 3.5 L 15 3.5 L 15 8.5 L 9 8.5 Z M 3 15.5 L 9 15.5 L 9 20.5 L 3 20.5 Z M 15 15.5 L 21 15.5 L 21 20.5 L 15 20.5 Z M 12 8.5 L 12 12 M 6 15.5 L 6 12 L 18 12 L 18 15.5",
	"churn":      "M 19.5 9.5 C 18.3 6.3 15.4 4.2 12 4.2 C 8.6 4.2 5.7 6.3 4.6 9.4 M 19.8 4.8 L 19.6 9.6 L 14.8 9.4 M 4.5 14.5 C 5.7 17.7 8.6 19.8 12 19.8 C 15.4 19.8 18.3 17.7 19.4 14.6 M 4.2 19.2 L 4.4 14.4 L 9.2 14.6",
	"stale":      "M 4 4.5 L 20 4.5 L 20 8.5 L 4 8.5 Z M 4 11 L 15 11 L 15 15 L 4 15 Z M 4 17.5 L 10 17.5 L 10 21 L 4 21 Z M 13 4.5 L 13 8.5 M 9 11 L 9 15",
	"sunburst":   "O 12 12 3 O 12 12 8.8 M 12 3.2 L 12 9 M 14.6 13.5 L 19.6 16.4 M 9.4 13.5 L 4.4 16.4",
	"guide":      "M 12 20.5 L 12 17 M 12 11 L 12 9 M 12 4.5 L 12 3.5 M 5 4.5 L 16 4.5 L 19.5 6.75 L 16 9 L 5 9 Z M 19 11 L 8 11 L 4.5 14 L 8 17 L 19 17 Z",
	"panel":      "M 3.5 5 L 20.5 5 L 20.5 19 L 3.5 19 Z M 14.5 5 L 14.5 19",
	"isolate":    "M 12 7 L 17 17 L 7 17 Z M 4 9 L 4 4 L 9 4 M 15 4 L 20 4 L 20 9 M 20 15 L 20 20 L 15 20 M 9 20 L 4 20 L 4 15",
	"loop":       "M 4.5 11.5 C 4.5 8.6 6.3 7 9 7 L 19 7 M 16 3.8 L 19.2 7 L 16 10.2 M 19.5 12.5 C 19.5 15.4 17.7 17 15 17 L 5 17 M 8 13.8 L 4.8 17 L 8 20.2",
	"fit":        "M 4 5 L 4 19 M 20 5 L 20 19 M 7.5 12 L 16.5 12 M 10 9 L 7 12 L 10 15 M 14 9 L 17 12 L 14 15",
	"missing":    "M 3.5 18.5 L 3.5 6 L 9.5 6 L 11.5 8.5 L 20.5 8.5 L 20.5 18.5 Z M 9.5 11 L 14.5 16 M 14.5 11 L 9.5 16",
	"note":       "M 5 19 L 6 15 L 16 5 L 19 8 L 9 18 Z",
	"unmark":     "M 5 19 L 19 5",
	"legend":     "M 4 6.5 L 8 6.5 M 11.5 6.5 L 20 6.5 M 4 12 L 8 12 M 11.5 12 L 20 12 M 4 17.5 L 8 17.5 M 11.5 17.5 L 20 17.5",
	"pin":        "O 12 9 4.5 M 12 13.5 L 12 21 M 8 21 L 16 21",
	"frames":     "M 5 5 L 19 5 L 19 9 L 5 9 Z M 5 10.5 L 19 10.5 L 19 14.5 L 5 14.5 Z M 5 16 L 19 16 L 19 20 L 5 20 Z",
	"thread":     "M 4 6 C 12 6 4 12 12 12 C 20 12 12 18 20 18",
	"lock":       "M 6 11 L 18 11 L 18 20 L 6 20 Z M 8.5 11 L 8.5 8 C 8.5 3 15.5 3 15.5 8 L 15.5 11",
	"native":     "M 7 7 L 17 7 L 17 17 L 7 17 Z M 10 4 L 10 7 M 14 4 L 14 7 M 10 17 L 10 20 M 14 17 L 14 20 M 4 10 L 7 10 M 4 14 L 7 14 M 17 10 L 20 10 M 17 14 L 20 14",
	"root":       "M 12 4 L 12 13 M 12 13 L 6 20 M 12 13 L 18 20 M 12 13 L 12 20",
	"more":       "F M 3.5 10 L 7 10 L 7 13.5 L 3.5 13.5 Z M 10.3 10 L 13.8 10 L 13.8 13.5 L 10.3 13.5 Z M 17 10 L 20.5 10 L 20.5 13.5 L 17 13.5 Z",
	"record":     "O 12 12 8.5 M 15 12 C 15 16 9 16 9 12 C 9 8 15 8 15 12 M 13.4 12 C 13.4 13.9 10.6 13.9 10.6 12 C 10.6 10.1 13.4 10.1 13.4 12",
	"stop":       "F M 6.5 6.5 L 17.5 6.5 L 17.5 17.5 L 6.5 17.5 Z",
	"freeze":     "M 12 3 L 12 21 M 4.2 7.5 L 19.8 16.5 M 4.2 16.5 L 19.8 7.5 M 9.5 4.5 L 12 7 L 14.5 4.5 M 9.5 19.5 L 12 17 L 14.5 19.5",
	"gauge":      "M 4 17.5 C 2.6 10 7 5 12 5 C 17 5 21.4 10 20 17.5 M 12 15.5 L 16 9.5 M 4.5 12 L 6.5 12.6 M 8.4 6.5 L 9.2 8.2",
	"bell":       "M 5 17.5 C 7 15.5 6.5 13 6.5 10.5 C 6.5 7 9 5 12 5 C 15 5 17.5 7 17.5 10.5 C 17.5 13 17 15.5 19 17.5 Z M 10 20.5 L 14 20.5 M 12 3 L 12 5",
	"output":     "M 3.5 5 L 20.5 5 L 20.5 19 L 3.5 19 Z M 7 9 L 10 12 L 7 15 M 12 15 L 17 15",
	"save":       "M 12 3.5 L 12 14.5 M 7 10 L 12 15 L 17 10 M 4 19.5 L 20 19.5",
	"rose":       "F M 12 4 L 21 19.5 L 3 19.5 Z",
	"fell":       "F M 3 4.5 L 21 4.5 L 12 20 Z",
	"direction":  "M 3.5 12 L 14 12 M 10 8 L 14.5 12 L 10 16",
}

// stroke is a command of an icon.
type stroke struct {
	kind byte
	at   []Point
}

var parsedIcons = parseIcons()

func parseIcons() map[string][]stroke {
	all := make(map[string][]stroke, len(icons))
	for name, text := range icons {
		all[name] = parseIcon(text)
	}
	return all
}

// parseIcon parses an icon. It panics on errors, as the table is part of the program.
func parseIcon(text string) []stroke {
	var list []stroke
	var numbers []float32
	flush := func() {
		if len(list) == 0 {
			return
		}
		s := &list[len(list)-1]
		if s.kind == 'O' {
			s.at = []Point{{numbers[0], numbers[1]}, {numbers[2], 0}}
		} else {
			for i := 0; i+1 < len(numbers); i += 2 {
				s.at = append(s.at, Point{numbers[i], numbers[i+1]})
			}
		}
		numbers = numbers[:0]
	}
	for _, word := range strings.Fields(text) {
		if v, err := strconv.ParseFloat(word, 32); err == nil {
			numbers = append(numbers, float32(v))
			continue
		}
		flush()
		list = append(list, stroke{kind: word[0]})
	}
	flush()
	return list
}

// Icon draws an icon in the largest centered square of b.
func (c *Canvas) Icon(b Box, name string, col color.NRGBA) {
	side := min(b.W, b.H)
	if side <= 0 || c.Hidden(b) {
		return
	}
	unit := side / 24 * c.Scale
	corner := b.Centered(side, side)
	origin := image.Pt(c.Px(corner.X), c.Px(corner.Y))
	list := parsedIcons[name]
	filled := len(list) > 0 && list[0].kind == 'F'
	c.Svg.strokes(list, origin, unit, filled, col)
	made := c.Types.icon(name, list, filled, unit)
	if made.mask != nil {
		c.List.Mask(origin.Add(made.at), made.mask, col)
	}
}

// iconKey identifies an icon at a size.
type iconKey struct {
	name string
	unit float32 // pixels per grid unit
}

// A stamp is a mask without a color; at is the offset of its corner.
type stamp struct {
	mask *image.Alpha
	at   image.Point
}

// maxIcons is the maximum number of cached icons. Sizes change with the scale of the window.
const maxIcons = 1000

// icon returns an icon at a size, relative to the corner of its grid.
func (t *Typesetter) icon(name string, list []stroke, filled bool, unit float32) stamp {
	key := iconKey{name, unit}
	if made, ok := t.icons[key]; ok {
		return made
	}
	if len(t.icons) >= maxIcons || t.icons == nil {
		t.icons = map[iconKey]stamp{}
	}
	at := func(p Point) brush.Point { return brush.Point{X: p.X * unit, Y: p.Y * unit} }
	p, first := &brush.Path{}, brush.Point{}
	for _, s := range list {
		switch s.kind {
		case 'M':
			first = at(s.at[0])
			p.MoveTo(first)
		case 'L':
			p.LineTo(at(s.at[0]))
		case 'C':
			p.CubeTo(at(s.at[0]), at(s.at[1]), at(s.at[2]))
		case 'Z':
			p.LineTo(first)
		case 'O':
			p.Circle(at(s.at[0]), s.at[1].X*unit)
		}
	}
	if !filled {
		p = p.Stroked(max(1.9*unit, 1.1))
	}
	var made stamp
	if len(list) > 0 {
		made.mask, made.at = p.Coverage()
	}
	t.icons[key] = made
	return made
}
