package completion

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/assets"
	"memcity/assets/help"
	"memcity/cmd/memcity/cli"
	"memcity/trace/record"
)

// values returns the completions of an option's value. The given before precedes the value in the same word.
func (l *line) values(flag *pflag.Flag, before, last string) completions {
	if flag.Value.Type() == "bool" {
		return completions{prefixed(before, named("true", "false")), nothing}
	}
	o := described(l.page, flag.Name)
	if o == nil {
		return completions{nil, nothing}
	}
	value := strings.TrimPrefix(last, before)
	switch o.Value {
	case "FILE", "PATH", "OUT":
		return completions{nil, files}
	case "DIR":
		return completions{nil, folders}
	case "POINT":
		return completions{prefixed(before, named("first", "last", "peak")), nothing}
	case "CHAIN":
		return completions{prefixed(before, inList(value, l.classifiers(group.Groups, group.Transforms))), nothing}
	case "OWNERS":
		return completions{prefixed(before, inList(value, append(named("roots"), l.classifiers(group.Groups)...))), nothing}
	case "FILTERS":
		return completions{prefixed(before, inList(value, l.classifiers(group.Filters))), nothing}
	case "SIZES":
		return completions{prefixed(before, inList(value, named("shallow", "deep", "retained"))), nothing}
	case "RULES":
		return completions{prefixed(before, inList(value, named(append(findings.FindingRules(), findings.AllCollections, "any")...))), nothing}
	}
	choices := slices.DeleteFunc(o.Choices(), func(c string) bool { return c == strings.ToUpper(c) }) // placeholders such as N
	return completions{prefixed(before, named(choices...)), nothing}
}

// named returns candidates without a description.
func named(texts ...string) (out []candidate) {
	for _, text := range texts {
		out = append(out, candidate{text: text})
	}
	return out
}

func prefixed(before string, words []candidate) []candidate {
	for i := range words {
		words[i].text = before + words[i].text
	}
	return words
}

// inList completes the last item of a comma-separated list. It omits items that the list already contains.
func inList(list string, items []candidate) (out []candidate) {
	at := strings.LastIndexByte(list, ',') + 1
	given := strings.Split(list[:at], ",")
	for _, item := range items {
		if !slices.Contains(given, item.text) {
			out = append(out, candidate{list[:at] + item.text, item.about})
		}
	}
	return out
}

// classifiers lists the elements of chains, including the user's own. A name that takes an argument ends with the opening parenthesis.
func (l *line) classifiers(kinds ...group.Kind) (out []candidate) {
	definitions, err := l.call.Definitions()
	if err != nil {
		return nil
	}
	for _, k := range definitions.Registry(func(error) {}).All() {
		if !slices.Contains(kinds, k.Kind) || k.Lacks != "" {
			continue
		}
		name := k.Name
		if k.Argument != "" {
			name += "("
		}
		out = append(out, candidate{name, short(k.Description)})
	}
	return out
}

// argument returns the completions of a word that is not an option.
func (l *line) argument(plain bool) completions {
	switch l.command.Arguments {
	case cli.NoArguments:
		if l.command.Name == commandName && l.words == 0 {
			return completions{named(Shells...), nothing}
		}
		return completions{nil, nothing}
	case cli.Demos:
		return completions{demos(""), nothing}
	case cli.Topics:
		return completions{append(l.commands(), topics()...), nothing}
	case cli.ProgramToRun:
		if l.words == 0 {
			return completions{nil, programs}
		}
		return completions{nil, files}
	case cli.Processes:
		return completions{l.processes(), nothing}
	case cli.AnyFiles:
		return completions{nil, files}
	}
	var out []candidate
	if l.command.Name == "" {
		if l.words == 0 && len(l.given) == 0 && !plain {
			out = l.commands()
		}
		if l.page == nil { // no window to open paths in
			return completions{out, nothing}
		}
	}
	return completions{append(out, demos(assets.DemoPrefix)...), files}
}

// takesProgram reports whether everything after the first argument of a command belongs to another program.
func takesProgram(k cli.Command) bool { return k.Arguments == cli.ProgramToRun }

// commands lists the commands of the program, with their summaries from the manual.
func (l *line) commands() (out []candidate) {
	for _, k := range l.call.Program.All() {
		out = append(out, candidate{k.Name, help.Summary(k.Name)})
	}
	return out
}

func demos(prefix string) (out []candidate) {
	for _, d := range assets.Demos() {
		out = append(out, candidate{prefix + d.Name, d.Title})
	}
	return out
}

// topics lists the pages of the manual that do not describe commands.
func topics() (out []candidate) {
	for _, p := range help.Pages() {
		if help.Command(strings.TrimPrefix(p.Name, "commands/")) != p {
			out = append(out, candidate{p.Name + ".md", p.Title})
		}
	}
	return out
}

// processes lists the running programs that can be recorded.
func (l *line) processes() (out []candidate) {
	running, err := record.List(l.call.Ctx)
	if err != nil {
		return nil
	}
	for _, p := range running {
		out = append(out, candidate{strconv.Itoa(p.PID), p.Name})
	}
	return out
}
