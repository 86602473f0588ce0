package trends

import (
	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// trendsState selects why the trends view has no charts.
type trendsState uint8

const (
	trendsReady trendsState = iota
	trendsOnePoint
	trendsOneInWindow
	trendsBusy
	trendsStopped
	trendsFailed
)

// trendsState returns whether there are charts to show. why describes an error.
func (view *View) trendsState(c *widget.Canvas) (state trendsState, why string) {
	m, l := &c.Model, view
	a := &m.Results
	switch {
	case len(m.Points) < 2:
		return trendsOnePoint, ""
	case m.State.Window.From == m.State.Window.To:
		return trendsOneInWindow, ""
	case trends.Kind.Result(a) != nil:
		return trendsReady, ""
	case a.Err != nil && !a.Busy:
		return trendsFailed, a.Err.Error()
	case trends.Kind.Wanted(a.Request) && !a.Busy:
		return trendsStopped, ""
	case l.report != nil && len(l.report.Levels) > 0:
		return trendsReady, "" // keep the previous charts until the new ones are ready
	}
	return trendsBusy, ""
}

// drawTrendsState draws why there are no charts, and the next steps.
func (view *View) drawTrendsState(c *widget.Canvas, b canvas.Box, state trendsState, why string) {
	again := widget.EmptyButton{Action: action.WorkRetry, Hint: "Compute the trends"}
	switch state {
	case trendsOnePoint:
		buttons := []widget.EmptyButton{{Action: action.FileOpen, Text: "Open files…", Hint: "Open several files as one recording"}}
		if c.Model.CanRecord {
			buttons = append(buttons, widget.EmptyButton{Action: action.RecordDialog, Hint: "Watch a program while it runs"})
		}
		c.EmptyView(b, "trends", "A series is needed to see growth",
			"This recording has a single GC point. "+words.OnePointHow(c.Model.Format), buttons...)
	case trendsOneInWindow:
		whole := statepkg.SetWindow{Window: trees.Window{To: max(c.Model.State.Points-1, 0)}}
		c.EmptyView(b, "trends", "The window has a single GC point",
			"Trends need at least two GC points. Drag the handles in the curve below to widen the window.",
			widget.EmptyButton{Text: "All GC points", Hint: "Make all GC points the window", Event: model.Do{Action: whole}})
	case trendsFailed:
		c.EmptyView(b, "trends", "No trends", words.UpperFirst(why)+".", again)
	case trendsStopped:
		c.EmptyView(b, "trends", "No trends", "Computing trends was canceled.", again)
	default:
		c.EmptyView(b, "trends", "Computing the groups over time…", c.Model.Results.Progress.What)
		widget.DrawProgress(c, b.Centered(min(b.W, 320), 24).Moved(0, min(70, b.H/2-12)), "trends", "")
	}
}

// TrendsShowProgress reports whether the trends view itself shows the progress, so that no card needs to cover it.
func (view *View) TrendsShowProgress(k *widget.Core) bool {
	m := &k.Model
	return m.State.View == trends.View.ID && m.Plan != nil && m.Results.Busy && m.Progress.Text == m.Results.Progress.What &&
		float32(k.Rects["trends"].Dy())/k.DpPx >= trendShort+60
}
