// Package rules checks the rules of a rules file on the recording, and manages the rules that watch a live recording.
package rules

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
	"memcity/render/drawers"
	"memcity/render/files"
	"memcity/render/jobs"
	"memcity/render/notices"
	"memcity/render/store"
	"memcity/render/ui"
	"memcity/render/ui/model"
)

// Worker evaluates rules; see Worker in package render.
type Worker interface {
	Result() exchange.Result
	SetRules(rules []budget.Rule)
	Rearm(rule budget.Rule)
}

// Budgets contains the rules checked on the recording, and their files.
type Budgets struct {
	laid    *budget.Budgets // budgets over the current series
	of      budget.Query
	next    *budget.RulesFile // rules for the recording being opened
	opening bool              // a recording is being opened

	known map[string]string // content of files as last read or written here, by path; "" for a file that does not exist

	worker  Worker
	store   *store.Store
	notices *notices.Notices
	drawers *drawers.Drawers
	files   *files.Files
	jobs    *jobs.Jobs
	panels  *ui.UI
}

// NewBudgets returns a Budgets without rules.
func NewBudgets(w Worker, s *store.Store, n *notices.Notices, d *drawers.Drawers, f *files.Files, j *jobs.Jobs, panels *ui.UI) *Budgets {
	return &Budgets{worker: w, store: s, notices: n, drawers: d, files: f, jobs: j, panels: panels}
}

// Opening notes that a recording is being opened. Rules of a file that is read meanwhile are checked on that recording.
func (b *Budgets) Opening() { b.opening = true }

// IsFile reports whether a path names a rules file.
func IsFile(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		return true
	}
	return false
}

// Open reads a rules file in the background. Its rules are checked on the open recording, or on the one being opened.
func (b *Budgets) Open(path string) { b.read(path, true) }

func (b *Budgets) read(path string, show bool) {
	read := func() string {
		f, err := readRulesFile(path)
		if err != nil {
			return rulesTrouble(path, err)
		}
		b.jobs.Later(func() { b.take(f, show) })
		return ""
	}
	if !b.jobs.Start(jobs.RulesFile, read) {
		b.notices.Toast("Please wait: the previous rules file is still being read or saved.")
	}
}

// take checks the rules of a file on the recording.
func (b *Budgets) take(f *budget.RulesFile, show bool) {
	b.knows(f.Path, f.Text)
	if show {
		b.show(true)
	}
	switch r := b.worker.Result(); {
	case b.opening && (r.Busy || r.Opening != b.store.Opened.Number):
		b.next = f
	case b.store.Opened.Number == 0:
		b.next = f
		b.notices.Toast(filepath.Base(f.Path) + " will be checked on the next recording that you open.")
	default:
		b.store.Do(state.UseRules{File: f})
	}
	b.store.Stale = true
}

func (b *Budgets) knows(path, text string) {
	if b.known == nil {
		b.known = map[string]string{}
	}
	b.known[path] = text
}

// Opened applies the rules requested along with the recording just opened.
func (b *Budgets) Opened() {
	b.store.State.Rules, b.next, b.opening = b.next, nil, false
}

// Recall reads the rules file last used with the recording.
func (b *Budgets) Recall(path string) {
	if path != "" && b.store.State.Rules == nil {
		b.read(path, false)
	}
}

// Path returns the path of the rules file to remember with the recording; "" for none.
func (b *Budgets) Path() string {
	if b.file() == nil {
		return ""
	}
	path, err := filepath.Abs(b.store.State.Rules.Path)
	if err != nil {
		return b.store.State.Rules.Path
	}
	return path
}

// file returns the rules file checked on the recording; nil if there is none or its file is still empty.
func (b *Budgets) file() *budget.RulesFile {
	if f := b.store.State.Rules; f != nil && f.Text != "" {
		return f
	}
	return nil
}

// Query requests the outcome of the rules, if there are any.
func (b *Budgets) Query(points int) query.Query {
	if b.file() == nil {
		return query.Query{}
	}
	return budget.Kind.Of(budget.Query{Rules: b.store.State.Rules, Points: points, Others: b.drawers.Budgets})
}

// Over returns the budgets over the series of the current plan; nil if there are none or they have not been evaluated.
func (b *Budgets) Over() *budget.Budgets {
	if plan := b.store.Plan(); plan != nil {
		return b.over(plan)
	}
	return nil
}

// over returns the budgets over the series of a plan; nil if there are none or they have not been evaluated.
func (b *Budgets) over(plan *scene.Plan) *budget.Budgets {
	r := &b.store.Result
	report := budget.Kind.Result(&r.Results)
	if b.store.State.Rules == nil || report == nil {
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

// Toggle opens or closes the list of rules.
func (b *Budgets) Toggle() {
	if !b.drawers.Budgets && b.store.Opened.Number == 0 {
		b.notices.Toast("Open a recording first. Rules are checked on a recording.")
		return
	}
	b.show(!b.drawers.Budgets)
	b.panels.Blur()
}

// show opens or closes the list of rules. The city moves to make room.
func (b *Budgets) show(open bool) {
	b.drawers.Budgets = open
	b.store.Relayout()
	b.store.Stale = true
}

// Choose prompts for a rules file and opens it.
func (b *Budgets) Choose() {
	b.files.Choose("Open rules", b.files.Folder(), func(paths []string) { b.Open(paths[0]) })
}

// Handle handles an event of the list of rules.
func (b *Budgets) Handle(e model.Event, now time.Duration) {
	switch e := e.(type) {
	case model.SetBudget:
		b.setBudget(e.Budget)
	case model.ShowBudget:
		b.showBudget(e.Rule, now)
	case model.GoToBroken:
		if j := b.judged(e.Rule); j != nil && b.store.City != nil {
			if point := b.store.City.Plan.Series.PointOf(j.First); point >= 0 {
				b.store.Do(state.GoTo{Point: point})
			} else {
				b.notices.Toast("This GC point is no longer kept.")
			}
		}
	}
}

func (b *Budgets) judged(rule int) *budget.JudgedRule {
	r := budget.Kind.Result(&b.store.Result.Results)
	if r == nil || rule < 0 || rule >= len(r.Rules) {
		return nil
	}
	return &r.Rules[rule]
}

// showBudget selects the largest group of a budget.
func (b *Budgets) showBudget(rule int, now time.Duration) {
	if b.judged(rule) == nil || b.store.City == nil || b.store.City.Budgets == nil {
		return
	}
	s := b.store.City.Plan.Series
	nodes := slices.Clone(b.store.City.Budgets.Groups(rule))
	if len(nodes) == 0 {
		return
	}
	slices.SortStableFunc(nodes, func(x, y int32) int {
		return cmp.Compare(s.Bytes(b.store.City.Point, y), s.Bytes(b.store.City.Point, x))
	})
	if key := s.Key(nodes[0]); key != b.store.State.Selection {
		b.store.Do(state.Select{Key: key})
	}
	b.store.Reveal(now)
}

// setBudget writes a budget into the current rules file. It prompts for a new file if there is none.
func (b *Budgets) setBudget(limit budget.GroupBudget) {
	if f := b.file(); f != nil {
		b.addBudget(f, limit)
		return
	}
	folder := b.files.Folder()
	b.jobs.Start(jobs.ChooseFiles, func() string {
		path, err := b.files.Save(b.jobs.Context(), folder, "rules.yaml")
		if err != nil || path == "" {
			return jobs.TextOf(err)
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
		b.jobs.Later(func() {
			if f.Text != "" {
				b.take(f, true)
			} else { // undoing the budget removes the file again
				b.knows(f.Path, "")
				b.store.State.Rules = f
				b.show(true)
			}
			b.addBudget(f, limit)
		})
		return ""
	})
}

func (b *Budgets) addBudget(f *budget.RulesFile, limit budget.GroupBudget) {
	next, err := f.With(limit)
	if err != nil {
		b.notices.Toast(err.Error())
		return
	}
	b.store.Do(state.UseRules{File: next})
}
