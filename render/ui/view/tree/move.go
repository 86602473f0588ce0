package tree

import (
	"time"

	"memcity/city/view/treemap"
	"memcity/layout"
	"memcity/render/ui/widget"
)

// treeForm selects the form of a drawing.
type treeForm uint8

const (
	asSunburst treeForm = iota
	asIcicle
	asPlan // as the city's plan from above
)

// treePose contains the positions of the nodes of a drawing.
type treePose struct {
	form   treeForm
	levels float64
	scale  float64 // see [treemap.Picture.Scale]
	spans  map[treemap.ID]layout.Span
}

// treeDrawing is a drawing of a tree, which can be animated between two poses.
type treeDrawing struct {
	picture *treemap.Picture
	pose    treePose
	motion  *treeMotion // nil while not animated
}

// treeMotion is the animation from one pose to that of the drawing.
type treeMotion struct {
	from    treePose // contains a span for each node of the drawing
	gone    []treeGone
	length  time.Duration
	created time.Duration
	start   time.Duration
	begun   bool // start is valid
	done    float64
}

// treeGone is a removed node.
type treeGone struct {
	picture  *treemap.Picture
	node     *treemap.Node
	from, to layout.Span
}

// Durations of animations.
const (
	treeMotionLength = 380 * time.Millisecond
	treeMorphLength  = 650 * time.Millisecond
)

func (d *treeDrawing) moves() bool { return d.motion != nil }

// poseOf returns the pose for a picture.
func (view *View) poseOf(c *widget.Canvas, p *treemap.Picture) treePose {
	t := treemap.View.Of(c.Model.State.Views)
	pose := treePose{form: treeForm(t.Kind), levels: float64(p.Levels), scale: p.Scale(t.Scaled),
		spans: make(map[treemap.ID]layout.Span, len(p.Nodes))}
	if view.leaving {
		pose.form = asPlan
	}
	for i := range p.Nodes {
		pose.spans[p.Nodes[i].ID] = p.Spans[i]
	}
	return pose
}

// aim makes the drawing show a picture, with an animation from the current pose. If fromCity is true, a new drawing starts as the city's
// plan.
func (view *View) aim(c *widget.Canvas, d *treeDrawing, p *treemap.Picture, fromCity bool) {
	l := view
	pose := view.poseOf(c, p)
	still := c.Sheet || c.Model.State.Settings.ReducedMotion
	switch {
	case d.picture == p && d.pose.form == pose.form && d.pose.scale == pose.scale:
	case d.picture == nil && fromCity && !still:
		from := pose
		from.form = asPlan
		d.motion = &treeMotion{from: from, length: treeMorphLength, created: c.Now}
	case d.picture == nil || still:
		d.motion = nil
	default:
		d.motion = d.turn(p, &pose, c.Now)
	}
	d.picture, d.pose = p, pose
	m := d.motion
	if m == nil {
		return
	}
	if !m.begun && c.Now != m.created {
		m.begun, m.start = true, c.Now
	}
	if m.begun {
		m.done = min(float64(c.Now-m.start)/float64(m.length), 1)
	}
	if m.done >= 1 {
		d.motion = nil
		return
	}
	l.Moving = true
}

// turn returns the animation from the current pose to another.
func (d *treeDrawing) turn(p *treemap.Picture, to *treePose, now time.Duration) *treeMotion {
	now0 := d.present()
	m := &treeMotion{from: now0, length: treeMotionLength, created: now}
	if now0.form != to.form {
		m.length = treeMorphLength
	}
	m.from.spans = make(map[treemap.ID]layout.Span, len(p.Nodes))
	was := d.pose.spans
	enter := treeZoom(was, to.spans, d.picture.Nodes[0].ID, p.Nodes[0].ID)
	for i := range p.Nodes {
		id := p.Nodes[i].ID
		if span, ok := now0.spans[id]; ok {
			m.from.spans[id] = span
		} else {
			m.from.spans[id] = enter(p.Spans[i])
		}
	}
	leave := treeZoom(to.spans, was, p.Nodes[0].ID, d.picture.Nodes[0].ID)
	for i := range d.picture.Nodes {
		n := &d.picture.Nodes[i]
		if _, stays := to.spans[n.ID]; !stays {
			m.gone = append(m.gone, treeGone{d.picture, n, now0.spans[n.ID], leave(d.picture.Spans[i])})
		}
	}
	return m
}

// treeZoom returns a function for nodes that exist only in the tree of. It maps a span of that tree to the drawing of the tree in. If
// neither root is in the other tree, the function shrinks the span to zero width.
func treeZoom(in, of map[treemap.ID]layout.Span, inRoot, ofRoot treemap.ID) func(layout.Span) layout.Span {
	if at, ok := in[ofRoot]; ok {
		return func(s layout.Span) layout.Span { return s.Placed(at) }
	}
	if at, ok := of[inRoot]; ok {
		return func(s layout.Span) layout.Span { return s.Seen(at) }
	}
	return func(s layout.Span) layout.Span {
		middle := (s.From + s.To) / 2
		return layout.Span{From: middle, To: middle, Top: s.Top, Bottom: s.Bottom}
	}
}

// present returns the current pose.
func (d *treeDrawing) present() treePose {
	m := d.motion
	if m == nil {
		return d.pose
	}
	t := m.eased()
	mix := func(a, b float64) float64 { return a + (b-a)*t }
	out := treePose{form: d.pose.form, levels: mix(m.from.levels, d.pose.levels), scale: mix(m.from.scale, d.pose.scale),
		spans: make(map[treemap.ID]layout.Span, len(d.pose.spans))}
	if t < 0.5 {
		out.form = m.from.form
	}
	for id, to := range d.pose.spans {
		out.spans[id] = m.from.spans[id].Mix(to, t)
	}
	return out
}

// eased returns the eased progress of the animation, from 0 to 1.
func (m *treeMotion) eased() float64 { return m.done * m.done * (3 - 2*m.done) }
