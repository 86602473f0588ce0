package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"memcity/assets/help"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/completion"
)

// completed returns the completions of a line: the candidates, and what the shell adds.
func completed(t *testing.T, words ...string) (texts []string, rest string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(ok(t, append([]string{"completion", "--line", "--"}, words...)...)), "\n")
	for _, line := range lines[:len(lines)-1] {
		text, _, described := strings.Cut(line, "\t")
		if !described {
			t.Errorf("%q: the line %q has no tab", words, line)
		}
		texts = append(texts, text)
	}
	return texts, lines[len(lines)-1]
}

func TestCompletion(t *testing.T) {
	for _, test := range []struct {
		line string // words separated by spaces; the last one is completed
		want string // all candidates; with … at the end only the first ones
		rest string
	}{
		{"demo:per", "demo:persons demo:persons-fixed", ":files"},
		{"wi", "windows", ":files"},
		{"--memory 2GB wi", "windows", ":files"},
		{"--memory=2GB --timeout 5s wi", "windows", ":files"},
		{"--scratch /tmp wi", "windows", ":files"},
		{"x.hprof wi", "", ":files"},
		{"--theme ", "light dark", ":none"},
		{"--th", "--theme", ":none"},
		{"--vers", "--version", ":none"},
		{"tree --vers", "", ":none"},
		{"tree demo:tw", "demo:two-caches demo:two-caches-fixed", ":files"},
		{"tree demo:persons --by type --b", "", ":none"}, // not a second time
		{"tree --where x --wh", "--where", ":none"},      // but a repeatable option
		{"tree --by type,pac", "type,package type,packages", ":none"},
		{"tree --by=type,pac", "--by=type,package --by=type,packages", ":none"},
		{"tree --by type,typ", "", ":none"},
		{"tree --filter old", "older-than(", ":none"},
		{"tree --sizes shallow,", "shallow,deep shallow,retained", ":none"},
		{"tree --format=j", "--format=json --format=jsonl", ":none"},
		{"tree --metric ", "objects bytes", ":none"},
		{"tree --ages dem", "demo:persons…", ":files"}, // a flag takes no value
		{"tree --at ", "first last peak", ":none"},
		{"tree -- --by", "", ":files"},
		{"tree --where --by dem", "demo:persons…", ":files"}, // --by is the value
		{"owners --owners r", "roots roots-path roots-closest…", ":none"},
		{"paths --by ty", "type", ":none"}, // another page lists its values
		{"shot demo:persons -o ", "", ":files"},
		{"shot --camera ", "home birdseye focus", ":none"},
		{"check --format s", "sarif", ":none"},
		{"check --rules ", "", ":files"},
		{"check --rules=x", "", ":files"},
		{"analyze --fail-on leak,th", "leak,threads leak,thread-local", ":none"},
		{"city --children ", "all", ":none"}, // or a number
		{"demo st", "steady", ":none"},
		{"help tre", "tree trend", ":none"},
		{"help views/ov", "views/overview.md", ":none"},
		{"completion f", "fish", ":none"},
		{"completion fish z", "", ":none"},
		{"record --mode ex", "exact", ":none"},
		{"record ja", "", ":programs"},
		{"record -- ja", "", ":programs"},
		{"record java --mo", "", ":files"}, // an option of the recorded program
		{"record --temp ", "", ":folders"},
		{"mark x", "", ":files"},
		{"version ", "", ":none"},
		{"record --strict=", "--strict=true --strict=false", ":none"},
	} {
		texts, rest := completed(t, strings.Split(test.line, " ")...)
		want, some := strings.CutSuffix(test.want, "…")
		wanted := strings.Fields(want)
		if some && len(texts) >= len(wanted) {
			for _, w := range wanted {
				if !slices.Contains(texts, w) {
					t.Errorf("%q: %q lacks %s", test.line, texts, w)
				}
			}
			texts = wanted
		}
		if !slices.Equal(texts, wanted) || rest != test.rest {
			t.Errorf("%q: %q %s, want %q %s", test.line, texts, rest, wanted, test.rest)
		}
	}
	first, rest := completed(t)
	for _, c := range commandLine().All() {
		if !slices.Contains(first, c.Name) {
			t.Errorf("%s is not among the first words", c.Name)
		}
	}
	if rest != ":files" {
		t.Errorf("the first word: %s", rest)
	}
}

// TestOptionsAreDescribed: the page of a command, another page, or all pages describe each of its options.
func TestOptionsAreDescribed(t *testing.T) {
	described := map[string]bool{"memory": true, "timeout": true, "scratch": true, "no-index": true, "classes": true, "json": true}
	for _, p := range help.Pages() {
		for _, o := range p.Options() {
			described[o.Name] = true
		}
	}
	for _, c := range append(commandLine().All(), cli.Command{Run: commandLine().Open}) {
		name := c.Name
		if name == "" {
			name = "window"
		}
		flags := commandLine().Flags(c)
		flags.VisitAll(func(f *pflag.Flag) {
			if !described[f.Name] {
				t.Errorf("%s: no page lists --%s", name, f.Name)
			}
		})
		for _, o := range help.Command(name).Options() {
			f := flags.Lookup(o.Name)
			if f == nil {
				t.Errorf("%s: the page lists --%s, which the command does not have", name, o.Name)
			} else if f.Shorthand != o.Short && o.Short != "" {
				t.Errorf("%s: --%s is -%s for short, not -%s", name, o.Name, f.Shorthand, o.Short)
			}
		}
	}
}

// TestChoices: the values of an option on a page match those in the error about an invalid value.
func TestChoices(t *testing.T) {
	checked := 0
	for _, c := range commandLine().All() {
		for _, o := range help.Command(c.Name).Options() {
			args := []string{c.Name, "demo:persons", "--" + o.Name, "no-such-value"}
			switch c.Name {
			case "demo", "serve", "mcp", "version", "index":
				continue
			case "help", "completion":
				args = slices.Delete(args, 1, 2)
			case "record":
				args = []string{c.Name, "--" + o.Name, "no-such-value", "--", "no-such-program"}
				if o.Name == "format" {
					args = []string{c.Name, "--status", "--format", "no-such-value", "no-such-recording"}
				}
			case "paths":
				args = append(args, "--group", "Heap")
			case "check":
				args = append(args, "--rules", "rules.yaml")
			case "compare":
				args = append(args, "demo:persons")
			case "prove":
				args = []string{c.Name, "--before", "demo:persons", "--after", "demo:persons", "--" + o.Name, "no-such-value"}
			case "export":
				args = append(args, "--parquet", filepath.Join(t.TempDir(), "fleet"))
			case "convert", "film", "report":
				args = append(args, "-o", filepath.Join(t.TempDir(), "out.gif"))
			}
			choices := slices.DeleteFunc(o.Choices(), func(c string) bool { return c == strings.ToUpper(c) })
			if len(choices) == 0 {
				continue
			}
			checked++
			r := memcity(args...)
			if r.status != cli.ExitUsage {
				t.Errorf("%q: status %d, %v", args, r.status, r.err)
				continue
			}
			for _, choice := range choices {
				if !strings.Contains(r.err.Error(), choice) {
					t.Errorf("%s: the page has --%s %s, the command says %v", c.Name, o.Name, choice, r.err)
				}
			}
		}
	}
	if checked < 25 {
		t.Errorf("only %d options with listed values were found", checked)
	}
}

// inShell runs a shell with this program on its path as memcity.
func inShell(t *testing.T, shell, script string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skip(shell + " is not installed")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	program := "#!/bin/sh\n" + asProgram + "=1 exec '" + self + "' \"$@\"\n"
	for name, text := range map[string]string{"bin/memcity": program, "work/my rules.yaml": "", "work/folder/x": ""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), path, "-c", script)
	cmd.Dir = filepath.Join(folder, "work")
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(folder, "bin")+":"+os.Getenv("PATH"), "HOME="+folder, "XDG_CONFIG_HOME="+folder)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell, err, out)
	}
	return string(out)
}

// TestBashCompletion completes lines in bash, as Readline does.
func TestBashCompletion(t *testing.T) {
	script, err := completion.Script("bash", "memcity")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ line, want string }{
		{"memcity win", "windows"},
		{"memcity tree demo:tw", "two-caches two-caches-fixed"}, // only the part after the colon
		{"memcity tree dem", "demo:persons"},
		{"memcity tree --format=j", "json"},
		{"memcity tree --by type,packages,po", "type,packages,points-to type,packages,pointed-from"},
		{"memcity check demo:persons --rules ", "my rules.yaml folder"},
		{"memcity check demo:persons --rules=my", "my rules.yaml"},
		{"memcity record --temp ", "folder"},
		{"memcity version ", ""},
	} {
		got := inShell(t, "bash", script+fmt.Sprintf("\nCOMP_LINE=%q COMP_POINT=${#COMP_LINE}\ncompopt() { :; }\n_memcity memcity\nprintf '%%s\\n' \"${COMPREPLY[@]}\"\n", test.line))
		lines := strings.Split(strings.TrimSpace(got), "\n")
		for _, w := range []string{"two-caches", "my rules.yaml", "folder", "windows", "json", "demo:persons", "type,packages,points-to", "two-caches-fixed"} {
			wanted := slices.Contains(strings.Split(strings.ReplaceAll(test.want, "my rules.yaml", "my_rules.yaml"), " "), strings.ReplaceAll(w, " ", "_"))
			if slices.Contains(lines, w) != wanted {
				t.Errorf("%q: %q among %q: %v, want %v", test.line, w, lines, !wanted, wanted)
			}
		}
	}
}

// TestFishCompletion completes lines in fish.
func TestFishCompletion(t *testing.T) {
	script, err := completion.Script("fish", "memcity")
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"memcity win": "windows\t", "memcity tree demo:tw": "demo:two-caches\t", "memcity tree --format=j": "--format=json",
		"memcity check x --rules=fo": "--rules=folder/", "memcity tree --by ty": "type\t", "memcity tree fo": "folder/",
	} {
		if got := inShell(t, "fish", script+"\ncomplete -C '"+line+"'"); !strings.Contains("\n"+got, "\n"+want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// TestScriptsParse: the shells parse the scripts without errors.
func TestScriptsParse(t *testing.T) {
	for _, shell := range completion.Shells {
		script := ok(t, "completion", shell)
		if strings.Contains(script, "PROGRAM") || strings.Contains(script, "FUNCTION") {
			t.Errorf("%s: a place is not filled", shell)
		}
		file := filepath.Join(t.TempDir(), "script")
		if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		if path, err := exec.LookPath(shell); err == nil && shell != "powershell" {
			if out, err := exec.CommandContext(t.Context(), path, "-n", file).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s -n: %v\n%s", shell, err, out)
			}
		}
	}
}
