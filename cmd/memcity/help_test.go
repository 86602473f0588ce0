package main

import (
	"encoding/json"
	"image"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/assets/help"
	"memcity/city/view/trends"
	"memcity/cmd/memcity/cli"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

func TestHelpPage(t *testing.T) {
	contents := memcity("help", "README.md")
	if contents.err != nil || !strings.Contains(contents.stdout, "First steps (memcity help first-steps.md)") {
		t.Errorf("the contents are %v\n%s", contents.err, contents.stdout)
	}
	if whole, command := memcity("help", "analyze.md"), memcity("help", "analyze"); whole.stdout == command.stdout || whole.err != nil {
		t.Errorf("analyze.md is the page of the command: %v", whole.err)
	}
	all := memcity("help").stdout
	for _, c := range commandLine().All() {
		if !strings.Contains(all, "memcity "+c.Name+" ") && !strings.Contains(all, "memcity "+c.Name+"\n") {
			t.Errorf("help does not list %s", c.Name)
		}
	}
	for _, args := range [][]string{{"help", "nothing"}, {"help", "tree", "city"}, {"help", "--no"}} {
		if r := memcity(args...); r.status != cli.ExitUsage || r.stdout != "" {
			t.Errorf("%q: status %d, %q", args, r.status, r.stdout)
		}
	}
}

// TestManualOptions: a command has every option that its page lists.
func TestManualOptions(t *testing.T) {
	for _, c := range commandLine().All() {
		page := help.Command(c.Name)
		if page == nil {
			t.Errorf("%s has no page", c.Name)
			continue
		}
		for _, b := range page.Blocks {
			if b.Kind != help.Table {
				continue
			}
			for _, row := range b.Rows[1:] {
				for option := range strings.FieldsFuncSeq(help.Words(row[0]), func(r rune) bool { return r == ' ' || r == ',' || r == '=' }) {
					if !strings.HasPrefix(option, "-") {
						continue
					}
					if r := memcity(c.Name, option, "-h"); r.err != nil && strings.Contains(r.err.Error(), "nknown") {
						t.Errorf("%s: the page has %s, the command says %v", c.Name, option, r.err)
					}
				}
			}
		}
	}
}

// TestGlossary: the guide explains terms with the texts of the glossary.
func TestGlossary(t *testing.T) {
	words := map[string]string{}
	for _, b := range help.Find("glossary").Blocks {
		for _, row := range b.Rows {
			words[help.Words(row[0])] = help.Words(row[1])
		}
	}
	got := 0
	for _, demo := range []string{"demo:two-caches", "demo:persons"} {
		var printed struct {
			Findings []struct{ Terms []findings.Term }
		}
		if err := json.Unmarshal([]byte(ok(t, "analyze", demo, "--format", "json")), &printed); err != nil {
			t.Fatal(err)
		}
		for _, f := range printed.Findings {
			for _, term := range f.Terms {
				if got++; words[term.Term] != term.Text {
					t.Errorf("%s is in the guide\n%s\nand in the glossary\n%s", term.Term, term.Text, words[term.Term])
				}
			}
		}
	}
	if got < 3 {
		t.Errorf("the guide explains only %d terms", got)
	}
}

// TestExerciseIsReported: after opening an exercise, a message says where its question is.
func TestExerciseIsReported(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:chat")
		w.item(model.ToastP, "text", "This is an exercise. F1 shows its question, and")
		w.key("F1", 0)
		w.item(model.Help, "text", "Exercise: Chat")
	})
}

func TestHelpWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		open := func() bool { return w.App.Panels().Rect(model.Help) != image.Rectangle{} }
		w.key("F1", 0)
		w.item(model.Help, "text", "City") // the page about the current view
		w.key("/", 0)
		w.Send(render.Text{Text: "/"}) // the text of the key
		w.Send(render.Text{Text: "first steps"})
		w.flush()
		w.key("Enter", 0)
		w.item(model.Help, "text", "First steps")
		w.key("Left", action.Alt)
		w.item(model.Help, "text", "City")
		before := w.state().Point
		w.key("Home", 0)
		w.key("PageDown", 0)
		if w.state().Point != before {
			t.Error("keys of the help go to the city as well")
		}
		w.key("Right", action.Alt)
		w.clickItem(model.Help, "link", `Open "persons"`)
		w.settle()
		if open() || w.App.City() == nil || w.state().Settings.By.Empty() {
			t.Error("the link to the demo does not open it")
		}
		w.key("5", action.Ctrl)
		w.key("F1", 0)
		w.item(model.Help, "text", "Overview")
		w.key("Escape", 0)
		if open() {
			t.Error("Esc does not close the help")
		}
		w.clickItem("overview", "button", "Manual")
		w.item(model.Help, "text", "Overview")
		w.clickItem(model.Help, "row", "Trends")
		w.clickItem(model.Help, "link", "trends")
		if open() || w.state().View != trends.View.ID {
			t.Errorf("the link to the trends shows %s, with the help open: %t", w.state().View, open())
		}
	})
}
