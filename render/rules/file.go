package rules

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"memcity/city/budget"
	"memcity/render/atomic"
	"memcity/render/jobs"
	"memcity/trace/guard"
)

func readRulesFile(path string) (*budget.RulesFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return budget.ReadRulesFile(path, file)
}

// maxFaultsListed is the maximum number of lines in a message about a rules file.
const maxFaultsListed = 4

// rulesTrouble returns the message about a rules file that cannot be used.
func rulesTrouble(path string, err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Sprintf("The rules file %s no longer exists.", path)
	}
	lines := strings.Split(err.Error(), "\n")
	if more := len(lines) - maxFaultsListed; more > 0 {
		lines = append(lines[:maxFaultsListed], fmt.Sprintf("and %d more", more))
	}
	return "The rules file cannot be used: " + strings.Join(lines, "; ")
}

// Keep writes the rules of the state to their file, unless it is up to date.
func (b *Budgets) Keep() {
	f := b.store.State.Rules
	if f == nil {
		return
	}
	before, known := b.known[f.Path]
	if !known || before == f.Text {
		return
	}
	b.jobs.Start(jobs.RulesFile, func() string {
		err := guard.While("writing the rules file", func() error { return writeRules(f, before) })
		guard.Report(os.Stderr, "", err)
		b.jobs.Later(func() { b.knows(f.Path, f.Text) }) // do not retry if writing fails
		if err != nil {
			return fmt.Sprintf("The rules file was not saved: %v", err)
		}
		return ""
	})
}

var errOthers = errors.New("another program has changed it; open it again")

// maxRulesFile is the maximum size of a rules file, in bytes. Files that were read are smaller.
const maxRulesFile = 4 << 20

// writeRules replaces a rules file whose content was before. It removes the file if its new text is empty.
func writeRules(f *budget.RulesFile, before string) error {
	file, err := os.Open(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if before != "" {
			return fmt.Errorf("%s: %w", f.Path, errOthers)
		}
	case err != nil:
		return err
	default:
		text, err := io.ReadAll(io.LimitReader(file, maxRulesFile))
		file.Close()
		if err != nil {
			return err
		}
		if string(text) != before {
			return fmt.Errorf("%s: %w", f.Path, errOthers)
		}
	}
	if f.Text == "" {
		return os.Remove(f.Path)
	}
	return atomic.Write(f.Path, atomic.Public, func(w io.Writer) error {
		_, err := io.WriteString(w, f.Text)
		return err
	})
}
