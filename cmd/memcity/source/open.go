package source

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"memcity/trace/process"
)

// Command is the command line of an editor, split into words.
type Command []string

// Parse parses a command line such as code -g {file}:{line}: words, optionally in quotes. Nothing is expanded except {file} and {line},
// in every word.
func Parse(text string) (Command, error) {
	var c Command
	var word strings.Builder
	quote, in := rune(0), false
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, in = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if in {
				c = append(c, word.String())
			}
			word.Reset()
			in = false
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if in {
		c = append(c, word.String())
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote is not closed")
	case len(c) == 0 || strings.Contains(c[0], "{file}"):
		return nil, errors.New("expected a program")
	case !strings.Contains(text, "{file}"):
		return nil, errors.New("expected {file}")
	}
	return c, nil
}

// Words returns the command line for a place. The file is absolute, so that no program can parse it as an option.
func (c Command) Words(p Place) ([]string, error) {
	file, err := filepath.Abs(p.File)
	if err != nil {
		return nil, err
	}
	replace := strings.NewReplacer("{file}", file, "{line}", strconv.Itoa(p.Line))
	words := make([]string, len(c))
	for i, w := range c {
		words[i] = replace.Replace(w)
	}
	return words, nil
}

// Open runs the command for a place, without a shell, until it ends.
func (c Command) Open(ctx context.Context, p Place) error {
	words, err := c.Words(p)
	if err != nil {
		return err
	}
	return process.Command(ctx, words[0], words[1:]...).Run()
}
