package proof

import (
	"fmt"
	"time"

	"memcity/analysis/proof"
	"memcity/cmd/memcity/cli"
)

// proveFlags contains the options of prove.
type proveFlags struct {
	before, after   []string
	rounds          int
	duration, every time.Duration
	level           float64
	finding         string
	format          string
	keep            string
}

// Options that apply to recording only, in the order of the manual.
var recordOptions = []string{"rounds", "for", "every", "keep"}

const defaultRounds = 3

// prove judges whether a finding of the recordings before a change is fixed in those after it.
func prove(c *cli.Call) error {
	set := c.Flags()
	var f proveFlags
	set.StringArrayVar(&f.before, "before", nil, "")
	set.StringArrayVar(&f.after, "after", nil, "")
	set.StringVar(&f.finding, "finding", "", "")
	set.Float64Var(&f.level, "level", proof.DefaultLevel, "")
	set.IntVar(&f.rounds, "rounds", defaultRounds, "")
	set.DurationVar(&f.duration, "for", 0, "")
	set.DurationVar(&f.every, "every", 0, "")
	set.StringVar(&f.keep, "keep", "", "")
	set.StringVar(&f.format, "format", "text", "")
	c.ClassifierFlag(set)
	rest, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if len(rest) > 0 {
		return cli.Usagef("prove: %q is not an option; expected --before and --after, with a command in quotes", rest[0])
	}
	before, after, err := f.sides(c)
	if err != nil {
		return err
	}
	for _, name := range recordOptions {
		if set.Changed(name) && before.argv == nil && after.argv == nil {
			return cli.Usagef("%s: only with a command to record", name)
		}
	}
	if set.Changed("for") && f.duration <= 0 {
		return cli.Usagef("for %v: expected more than 0", f.duration)
	}
	if set.Changed("every") && f.every < time.Millisecond {
		return cli.Usagef("every %v: expected 1ms or more", f.every)
	}
	if err := f.readAll(c, before, after); err != nil {
		return err
	}
	r, err := proof.Judge(before.rounds, after.rounds, f.finding, f.level)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if err := c.Print(f.format, &printed{r}); err != nil {
		return err
	}
	return statusOf(r)
}

// statusOf returns the error whose exit status answers the question.
func statusOf(r *proof.Result) error {
	switch {
	case !r.Judged():
		return cli.Exit(cli.ExitUndecided)
	case !r.Passed():
		return cli.ErrQuiet
	}
	return nil
}

// sides validates the options and returns what to compare.
func (f *proveFlags) sides(c *cli.Call) (before, after *side, err error) {
	switch {
	case !(f.level > 0 && f.level < 0.5):
		return nil, nil, cli.Usagef("level %v: expected a number above 0 and below 0.5", f.level)
	case f.rounds < 1 || f.rounds > proof.MaxRounds:
		return nil, nil, cli.Usagef("rounds %d: expected 1 to %d", f.rounds, proof.MaxRounds)
	}
	if err := cli.CheckFormat(f.format, "text", "json", "markdown"); err != nil {
		return nil, nil, err
	}
	if before, err = sideOf(c, "before", f.before); err != nil {
		return nil, nil, err
	}
	after, err = sideOf(c, "after", f.after)
	return before, after, err
}

// readAll fills the rounds of both sides. It records commands in turns, so that changes of the machine's load affect both sides alike.
func (f *proveFlags) readAll(c *cli.Call, before, after *side) error {
	folder, done, err := f.folder(before.argv != nil || after.argv != nil)
	if err != nil {
		return err
	}
	defer done()
	for i := range max(before.count(f.rounds), after.count(f.rounds)) {
		for _, s := range []*side{before, after} {
			if i >= s.count(f.rounds) {
				continue
			}
			if s.argv != nil {
				path, err := f.record(c, s, folder, i)
				if err != nil {
					return err
				}
				s.paths = append(s.paths, path)
			}
			if err := s.read(c, i); err != nil {
				return fmt.Errorf("%s, round %d: %w", s.name, i+1, err)
			}
		}
	}
	return nil
}
