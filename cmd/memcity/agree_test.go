package main

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/view/pins"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// agreed compares all outputs of a recording with its report.
type agreed struct {
	*testing.T
	name   string
	report findings.Report
}

// TestOutputsAgree: all outputs of a recording have the same verdict, grade and numbers, and only the verdict contains the word leak.
func TestOutputsAgree(t *testing.T) {
	for _, name := range []string{"persons", "persons-fixed", "two-caches", "two-caches-fixed", "gate", "chat", "orders", "plugins", "steady", "reports", "prices", "catalog", "search", "editor", "travel",
		"holds"} {
		t.Run(name, func(t *testing.T) {
			agreeOn(t, "demo:"+name).all()
		})
	}
}

// all compares all outputs that need no window.
func (a *agreed) all() {
	a.texts()
	a.formats()
	a.numbers()
	a.reportPage()
	a.rules()
	a.growth()
	a.plates()
	a.amounts()
	a.city()
	a.film()
	a.compared()
	a.exported()
}

// oneLine takes out the breaks of lines.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// says fails if a text lacks a part.
func (a *agreed) says(output, text, part string) {
	a.Helper()
	if !strings.Contains(text, oneLine(part)) {
		a.Errorf("%s does not say %q", output, part)
	}
}

// texts checks the printed text and the answer to an agent.
func (a *agreed) texts() {
	text := oneLine(memcity("analyze", a.name).stdout)
	answer := oneLine(newAgent(a.T).whole("findings", map[string]any{"recording": []string{a.name}}))
	a.says("text", text, a.report.Text)
	a.says("the answer to an agent", answer, a.report.Text)
	for i := range a.report.Findings {
		a.says("text", text, a.report.Findings[i].Title)
		a.says("the answer to an agent", answer, a.report.Findings[i].Title)
	}
}

// reportPage checks the HTML report.
func (a *agreed) reportPage() {
	if a.report.Recording.Points == 0 { // a report needs heap states
		return
	}
	file := filepath.Join(a.TempDir(), "report.html")
	if r := memcity("report", a.name, "-o", file); r.err != nil {
		a.Fatal(r.err)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		a.Fatal(err)
	}
	text := oneLine(html.UnescapeString(string(page)))
	a.says("the report", text, a.report.Text)
	if len(a.report.Findings) == 0 && strings.Contains(text, "verdict bad") {
		a.Error("the report's verdict is red without a finding")
	}
	for i := range a.report.Findings {
		a.says("the report", text, a.report.Findings[i].Title)
	}
}

// rules checks the result of the rule about leaks.
func (a *agreed) rules() {
	got := memcity("check", a.name, "--rules", rulesFile(a.T, "rules:\n  - no leak\n")).status
	want := 0
	switch {
	case a.report.Grade == findings.Leaks || a.report.Grade == findings.ProbablyLeaks:
		want = cli.ExitCheckFailed
	case !a.report.Judged || a.report.Grade == findings.Full:
		return // unknown: an option decides whether it passes
	}
	if got != want {
		a.Errorf("check ends with %d, and the grade is %s", got, a.report.Grade)
	}
}

// growth checks that commands about growth do not mention leaks.
func (a *agreed) growth() {
	for _, command := range [][]string{{"windows"}, {"trend"}, {"diff"}, {"owners"}, {"structures"}, {"info"}} {
		text := memcity(append(command, a.name)...).stdout
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(strings.ToLower(strings.ReplaceAll(line, a.report.Recording.Name, "")), "leak") {
				a.Errorf("%s says %q", command[0], line)
			}
		}
	}
}

// plates checks the numbers on the plates of the city.
func (a *agreed) plates() {
	for _, pin := range pins.Of(&a.report) {
		f := &a.report.Findings[pin.Finding]
		for _, n := range f.Numbers {
			part := ""
			switch n.Name {
			case "objects at the end":
				part = words.Count(int64(n.Value)) + " "
			case "growth":
				part = "+" + words.RoundSize(int64(n.Value))
			default:
				continue
			}
			a.says("the plate "+pin.Text(), pin.Text(), strings.TrimSpace(part))
		}
		if red := pin.Emphasis == pins.Culprit; red != (f.Grade == findings.Leaks && (f.Basis == nil || f.Basis.IsBroad())) {
			a.Errorf("%q is %d, and its grade %s by %s", pin.Text(), pin.Emphasis, f.Grade, f.Basis)
		}
	}
}
