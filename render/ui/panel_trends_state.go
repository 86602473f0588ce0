package ui

import "memcity/city"

// trendsState is what keeps the trends view from showing charts.
type trendsState uint8

const (
	trendsReady trendsState = iota
	trendsOnePoint
	trendsOneInWindow
	trendsBusy
	trendsStopped
	trendsFailed
)

// trendsState says whether there are charts to show; why tells what went wrong.
func (c *canvas) trendsState() (state trendsState, why string) {
	m, l := &c.model, &c.local.trends
	a := &m.Answers
	switch {
	case len(m.Points) < 2:
		return trendsOnePoint, ""
	case m.State.Window.From == m.State.Window.To:
		return trendsOneInWindow, ""
	case a.Trends != nil:
		return trendsReady, ""
	case a.Err != nil && !a.Busy:
		return trendsFailed, a.Err.Error()
	case a.Ask.Trends != nil && !a.Busy:
		return trendsStopped, ""
	case l.report != nil && len(l.report.Levels) > 0:
		return trendsReady, "" // those of before, until the new ones are there
	}
	return trendsBusy, ""
}

// drawTrendsState says why there are no charts, and what to do.
func drawTrendsState(c *canvas, b box, state trendsState, why string) {
	again := emptyButton{"Try again", "Compute the trends", AskAgain}
	switch state {
	case trendsOnePoint:
		buttons := []emptyButton{{"Open files…", "Open several files as one recording (Ctrl+O)", OpenFile}}
		if c.model.CanRecord {
			buttons = append(buttons, emptyButton{"Record…", "Watch a program while it runs (Ctrl+R)", ToggleRecord})
		}
		c.emptyView(b, "trends", "A series is needed to see growth", "This recording has a single GC point. "+onePointHow(c.model.Format), buttons...)
	case trendsOneInWindow:
		whole := city.SetWindow{Window: city.Window{To: max(c.model.State.Points-1, 0)}}
		c.emptyView(b, "trends", "The window has a single GC point", "Growth needs two of them at least. The ends of the window are the handles in the curve below.",
			emptyButton{"All GC points", "Make all GC points the window", Do{whole}})
	case trendsFailed:
		c.emptyView(b, "trends", "No trends", upperFirst(why)+".", again)
	case trendsStopped:
		c.emptyView(b, "trends", "No trends", "Computing them was cancelled.", again)
	default:
		c.emptyView(b, "trends", "Following the groups over time …", c.model.Answers.Progress.What)
		drawAnswerProgress(c, b.centered(min(b.w, 320), 24).moved(0, min(70, b.h/2-12)), "trends", "")
	}
}

// trendsTellProgress reports whether the trends view itself tells of the work under way, so that no card need lie over it.
func (k *core) trendsTellProgress() bool {
	m := &k.model
	return m.State.View == city.TrendsView && m.Plan != nil && m.Answers.Busy && m.Progress.Text == m.Answers.Progress.What &&
		float32(k.rects[TrendsP].Dy())/k.dpPx >= trendShort+60
}
