package render

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/render/jobs"
	"memcity/render/ui/model"
)

// budgets are the rules that are held against what is shown, and the files that they come from.
type budgets struct {
	open bool // the panel is

	laid    *budget.Budgets // over the series shown
	of      budget.Query
	next    *budget.RulesFile // for the recording that is being opened
	opening bool              // one is

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
		a.jobs.Later(func() { a.takeRules(f, show) })
		return ""
	}
	if !a.jobs.Start(jobs.RulesFile, read) {
		a.toast("Wait a moment: the previous rules file is still being read or written.")
	}
}

// takeRules holds the rules of a file against the recording.
func (a *App) takeRules(f *budget.RulesFile, show bool) {
	a.budgets.knows(f.Path, f.Text)
	if show {
		a.showBudgets(true)
	}
	switch r := a.worker.Result(); {
	case a.budgets.opening && (r.Busy || r.Opening != a.opened.number):
		a.budgets.next = f
	case a.opened.number == 0:
		a.budgets.next = f
		a.toast(filepath.Base(f.Path) + " will be checked on the next recording that is opened.")
	default:
		a.do(state.UseRules{File: f})
	}
	a.stale = true
}

func (b *budgets) knows(path, text string) {
	if b.known == nil {
		b.known = map[string]string{}
	}
	b.known[path] = text
}

// beginBudgets gives a recording that was just opened the rules that were requested with it.
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
	if a.rules() == nil {
		return ""
	}
	path, err := filepath.Abs(a.state.Rules.Path)
	if err != nil {
		return a.state.Rules.Path
	}
	return path
}

// rules is the rules file that is held against the recording; nil if there is none, or not yet, as nothing is written in it.
func (a *App) rules() *budget.RulesFile {
	if f := a.state.Rules; f != nil && f.Text != "" {
		return f
	}
	return nil
}

// budgetQuery is for how the rules stand, if there are any.
func (a *App) budgetQuery(points int) query.Query {
	if a.rules() == nil {
		return query.Query{}
	}
	return budget.Kind.Of(budget.Query{Rules: a.state.Rules, Points: points, Others: a.budgets.open})
}

// over returns the budgets laid over the series of a plan; nil if there are none or they are not judged yet.
func (b *budgets) over(plan *scene.Plan, state *state.State, r *exchange.Result) *budget.Budgets {
	report := budget.Kind.Result(&r.Results)
	if state.Rules == nil || report == nil {
		b.laid = nil
		return nil
	}
	of := report.Query
	of.Others = false // other rules are seen in the list alone
	if b.laid == nil || b.of != of || b.laid.Series != plan.Series {
		chain := plan.Settings().By
		if r.Grouped {
			chain = seq.Seq[string]{}
		}
		b.laid, b.of = report.Over(plan.Series, chain), of
	}
	return b.laid
}

// toggleBudgets opens or closes the list of rules.
func (a *App) toggleBudgets() {
	if !a.budgets.open && a.opened.number == 0 {
		a.toast("Open a recording first: rules are checked on one.")
		return
	}
	a.showBudgets(!a.budgets.open)
	a.panels.Blur()
}

// showBudgets opens or closes the list of rules; the city moves next to it.
func (a *App) showBudgets(open bool) {
	if a.budgets.open = open; a.screen.Width > 0 {
		a.reframe(true)
	}
	a.stale = true
}

// chooseRules prompts for a rules file and opens it.
func (a *App) chooseRules() {
	a.choosePaths("Open rules", a.memory.Store().Window().Folder, "Drop a rules file on the window to open it.", func(paths []string) {
		a.jobs.Later(func() { a.OpenRules(paths[0]) })
	})
}

// budgetEvent does what the list of rules requests.
func (a *App) budgetEvent(e model.Event, now time.Duration) {
	switch e := e.(type) {
	case model.SetBudget:
		a.setBudget(e.Budget)
	case model.ShowBudget:
		a.showBudget(e.Rule, now)
	case model.GoToBroken:
		if j := a.judged(e.Rule); j != nil && a.city != nil {
			if point := a.city.Plan.Series.PointOf(j.First); point >= 0 {
				a.do(state.GoTo{Point: point})
			} else {
				a.toast("This GC point is no longer kept.")
			}
		}
	}
}

func (a *App) judged(rule int) *budget.JudgedRule {
	r := budget.Kind.Result(&a.result.Results)
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
		a.do(state.Select{Key: key})
	}
	a.showSelection(now)
}

// setBudget writes a budget into the rules file, or into a new one that it prompts for.
func (a *App) setBudget(b budget.GroupBudget) {
	if f := a.rules(); f != nil {
		a.addBudget(f, b)
		return
	}
	if a.options.Files.Save == nil {
		a.toast("There is no folder for a new rules file: open one first.")
		return
	}
	folder := a.memory.Store().Window().Folder
	a.jobs.Start(jobs.ChooseFiles, func() string {
		path, err := a.options.Files.Save(a.jobs.Context(), folder, "rules.yaml")
		if err != nil || path == "" {
			return errorText(err)
		}
		if filepath.Ext(path) == "" {
			path += ".yaml"
		}
		f, err := readRulesFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			f, err = budget.NewRulesFile(path), nil
		}
		if err != nil {
			return rulesTrouble(path, err)
		}
		a.jobs.Later(func() {
			if f.Text != "" {
				a.takeRules(f, true)
			} else { // undoing the budget comes back to no file
				a.budgets.knows(f.Path, "")
				a.state.Rules = f
				a.showBudgets(true)
			}
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

func (a *App) addBudget(f *budget.RulesFile, b budget.GroupBudget) {
	next, err := f.With(b)
	if err != nil {
		a.toast(err.Error())
		return
	}
	a.do(state.UseRules{File: next})
}
