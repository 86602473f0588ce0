package script

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a script.
const (
	maxBytes = 1 << 20
	maxWord  = 4096 // in bytes
)

// Read reads and parses a script. Errors in the script have type *[Error].
func Read(name string, r io.Reader) (*Script, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	return Parse(name, string(text))
}

// Parse parses a whole script. It returns the first error as an *[Error] that describes what was expected.
func Parse(name, text string) (*Script, error) {
	s := &Script{Name: name}
	if len(text) > maxBytes {
		return nil, &Error{name, strings.Count(text[:maxBytes], "\n") + 1, fmt.Sprintf("a script has at most %d bytes", maxBytes)}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	line := 0
	for row := range strings.Lines(text) {
		line++
		words, err := split(strings.TrimSuffix(strings.TrimSuffix(row, "\n"), "\r"))
		if err == nil && len(words) > 0 {
			var a Action
			if a, err = parseAction(words); err == nil {
				s.Steps = append(s.Steps, Step{line, a})
			}
		}
		if err != nil {
			return nil, &Error{name, line, err.Error()}
		}
	}
	return s, nil
}

// word is a word of a line.
type word struct {
	text   string
	quoted bool
}

// split splits a line into words. It drops the comment.
func split(line string) ([]word, error) {
	if !utf8.ValidString(line) {
		return nil, fmt.Errorf("the line is not UTF-8")
	}
	if i := strings.IndexFunc(line, func(r rune) bool { return r != '\t' && unicode.IsControl(r) }); i >= 0 {
		return nil, fmt.Errorf("the line holds the control character %q", line[i:i+1])
	}
	var words []word
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || line[0] == '#' {
			return words, nil
		}
		var w word
		var err error
		if w, line, err = cutWord(line); err != nil {
			return nil, err
		}
		if len(w.text) > maxWord {
			return nil, fmt.Errorf("a word has at most %d bytes", maxWord)
		}
		words = append(words, w)
	}
}

// cutWord returns the first word of a line and the rest. The line must start with a word.
func cutWord(line string) (w word, rest string, err error) {
	if line[0] != '"' {
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			end = len(line)
		}
		return word{text: line[:end]}, line[end:], nil
	}
	var text strings.Builder
	for rest = line[1:]; ; {
		part, after, closed := strings.Cut(rest, `"`)
		if !closed {
			return word{}, "", fmt.Errorf("%s: expected a closing quote", line)
		}
		text.WriteString(part)
		if !strings.HasPrefix(after, `"`) {
			rest = after
			break
		}
		text.WriteByte('"')
		rest = after[1:]
	}
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return word{}, "", fmt.Errorf("%s: expected a space after the closing quote", strings.TrimSuffix(line, rest))
	}
	return word{text.String(), true}, rest, nil
}

func parseAction(words []word) (Action, error) {
	name := words[0].text
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.name == name })
	if i < 0 {
		return nil, fmt.Errorf("%s: expected one of %s", shown(name), strings.Join(verbNames(), ", "))
	}
	v := &verbs[i]
	p := &line{verb: v, left: words[1:]}
	a := v.parse(p)
	if p.err == nil && len(p.left) > 0 {
		p.fail("unexpected %s", shown(p.left[0].text))
	}
	if p.err != nil {
		return nil, p.err
	}
	return a, nil
}

func verbNames() []string {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	slices.Sort(names)
	return names
}

// shown returns a word as shown in messages.
func shown(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return quote(text)
}
