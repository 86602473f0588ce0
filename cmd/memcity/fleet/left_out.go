package fleet

import (
	"fmt"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/fleet/table"
	"memcity/trace"
	"memcity/words"
)

// leftOut is a recording that is left out because one of its files cannot be read.
type leftOut struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// resolve runs the questions. It skips unreadable files of a folder and warns about them. It does not check files at an address.
func (f *fleetFlags) resolve(c *cli.Call, asked question.Request) (*question.Answers, []leftOut, error) {
	if question.IsAddress(asked.Folder) {
		answers, _, err := f.run(c, asked)
		return answers, nil, err
	}
	unusable, err := table.Unusable(asked.Folder, question.Tables)
	if err != nil {
		return nil, nil, cli.Unreadable(asked.Folder, err)
	}
	out := f.leaveOut(c, &asked, unusable)
	answers, unreadable, err := f.run(c, asked)
	if err == nil || c.Ctx.Err() != nil || unreadable == nil {
		return answers, out, err
	}
	// Files are checked one by one only after an error, since that takes long for a large fleet.
	bad, failed := unreadable()
	if failed != nil || len(bad) == 0 {
		return nil, nil, err
	}
	damaged, failed := table.Damaged(asked.Folder, question.Tables, bad)
	if failed != nil {
		return nil, nil, err
	}
	out = append(out, f.leaveOut(c, &asked, damaged)...)
	answers, _, err = f.run(c, asked)
	return answers, out, err
}

// leaveOut excludes the recordings found from the questions, and warns about each.
func (f *fleetFlags) leaveOut(c *cli.Call, asked *question.Request, found []table.LeftOut) (out []leftOut) {
	for _, l := range found {
		asked.Excluded = append(asked.Excluded, l.Files...)
		out = append(out, leftOut{l.Name, l.File, l.Reason})
		c.Report([]trace.Warning{{Source: asked.Folder, Text: fmt.Sprintf("%s %s; %s is skipped", l.File, l.Reason, of(l))}})
	}
	return out
}

func of(l table.LeftOut) string {
	if l.Name == l.File {
		return "this file"
	}
	return "recording " + l.Name
}

// run runs the questions in the engine. The returned unreadable finds files that the engine cannot read; nil if there is no engine.
func (f *fleetFlags) run(c *cli.Call, asked question.Request) (answers *question.Answers, unreadable func() ([]string, error), err error) {
	if f.engine == "spark" {
		python, err := question.FindPython(f.python)
		if err != nil {
			return nil, nil, err
		}
		answers, err = question.Spark(c.Ctx, python, f.master, asked)
		return answers, func() ([]string, error) { return question.SparkUnreadable(c.Ctx, python, f.master, asked) }, err
	}
	engine, err := question.Find(f.duckdb)
	if err != nil {
		return nil, nil, err
	}
	answers, err = question.DuckDB(c.Ctx, engine, asked)
	return answers, func() ([]string, error) { return question.Unreadable(c.Ctx, engine, asked) }, err
}

// noteLeftOut returns a sentence with the number of recordings left out.
func noteLeftOut(out []leftOut) string {
	return fmt.Sprintf("Skipped: %s with files that cannot be read, such as %s, which %s.", words.Counted(int64(len(out)), "recording"),
		words.Printable(out[0].File), out[0].Reason)
}
