package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/assets/help"
	"memcity/cmd/memcity/cli"
)

type result struct {
	stdout, stderr string
	status         int
	err            error
}

func memcity(args ...string) result {
	var stdout, stderr bytes.Buffer
	err := commandLine().Run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
	return result{stdout.String(), stderr.String(), cli.Status(err), err}
}

// TestManualExamples runs every example of the manual that opens no window.
func TestManualExamples(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, scripts), os.DirFS(filepath.Join("..", "..", scripts))); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(writeUsage(dir), writeUsedTrace(filepath.Join(dir, "shop.mct"))); err != nil {
		t.Fatal(err)
	}
	noEngine := hasDuckDB(t)
	t.Chdir(dir)
	ran := 0
	for _, line := range manualExamples() {
		if !strings.HasPrefix(line, "memcity ") || strings.Contains(line, "PATH") || strings.Contains(line, "   ") {
			continue
		}
		args := splitCommand(line)[1:]
		if args[0] == "demo" || args[0] == "attach" || args[0] == "prove" || args[0] == "mark" || slices.Contains(args, "--status") || slices.Contains(args, "--") || strings.HasSuffix(args[0], "/") {
			continue
		}
		if args[0] == "fleet" && noEngine != nil {
			continue
		}
		if args[0] == "shot" {
			args = append(args, "--size", "320x240") // large pictures are slow
		}
		if args[0] == "film" {
			args = append(args, "--size", "160x96", "--seconds", "1", "--rate", "2")
		}
		silent := args[0] == "mcp" || args[0] == "shot" || args[0] == "script" || slices.Contains(args, "-o")
		if r := memcity(args...); r.err != nil || r.stdout == "" && !silent {
			t.Errorf("%s: status %d, %v\n%s", line, r.status, r.err, r.stdout)
		}
		ran++
	}
	if ran < 8 {
		t.Errorf("only %d examples found", ran)
	}
}

// manualExamples returns the lines of code on the pages of the commands.
func manualExamples() []string {
	var lines []string
	for _, p := range help.Pages() {
		for _, b := range p.Blocks {
			if b.Kind == help.Code && strings.HasPrefix(p.Name, "commands/") {
				lines = append(lines, strings.Split(b.Text, "\n")...)
			}
		}
	}
	return lines
}

// splitCommand splits a command line at spaces outside double quotes.
func splitCommand(line string) []string {
	var args []string
	quoted := false
	for _, part := range strings.FieldsFunc(line, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ' ' && !quoted
	}) {
		args = append(args, strings.Trim(part, `"`))
	}
	return args
}

func TestEveryCommandHasHelp(t *testing.T) {
	for _, c := range commandLine().All() {
		r := memcity("help", c.Name)
		if r.err != nil || !strings.HasPrefix(r.stdout, c.Name) {
			t.Errorf("help %s: %v, %q", c.Name, r.err, r.stdout)
		}
		if short := memcity(c.Name, "-h"); short.stdout != r.stdout || short.err != nil {
			t.Errorf("%s -h differs from help %s: %v", c.Name, c.Name, short.err)
		}
	}
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{
		{"tree"}, {"city"}, {"info"}, {"shot"}, {"paths"}, {"owners"}, {"threads"}, {"objects"},
		{"tree", "demo:persons", "--by", "colour"},
		{"tree", "demo:persons", "--format", "xml"},
		{"tree", "demo:persons", "--sizes", "huge"},
		{"tree", "demo:persons", "--sort", "size"},
		{"tree", "demo:persons", "--where", "object.siz > 3"},
		{"tree", "--list", "--format", "csv"},
		{"city", "demo:persons", "--measure", "deepest"},
		{"city", "demo:persons", "--filter", "type"},
		{"paths", "demo:persons"},
		{"paths", "demo:persons", "--group", "Heap#nobody"},
		{"paths", "demo:persons", "--group", "Heap", "--to", "leaves"},
		{"paths", "demo:persons", "--group", "Heap", "--expand", "up"},
		{"paths", "demo:persons", "--object", "5000000000"},
		{"paths", "demo:persons", "--object", "4000000000"},
		{"owners", "demo:persons", "--group", "Heap#nobody"},
		{"owners", "demo:persons", "--owners", "nobody"},
		{"owners", "demo:persons", "--share", "0"},
		{"owners", "demo:persons", "--top", "-1"},
		{"tree", "demo:persons", "--at", "99"},
		{"tree", "demo:persons", "--at", "noon"},
		{"tree", "demo:persons", "--unknown"},
		{"city", "demo:persons", "--metric", "kilos"},
		{"city", "demo:persons", "--area", "round"},
		{"city", "demo:persons", "--children", "0"},
		{"city", "demo:persons", "--opacity", "400"},
		{"city", "demo:persons", "--window", "5"},
		{"city", "demo:persons", "--window", "9..2"},
		{"city", "demo:persons", "--select", "Heap#nobody"},
		{"shot", "demo:persons", "--size", "big"},
		{"shot", "demo:persons", "--size", "10x10"},
		{"shot", "demo:persons", "--camera", "under"},
		{"shot", "demo:persons", "-o", "a.svg"},
		{"shot", "demo:persons", "-o", "a"},
		{"report", "demo:persons", "-o", "a.pdf"},
		{"paths", "demo:persons", "--group", "Heap", "-o", "a.png"},
		{"paths", "demo:persons", "--group", "Heap", "--format", "json", "-o", "a.svg"},
		{"convert", "demo:persons", "-o", "a.json"},
		{"fleet", "tables", "-o", "a.pdf"},
		{"film", "demo:persons", "-o", "a.mov"},
		{"film", "demo:persons", "--rate", "0"},
		{"film", "demo:persons", "--seconds", "NaN"},
		{"film", "demo:persons", "--camera", "home"},
		{"demo", "nothing"},
		{"help", "nothing"},
	} {
		r := memcity(args...)
		if r.status != cli.ExitUsage || r.stdout != "" || strings.ContainsAny(r.err.Error(), "\n") {
			t.Errorf("%s: status %d, error %v, output %q", strings.Join(args, " "), r.status, r.err, r.stdout)
		}
	}
}

func TestUnreadableInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	empty := filepath.Join(dir, "nothing")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		filepath.Join(dir, "missing"), empty, write("empty", ""), write("noise", "no recording at all"),
		write("magic.hprof", "JAVA PROFILE 9.9.9\x00"), write("deep.json", strings.Repeat(`{"root":`, 100_000)),
		write("open.json", `{"time":1,"root":{"key":"a","name":"a"`),
	} {
		for _, command := range []string{"tree", "city", "info"} {
			r := memcity(command, path)
			if r.status != cli.ExitInput || r.stdout != "" {
				t.Errorf("%s %s: status %d, error %v, output %q", command, filepath.Base(path), r.status, r.err, r.stdout)
				continue
			}
			if !strings.Contains(r.err.Error(), filepath.Base(path)) || len(r.err.Error()) > 400 {
				t.Errorf("%s %s: error %q does not name the file, or is too long", command, filepath.Base(path), r.err)
			}
		}
	}
}

// TestPersons checks the example of figure 10 in the Memory Cities paper.
func TestPersons(t *testing.T) {
	r := memcity("city", "demo:persons", "--select", "Heap#java.lang#String", "--format", "json")
	if r.err != nil {
		t.Fatal(r.err)
	}
	type ref struct {
		From, To, Direction string
		FromObjects         int64   `json:"from_objects"`
		ToObjects           int64   `json:"to_objects"`
		FromRadius          float64 `json:"from_radius"`
	}
	holders := func(out string) (in []ref) {
		var city struct{ References []ref }
		if err := json.Unmarshal([]byte(out), &city); err != nil {
			t.Fatal(err)
		}
		for _, r := range city.References {
			if r.Direction == "in" {
				in = append(in, r)
			}
		}
		return in
	}
	in := holders(r.stdout)
	if len(in) == 0 || !strings.HasSuffix(in[0].From, "#Person") {
		t.Fatalf("String is held first by %+v", in)
	}
	person := in[0].From
	in = holders(memcity("city", "demo:persons", "--select", person, "--format", "json").stdout)
	if len(in) == 0 || in[0].From != "Heap#java.util#LinkedList$Node" {
		t.Fatalf("Person is held first by %+v", in)
	}
	in = holders(memcity("city", "demo:persons", "--select", "Heap#java.util#LinkedList$Node", "--format", "json").stdout)
	for _, r := range in {
		if r.From == "Heap#java.util#LinkedList" {
			if r.ToObjects > 2*r.FromObjects {
				t.Errorf("%d lists hold %d nodes; a list holds its first and its last", r.FromObjects, r.ToObjects)
			}
			return
		}
	}
	t.Errorf("no list holds a node: %+v", in)
}
