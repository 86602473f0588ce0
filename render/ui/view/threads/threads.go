package threads

import (
	"memcity/city/view/threads"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// tableID is the ID of the table.
const tableID = "threads"

// View is the state of the threads view.
type View struct {
	recording any // recording that the state belongs to
	tree      widget.TreeLocal
	picked    string          // key of the selected row
	report    *threads.Report // last report; shown while the next one is computed
	shown     listed
}

// listed is the content of the table with its inputs. It is read-only.
type listed struct {
	report  *threads.Report
	state   threads.State
	query   string
	rows    *widget.ListedRows
	problem string // error in query; empty for none
}

// status explains why the report is missing or out of date.
type status uint8

const (
	ready status = iota
	busy
	noObjects
	stopped // canceled or failed
)

// Draw draws the threads view.
func (view *View) Draw(c *widget.Canvas, b canvas.Box) {
	report, now := view.toShow(c)
	head := widget.DrawViewHead(c, &b, "Threads")
	if report == nil {
		view.drawEmpty(c, b, now)
		return
	}
	view.drawTools(c, head)
	b.CutTop(6)
	view.drawSummary(c, &b, report)
	b.CutTop(4)
	foot := b.CutBottom(widget.ViewFooter)
	view.table(c, report).Draw(c, b)
	c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
	view.drawFooter(c, foot, now)
}

// toShow returns the report to draw, nil for none, and its status.
func (view *View) toShow(c *widget.Canvas) (*threads.Report, status) {
	m := &c.Model
	if view.recording != m.Plan.Series.Names {
		*view = View{recording: m.Plan.Series.Names}
		c.ClearFilter(tableID)
	}
	switch known := threads.Kind.Result(&m.Results); {
	case m.Catalog == nil:
		return nil, noObjects
	case known != nil:
		view.report = known
		return known, ready
	case !m.Results.Busy && threads.Kind.Wanted(m.Results.Request):
		return nil, stopped
	}
	return view.report, busy
}

// drawEmpty explains why there is nothing to show, and the next steps.
func (view *View) drawEmpty(c *widget.Canvas, b canvas.Box, why status) {
	const icon = "thread"
	switch why {
	case noObjects:
		c.EmptyView(b, icon, "Single objects are needed",
			"This recording has only prebuilt memory trees or class histograms, without threads. Open a heap dump or record the program.")
	case stopped:
		title, text := "Canceled", "Find the threads of this GC point, and the memory of each."
		if err := c.Model.Results.Err; err != nil {
			title, text = "The threads cannot be shown", words.UpperFirst(err.Error())+"."
		}
		c.EmptyView(b, icon, title, text, widget.EmptyButton{Action: action.WorkRetry, Hint: "Find the threads"})
	default:
		c.EmptyView(b, icon, "Finding the memory of each thread…", "")
		widget.DrawProgress(c, b.CutBottom(widget.ViewFooter), tableID, "finding threads")
	}
}

// drawTools draws the filter field and the menu button.
func (view *View) drawTools(c *widget.Canvas, head canvas.Box) {
	button := head.CutRight(32).Middle(28)
	head.CutRight(10)
	field := head.Middle(28)
	field.W = min(field.W, 340)
	c.FilterField(tableID, field,
		"Show only threads, frames and variables whose name contains this text. * and ? are wildcards; /^worker/ is a regular expression", nil)
	o := widget.ButtonOptions{Icon: "settings", Name: "Options", Look: widget.Ground, Hint: "Save or copy the table"}
	if c.Menu.Name == optionsMenu {
		o.Look = widget.Chosen
	}
	if c.Button("threads/options", button, o) {
		c.OpenMenu(optionsMenu, "threads/options", button)
	}
}

// drawSummary says how many threads there are and which of them failed.
func (view *View) drawSummary(c *widget.Canvas, b *canvas.Box, r *threads.Report) {
	text := words.Counted(int64(len(r.Threads.Threads)), "thread") + ". Alone is freed if the thread ends or the method returns."
	col := c.Dim
	if failed := r.Failed(); failed != "" {
		text, col = failed+" failed with OutOfMemoryError.", c.Fault
	}
	c.Text(b.CutTop(18), canvas.Small, canvas.Left, col, text)
}

// drawFooter draws the number of listed rows, and the progress of the next report.
func (view *View) drawFooter(c *widget.Canvas, b canvas.Box, now status) {
	s := &view.shown
	if now == busy {
		b.CutRight(widget.DrawProgress(c, b, tableID, "finding threads") + 12)
	}
	text, col := "", c.Dim
	if s.problem != "" {
		text, col = s.problem, c.Fault
	} else if s.rows.Left > 0 {
		text = words.Count(int64(s.rows.Groups-s.rows.Left)) + " of " + words.Counted(int64(s.rows.Groups), "row")
	}
	c.Text(b, canvas.Small, canvas.Left, col, text)
}

// list returns the content of the table. If that has changed, the cost is that of [threads.Report.Rows].
func (view *View) list(k *widget.Core, report *threads.Report) *listed {
	s := &view.shown
	next := listed{report: report, state: threads.View.Of(k.Model.State.Views), query: k.FilterText(tableID)}
	if s.report == report && s.query == next.query && s.state == next.state {
		return s
	}
	rows, err := report.Rows(&next.state, next.query)
	if err != nil {
		next.problem = err.Error()
		rows, _ = report.Rows(&next.state, "")
	}
	next.rows = widget.ListRows(rows, report.Len(), report.Find, func(i int32) (key, name, role string) {
		return report.Key(i), report.Name(i), ""
	})
	*s = next
	return s
}
