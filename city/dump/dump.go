package dump

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/layout"
	"memcity/words"
)

// City is a city for output, with stable lower-case names. Numbers are in objects, bytes and milliseconds, lengths in meters of the plan.
type City struct {
	Recording  Recording   `json:"recording"`
	Settings   Settings    `json:"settings"`
	Findings   *Findings   `json:"findings,omitempty"` // for a city whose colors show findings
	Diff       *Diff       `json:"diff,omitempty"`     // for a city that compares
	WhatIf     *WhatIf     `json:"without,omitempty"`
	Rules      *Rules      `json:"rules,omitempty"`
	Ages       *Ages       `json:"ages,omitempty"`      // for a city by age
	Staleness  *Staleness  `json:"staleness,omitempty"` // for a city by staleness
	Baseline   *Baseline   `json:"base,omitempty"`      // for a city compared with a baseline
	Districts  []District  `json:"districts"`
	Buildings  []Building  `json:"buildings"`
	Blocks     []Block     `json:"blocks,omitempty"` // groups without a plot, by district
	Hidden     Hidden      `json:"hidden"`
	References []Reference `json:"references,omitempty"`
	Routes     *Routes     `json:"routes,omitempty"` // if references are shown as routes
}

// Recording identifies the recording and the GC point, 1-based.
type Recording struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	At     int    `json:"at"`
	Time   int64  `json:"time_ms"`
}

// Settings contains the settings that affect the city.
type Settings struct {
	By        []string `json:"by"`
	Filters   []string `json:"filter,omitempty"`
	SizeKind  string   `json:"measure"`
	Unit      string   `json:"metric"`
	Area      string   `json:"area"`
	Children  int      `json:"children"` // 0 for all
	Solid     int      `json:"solid"`
	Opacity   float64  `json:"opacity"`
	Color     string   `json:"color"`
	RedGrowth int64    `json:"red_growth"` // growth from which a building is red, if colors show growth
	Window    [2]int   `json:"window"`     // 1-based
	MaxGrowth int64    `json:"max_growth"`
}

// Rect is a rectangle on the ground.
type Rect struct {
	X float64 `json:"x"`
	Z float64 `json:"z"`
	W float64 `json:"w"`
	D float64 `json:"d"`
}

// Diff describes the parts of the buildings: GC points, 1-based, and how objects were matched. For none, parts are differences of counts.
type Diff struct {
	From     int    `json:"from"`
	To       int    `json:"to"`
	Identity string `json:"identity"` // native, recovered or none
}

// Fate contains the fates of the objects of a building's group. Heights describe the part at the bottom of the building and the part above
// it.
type Fate struct {
	Followed         bool  `json:"followed"` // if false, numbers are differences of counts
	PermanentObjects int64 `json:"permanent_objects"`
	PermanentBytes   int64 `json:"permanent_bytes"`
	BornObjects      int64 `json:"born_objects"` // includes objects moved in from other groups
	BornBytes        int64 `json:"born_bytes"`
	DiedObjects      int64 `json:"died_objects"` // includes objects moved out to other groups
	DiedBytes        int64 `json:"died_bytes"`
	// IndistinctObjects and IndistinctBytes are later objects that are not told apart from earlier ones. PermanentHeight includes them.
	IndistinctObjects int64   `json:"not_told_apart_objects,omitempty"`
	IndistinctBytes   int64   `json:"not_told_apart_bytes,omitempty"`
	PermanentHeight   float64 `json:"permanent_height"`
	DiedHeight        float64 `json:"died_height"`
}

// District is an inner group.
type District struct {
	Key     string   `json:"key"`
	Path    []string `json:"path"`
	Name    string   `json:"name"`
	Role    string   `json:"role"`
	Level   int32    `json:"level"`
	Plot    Rect     `json:"plot"`
	Color   string   `json:"color"`
	Objects int64    `json:"objects"`
	Bytes   int64    `json:"bytes"`
	*Before

	Budgets []Budget     `json:"budgets,omitempty"` // worst first
	WhatIf  *FreedAmount `json:"without,omitempty"` // for a city with a what-if
}

// Building is a leaf group.
type Building struct {
	Key           string   `json:"key"`
	Path          []string `json:"path"`
	Name          string   `json:"name"`
	Role          string   `json:"role"`
	District      string   `json:"district"`
	Plot          Rect     `json:"plot"`
	Base          Rect     `json:"base"`
	Height        float64  `json:"height"`
	Color         string   `json:"color"`
	Opacity       float64  `json:"opacity"`
	Solid         bool     `json:"solid"`
	Objects       int64    `json:"objects"`
	Bytes         int64    `json:"bytes"`
	FirstObjects  int64    `json:"first_objects"`
	FirstBytes    int64    `json:"first_bytes"`
	MaxObjects    int64    `json:"max_objects"`
	MaxBytes      int64    `json:"max_bytes"`
	GrowthObjects int64    `json:"growth_objects"`
	GrowthBytes   int64    `json:"growth_bytes"`
	*Before
	BeforeHeight *float64 `json:"before_height,omitempty"` // of the left half

	Diff *Fate `json:"diff,omitempty"` // for a city that compares
	Ages []Age `json:"ages,omitempty"` // for a city by age, from the ground up
	Use  *Use  `json:"use,omitempty"`  // for a city by staleness

	Finding *FoundPart `json:"finding,omitempty"` // for a city whose colors show findings

	Budgets []Budget     `json:"budgets,omitempty"` // worst first
	WhatIf  *FreedAmount `json:"without,omitempty"` // for a city with a what-if
}

// Block contains the groups of a district without a plot.
type Block struct {
	District string  `json:"district"`
	Plot     Rect    `json:"plot"`
	Base     Rect    `json:"base"`
	Height   float64 `json:"height"`
	Color    string  `json:"color"`
	Groups   int     `json:"groups"`
	Objects  int64   `json:"objects"`
	Bytes    int64   `json:"bytes"`
	Children int     `json:"children"` // smallest --children at which all of them have their own buildings or districts
}

// Hidden counts the groups without a plot.
type Hidden struct {
	Groups  int   `json:"groups"`
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
	Growers int   `json:"growers"` // leaf groups that grew more than the weakest solid building
}

// Reference is a frustum of the selected building.
type Reference struct {
	From        string  `json:"from"`
	To          string  `json:"to"`
	Direction   string  `json:"direction"` // in or out, relative to the selected building
	FromObjects int64   `json:"from_objects"`
	ToObjects   int64   `json:"to_objects"`
	FromRadius  float64 `json:"from_radius"`
	ToRadius    float64 `json:"to_radius"`
}

// Of returns the city for output, with the frustums of the selected target, if any.
func Of(c *scene.City, name string, settings scene.Settings, selected scene.Target) City {
	p := c.Plan
	plan := p.Settings()
	out := City{
		Recording: Recording{Name: name, Points: p.Series.Len(), At: c.Point + 1},
		Settings: Settings{By: settings.By.Slice(), SizeKind: settings.SizeKind.String(),
			Unit: plan.Unit.String(), Area: plan.Area.String(), Children: plan.Children, Solid: settings.Solid,
			Opacity: settings.Opacity, Color: settings.Color.String(), RedGrowth: p.RedGrowth(settings), MaxGrowth: p.MaxGrowth(),
			Window: [2]int{p.Meta.Window.From + 1, p.Meta.Window.To + 1}},
		Districts: []District{}, Buildings: []Building{},
		Hidden: Hidden{c.Hidden.Groups, c.Hidden.Objects, c.Hidden.Bytes, c.Hidden.Growers},
	}
	if !settings.Filters.Empty() {
		out.Settings.Filters = settings.Filters.Slice()
	}
	if c.Point < len(p.Series.Times) {
		out.Recording.Time = int64(p.Series.Times[c.Point])
	}
	s, budgets := p.Series, c.Budgeted()
	out.Rules, out.Findings = dumpRules(c), dumpFindings(c, settings)
	for i := range c.Districts {
		d := &c.Districts[i]
		out.Districts = append(out.Districts, District{s.Key(d.Node), s.Path(d.Node), s.Name(d.Node), s.Role(d.Node),
			d.Level, rect(d.Plot), d.Color.String(), d.Objects, d.Bytes, nil,
			budgetsOf(budgets[scene.Target{Kind: scene.OnDistrict, Index: int32(i)}]), dumpFreed(c, d.Node, 0)})
	}
	for i := range c.Buildings {
		b := &c.Buildings[i]
		district := ""
		if b.District >= 0 {
			district = s.Key(c.Districts[b.District].Node)
		}
		out.Buildings = append(out.Buildings, Building{s.Key(b.Node), s.Path(b.Node), s.Name(b.Node), s.Role(b.Node),
			district, rect(b.Plot), rect(b.Base), rounded(b.Height), b.Color.String(), b.Opacity, b.Solid,
			b.Objects, b.Bytes, b.FirstObjects, b.FirstBytes, b.MaxObjects, b.MaxBytes, b.GrowthObjects, b.GrowthBytes, nil, nil, dumpFate(c, b),
			dumpAges(c, b), dumpUse(c, b.Node), dumpFoundPart(c, b), budgetsOf(budgets[scene.Target{Kind: scene.OnBuilding, Index: int32(i)}]), dumpFreed(c, b.Node, b.Gone)})
	}
	for i := range c.Blocks {
		b := &c.Blocks[i]
		out.Blocks = append(out.Blocks, Block{s.Key(c.Districts[b.District].Node), rect(b.Plot), rect(b.Base), rounded(b.Height), b.Color.String(), b.Groups,
			b.Objects, b.Bytes, b.Needs})
	}
	out.WhatIf = OfWhatIf(whatIfOf(c))
	if k := c.Compared; k != nil && k.WhatIf == nil {
		out.Diff = &Diff{k.From + 1, k.To + 1, k.Followed.String()}
	}
	if c.Aged != nil {
		out.Ages = OfAges(c.Aged.Report)
	}
	out.Staleness = OfHeld(c.Used)
	dumpComparison(c, &out)
	out.Routes = dumpRoutes(c, settings, selected)
	refs, _ := c.References(selected)
	for _, r := range refs {
		direction := "out"
		if r.Incoming {
			direction = "in"
		}
		out.References = append(out.References, Reference{s.Key(c.Buildings[r.From].Node), s.Key(c.Buildings[r.To].Node),
			direction, r.FromObjects, r.ToObjects, rounded(r.FromRadius), rounded(r.ToRadius)})
	}
	return out
}

// dumpFate returns the parts of a building; nil if it has none.
func dumpFate(c *scene.City, b *scene.Building) *Fate {
	if c.Compared == nil || c.Compared.WhatIf != nil {
		return nil
	}
	f := c.Compared.Fate(b.Node)
	return &Fate{f.Followed, f.Permanent.Objects, f.Permanent.Bytes, f.Born.Objects, f.Born.Bytes, f.Died.Objects, f.Died.Bytes,
		f.IndistinctAfter.Objects, f.IndistinctAfter.Bytes, rounded(b.Kept), rounded(b.Gone)}
}

func rect(r layout.Rect) Rect {
	return Rect{rounded(r.X), rounded(r.Z), rounded(r.W), rounded(r.D)}
}

// rounded drops digits below a nanometer, so that printed numbers do not end in noise.
func rounded(f float64) float64 { return math.Round(f*1e9) / 1e9 }

// WriteText prints the city, one district or building per line.
func (d City) WriteText(w io.Writer) error {
	e := &errWriter{w: w}
	sizes := ""
	if d.Settings.SizeKind != trees.Shallow.String() {
		sizes = ", " + d.Settings.SizeKind + " sizes"
	}
	e.printf("%s, GC point %d of %d, %s%s\n", words.Printable(d.Recording.Name), d.Recording.At, d.Recording.Points, words.ExactMillis(d.Recording.Time),
		sizes)
	if k := d.Diff; k != nil {
		e.printf("compared with GC point %d, identity %s\n", k.From, k.Identity)
	}
	if k := d.Ages; k != nil {
		e.printf("ages in %s, identity %s\n", strings.ReplaceAll(k.Unit, "_", " "), k.Identity)
	}
	if k := d.Staleness; k != nil {
		e.printf("staleness of %s, stale above %s\n", words.Counted(int64(k.Collections), "collection"), words.Ratio(k.Threshold))
	}
	d.Findings.print(e)
	d.Baseline.print(e)
	writeWhatIf(e, d.WhatIf)
	for _, x := range d.Districts {
		e.printf("district %-48s level %d %s %s\n", words.Printable(x.Key), x.Level, x.Plot, words.Sized(x.Objects, x.Bytes))
		x.Before.print(e)
		writeBudgets(e, x.Budgets)
		writeFreed(e, x.WhatIf)
	}
	for _, x := range d.Buildings {
		solid := ""
		if x.Solid {
			solid = " solid"
		}
		e.printf("building %-48s %s height %.2f %s opacity %.2f%s %s, growth %+d objects, %+d bytes\n",
			words.Printable(x.Key), x.Base, x.Height, x.Color, x.Opacity, solid, words.Sized(x.Objects, x.Bytes), x.GrowthObjects, x.GrowthBytes)
		x.Before.print(e)
		x.Finding.print(e)
		if f := x.Diff; f != nil {
			e.printf("    survived %s, height %.2f; born %s; died %s, height %.2f\n", words.Sized(f.PermanentObjects, f.PermanentBytes),
				f.PermanentHeight, words.Sized(f.BornObjects, f.BornBytes), words.Sized(f.DiedObjects, f.DiedBytes), f.DiedHeight)
			if f.IndistinctObjects > 0 {
				e.printf("    not told apart %s\n", words.Sized(f.IndistinctObjects, f.IndistinctBytes))
			}
		}
		writeBudgets(e, x.Budgets)
		writeFreed(e, x.WhatIf)
		x.Use.print(e)
		for _, a := range x.Ages {
			e.printf("    age %s %s, height %.2f\n", a.Class, words.Sized(a.Objects, a.Bytes), *cmp.Or(a.Height, new(float64)))
		}
	}
	for _, x := range d.Blocks {
		e.printf("block    %-48s %s height %.2f %s %s smaller: %s, --children %d\n", words.Printable(x.District), x.Base, x.Height, x.Color,
			words.Count(int64(x.Groups)), words.Sized(x.Objects, x.Bytes), x.Children)
	}
	for _, x := range d.References {
		e.printf("reference %s → %s (%s) %d → %d objects, radius %.3f → %.3f\n",
			words.Printable(x.From), words.Printable(x.To), x.Direction, x.FromObjects, x.ToObjects, x.FromRadius, x.ToRadius)
	}
	d.Routes.writeText(e)
	e.printf("not shown: %s, %s\n", words.Ungrouped(int64(d.Hidden.Groups), "group"), words.Sized(d.Hidden.Objects, d.Hidden.Bytes))
	return e.err
}

func (r Rect) String() string { return fmt.Sprintf("(%.2f %.2f %.2f×%.2f)", r.X, r.Z, r.W, r.D) }

type errWriter struct {
	w   io.Writer
	err error
}

func (e *errWriter) printf(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format, args...)
	}
}
