package render

import (
	"cmp"
	"image"
	"slices"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/ui/model"
)

// describer makes what the panels show of a city.
type describer struct {
	city  *scene.City
	state *state.State
}

func (d describer) plan() *scene.Plan { return d.city.Plan }

// group describes the group with a node of the series; links asks for its references.
func (d describer) group(node int32, links bool) *model.Group {
	p, s := d.plan(), d.plan().Series
	g := &model.Group{
		Key: s.Key(node), Objects: s.Objects(d.city.Point, node), Bytes: s.Bytes(d.city.Point, node),
		FirstObjects: p.Meta.Objects[node].First, FirstBytes: p.Meta.Bytes[node].First,
		LastObjects: p.Meta.Objects[node].Last, LastBytes: p.Meta.Bytes[node].Last,
		Path: d.path(node),
	}
	t := p.Target(node)
	if t.Kind == scene.OnBuilding {
		b := &d.city.Buildings[t.Index]
		g.Building, g.Solid, g.Color = true, b.Solid && !b.Halved, b.Color
		if p.Meta.Of(p.Settings().Metric)[node].Growth() > 0 {
			g.Rank, g.Ranked = p.Rank(t.Index), len(d.city.Buildings)
		}
	} else if t.Kind == scene.OnDistrict {
		g.Color = d.city.Districts[t.Index].Color
	}
	if g.Hidden = t.Kind == scene.Nothing; g.Hidden && links {
		g.Needs = p.Needs(node)
	}
	g.NoReferences = !s.HasPointers(d.city.Point)
	g.Budgets = d.city.BudgetsOf(node)
	if d.city.Compared != nil {
		fate := d.city.Compared.Fate(node)
		g.Fate = &fate
	}
	if d.city.Aged != nil {
		g.Ages = d.city.Aged.Of(node)
	}
	if mark, ok := d.state.Marks[g.Key]; ok {
		g.Mark = &mark
	}
	if links {
		d.links(g, t)
		for point := range s.Len() {
			g.History = append(g.History, model.Value{Objects: s.Objects(point, node), Bytes: s.Bytes(point, node)})
		}
	}
	return g
}

func (d describer) path(node int32) []model.Part {
	s := d.plan().Series
	var parts []model.Part
	for n := node; n >= 0; n = s.Nodes[n].Parent {
		parts = append(parts, model.Part{Key: s.Key(n), Name: s.Name(n), Role: s.Role(n)})
	}
	slices.Reverse(parts)
	return parts
}

func (d describer) links(g *model.Group, t scene.Target) {
	refs, notShown := d.city.References(t)
	g.NotShown = notShown
	for _, r := range refs {
		other, own, partner := r.To, r.FromObjects, r.ToObjects
		if r.Incoming {
			other, own, partner = r.From, r.ToObjects, r.FromObjects
		}
		b := &d.city.Buildings[other]
		link := model.Link{Key: d.plan().Series.Key(b.Node), Name: d.plan().Name(b.Node), Own: own, Partner: partner, Color: b.Color}
		if r.Incoming {
			g.In = append(g.In, link)
		} else {
			g.Out = append(g.Out, link)
		}
	}
}

// together sums up the references of several groups. Numbers at the other ends cannot be added, as the same objects may
// take part for several of the groups.
func (d describer) together(keys []string) *model.Links {
	s := d.plan().Series
	out := &model.Links{NoReferences: !s.HasPointers(d.city.Point)}
	selected := map[string]bool{}
	for _, key := range keys {
		selected[key] = true
	}
	merged := [2]map[string]*model.Link{{}, {}}
	for _, key := range keys {
		var g model.Group
		d.links(&g, d.plan().Find(key))
		out.NotShown.In += g.NotShown.In
		out.NotShown.Out += g.NotShown.Out
		out.NotShown.Groups += g.NotShown.Groups
		for way, links := range [][]model.Link{g.In, g.Out} {
			for i := range links {
				l := &links[i]
				switch have := merged[way][l.Key]; {
				case selected[l.Key]:
					out.Within += 1 - way // each is seen from both ends
				case have == nil:
					merged[way][l.Key] = l
				default:
					have.Own, have.Partner, have.AtLeast = have.Own+l.Own, max(have.Partner, l.Partner), true
				}
			}
		}
	}
	out.In, out.Out = byOwn(merged[0]), byOwn(merged[1])
	return out
}

// byOwn lists references by the number of own objects, descending, equal ones by key.
func byOwn(links map[string]*model.Link) []model.Link {
	var list []model.Link
	for _, l := range links {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(x, y model.Link) int { return cmp.Or(cmp.Compare(y.Own, x.Own), cmp.Compare(x.Key, y.Key)) })
	return list
}

// sliced keeps the largest buildings of a city.
type sliced struct {
	city *scene.City
	list []model.Slice
}

// maxSlices is how many of the largest buildings are listed.
const maxSlices = 40

// of returns the largest buildings of a recording of one GC point; nil for a series.
func (s *sliced) of(c *scene.City) []model.Slice {
	if s.city == c {
		return s.list
	}
	s.city, s.list = c, nil
	if c.Plan.Series.Len() != 1 {
		return nil
	}
	for i := range c.Buildings {
		b := &c.Buildings[i]
		value := b.Objects
		if c.Plan.Settings().Metric == trees.Bytes {
			value = b.Bytes
		}
		s.list = append(s.list, model.Slice{Key: c.Plan.Series.Key(b.Node), Name: c.Plan.Name(b.Node), Value: value})
	}
	slices.SortStableFunc(s.list, func(x, y model.Slice) int { return cmp.Compare(y.Value, x.Value) })
	s.list = slices.Clone(s.list[:min(len(s.list), maxSlices)])
	return s.list
}

// legend tells what the picture means in numbers.
func legend(c *scene.City, settings scene.Settings, marks map[string]scene.RGB) model.Legend {
	p := c.Plan
	l := model.Legend{MaxGrowth: p.MaxGrowth(), Levels: p.Levels(), Filters: p.Settings().Filters, Overlap: p.Overlaps(), Hidden: c.Hidden, Objects: c.Objects, Bytes: c.Bytes,
		Buildings: len(c.Buildings), Slabs: len(c.Districts), NotShown: len(p.Series.Nodes) - len(c.Buildings) - len(c.Districts), Grew: p.Grew()}
	if node, value, ok := p.Largest(); ok {
		l.Largest, l.LargestName = value, p.Label(node)
	}
	l.Based = basedModel(c)
	l.Clamped, l.Isolated, l.Compared, l.Aged = p.Clamped(), c.Isolated, comparedModel(c), agedModel(c)
	for point := range p.Series.Len() {
		l.References = l.References || p.Series.HasPointers(point)
	}
	for _, color := range markedBuildings(p, marks) {
		if !slices.Contains(l.Marks, color) {
			l.Marks = append(l.Marks, color)
		}
	}
	slices.SortFunc(l.Marks, func(x, y scene.RGB) int { return cmp.Compare(x.String(), y.String()) })
	palette := settings.Palette()
	l.Districts = [2]scene.RGB{palette.Root, palette.Leaf}
	return l
}

// recordingModel fills in what depends on the recording alone.
func recordingModel(m *model.Model, r query.Result) {
	if r.Opening == 0 {
		return
	}
	m.Name, m.Format = r.Name, r.Format
	if r.Grouped {
		for i, role := range r.Grouping.By {
			if i > 0 {
				m.FixedChain += ", "
			}
			m.FixedChain += role
		}
	} else {
		m.Catalog = r.Catalog
	}
	if r.Plan == nil || len(r.Plan.Series.Nodes) == 0 {
		return
	}
	s := r.Plan.Series
	m.Groups, m.Measure = len(s.Nodes), r.Plan.Settings().Measure
	for i, t := range s.Times {
		m.Points = append(m.Points, model.Point{Time: t, Objects: s.Objects(i, 0), Bytes: s.Bytes(i, 0)})
	}
}

// model is everything that the panels show now.
func (a *App) model() model.Model {
	m := model.Model{
		State: a.state, Help: a.help.wish(), SettingsOpen: a.drawers.settings, Drawers: a.drawers.Drawers, LegendFolded: a.legendIsFolded(),
		Demos: a.options.Demos, Presenter: a.presenter, Zoom: a.zoom,
	}
	for _, r := range a.memory.store.Recent() {
		m.Recent = append(m.Recent, model.Recent{Path: r.Paths[0], Name: r.Name, Missing: r.Missing})
	}
	m.CanRecord, m.Record, m.Live = a.options.Recorder != nil, a.recordModel(), a.liveModel()
	m.GuideOld, m.Inviting = a.guideIsOld(), a.invites()
	m.RulesOpen, m.Closing = a.recording.watch.open && m.Live != nil, a.recording.asked
	recordingModel(&m, a.result)
	m.Budgets = a.budgetsModel()
	m.Problems = a.problems()
	if p, busy := a.progress(); busy {
		m.Progress = &model.Progress{Text: p.What, Fraction: -1, Cancel: true}
		if p.Total > 0 {
			m.Progress.Fraction = float64(p.Done) / float64(p.Total)
		}
	}
	for _, t := range a.toasts {
		m.Toasts = append(m.Toasts, t.text)
	}
	if a.events != nil && a.opening == a.result.Opening {
		m.NoStates, m.Plan, m.Answers = a.result.NoStates, a.events, a.result.Answers
	}
	if a.city == nil || len(a.city.Plan.Series.Nodes) == 0 {
		return m
	}
	m.CanSearch, m.Search = true, a.finder.found(a.city)
	m.Picture = a.pictureModel()
	d := describer{a.city, &a.state}
	m.Legend = legend(a.city, a.state.Settings, a.state.Marks)
	m.Legend.Isolated, m.Legend.Compared, m.Legend.Aged = len(a.lit.targets) > 0, a.comparedModel(), a.agedModel()
	if node, ok := a.find(a.state.Selection); ok {
		m.Selection = d.group(node, true)
	}
	if keys := a.state.Selected(); len(keys) > 1 {
		for _, key := range keys {
			if node, ok := a.find(key); ok {
				m.Selections = append(m.Selections, d.group(node, false))
			}
		}
		m.Together = d.together(keys)
	}
	m.Route, m.Legend.Routes = a.pointedRoute(), routesModel(a.routes())
	m.Slices = a.slices.of(a.city)
	m.Plan, m.At, m.Answers = a.city.Plan, a.city.Point, a.result.Answers
	m.ChainOpen = a.chainOpen
	m.Without, m.NoCut = a.withoutModel(), a.noCut()
	m.Minimap = a.minimap()
	if node, ok := a.find(a.state.Hover); ok && !a.finder.open && !a.overPanel && a.state.Hover != a.state.Selection {
		m.Hover = d.group(node, false)
	}
	if m.Hover != nil || m.Route != nil {
		m.HoverAt = image.Pt(int(a.pointer.x), int(a.pointer.y))
	}
	return m
}

// progress is that of the work under way.
func (a *App) progress() (p query.Progress, busy bool) {
	if a.result.Busy {
		return a.result.Progress, true
	}
	return a.result.Answers.Progress, a.result.Answers.Busy
}

// problems are the errors and the warnings that the user has not put away.
func (a *App) problems() []model.Problem {
	var list []model.Problem
	failed := a.result.Err
	if failed == nil {
		failed = a.refused
	}
	answers := a.result.Answers.Err
	if tellsErrors(a.state.View) {
		answers = nil
	}
	for _, err := range []error{failed, answers} {
		if err != nil && !a.dismissedErr {
			list = append(list, model.Problem{Text: err.Error(), Error: true})
		}
	}
	for _, w := range a.result.Warnings[min(a.dismissed, len(a.result.Warnings)):] {
		list = append(list, model.Problem{Text: w})
	}
	return list
}

// tellsErrors reports whether a view tells itself why something asked for has no answer.
func tellsErrors(v state.View) bool { return v == state.DiffView || v == state.ChurnView }

// dismiss puts away the problems there are.
func (a *App) dismiss() {
	a.dismissedErr, a.dismissed = true, len(a.result.Warnings)
}

// find returns the node with a key in the series shown.
func (a *App) find(key string) (int32, bool) {
	if key == "" || a.city == nil {
		return 0, false
	}
	return a.city.Plan.Series.Find(key)
}
