package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"memcity/assets"
	"memcity/assets/help"
	"memcity/cmd/memcity/cli"
)

// refusal returns the error of a printed command line for a missing command, a missing option, or an invalid value of an option. Text in a
// further column is an explanation.
func refusal(line string) error {
	line, _, _ = strings.Cut(line, "   ")
	line, _, _ = strings.Cut(line, " >")
	args := splitCommand(line)[1:]
	if len(args) == 0 {
		return nil
	}
	program := commandLine()
	command := cli.Command{Run: program.Open}
	for _, c := range program.All() {
		if c.Name == args[0] {
			command, args = c, args[1:]
			break
		}
	}
	if command.Name == "" && bare.MatchString(args[0]) {
		return errors.New("there is no such command")
	}
	if err := program.Flags(command).Parse(args); err != nil && !errors.Is(err, pflag.ErrHelp) {
		return err
	}
	return nil
}

// bare matches words that can only be commands: neither files nor placeholders nor addresses.
var bare = regexp.MustCompile(`^[a-z]+$`)

var printed = regexp.MustCompile("`(memcity [^`]*)`")

// TestPrintedCommandLines: each command line in the manual and the README uses existing commands and options.
func TestPrintedCommandLines(t *testing.T) {
	found := 0
	check := func(where, line string) {
		if strings.ContainsAny(line, "[…*|") || strings.Contains(line, "...") { // a synopsis
			return
		}
		found++
		if err := refusal(strings.ReplaceAll(line, `\|`, "|")); err != nil {
			t.Errorf("%s: %s: %v", where, line, err)
		}
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{"README": string(text)}
	for _, p := range help.Pages() {
		pages[p.Name] = string(p.Source)
	}
	for name, text := range pages {
		code := false
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if line = strings.TrimPrefix(line, "$ "); code && strings.HasPrefix(line, "memcity ") {
				check(name, line)
			}
			if !code {
				for _, m := range printed.FindAllStringSubmatch(line, -1) {
					check(name, m[1])
				}
			}
		}
	}
	if found < 200 {
		t.Errorf("%d command lines", found)
	}
}

var (
	inMessage = regexp.MustCompile(`memcity ([a-z-]+)((?: --?[a-z-]+(?: (?:[A-Z]+|[0-9]+))?)*)`)
	option    = regexp.MustCompile(`(?: |^)(--?[a-z-]+)`)
)

// TestCommandsInMessages: commands of memcity in messages of the source exist, with their options.
func TestCommandsInMessages(t *testing.T) {
	found := 0
	program := commandLine()
	for _, folder := range []string{"analysis", "city", "cmd/memcity", "render", "trace"} {
		err := filepath.WalkDir(filepath.Join("..", "..", folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				text, _ := strconv.Unquote(literal.Value)
				for _, m := range inMessage.FindAllStringSubmatch(text, -1) {
					has := program.Has(m[1]) || m[1] == "help" || m[1] == "version"
					if !has && m[2] == "" { // such as: memcity does not draw
						continue
					}
					found++
					options, _, _ := strings.Cut(m[2], " -- ")
					for _, o := range option.FindAllStringSubmatch(options, -1) {
						if name := strings.TrimLeft(o[1], "-"); name != "" && !hasOption(program, m[1], name) {
							t.Errorf("%s: %s: there is no such option", path, m[0])
						}
					}
					if !has {
						t.Errorf("%s: %s: there is no such command", path, m[0])
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 20 {
		t.Errorf("%d commands", found)
	}
}

func hasOption(program *cli.Program, command, name string) bool {
	for _, c := range program.All() {
		if c.Name == command {
			set := program.Flags(c)
			return set.Lookup(name) != nil || len(name) == 1 && set.ShorthandLookup(name) != nil
		}
	}
	return false
}

// TestPrintedStepsRun: the command lines that findings, summaries and reports of the bundled recordings suggest run exactly as printed, except
// those that record.
func TestPrintedStepsRun(t *testing.T) {
	lines := map[string]bool{}
	for _, d := range assets.Demos() {
		path := assets.DemoPrefix + d.Name
		for text := range strings.Lines(memcity("analyze", path).stdout) {
			if text = strings.TrimSpace(text); strings.HasPrefix(text, "memcity ") {
				lines[text] = true
			}
		}
	}
	ran := 0
	for line := range lines {
		if err := refusal(strings.ReplaceAll(line, "'", `"`)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		args := shellWords(line)[1:]
		if args[0] == "attach" || args[0] == "record" || !strings.Contains(line, "demo:") {
			continue
		}
		ran++
		if r := memcity(args...); r.err != nil || r.stdout == "" {
			t.Errorf("%s: %v", line, r.err)
		}
	}
	if ran < 20 {
		t.Errorf("%d command lines", ran)
	}
}

// shellWords splits a line like a shell with words in single quotes. A quote within a word is written '\”.
func shellWords(line string) (words []string) {
	word, quoted, begun := "", false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			quoted, begun = !quoted, true
		case c == '\\' && !quoted:
			i++
			word, begun = word+line[i:i+1], true
		case c == ' ' && !quoted:
			if begun {
				words = append(words, word)
			}
			word, begun = "", false
		default:
			word, begun = word+string(c), true
		}
	}
	return append(words, word)
}
