package web

import (
	"slices"

	"memcity/city/scene"
	"memcity/city/view/pins"
	"memcity/words"
)

// finding adds a finding. At a GC point without data on its objects, buildings use the share of the next GC point with data.
func (m *maker) finding(f *Pinned) {
	last := f.At[len(f.At)-1]
	pin, ok := last.Current()
	if !ok {
		return
	}
	target := m.Plan.Shows(pin.Node)
	kind, ok := kinds[target.Kind]
	if !ok {
		return
	}
	settings := m.Settings
	settings.Color = scene.FindingColors
	look := m.Plan.Opening(last, settings, m.home)
	pose := m.home(look)
	out := Finding{Number: pin.Finding + 1, Emphasis: int(pin.Emphasis), Root: words.Printable(pin.Root),
		Kind: kind, Index: int(target.Index), Yaw: pose.Yaw, Pitch: pose.Pitch}
	for _, at := range m.Points {
		i := slices.IndexFunc(f.At, func(k *scene.Pins) bool { return k.Point >= at })
		c := m.Plan.Pinned(f.At[i], settings, look)
		held := make([]int, len(c.Buildings))
		for b := range c.Buildings {
			if building := &c.Buildings[b]; building.Height > 0 {
				held[b] = part(building.Kept/building.Height, Full)
			}
		}
		out.Held = append(out.Held, held)
		shown := pin.At(m.Plan.Series.Source(at) + 1)
		out.Head, out.Detail = append(out.Head, words.Printable(shown.Head)), append(out.Detail, words.Printable(shown.Detail))
		if at == m.Points[len(m.Points)-1] {
			m.thread(&out, c.Thread)
		}
	}
	if f.Exact {
		for _, k := range f.At {
			out.Known = append(out.Known, m.Plan.Series.Source(k.Point)+1)
		}
	}
	m.out.Findings = append(m.out.Findings, out)
}

// kinds contains the names of the targets of findings.
var kinds = map[scene.Kind]string{scene.OnBuilding: "building", scene.OnDistrict: "district", scene.OnBlock: "block"}

func (m *maker) home(l scene.Look) scene.Camera {
	return l.Home(m.Plan.Bounds(), Aspect, scene.Frame{})
}

func (m *maker) thread(f *Finding, t *scene.Thread) {
	if t == nil {
		return
	}
	root := m.rect(t.Root)
	f.Kiosk = [5]int{root[0], root[1], root[2], root[3], m.length(t.Height)}
	for _, p := range t.Points {
		f.Thread = append(f.Thread, [3]int{m.length(p.X), m.length(p.Y), m.length(p.Z)})
	}
}

// palette returns the colors of a theme.
func (m *maker) palette(theme scene.Theme) (out Palette) {
	settings := m.Settings
	settings.Theme = theme
	p := settings.Palette()
	for i := range out.Growth {
		out.Growth[i] = p.Growth(float64(i) / float64(len(out.Growth)-1)).String()
	}
	out.Shrunk, out.Own = p.Shrunk.String(), p.Own.String()
	for e := range pins.Emphases {
		finding, held := p.Found(e)
		out.Found = append(out.Found, Found{finding.String(), p.Rest(e).String(), held.String()})
	}
	out.Incoming, out.Outgoing, out.Selected = p.Incoming.String(), p.Outgoing.String(), p.Selected.String()
	c := m.Plan.At(m.Points[len(m.Points)-1], settings)
	levels := m.Plan.Levels()
	out.Slabs, out.Blocks = make([]string, levels), make([]string, levels)
	for i := range c.Districts {
		out.Slabs[c.Districts[i].Level] = c.Districts[i].Color.String()
	}
	for i := range c.Blocks {
		out.Blocks[c.Districts[c.Blocks[i].District].Level] = c.Blocks[i].Color.String()
	}
	return out
}

// modes sets the available colorings and the initial one, which is the default of the window and pictures.
func (m *maker) modes() {
	c := m.out
	if len(c.Findings) > 0 {
		c.Modes = append(c.Modes, scene.FindingColors.String())
	}
	if len(c.Points) > 1 {
		c.Modes = append(c.Modes, scene.GrowthColors.String())
	}
	if len(c.Buildings.Own) > 0 {
		c.Modes = append(c.Modes, scene.OwnColors.String())
	}
	c.Modes = append(c.Modes, scene.PlainColors.String())
	switch whole := scene.AutoColors.Whole(m.Plan.Series.Len()); {
	case len(c.Findings) > 0:
		c.Mode = scene.FindingColors.String()
	case m.Judged && m.Plan.Series.Len() > 1:
		c.Mode = scene.PlainColors.String()
	case slices.Contains(c.Modes, whole.String()):
		c.Mode = whole.String()
	default:
		c.Mode = scene.PlainColors.String()
	}
}
