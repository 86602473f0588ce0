package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/city/dump"
	"memcity/cmd/memcity/cli"
	"memcity/render/action"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// TestBudgetsScript runs the bundled script. Undoing everything restores the rules file.
func TestBudgetsScript(t *testing.T) {
	needWindow(t)
	dir := t.TempDir()
	for _, name := range []string{"budgets.script", "budgets.rules.yaml"} {
		data, err := os.ReadFile(filepath.Join("..", "..", scripts, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before, _ := os.ReadFile(filepath.Join(dir, "budgets.rules.yaml"))
	t.Chdir(dir)
	if r := memcity("script", "budgets.script", "demo:persons"); r.err != nil {
		t.Error(r.err, r.stderr)
	}
	if after, _ := os.ReadFile("budgets.rules.yaml"); string(after) != string(before) {
		t.Errorf("the rules file is another one:\n%s", after)
	}
}

// TestCityRules: the city lists budgets of districts and buildings, the worst first.
func TestCityRules(t *testing.T) {
	path := rulesFile(t, "rules:\n  - name: people\n    check: objects of type com.example.people.Person at most 3000\n  - size of package com.example.people at most 120 kB\n  - size of heap at most 1 GB\n  - no leak\n")
	r := memcity("city", "demo:persons", "--rules", path, "--format", "json")
	var d dump.City
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil {
		t.Fatal(err, r.err)
	}
	got := map[string]string{}
	add := func(key string, budgets []dump.Budget) {
		for _, b := range budgets {
			got[key] += b.Rule + " " + b.Status + ", "
		}
	}
	for i := range d.Districts {
		add(d.Districts[i].Key, d.Districts[i].Budgets)
	}
	for i := range d.Buildings {
		add(d.Buildings[i].Key, d.Buildings[i].Budgets)
	}
	want := map[string]string{"Heap": "size of heap at most 1 GB kept, ",
		"Heap#com.example.people":        "size of package com.example.people at most 120 kB near, ",
		"Heap#com.example.people#Person": "people broken, "}
	for key, text := range want {
		if got[key] != text {
			t.Errorf("%s: %q, expected %q", key, got[key], text)
		}
	}
	if len(got) != len(want) || d.Rules == nil || d.Rules.File != path || len(d.Rules.Budgets) != 3 || d.Rules.Budgets[0].First != 16 {
		t.Errorf("%v, %+v", got, d.Rules)
	}
	text := memcity("city", "demo:persons", "--rules", path).stdout
	if !strings.Contains(text, "\n    budget broken: 4,600 objects of a budget of 3,000 objects (people)\n") {
		t.Error("the text does not show the budgets")
	}
	if r := memcity("city", "demo:persons", "--rules", rulesFile(t, "rules:\n  - size of group\n")); r.status != cli.ExitUsage ||
		!strings.Contains(r.err.Error(), ":2:18: expected a name") {
		t.Errorf("status %d, %v", r.status, r.err)
	}
}

// TestNewRulesFile: a budget written to a new file can be undone in one step, which removes it from the file and the window.
func TestNewRulesFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.yaml")
	options := testOptions()
	options.NoImages = true
	options.Files.Save = func(context.Context, string, string) (string, error) { return path, nil }
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open("demo:persons")
		w.flush()
		x, y, _ := w.seenAt("Person")
		w.click(x, y)
		w.clickItem(model.Inspector, "button", "More")
		w.clickItem(model.Menu, "button", "Set a budget…")
		w.key("Enter", 0)
		w.flush()
		w.wait(time.Second)
		if text, err := os.ReadFile(path); !strings.Contains(string(text), "com.example.people#Person") ||
			!strings.Contains(w.texts(model.BudgetsP), "new.yaml") {
			t.Fatalf("the file has %q, %v; the list %s", text, err, w.texts(model.BudgetsP))
		}
		w.key("Escape", 0)
		w.key("Z", action.Ctrl)
		w.flush()
		w.wait(time.Second)
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("the file is there after undo: %v", err)
		}
		if got := w.texts(model.BudgetsP); strings.Contains(got, "new.yaml") {
			t.Errorf("the list shows after undo: %s", got)
		}
		w.key("Y", action.Ctrl)
		w.flush()
		w.wait(time.Second)
		if text, _ := os.ReadFile(path); !strings.Contains(string(text), "com.example.people#Person") {
			t.Errorf("redone, the file has %q", text)
		}
	})
}

// TestRulesFileInTheWindow: a rules file is remembered with the recording. It is not overwritten if another program has changed it.
func TestRulesFileInTheWindow(t *testing.T) {
	dir, path := t.TempDir(), rulesFile(t, "rules:\n  - no leak\n")
	run := func(f func(w *screen)) {
		options := testOptions()
		options.NoImages = true
		options.Memory, _ = prefs.Open(dir)
		inNewWindow(t, options, func(w *screen) {
			w.DrawLate()
			w.open("demo:persons")
			w.flush()
			f(w)
		})
	}
	run(func(w *screen) {
		if w.state().Rules != nil {
			t.Error("there are rules from the start")
		}
		w.App.OpenRules(path)
		w.flush()
		if w.state().Rules == nil || !w.shows(model.BudgetsP) {
			t.Fatal("the rules file is not opened")
		}
		w.wait(2 * time.Second)
	})
	run(func(w *screen) {
		if w.state().Rules == nil || w.shows(model.BudgetsP) {
			t.Fatal("the rules file is not remembered, or its list is open at once")
		}
		changed := "rules:\n  - no leak\n  - no churn\n"
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		x, y, _ := w.seenAt("Person")
		w.click(x, y)
		w.clickItem(model.Inspector, "button", "More")
		w.clickItem(model.Menu, "button", "Set a budget…")
		w.key("Enter", 0)
		w.flush()
		if text, _ := os.ReadFile(path); string(text) != changed {
			t.Errorf("what another program wrote is lost:\n%s", text)
		}
		if !strings.Contains(w.texts(model.ToastP), "another program") {
			t.Errorf("it is not reported: %s", w.texts(model.ToastP))
		}
		w.key("Escape", 0)
		w.key("Z", action.Ctrl)
		w.flush()
		if got := len(w.state().Rules.Rules()); got != 1 {
			t.Errorf("%d rules after undo", got)
		}
	})
}
