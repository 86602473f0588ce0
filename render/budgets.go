package render

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memcity/city"
	"memcity/render/atomic"
	"memcity/render/ui"
)

// budgets are the rules that are held against what is shown, and the files that they come from.
type budgets struct {
	open bool // the panel is

	laid    *city.Budgets // over the series shown
	of      city.AskBudgets
	next    *city.RulesFile // for the recording that is being opened
	opening bool            // one is

	known map[string]string // text of files as they were last read or written here, by path; empty for one that is not there
}

// isRules reports whether a path is one of a rules file.
func isRules(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		return true
	}
	return false
}

// OpenRules reads a rules file on the side, and holds its rules against the recording that is shown or being opened.
func (a *App) OpenRules(path string) { a.readRules(path, true) }

func (a *App) readRules(path string, show bool) {
	read := func() string {
		f, err := readRulesFile(path)
		if err != nil {
			return rulesTrouble(path, err)
		}
		a.errands.later(func() { a.takeRules(f, show) })
		return ""
	}
	if !a.errands.start(rulesErrand, a.options.Wake, read) {
		a.toast("One rules file after the other: the last one is still being read or written.")
	}
}

func readRulesFile(path string) (*city.RulesFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return city.ReadRulesFile(path, file)
}

// maxFaultsTold bounds the lines of a message about a rules file.
const maxFaultsTold = 4

// rulesTrouble tells what is wrong with a rules file.
func rulesTrouble(path string, err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Sprintf("The rules file %s is not there any more.", path)
	}
	lines := strings.Split(err.Error(), "\n")
	if more := len(lines) - maxFaultsTold; more > 0 {
		lines = append(lines[:maxFaultsTold], fmt.Sprintf("and %d more", more))
	}
	return "The rules file cannot be used: " + strings.Join(lines, "; ")
}

// takeRules holds the rules of a file against the recording.
func (a *App) takeRules(f *city.RulesFile, show bool) {
	a.budgets.knows(f.Path, f.Text)
	if show {
		a.showBudgets(true)
	}
	switch r := a.worker.Result(); {
	case a.budgets.opening && (r.Busy || r.Opening != a.opening):
		a.budgets.next = f
	case a.opening == 0:
		a.budgets.next = f
		a.toast(filepath.Base(f.Path) + " is held against the recording that is opened next.")
	default:
		a.do(city.UseRules{File: f})
	}
	a.stale = true
}

func (b *budgets) knows(path, text string) {
	if b.known == nil {
		b.known = map[string]string{}
	}
	b.known[path] = text
}

// beginBudgets gives a recording that was just opened the rules that were asked for with it.
func (a *App) beginBudgets() {
	a.state.Rules, a.budgets.next, a.budgets.opening = a.budgets.next, nil, false
}

// recallBudgets reads the rules file that the recording was left with.
func (a *App) recallBudgets(path string) {
	if path != "" && a.state.Rules == nil {
		a.readRules(path, false)
	}
}

// rulesPath is what is remembered of the rules with the recording.
func (a *App) rulesPath() string {
	if a.state.Rules == nil {
		return ""
	}
	path, err := filepath.Abs(a.state.Rules.Path)
	if err != nil {
		return a.state.Rules.Path
	}
	return path
}

// askBudgets asks how the rules stand; nil if there are none.
func (a *App) askBudgets(points int) *city.AskBudgets {
	if a.state.Rules == nil {
		return nil
	}
	return &city.AskBudgets{Rules: a.state.Rules, Points: points, Others: a.budgets.open}
}

// over returns the budgets laid over the series of a plan; nil if there are none or they are not judged yet.
func (b *budgets) over(plan *city.Plan, state *city.State, r *city.Result) *city.Budgets {
	report := r.Answers.Budgets
	if state.Rules == nil || report == nil {
		b.laid = nil
		return nil
	}
	of := report.Ask
	of.Others = false // other rules are seen in the list alone
	if b.laid == nil || b.of != of || b.laid.Series != plan.Series {
		chain := plan.Settings().By
		if r.Grouped {
			chain = nil
		}
		b.laid, b.of = report.Over(plan.Series, chain), of
	}
	return b.laid
}

// toggleBudgets opens or closes the list of rules.
func (a *App) toggleBudgets() {
	if !a.budgets.open && a.opening == 0 {
		a.toast("Open a recording first: rules are held against one.")
		return
	}
	a.showBudgets(!a.budgets.open)
	a.panels.Blur()
}

// showBudgets opens or closes the list of rules; the city moves beside it.
func (a *App) showBudgets(open bool) {
	if a.budgets.open = open; a.width > 0 {
		a.reframe(true)
	}
	a.stale = true
}

// chooseRules asks for a rules file and opens it.
func (a *App) chooseRules() {
	if a.options.Files.Open == nil {
		a.toast("Drop a rules file on the window to open it.")
		return
	}
	folder := a.memory.store.Window().Folder
	a.errands.start(askForFiles, a.options.Wake, func() string {
		paths, err := a.options.Files.Open(a.errands.ctx, folder)
		if err != nil {
			return err.Error()
		}
		if len(paths) > 0 {
			a.errands.later(func() { a.OpenRules(paths[0]) })
		}
		return ""
	})
}

// budgetEvent does what the list of rules asks for.
func (a *App) budgetEvent(e ui.Event, now time.Duration) {
	switch e := e.(type) {
	case ui.SetBudget:
		a.setBudget(e.Budget)
	case ui.ShowBudget:
		a.showBudget(e.Rule, now)
	case ui.GoToBroken:
		if j := a.judged(e.Rule); j != nil && a.city != nil {
			if point := a.city.Plan.Series.PointOf(j.First); point >= 0 {
				a.do(city.GoTo{Point: point})
			} else {
				a.toast("This GC point is not kept any more.")
			}
		}
	}
}

func (a *App) judged(rule int) *city.JudgedRule {
	r := a.result.Answers.Budgets
	if r == nil || rule < 0 || rule >= len(r.Rules) {
		return nil
	}
	return &r.Rules[rule]
}

// showBudget selects the largest group that a budget is for.
func (a *App) showBudget(rule int, now time.Duration) {
	if a.judged(rule) == nil || a.city == nil || a.city.Budgets == nil {
		return
	}
	s := a.city.Plan.Series
	nodes := slices.Clone(a.city.Budgets.Groups(rule))
	if len(nodes) == 0 {
		return
	}
	slices.SortStableFunc(nodes, func(x, y int32) int { return cmp.Compare(s.Bytes(a.city.Point, y), s.Bytes(a.city.Point, x)) })
	if key := s.Key(nodes[0]); key != a.state.Selection {
		a.do(city.Select{Key: key})
	}
	a.showSelection(now)
}

// setBudget writes a budget into the rules file, or into a new one that is asked for.
func (a *App) setBudget(b city.GroupBudget) {
	if a.state.Rules != nil {
		a.addBudget(a.state.Rules, b)
		return
	}
	if a.options.Files.Save == nil {
		a.toast("There is no place for a new rules file: open one first.")
		return
	}
	folder := a.memory.store.Window().Folder
	a.errands.start(askForFiles, a.options.Wake, func() string {
		path, err := a.options.Files.Save(a.errands.ctx, folder, "rules.yaml")
		if err != nil || path == "" {
			return errorText(err)
		}
		if filepath.Ext(path) == "" {
			path += ".yaml"
		}
		f, err := readRulesFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			f, err = city.NewRulesFile(path), nil
		}
		if err != nil {
			return rulesTrouble(path, err)
		}
		a.errands.later(func() {
			a.takeRules(f, true)
			a.addBudget(f, b)
		})
		return ""
	})
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func (a *App) addBudget(f *city.RulesFile, b city.GroupBudget) {
	next, err := f.With(b)
	if err != nil {
		a.toast(err.Error())
		return
	}
	a.do(city.UseRules{File: next})
}

// keepRules writes the rules file as the state has it, if that has changed since it was read or written.
func (a *App) keepRules() {
	f := a.state.Rules
	if f == nil {
		return
	}
	before, known := a.budgets.known[f.Path]
	if !known || before == f.Text {
		return
	}
	a.errands.start(rulesErrand, a.options.Wake, func() string {
		err := writeRules(f, before)
		a.errands.later(func() { a.budgets.knows(f.Path, f.Text) }) // a file that cannot be written is not tried again and again
		if err != nil {
			return fmt.Sprintf("The rules file is not written: %v", err)
		}
		return ""
	})
}

var errOthers = errors.New("another program has changed it meanwhile; open it again")

// maxRulesFile is more than any rules file that was read has, in bytes.
const maxRulesFile = 4 << 20

// writeRules writes a rules file that had the text before; without a text it is removed.
func writeRules(f *city.RulesFile, before string) error {
	file, err := os.Open(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if before != "" {
			return fmt.Errorf("%s: %w", f.Path, errOthers)
		}
	case err != nil:
		return err
	default:
		text, err := io.ReadAll(io.LimitReader(file, maxRulesFile))
		file.Close()
		if err != nil {
			return err
		}
		if string(text) != before {
			return fmt.Errorf("%s: %w", f.Path, errOthers)
		}
	}
	if f.Text == "" {
		return os.Remove(f.Path)
	}
	return atomic.Write(f.Path, atomic.Public, func(w io.Writer) error {
		_, err := io.WriteString(w, f.Text)
		return err
	})
}

// budgetsModel tells how the rules stand; nil while there are none and the list is closed.
func (a *App) budgetsModel() *ui.Budgets {
	f := a.state.Rules
	if f == nil && !a.budgets.open || a.opening == 0 {
		return nil
	}
	m := &ui.Budgets{Open: a.budgets.open}
	if f == nil {
		return m
	}
	m.File, m.Path = filepath.Base(f.Path), f.Path
	report := a.result.Answers.Budgets
	if report == nil || report.Ask.Rules != f {
		m.Busy = true
		for _, r := range f.Rules() {
			m.Rules = append(m.Rules, ui.BudgetRow{Name: r.Name, Sentence: besides(r.Text, r.Name), Words: "is being judged", First: -1})
		}
		return m
	}
	point := 0
	if a.city != nil {
		point = a.city.Plan.Series.Source(a.city.Point)
	}
	for i := range report.Rules {
		row := a.budgetRow(&report.Rules[i], i, point)
		switch {
		case row.Budget && row.Status == city.BudgetBroken:
			m.Now++
		case row.Budget && row.Status == city.BudgetNear:
			m.Near++
		}
		m.Rules = append(m.Rules, row)
	}
	m.Busy = !report.Done
	return m
}

func besides(text, name string) string {
	if text == name {
		return ""
	}
	return text
}

func (a *App) budgetRow(j *city.JudgedRule, index, point int) ui.BudgetRow {
	row := ui.BudgetRow{Name: j.Rule.Name, Sentence: besides(j.Rule.Text, j.Rule.Name), Why: j.Rule.Why, Budget: j.Values != nil, First: -1}
	if s := j.Rule.Severity.String(); s != "error" {
		row.Severity = s
	}
	if row.Budget {
		st := city.BudgetState{Limit: j.Rule.Limit}
		if a.city != nil && a.city.Budgets != nil && a.city.Budgets.Report.Ask.Rules == a.state.Rules {
			st = a.city.Budgets.State(index, a.city.Point)
			row.Shows = st.Groups > 0
		} else {
			st.Status, st.Value = j.At(point)
		}
		row.Status, row.Words = st.Status, st.Words()
		if math.IsNaN(st.Value) {
			row.Words = "the recording does not tell this at this GC point"
		}
		if a.city != nil {
			row.First = a.city.Plan.Series.PointOf(j.First)
		}
		return row
	}
	if j.Whole == nil {
		row.Words = "is judged once the recording has ended"
		if !a.result.Live.Growing {
			row.Words = "is being judged"
		}
		return row
	}
	row.Status, row.Words = j.Standing(), j.Whole.Text
	return row
}
