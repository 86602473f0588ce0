package completion

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"memcity/assets/help"
	"memcity/cmd/memcity/cli"
)

// candidate is a possible completion of the last word.
type candidate struct{ text, about string }

// Kinds of completions that shells supply themselves.
const (
	nothing  = "none"
	files    = "files"
	folders  = "folders"
	programs = "programs" // commands of the system
)

// completions contains the candidates and what the shell adds to them.
type completions struct {
	words []candidate
	rest  string
}

// candidates returns the completions of the last word. The words follow the program's name; all others are complete.
func candidates(c *cli.Call, words []string) completions {
	last := ""
	if len(words) > 0 {
		last, words = words[len(words)-1], words[:len(words)-1]
	}
	words = withoutLimits(words)
	at := cli.Command{Run: c.Program.Open}
	if len(words) > 0 {
		if i := slices.IndexFunc(c.Program.All(), func(k cli.Command) bool { return k.Name == words[0] }); i >= 0 {
			at, words = c.Program.All()[i], words[1:]
		}
	}
	l := &line{call: c, command: at, page: pageOf(c.Program, at), flags: c.Program.Flags(at)}
	found := l.complete(words, last)
	found.words = slices.DeleteFunc(found.words, func(k candidate) bool { return !strings.HasPrefix(k.text, last) })
	return found
}

// withoutLimits removes the leading options that may precede a command.
func withoutLimits(words []string) []string {
	for len(words) > 0 {
		name, _, joined := strings.Cut(words[0], "=")
		switch {
		case !cli.IsLimit(name) && name != "--profile":
			return words
		case joined || len(words) == 1 || name == cli.NoIndex:
			words = words[1:]
		default:
			words = words[2:]
		}
	}
	return words
}

// pageOf returns the page of a command. Without a name it is the page of the window; nil in a program without a window.
func pageOf(p *cli.Program, k cli.Command) *help.Page {
	if k.Name == "" && p.Page != help.Commands {
		return nil
	}
	return help.Command(cmp.Or(k.Name, "window"))
}

// line is a command line up to its last word.
type line struct {
	call    *cli.Call
	command cli.Command
	page    *help.Page
	flags   *pflag.FlagSet
	given   []string // names of the options so far
	words   int      // number of arguments so far
}

func (l *line) complete(words []string, last string) completions {
	var open *pflag.Flag // option whose value comes next
	plain := false       // true after --: no more options
	for _, w := range words {
		switch {
		case open != nil:
			open = nil
		case plain:
			l.words++
		case w == "--":
			plain = true
		case len(w) > 1 && w[0] == '-':
			open = l.option(w)
		default:
			l.words++
			plain = plain || takesProgram(l.command)
		}
	}
	name, _, joined := strings.Cut(last, "=")
	switch flag := l.flags.Lookup(strings.TrimPrefix(name, "--")); {
	case open != nil:
		return l.values(open, "", last)
	case plain || !strings.HasPrefix(last, "-"):
		return l.argument(plain)
	case joined && strings.HasPrefix(last, "--") && flag != nil:
		return l.values(flag, name+"=", last)
	}
	return completions{l.options(), nothing}
}

// option records an option, and returns it if its value is the next word.
func (l *line) option(word string) *pflag.Flag {
	var flag *pflag.Flag
	name, _, joined := strings.Cut(word, "=")
	if long, ok := strings.CutPrefix(name, "--"); ok {
		flag = l.flags.Lookup(long)
	} else if utf8.RuneCountInString(name) == 2 && name[1] < utf8.RuneSelf {
		flag = l.flags.ShorthandLookup(name[1:])
	}
	if flag == nil {
		return nil
	}
	l.given = append(l.given, flag.Name)
	if joined || flag.NoOptDefVal != "" {
		return nil
	}
	return flag
}

// options lists the options that can still be used, with their descriptions.
func (l *line) options() []candidate {
	var out []candidate
	l.flags.VisitAll(func(f *pflag.Flag) {
		if slices.Contains(l.given, f.Name) && !repeatable(f) {
			return
		}
		out = append(out, candidate{"--" + f.Name, l.about(f.Name)})
	})
	out = append(out, candidate{"--help", "manual page"})
	if l.command.Name == "" && len(l.given) == 0 && l.words == 0 {
		out = append(out, candidate{"--version", "version and source of this program"})
	}
	return out
}

func repeatable(f *pflag.Flag) bool {
	t := f.Value.Type()
	return strings.HasSuffix(t, "Array") || strings.HasSuffix(t, "Slice")
}

// maxAbout is the maximum length of a description, in letters.
const maxAbout = 70

// about returns the description of an option.
func (l *line) about(name string) string {
	if o := described(l.page, name); o != nil {
		return short(help.Words(o.Spans))
	}
	switch name {
	case "memory":
		return "use at most this much memory, such as 2GB"
	case "scratch":
		return "store data that does not fit into memory in this folder"
	case "timeout":
		return "end the command after a time such as 30s or 5m"
	}
	return ""
}

// short returns the first self-contained part of a text, truncated to [maxAbout] letters.
func short(text string) string {
	for _, end := range []string{". ", "; ", ": ", " ("} {
		text, _, _ = strings.Cut(text, end)
	}
	if utf8.RuneCountInString(text) <= maxAbout {
		return text
	}
	cut := string([]rune(text)[:maxAbout-1])
	if space := strings.LastIndexByte(cut, ' '); space > 0 {
		cut = cut[:space]
	}
	return strings.TrimRight(cut, ",") + " …"
}

// described returns the description of an option from the given page, else from another page, as commands share options; nil if none has it.
func described(page *help.Page, name string) *help.Option {
	pages := help.Pages()
	if page != nil {
		pages = append([]*help.Page{page}, pages...)
	}
	var found *help.Option
	for _, p := range pages {
		for _, o := range p.Options() {
			if o.Name != name {
				continue
			}
			if o.Value != "" || p == page && found == nil && !strings.HasPrefix(help.Words(o.Spans), "as for ") {
				return &o
			}
			if found == nil {
				found = &o
			}
		}
	}
	return found
}
