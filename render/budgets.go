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

// budgets are the rules checked on the recording, and their files.
type budgets struct {
	laid    *budget.Budgets // budgets over the current series
	of      budget.Query
	next    *budget.RulesFile // rules for the recording being opened
	opening bool              // a recording is being opened

	known map[string]string // content of files as last read or written here, by path; "" for a file that does not exist
}

// isRules reports whether a path names a rules file.
func isRules(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		return true
	}
	return false
}

// OpenRules reads a rules file in the background. Its rules are checked on the open recording, or on the one being opened.
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
		a.notices.Toast("Please wait: the previous rules file is still being read or saved.")
	}
}

// takeRules checks the rules of a file on the recording.
func (a *App) takeRules(f *budget.RulesFile, show bool) {
	a.budgets.knows(f.Path, f.Text)
	if show {
		a.showBudgets(true)
	}
	switch r := a.worker.Result(); {
	case a.budgets.opening && (r.Busy || r.Opening != a.store.Opened.Number):
		a.budgets.next = f
	case a.store.Opened.Number == 0:
		a.budgets.next = f
		a.notices.Toast(filepath.Base(f.Path) + " will be checked on the next recording that you open.")
	default:
		a.store.Do(state.UseRules{File: f})
	}
	a.store.Stale = true
}

func (b *budgets) knows(path, text string) {
	if b.known == nil {
		b.known = map[string]string{}
	}
	b.known[path] = text
}

// beginBudgets applies the rules requested along with the recording just opened.
func (a *App) beginBudgets() {
	a.store.State.Rules, a.budgets.next, a.budgets.opening = a.budgets.next, nil, false
}

// recallBudgets reads the rules file last used with the recording.
func (a *App) recallBudgets(path string) {
	if path != "" && a.store.State.Rules == nil {
		a.readRules(path, false)
	}
}

// rulesPath returns the path of the rules file to remember with the recording; "" for none.
func (a *App) rulesPath() string {
	if a.rules() == nil {
		return ""
	}
	path, err := filepath.Abs(a.store.State.Rules.Path)
	if err != nil {
		return a.store.State.Rules.Path
	}
	return path
}

// rules returns the rules file checked on the recording; nil if there is none or its file is still empty.
func (a *App) rules() *budget.RulesFile {
	if f := a.store.State.Rules; f != nil && f.Text != "" {
		return f
	}
	return nil
}

// budgetQuery requests the outcome of the rules, if there are any.
func (a *App) budgetQuery(points int) query.Query {
	if a.rules() == nil {
		return query.Query{}
	}
	return budget.Kind.Of(budget.Query{Rules: a.store.State.Rules, Points: points, Others: a.drawers.Budgets})
}

// budgetsOver returns the budgets over the series of the current plan; nil if there are none or they have not been evaluated.
func (a *App) budgetsOver() *budget.Budgets {
	if plan := a.store.Plan(); plan != nil {
		return a.budgets.over(plan, &a.store.State, &a.store.Result)
	}
	return nil
}

// over returns the budgets over the series of a plan; nil if there are none or they have not been evaluated.
func (b *budgets) over(plan *scene.Plan, state *state.State, r *exchange.Result) *budget.Budgets {
	report := budget.Kind.Result(&r.Results)
	if state.Rules == nil || report == nil {
		b.laid = nil
		return nil
	}
	of := report.Query
	of.Others = false // other rules appear only in the list
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
	if !a.drawers.Budgets && a.store.Opened.Number == 0 {
		a.notices.Toast("Open a recording first. Rules are checked on a recording.")
		return
	}
	a.showBudgets(!a.drawers.Budgets)
	a.panels.Blur()
}

// showBudgets opens or closes the list of rules. The city moves to make room.
func (a *App) showBudgets(open bool) {
	a.drawers.Budgets = open
	a.store.Relayout()
	a.store.Stale = true
}

// chooseRules prompts for a rules file and opens it.
func (a *App) chooseRules() {
	a.files.Choose("Open rules", a.files.Folder(), func(paths []string) { a.OpenRules(paths[0]) })
}

// budgetEvent handles an event of the list of rules.
func (a *App) budgetEvent(e model.Event, now time.Duration) {
	switch e := e.(type) {
	case model.SetBudget:
		a.setBudget(e.Budget)
	case model.ShowBudget:
		a.showBudget(e.Rule, now)
	case model.GoToBroken:
		if j := a.judged(e.Rule); j != nil && a.store.City != nil {
			if point := a.store.City.Plan.Series.PointOf(j.First); point >= 0 {
				a.store.Do(state.GoTo{Point: point})
			} else {
				a.notices.Toast("This GC point is no longer kept.")
			}
		}
	}
}

func (a *App) judged(rule int) *budget.JudgedRule {
	r := budget.Kind.Result(&a.store.Result.Results)
	if r == nil || rule < 0 || rule >= len(r.Rules) {
		return nil
	}
	return &r.Rules[rule]
}

// showBudget selects the largest group of a budget.
func (a *App) showBudget(rule int, now time.Duration) {
	if a.judged(rule) == nil || a.store.City == nil || a.store.City.Budgets == nil {
		return
	}
	s := a.store.City.Plan.Series
	nodes := slices.Clone(a.store.City.Budgets.Groups(rule))
	if len(nodes) == 0 {
		return
	}
	slices.SortStableFunc(nodes, func(x, y int32) int {
		return cmp.Compare(s.Bytes(a.store.City.Point, y), s.Bytes(a.store.City.Point, x))
	})
	if key := s.Key(nodes[0]); key != a.store.State.Selection {
		a.store.Do(state.Select{Key: key})
	}
	a.store.Reveal(now)
}

// setBudget writes a budget into the current rules file. It prompts for a new file if there is none.
func (a *App) setBudget(b budget.GroupBudget) {
	if f := a.rules(); f != nil {
		a.addBudget(f, b)
		return
	}
	folder := a.files.Folder()
	a.jobs.Start(jobs.ChooseFiles, func() string {
		path, err := a.files.Save(a.jobs.Context(), folder, "rules.yaml")
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
			} else { // undoing the budget removes the file again
				a.budgets.knows(f.Path, "")
				a.store.State.Rules = f
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
		a.notices.Toast(err.Error())
		return
	}
	a.store.Do(state.UseRules{File: next})
}
