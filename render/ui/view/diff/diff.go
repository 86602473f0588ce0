package diff

import (
	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// diffTable is the ID of the table.
const diffTable = "diff"

// View is the state of the diff view.
type View struct {
	recording any // recording that the state belongs to
	Tree      widget.TreeLocal
	report    *diffs.Report // last report; shown while the next one is computed
	shown     diffShown
	ends      part.Ends
}

// diffShown is the content of the table with its inputs. It is read-only.
type diffShown struct {
	report  *diffs.Report
	state   diffs.State
	unit    trees.Unit
	query   string
	rows    *widget.ListedRows
	problem string // what is wrong with query
	moved   bool   // objects went from one group to another
	// indistinct reports that objects are not told apart.
	indistinct bool
	longest    []int64 // by node: the longest bar of its children
}

// diffState explains why the report is missing or out of date.
type diffState uint8

const (
	diffReady diffState = iota
	diffBusy
	diffOnePoint  // the recording has one GC point
	diffOneChosen // the window has one GC point
	diffStopped   // canceled or failed
)

// DrawDiff draws the diff view: how objects changed between the ends of the window, in total and by group.
func (view *View) DrawDiff(c *widget.Canvas, b canvas.Box) {
	report, state := view.diffToShow(c)
	head := widget.DrawViewHead(c, &b, "Diff")
	view.ends.Draw(c, &head, &b, diffTools)
	if report == nil {
		view.drawDiffState(c, b, state)
		return
	}
	low := b.H < widget.DiffLow
	view.drawDiffTools(c, head)
	b.CutTop(6)
	t := view.diffTable(c, report)
	view.drawDiffWhole(c, &b, low)
	if !low {
		view.drawDiffIdentity(c, &b)
	}
	b.CutTop(4)
	foot := b.CutBottom(widget.ViewFooter)
	t.Draw(c, b)
	c.Hline(foot.X, foot.Y, foot.W, 1, c.Line)
	view.drawDiffFooter(c, foot, state)
}

// diffToShow returns the report to draw, nil for none, and its state.
func (view *View) diffToShow(c *widget.Canvas) (*diffs.Report, diffState) {
	m, l := &c.Model, view
	if l.recording != m.Plan.Series.Names {
		*l = View{recording: m.Plan.Series.Names}
		c.ClearFilter(diffTable)
	}
	w := m.State.Window
	switch {
	case diffs.Kind.Result(&m.Results) != nil && w.From < w.To:
		l.report = diffs.Kind.Result(&m.Results)
		return l.report, diffReady
	case len(m.Points) < 2:
		return nil, diffOnePoint
	case w.From >= w.To:
		return nil, diffOneChosen
	case !m.Results.Busy && diffs.Kind.Wanted(m.Results.Request):
		return nil, diffStopped
	}
	return l.report, diffBusy
}

// drawDiffState explains why there is nothing to compare, and the next steps.
func (view *View) drawDiffState(c *widget.Canvas, b canvas.Box, state diffState) {
	m := &c.Model
	switch state {
	case diffOnePoint:
		c.EmptyView(b, "diff", "One GC point cannot be compared",
			"Two GC points are needed to see births and deaths. Open several heap dumps of one run together, or a recorded trace.")
	case diffOneChosen:
		c.EmptyView(b, "diff", "The window has a single GC point", "The diff compares the start and the end of the window. Choose a longer window.",
			widget.EmptyButton{Text: "Whole recording", Hint: "Compare the first GC point with the last",
				Event: model.Do{Action: statepkg.SetWindow{Window: trees.Window{To: m.State.Points - 1}}}})
	case diffStopped:
		words, text := "Comparing was canceled", "Compare the two GC points to see what was born and what died."
		if m.Results.Err != nil {
			words, text = "The GC points cannot be compared", wordspkg.UpperFirst(m.Results.Err.Error())+"."
		}
		c.EmptyView(b, "diff", words, text, widget.EmptyButton{Action: action.WorkRetry, Hint: "Compare the GC points"})
	default:
		c.EmptyView(b, "diff", "Comparing two GC points…", "Searching for each object of one GC point in the other.")
		widget.DrawProgress(c, b.CutBottom(widget.ViewFooter), diffTable, "comparing")
	}
}

// drawDiffFooter draws the number of listed groups, and the progress of the next report.
func (view *View) drawDiffFooter(c *widget.Canvas, b canvas.Box, state diffState) {
	s := &view.shown
	if state == diffBusy {
		b.CutRight(widget.DrawProgress(c, b, diffTable, "comparing") + 12)
	}
	text, col := widget.ListedText(&s.rows.TableRows), c.Dim
	if s.problem != "" {
		text, col = s.problem, c.Fault
	}
	c.Text(b, canvas.Small, canvas.Left, col, text)
}

// diffListed returns the content of the table. If that has changed, the cost is that of [diffs.Report.Rows].
func (view *View) diffListed(k *widget.Core, report *diffs.Report) *diffShown {
	s := &view.shown
	next := diffShown{report: report, state: diffs.View.Of(k.Model.State.Views), unit: k.Model.State.Settings.Unit,
		query: k.FilterText(diffTable)}
	if s.report == report && s.unit == next.unit && s.query == next.query && s.state == next.state {
		return s
	}
	rows, err := report.Rows(&next.state, next.unit, next.query)
	if err != nil {
		next.problem = err.Error()
		rows, _ = report.Rows(&next.state, next.unit, "")
	}
	t := report.Tree
	next.rows = widget.ListRows(rows, len(t.Nodes), report.Find, func(node int32) (key, name, role string) {
		n := &t.Nodes[node]
		return report.Key(node), t.Names.Text(n.Name), t.Names.Text(n.Role)
	})
	if next.moved, next.longest = s.moved, s.longest; s.report != report || s.unit != next.unit {
		next.moved, next.longest = report.Moved(), longestBars(report, next.unit)
	}
	if next.indistinct = s.indistinct; s.report != report {
		next.indistinct = report.AnyIndistinct()
	}
	*s = next
	return s
}

// longestBars returns, by node, the length of the longest bar of its children.
func longestBars(r *diffs.Report, m trees.Unit) []int64 {
	longest := make([]int64, len(r.Tree.Nodes))
	for i := range longest {
		sum := int64(0)
		for _, part := range r.Parts(m, int32(i)) {
			sum += part
		}
		if up := r.Tree.Nodes[i].Parent; up >= 0 {
			longest[up] = max(longest[up], sum)
		}
	}
	return longest
}
