package churn

import (
	"errors"
	"slices"

	"memcity/city/state"
	viewpkg "memcity/city/view"
	"memcity/city/view/churns"
	"memcity/city/view/overview"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// churnTable is the ID of the table.
const churnTable = "churn"

// View is the state of the churn view.
type View struct {
	recording any // recording that the state belongs to
	Tree      widget.TreeLocal
	report    *churns.Report // last report; shown while the next one is computed
	shown     churnShown
	suspects  bool // if only one fits, show the suspects instead of the table
	ends      part.Ends
}

// churnShown is the content of the table with its inputs. It is read-only.
type churnShown struct {
	report  *churns.Report
	state   churns.State
	query   string
	rows    *widget.ListedRows
	problem string // error in query; "" for none
}

// churnState explains why the report is missing or out of date.
type churnState uint8

const (
	churnReady churnState = iota
	churnBusy
	churnStopped // canceled or failed
)

// Lengths in dp.
const (
	churnWide = 860 // minimum width for suspects beside the table
	churnSide = 316 // width of the suspects
	churnLow  = 300 // a lower panel has no bars
	churnRoom = 130 // minimum height of the table before there are bars

	churnTools = 490 // unit, filter field and menu button
)

// DrawChurn draws the churn view: what died in the window in words, as bars by level, and as a table with suspects.
func (view *View) DrawChurn(c *widget.Canvas, b canvas.Box) {
	report, state := view.churnToShow(c)
	head := widget.DrawViewHead(c, &b, "Churn")
	view.ends.Draw(c, &head, &b, churnTools)
	switch {
	case report == nil:
		view.drawChurnState(c, b, state)
		return
	case report.Tree == nil:
		view.drawChurnFreed(c, b, report)
		return
	}
	low := b.H < churnLow
	view.drawChurnTools(c, head)
	b.CutTop(4)
	view.drawChurnWords(c, &b, report, low)
	foot := b.CutBottom(widget.ViewFooter)
	suspects := len(report.Suspects) > 0
	both := suspects && b.W >= churnWide
	if both {
		view.drawSuspects(c, b.CutRight(churnSide), report)
		b.CutRight(16)
	}
	if !low {
		view.drawChurnBars(c, &b, report)
	}
	if suspects && !both && view.suspects {
		view.drawSuspects(c, b, report)
	} else {
		view.churnTable(c, report).Draw(c, b)
	}
	c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
	view.drawChurnFooter(c, foot, state)
}

// churnToShow returns the report to draw, nil for none, and its state.
func (view *View) churnToShow(c *widget.Canvas) (*churns.Report, churnState) {
	m, l := &c.Model, view
	if l.recording != m.Plan.Series.Names {
		*l = View{recording: m.Plan.Series.Names}
		c.ClearFilter(churnTable)
	}
	switch {
	case churns.Kind.Result(&m.Results) != nil:
		l.report = churns.Kind.Result(&m.Results)
		return l.report, churnReady
	case !m.Results.Busy && (churns.Kind.Wanted(m.Results.Request) || overview.Kind.Wanted(m.Results.Request) &&
		overview.Kind.Result(&m.Results) == nil):
		return nil, churnStopped
	}
	return l.report, churnBusy
}

// drawChurnState explains why there is nothing to show, and the next steps.
func (view *View) drawChurnState(c *widget.Canvas, b canvas.Box, state churnState) {
	m := &c.Model
	const inputs = "Record the program to see what died, with types and sites. Flight recordings show allocations. GC logs show how much was freed."
	switch {
	case state == churnBusy:
		c.EmptyView(b, "churn", "Counting dead objects…", "Deaths and allocations in the window are counted by age, type and allocation site.")
		widget.DrawProgress(c, b.CutBottom(widget.ViewFooter), churnTable, "counting")
	case m.Results.Err == nil:
		c.EmptyView(b, "churn", "Counting was canceled", "Count dead objects to see which types and allocation sites cause garbage.",
			widget.EmptyButton{Action: action.WorkRetry, Hint: "Count dead objects"})
	case errors.Is(m.Results.Err, churns.ErrNothing):
		c.EmptyView(b, "churn", "This input does not record deaths", "Heap dumps show live objects only. "+inputs)
	default:
		c.EmptyView(b, "churn", "This input does not record dead objects", words.UpperFirst(m.Results.Err.Error())+". "+inputs,
			widget.EmptyButton{Action: action.WorkRetry, Hint: "Count dead objects"})
	}
}

// drawChurnFreed draws how much was freed, for recordings without types.
func (view *View) drawChurnFreed(c *widget.Canvas, b canvas.Box, r *churns.Report) {
	b.CutTop(4)
	view.drawChurnWords(c, &b, r, false)
	c.EmptyView(b, "churn", "This input has no types and allocation sites",
		"This input has only GC events. Record the program to see what died. Flight recordings show allocations.",
		widget.EmptyButton{Text: "Overview", Hint: "The heap over time with its GCs",
			Event: model.Do{Action: state.Show{View: viewpkg.That(viewpkg.HeapOverTime)}}})
}

// drawChurnFooter draws the number of listed groups, and the progress of the next report.
func (view *View) drawChurnFooter(c *widget.Canvas, b canvas.Box, state churnState) {
	s := &view.shown
	if state == churnBusy {
		b.CutRight(widget.DrawProgress(c, b, churnTable, "counting") + 12)
	}
	switch {
	case s.rows == nil:
	case s.problem != "":
		c.Text(b, canvas.Small, canvas.Left, c.Fault, s.problem)
	default:
		c.Text(b, canvas.Small, canvas.Left, c.Dim, widget.ListedText(&s.rows.TableRows))
	}
}

// churnListed returns the content of the table. If that has changed, the cost is that of [churns.Report.Rows].
func (view *View) churnListed(k *widget.Core, report *churns.Report) *churnShown {
	s := &view.shown
	next := churnShown{report: report, state: churns.View.Of(k.Model.State.Views), query: k.FilterText(churnTable)}
	if s.report == report && s.query == next.query && s.state.SameRows(&next.state) {
		return s
	}
	rows, err := report.Rows(&next.state, next.query)
	if err != nil {
		next.problem = err.Error()
		rows, _ = report.Rows(&next.state, "")
	}
	t := report.Tree
	next.rows = widget.ListRows(rows, len(t.Nodes), report.Find, func(node int32) (key, name, role string) {
		n := &t.Nodes[node]
		return report.Key(node), t.Names.Text(n.Name), t.Names.Text(n.Role)
	})
	*s = next
	return s
}

// goChurn goes to a group by the names on its path below the root.
func (view *View) goChurn(c *widget.Canvas, path []string) {
	to := churns.View.Of(c.Model.State.Views)
	if slices.Equal(to.Path, path) {
		return
	}
	to.Path = slices.Clone(path)
	c.Do(state.SetView(churns.View, to))
}
