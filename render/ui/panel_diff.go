package ui

import (
	"reflect"

	"memcity/city"
)

// diffTable is the id of the table of the diff view.
const diffTable = "diff"

// diffLocal is what the diff view keeps to itself.
type diffLocal struct {
	recording any // that the rest belongs to
	tree      treeLocal
	report    *city.DiffReport // shown last; while the next one is computed, it still is
	shown     diffShown
}

// diffShown is what the table shows, with all that it was made of. It does not change.
type diffShown struct {
	report  *city.DiffReport
	asked   city.Diffing
	metric  city.Metric
	query   string
	rows    *listedRows
	problem string  // what is wrong with query
	moved   bool    // objects went from one group to another
	longest []int64 // by node: the longest bar of its children
}

// diffState is why there is no report, or only an old one.
type diffState uint8

const (
	diffReady diffState = iota
	diffBusy
	diffOnePoint  // of the recording
	diffOneChosen // by the window
	diffStopped   // cancelled, or failed
)

// Heights in dp.
const (
	diffLow    = 250 // a lower panel tells less above the table
	viewFooter = 24
)

// drawDiff draws the diff view: what became of the objects between the ends of the window, as a whole and by groups.
func drawDiff(c *canvas, b box) {
	report, state := c.diffToShow()
	head := drawViewHead(c, &b, "Diff")
	if report == nil {
		drawDiffState(c, b, state)
		return
	}
	low := b.h < diffLow
	drawDiffTools(c, head)
	b.cutTop(6)
	t := c.diffTable(report)
	drawDiffWhole(c, &b, low)
	if !low {
		drawDiffIdentity(c, &b)
	}
	b.cutTop(4)
	foot := b.cutBottom(viewFooter)
	t.draw(c, b)
	c.hline(foot.x, foot.y, foot.w, 1, c.line)
	drawDiffFooter(c, foot, state)
}

// diffToShow returns the report to be drawn, nil for none, and what there is to say about it.
func (c *canvas) diffToShow() (*city.DiffReport, diffState) {
	m, l := &c.model, &c.local.diff
	if l.recording != m.Plan.Series.Names {
		*l = diffLocal{recording: m.Plan.Series.Names}
		c.clearFilter(diffTable)
	}
	w := m.State.Window
	switch {
	case m.Answers.Diff != nil && w.From < w.To:
		l.report = m.Answers.Diff
		return l.report, diffReady
	case len(m.Points) < 2:
		return nil, diffOnePoint
	case w.From >= w.To:
		return nil, diffOneChosen
	case !m.Answers.Busy && m.Answers.Ask.Diff != nil:
		return nil, diffStopped
	}
	return l.report, diffBusy
}

// drawDiffState tells why there is nothing to compare, and what to do.
func drawDiffState(c *canvas, b box, state diffState) {
	m := &c.model
	switch state {
	case diffOnePoint:
		c.emptyView(b, "diff", "One GC point has no difference",
			"What was born and what died is seen between two GC points. Open several heap dumps of one run together, or a trace of memcity record.")
	case diffOneChosen:
		c.emptyView(b, "diff", "The window is a single GC point", "What was born and what died is seen between the two ends of the window.",
			emptyButton{"Whole recording", "Compare the first GC point with the last", Do{city.SetWindow{Window: city.Window{To: m.State.Points - 1}}}})
	case diffStopped:
		words, text := "Comparing was cancelled", "Nothing is known of the two GC points."
		if m.Answers.Err != nil {
			words, text = "The GC points cannot be compared", upperFirst(m.Answers.Err.Error())+"."
		}
		c.emptyView(b, "diff", words, text, emptyButton{"Try again", "Compare the GC points", AskAgain})
	default:
		c.emptyView(b, "diff", "Comparing two GC points…", "Each object of the one is looked for in the other.")
		drawAnswerProgress(c, b.cutBottom(viewFooter), diffTable, "comparing")
	}
}

// drawDiffFooter tells how many groups are listed, and how far the next report is.
func drawDiffFooter(c *canvas, b box, state diffState) {
	s := &c.local.diff.shown
	if state == diffBusy {
		b.cutRight(drawAnswerProgress(c, b, diffTable, "comparing") + 12)
	}
	text, col := listedText(&s.rows.TableRows), c.dim
	if s.problem != "" {
		text, col = s.problem, c.fault
	}
	c.text(b, small, left, col, text)
}

// listedText tells how many groups are listed.
func listedText(rows *city.TableRows) string {
	text := Count(int64(len(rows.Rows))) + " of " + plural(int64(rows.Groups), "group", "groups")
	if rows.Left > 0 {
		text += ", " + Count(int64(rows.Left)) + " left out by filters"
	}
	return text
}

// diffListed returns what the table shows. Cost is that of [city.DiffReport.Rows] when it has changed.
func (k *core) diffListed(report *city.DiffReport) *diffShown {
	s := &k.local.diff.shown
	next := diffShown{report: report, asked: k.model.State.Diffing, metric: k.model.State.Settings.Metric, query: k.filterText(diffTable)}
	if s.report == report && s.metric == next.metric && s.query == next.query && reflect.DeepEqual(s.asked, next.asked) {
		s.asked = next.asked // the maps of one state are compared at once
		return s
	}
	rows, err := report.Rows(&next.asked, next.metric, next.query)
	if err != nil {
		next.problem = err.Error()
		rows, _ = report.Rows(&next.asked, next.metric, "")
	}
	t := report.Tree
	next.rows = listRows(rows, len(t.Nodes), report.Find, func(node int32) (key, name, role string) {
		n := &t.Nodes[node]
		return report.Key(node), t.Names.Text(n.Name), t.Names.Text(n.Role)
	})
	if next.moved, next.longest = s.moved, s.longest; s.report != report || s.metric != next.metric {
		next.moved, next.longest = report.Moved(), longestBars(report, next.metric)
	}
	*s = next
	return s
}

// longestBars returns, by node, how long the bar of a child is at most.
func longestBars(r *city.DiffReport, m city.Metric) []int64 {
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

// changeTellsProgress reports whether the overview, the diff or the churn view itself tells of the work under way, so that
// no card need lie over it.
func (k *core) changeTellsProgress() bool {
	m := &k.model
	view := m.State.View == city.OverviewView || m.State.View == city.DiffView || m.State.View == city.ChurnView
	return view && m.Plan != nil && m.Answers.Busy && m.Progress.Text == m.Answers.Progress.What
}
