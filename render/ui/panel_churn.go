package ui

import (
	"errors"
	"reflect"
	"slices"

	"memcity/city"
)

// churnTable is the id of the table of the churn view.
const churnTable = "churn"

// churnLocal is what the churn view keeps to itself.
type churnLocal struct {
	recording any // that the rest belongs to
	tree      treeLocal
	report    *city.ChurnReport // shown last; while the next one is computed, it still is
	shown     churnShown
	suspects  bool // where there is no room for both, these are shown in place of the table
}

// churnShown is what the table shows, with all that it was made of. It does not change.
type churnShown struct {
	report  *city.ChurnReport
	asked   city.Churning
	query   string
	rows    *listedRows
	problem string // what is wrong with query
}

// churnState is why there is no report, or only an old one.
type churnState uint8

const (
	churnReady churnState = iota
	churnBusy
	churnStopped // cancelled, or failed
)

// Lengths in dp.
const (
	churnWide = 860 // from this width on, suspects stand beside the table
	churnSide = 316 // width of the suspects there
	churnLow  = 300 // a lower panel has no bars
	churnRoom = 130 // the table gets at least this height before bars do
)

// drawChurn draws the churn view: what died in the window in words, level by level as bars, and as a table with suspects.
func drawChurn(c *canvas, b box) {
	report, state := c.churnToShow()
	head := drawViewHead(c, &b, "Churn")
	switch {
	case report == nil:
		drawChurnState(c, b, state)
		return
	case report.Tree == nil:
		drawChurnFreed(c, b, report)
		return
	}
	low := b.h < churnLow
	drawChurnTools(c, head)
	b.cutTop(4)
	drawChurnWords(c, &b, report, low)
	foot := b.cutBottom(viewFooter)
	suspects := len(report.Suspects) > 0
	beside := suspects && b.w >= churnWide
	if beside {
		drawSuspects(c, b.cutRight(churnSide), report)
		b.cutRight(16)
	}
	if !low {
		drawChurnBars(c, &b, report)
	}
	if suspects && !beside && c.local.churn.suspects {
		drawSuspects(c, b, report)
	} else {
		c.churnTable(report).draw(c, b)
	}
	c.hline(foot.x, foot.y, foot.w, 1, c.line)
	drawChurnFooter(c, foot, state)
}

// churnToShow returns the report to be drawn, nil for none, and what there is to say about it.
func (c *canvas) churnToShow() (*city.ChurnReport, churnState) {
	m, l := &c.model, &c.local.churn
	if l.recording != m.Plan.Series.Names {
		*l = churnLocal{recording: m.Plan.Series.Names}
		c.clearFilter(churnTable)
	}
	switch {
	case m.Answers.Churn != nil:
		l.report = m.Answers.Churn
		return l.report, churnReady
	case !m.Answers.Busy && (m.Answers.Ask.Churn != nil || m.Answers.Ask.Overview != nil && m.Answers.Overview == nil):
		return nil, churnStopped
	}
	return l.report, churnBusy
}

// drawChurnState tells why there is nothing to show, and what to do.
func drawChurnState(c *canvas, b box, state churnState) {
	m := &c.model
	const inputs = "A trace of memcity record tells what died, with types and sites; flight recordings tell what was allocated, GC logs how much was freed."
	switch {
	case state == churnBusy:
		c.emptyView(b, "churn", "Counting what died…", "Deaths and allocations in the window are counted by age, type and allocation site.")
		drawAnswerProgress(c, b.cutBottom(viewFooter), churnTable, "counting")
	case m.Answers.Err == nil:
		c.emptyView(b, "churn", "Counting was cancelled", "Nothing is known of what died in the window.", emptyButton{"Try again", "Count what died", AskAgain})
	case errors.Is(m.Answers.Err, city.ErrNoChurn):
		c.emptyView(b, "churn", "This input does not tell what died", "Heap dumps tell what is alive. "+inputs)
	default:
		c.emptyView(b, "churn", "What died is not known", upperFirst(m.Answers.Err.Error())+". "+inputs, emptyButton{"Try again", "Count what died", AskAgain})
	}
}

// drawChurnFreed tells how much was freed, where nothing is known of types.
func drawChurnFreed(c *canvas, b box, r *city.ChurnReport) {
	b.cutTop(4)
	drawChurnWords(c, &b, r, false)
	c.emptyView(b, "churn", "Types and sites are not known", "The input tells GCs only. A trace of memcity record tells what died, flight recordings tell what was allocated.",
		emptyButton{"Overview", "The heap over time with its GCs", Do{city.Show{View: city.OverviewView}}})
}

// drawChurnFooter tells how many groups are listed, and how far the next report is.
func drawChurnFooter(c *canvas, b box, state churnState) {
	s := &c.local.churn.shown
	if state == churnBusy {
		b.cutRight(drawAnswerProgress(c, b, churnTable, "counting") + 12)
	}
	switch {
	case s.rows == nil:
	case s.problem != "":
		c.text(b, small, left, c.fault, s.problem)
	default:
		c.text(b, small, left, c.dim, listedText(&s.rows.TableRows))
	}
}

// churnListed returns what the table shows. Cost is that of [city.ChurnReport.Rows] when it has changed.
func (k *core) churnListed(report *city.ChurnReport) *churnShown {
	s := &k.local.churn.shown
	next := churnShown{report: report, asked: k.model.State.Churning, query: k.filterText(churnTable)}
	next.asked.Path = nil // which row is selected does not matter
	if s.report == report && s.query == next.query && reflect.DeepEqual(s.asked, next.asked) {
		s.asked = next.asked // the maps of one state are compared at once
		return s
	}
	rows, err := report.Rows(&next.asked, next.query)
	if err != nil {
		next.problem = err.Error()
		rows, _ = report.Rows(&next.asked, "")
	}
	t := report.Tree
	next.rows = listRows(rows, len(t.Nodes), report.Find, func(node int32) (key, name, role string) {
		n := &t.Nodes[node]
		return report.Key(node), plainType(t.Names.Text(n.Name)), t.Names.Text(n.Role)
	})
	*s = next
	return s
}

// goChurn goes to a group of the churn by the names below the root.
func (c *canvas) goChurn(path []string) {
	to := c.model.State.Churning
	if slices.Equal(to.Path, path) {
		return
	}
	to.Path = slices.Clone(path)
	c.do(city.SetChurn{To: to})
}
