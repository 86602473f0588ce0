package overview

import (
	"math"

	"memcity/city/scene"
	"memcity/city/view/overview"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
)

// limitField is one limit of what is suspicious, as a whole number for the user.
type limitField struct {
	name, hint string
	low, high  int
	per        float64 // by what the limit is multiplied for the user
	share      func(l *overview.Limits) *float64
	count      func(l *overview.Limits) *int
}

var limitFields = []struct {
	head   string
	fields []limitField
}{
	{"Leak", []limitField{
		{name: "Covers at least, % of points", hint: "A leak ends at the last point and covers at least this part of all points", low: 1, high: 100, per: 100, share: func(l *overview.Limits) *float64 { return &l.LeakShare }},
		{name: "May drop to, % of the most", hint: "A point may be lower than the one before, down to this part of the largest so far", low: 0, high: 100, per: 100, share: func(l *overview.Limits) *float64 { return &l.Drop }},
	}},
	{"Steepest growth", []limitField{
		{name: "At least, % of the leak", hint: "It has at least this part of the points of the leak", low: 1, high: 100, per: 100, share: func(l *overview.Limits) *float64 { return &l.SteepLeast }},
		{name: "At most, % of the leak", hint: "It has at most this part of the points of the leak", low: 1, high: 100, per: 100, share: func(l *overview.Limits) *float64 { return &l.SteepMost }},
	}},
	{"Regression", []limitField{
		{name: "Covers at least, % of points", hint: "Lines are laid through at least this part of all points, up to the last one", low: 1, high: 100, per: 100, share: func(l *overview.Limits) *float64 { return &l.RegressionShare }},
	}},
	{"GC overhead and churn", []limitField{
		{name: "GCs in a window, at least", hint: "Windows cover at least so many GCs", low: 1, high: overview.MaxGCsLimit, count: func(l *overview.Limits) *int { return &l.MinGCs }},
		{name: "GCs in a window, at most", hint: "Windows cover at most so many GCs", low: 1, high: overview.MaxGCsLimit, count: func(l *overview.Limits) *int { return &l.MaxGCs }},
		{name: "GCs take at least, % of time", hint: "GC overhead is reported from this share of the time on", low: 0, high: 100, per: 100, share: func(l *overview.Limits) *float64 { return &l.Overhead }},
		{name: "Freed, % of the average", hint: "Churn is reported if so many times as much is freed a second as in the whole recording; 150 % is 1.5 times", low: 0, high: 10_000, per: 100, share: func(l *overview.Limits) *float64 { return &l.Churn }},
	}},
}

// drawLimits draws the limits of what is suspicious, which can be changed.
func (view *View) drawLimits(c *widget.Canvas, b *canvas.Box) {
	row := b.CutTop(28)
	if c.IconButton("overview/limits/close", row.CutRight(26).Centered(26, 26), "close", "Close", "Back to the windows that were found", false) {
		view.limits, c.Again = false, true
	}
	if c.Model.State.Settings.Limits != overview.DefaultLimits() {
		if c.IconButton("overview/limits/reset", row.CutRight(30).Centered(26, 26), "reset", "Reset the limits", "Back to the default limits", false) {
			c.Set("", func(s *scene.Settings) { s.Limits = overview.DefaultLimits() })
		}
	}
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, "What counts as suspicious")
	for _, part := range limitFields {
		b.CutTop(4)
		c.Hline(b.X, b.Y, b.W, 0, c.Line)
		b.CutTop(2)
		c.Text(b.CutTop(24), canvas.Strong, canvas.Left, c.Theme.Text, part.head)
		for i := range part.fields {
			view.drawLimit(c, b, &part.fields[i], "overview/limit/"+part.head+"/"+part.fields[i].name)
		}
	}
	b.CutTop(6)
	b.CutTop(c.Paragraph(canvas.Rect(b.X, b.Y, b.W, 80), canvas.Small, c.Dim, "After Weninger, Gander, Mössenböck: Detection of Suspicious Time Windows in Memory Monitoring, 2019."))
}

func (view *View) drawLimit(c *widget.Canvas, b *canvas.Box, f *limitField, id string) {
	limits := c.Model.State.Settings.Limits
	value := 0
	if f.count != nil {
		value = *f.count(&limits)
	} else {
		value = int(math.Round(*f.share(&limits) * f.per))
	}
	row := b.CutTop(32)
	field := row.CutRight(104).Middle(27)
	row.CutRight(6)
	c.Text(row, canvas.Small, canvas.Left, c.Theme.Text, f.name)
	n, ok := c.Number(id, field, f.name, f.hint, value, f.low, f.high, false)
	if !ok {
		return
	}
	c.Set(id, func(s *scene.Settings) {
		if f.count != nil {
			*f.count(&s.Limits) = n
		} else {
			*f.share(&s.Limits) = float64(n) / f.per
		}
	})
}
