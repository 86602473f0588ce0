package fleet

import (
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"memcity/analysis/guide"
	"memcity/assets"
	"memcity/city/view/pins"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/words"
)

// page contains the values of the HTML report.
type page struct {
	Name, About, Verdict string
	Look                 string // class of the verdict's frame
	Rules                *pageRules
	Answers              []pageAnswer
	Notes, Made          []string
	Command, Views       string
}

type pageRules struct {
	Broken, Others []pageRule
	Verdict        string
}

type pageRule struct{ Word, Text, Why string }

type pageAnswer struct {
	Question, Title string
	Sentences       []string
	Charts          []podChart
	Table           *pageTable // nil if there are no rows
	SQL             string
}

type pageTable struct {
	Heads []pageCell
	Rows  [][]pageCell
}

type pageCell struct {
	Text   string
	Number bool
}

// page writes the answers as a self-contained HTML page.
func (f *fleetFlags) page(w io.Writer, p *fleetResult, folder string) error {
	t, err := template.New("fleet").Parse(assets.FleetPage())
	if err != nil {
		return err
	}
	name := folder
	if !question.IsAddress(folder) {
		whole, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		name = filepath.Base(whole)
	}
	out := page{Name: name, About: p.about(), Notes: p.Notes, Views: question.Views(), Command: f.line(name)}
	out.Verdict, out.Look = p.verdict()
	out.Made = []string{"Created by " + cli.ToolName() + " from the tables of the recordings alone. They contain no contents of objects except names of types, fields and threads.",
		"Run the command in the folder of the tables."}
	for i := range p.Answers {
		a := &p.Answers[i]
		one := pageAnswer{Question: a.Question, Title: a.Title, Sentences: a.Sentences, SQL: a.asked.SQL()}
		if len(a.Rows) > 0 {
			one.Table = a.cells()
		}
		if a.Question == "growth" {
			one.Charts = podCharts(p.pods)
		}
		out.Answers = append(out.Answers, one)
	}
	if p.Rules != nil {
		out.Rules = p.Rules.page()
		if p.Rules.Failed {
			out.Look = cli.VerdictLook(pins.Culprit)
		}
	}
	return t.Execute(words.NewCleaner(w), out)
}

// about returns the numbers of recordings, pods and services.
func (p *fleetResult) about() string {
	return fmt.Sprintf("%s of %s, %s", words.Counted(int64(p.Summary.Recordings), "recording"), words.Counted(int64(p.Summary.Pods), "pod"),
		words.Counted(int64(p.Summary.Services), "service"))
}

// verdict returns the most important sentence of the report, and the class of its frame.
func (p *fleetResult) verdict() (text, look string) {
	for i := range p.Answers {
		a := &p.Answers[i]
		if a.Question != "leaks" {
			continue
		}
		if len(a.Rows) == 0 || !a.Rows[0].Truth("leaks") {
			return a.Sentences[0], ""
		}
		l := leakOf(a.Rows[0])
		return a.Sentences[0], cli.VerdictLook(pins.EmphasisOf(guide.LeakOfPods(&l)))
	}
	if len(p.Answers) > 0 {
		return p.Answers[0].Sentences[0], ""
	}
	return p.about(), ""
}

// cells returns the answer as a table for people.
func (a *answer) cells() *pageTable {
	t := &pageTable{}
	shown := slices.DeleteFunc(slices.Clone(a.asked.Columns), func(c question.Column) bool { return slices.Contains(hidden, c.Name) })
	for _, c := range shown {
		t.Heads = append(t.Heads, pageCell{headOf(c), c.Kind != question.Text})
	}
	for _, row := range a.Rows {
		var cells []pageCell
		for _, c := range shown {
			cells = append(cells, pageCell{cellOf(row, c), c.Kind != question.Text})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func (p *rulesResult) page() *pageRules {
	out := &pageRules{Verdict: p.verdict()}
	for _, l := range p.lines() {
		one := pageRule{l.word(), l.text(), l.first.Why}
		if l.first.Status == "kept" {
			out.Others = append(out.Others, one)
		} else {
			out.Broken = append(out.Broken, one)
		}
	}
	return out
}

// line returns the command as typed in the parent folder of the tables.
func (f *fleetFlags) line(name string) string {
	line := []string{"memcity", "fleet", name}
	if f.service != "" {
		line = append(line, "--service", f.service)
	}
	if len(f.names) > 0 {
		line = append(line, "--question", strings.Join(f.names, ","))
	}
	if f.rulesFile != "" {
		line = append(line, "--rules", filepath.Base(f.rulesFile))
	}
	return words.ShellWords(append(line, "-o", filepath.Base(f.output)))
}
