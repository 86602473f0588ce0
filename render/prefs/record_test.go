package prefs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
)

// The last recording options are restored, except the file.
func TestRecordIsRemembered(t *testing.T) {
	dir := t.TempDir()
	s, _ := Open(dir)
	w := s.Window()
	if w.Record.Options != exchange.DefaultRecordOptions() {
		t.Errorf("at first the options are %+v", w.Record.Options)
	}
	want := exchange.RecordOptions{Mode: exchange.RecordExact, Depth: 4, Budget: 20, Every: 3 * time.Second}
	w.Record.Options = want
	w.Record.Options.Out = "/tmp/x.mct"
	w.Record = w.Record.Used(Command{"java A", ""}).Used(Command{"java B", "/srv"}).Used(Command{"java A", ""})
	s.SetWindow(w)
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	s, warnings := Open(dir)
	if got := s.Window().Record; got.Options != want || !slices.Equal(got.Commands, []Command{{"java A", ""}, {"java B", "/srv"}}) ||
		len(warnings) > 0 {
		t.Errorf("remembered are %+v, warnings %q", got, warnings)
	}
}

func TestCommandsAreBounded(t *testing.T) {
	var r Record
	for i := range 3 * MaxCommands {
		r = r.Used(Command{Line: fmt.Sprint("java ", i)})
	}
	if len(r.Commands) != MaxCommands || r.Commands[0].Line != fmt.Sprint("java ", 3*MaxCommands-1) {
		t.Errorf("%+v", r.Commands)
	}
	before := len(r.Commands)
	for _, c := range []Command{{}, {Line: "\xff"}, {Line: strings.Repeat("x", exchange.MaxCommand+1)}, {Line: "java", Folder: "\xff"}} {
		if r = r.Used(c); len(r.Commands) != before || r.Commands[0] == c {
			t.Errorf("%.20q is kept", c)
		}
	}
}

// Invalid values of a file are replaced by their defaults and reported.
func TestHostileRecord(t *testing.T) {
	dir := t.TempDir()
	text := `{"version": 1, "record": {"mode": "x-ray", "depth": 1000, "budget": -1, "every_ms": 1e300, "commands": [{"line": 5}, {"line": ""}, {"line": "java"}, 7]}}`
	if err := os.WriteFile(filepath.Join(dir, "window.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, warnings := Open(dir)
	if got := s.Window().Record; got.Options != exchange.DefaultRecordOptions() || !slices.Equal(got.Commands, []Command{{Line: "java"}}) {
		t.Errorf("%+v", got)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "record.mode") {
		t.Errorf("warnings %q", warnings)
	}
}

// The rules of a program are restored for its next recording. Rules of the programs recorded longest ago are dropped.
func TestRulesAreRemembered(t *testing.T) {
	parse := func(text string) budget.Rule {
		r, err := budget.ParseRule(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	rules := []budget.Rule{parse(`objects of "my Group" above 10 then stop`), parse("leak window found")}
	dir := t.TempDir()
	s, _ := Open(dir)
	w := s.Window()
	for i := range MaxPrograms {
		w.Record = w.Record.Ruled(fmt.Sprint("Old", i), rules[:1])
	}
	w.Record = w.Record.Ruled("Shop", rules).Ruled("Empty", nil).Ruled("", rules)
	s.SetWindow(w)
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	s, warnings := Open(dir)
	r := s.Window().Record
	if !slices.Equal(r.RulesOf("Shop"), rules) || len(r.RulesOf("Old1")) != 1 || len(warnings) > 0 {
		t.Errorf("remembered are %+v, warnings %q", r.Rules, warnings)
	}
	if len(r.Rules) != MaxPrograms || r.RulesOf("Old0") != nil || r.RulesOf("Empty") != nil || r.RulesOf("") != nil {
		t.Errorf("%d programs have rules", len(r.Rules))
	}
	if r = r.Ruled("Shop", nil); r.RulesOf("Shop") != nil {
		t.Error("rules that were taken away stay")
	}
	hostile := `{"version": 1, "record": {"rules": [{"program": "A", "rules": ["objects of"]}, {"program": "", "rules": ["leak window found"]}, 3, {"program": "B", "rules": ["leak window found"]}]}}`
	if err := os.WriteFile(filepath.Join(dir, "window.json"), []byte(hostile), 0o600); err != nil {
		t.Fatal(err)
	}
	s, warnings = Open(dir)
	if r := s.Window().Record; len(r.Rules) != 1 || len(r.RulesOf("B")) != 1 || len(warnings) == 0 {
		t.Errorf("of a hostile file: %+v, warnings %q", r.Rules, warnings)
	}
}
