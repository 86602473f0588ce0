package overview

import (
	"math"

	"memcity/city/scene"
	"memcity/city/view/overview"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
)

// A limitField edits a limit of suspicious windows as an integer; shares and factors are in percent. It is identified by the name of its
// setting.
type limitField struct {
	setting string
	low     int
}

var limitFields = []struct {
	head   string
	fields []limitField
}{
	{kindName(overview.LeakWindow), []limitField{{"leak_share", 1}, {"leak_drop", 0}}},
	{"Steepest growth", []limitField{{"steepest_least", 1}, {"steepest_most", 1}}},
	{"Regression", []limitField{{"regression_share", 1}}},
	{"GC overhead and churn", []limitField{{"window_least_gcs", 1}, {"window_most_gcs", 1}, {"gc_overhead", 0}, {"churn_factor", 0}, {"paper_windows", 0}}},
}

// drawLimits draws the limits of suspicious windows, which the user can change.
func (view *View) drawLimits(c *widget.Canvas, b *canvas.Box) {
	row := b.CutTop(28)
	if c.IconButton("overview/limits/close", row.CutRight(26).Centered(26, 26), "close", "Close", "Back to the windows found",
		"") {
		view.limits, c.Again = false, true
	}
	if c.Model.State.Settings.Limits != overview.DefaultLimits() {
		if c.IconButton("overview/limits/reset", row.CutRight(30).Centered(26, 26), "reset", "Reset the limits", "Restore the default limits",
			"") {
			c.Set("", func(s *scene.Settings) { s.Limits = overview.DefaultLimits() })
		}
	}
	c.Text(row, canvas.Heading, canvas.Left, c.Theme.Text, "Limits for suspicious windows")
	for _, part := range limitFields {
		b.CutTop(4)
		c.Hline(b.X, b.Y, b.W, 0, c.Line)
		b.CutTop(2)
		c.Text(b.CutTop(24), canvas.Strong, canvas.Left, c.Theme.Text, part.head)
		for i := range part.fields {
			drawLimit(c, b, part.fields[i], part.head)
		}
	}
	b.CutTop(6)
	b.CutTop(c.Paragraph(canvas.Rect(b.X, b.Y, b.W, 80), canvas.Small, c.Dim,
		"Based on Weninger, Gander, Mössenböck: Detection of Suspicious Time Windows in Memory Monitoring, 2019."))
}

func drawLimit(c *widget.Canvas, b *canvas.Box, f limitField, head string) {
	limit, settings := scene.SettingOf(f.setting), c.Model.State.Settings
	id := "overview/limit/" + head + "/" + limit.Title
	value, high := 0, 0
	switch at := limit.Value.At(&settings).(type) {
	case *int:
		value, high = *at, limit.Value.(scene.Count).High
	case *float64:
		value, high = int(math.Round(*at*100)), int(limit.Value.(scene.Real).High*100)
	}
	row := b.CutTop(32)
	if on, ok := limit.Value.At(&settings).(*bool); ok {
		if c.ToggleIn(canvas.Small, id, row, limit.Title, limit.Hint, *on, "") {
			c.Set(id, func(s *scene.Settings) { s.Limits.Paper = !s.Limits.Paper })
		}
		return
	}
	field := row.CutRight(104).Middle(27)
	row.CutRight(6)
	c.Text(row, canvas.Small, canvas.Left, c.Theme.Text, limit.Title)
	n, ok := c.Number(id, field, limit.Title, limit.Hint, value, f.low, high, "")
	if !ok {
		return
	}
	c.Set(id, func(s *scene.Settings) {
		switch at := limit.Value.At(s).(type) {
		case *int:
			*at = n
		case *float64:
			*at = float64(n) / 100
		}
	})
}
