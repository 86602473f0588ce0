package fleet

import (
	"maps"
	"slices"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/fleet/table"
	"memcity/trace"
)

// fleetFlags are the options of fleet.
type fleetFlags struct {
	names, failOn           []string
	service, engine, format string
	questions               []question.Question
}

// answered is what fleet found.
type answered struct {
	Summary question.Summary `json:"summary"`
	Notes   []string         `json:"notes"` // what the data does not suffice for
	Answers []answer         `json:"answers"`
}

// answer is the answer to one question.
type answer struct {
	Question  string         `json:"question"`
	Title     string         `json:"title"`
	Sentences []string       `json:"sentences"` // one for each row, or why there is none
	Rows      []question.Row `json:"rows"`

	asked *question.Question
}

// engineMemory is what the engine may use where the system says nothing, in bytes.
const engineMemory = 4e9

// ask answers questions about a fleet.
func ask(c *cli.Call) error {
	set := c.Flags()
	var f fleetFlags
	set.StringSliceVar(&f.names, "question", nil, "")
	set.StringSliceVar(&f.failOn, "fail-on", nil, "")
	set.StringVar(&f.service, "service", "", "")
	set.StringVar(&f.engine, "duckdb", "", "")
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if err := f.check(paths); err != nil {
		return err
	}
	switch has, err := table.Has(paths[0]); {
	case err != nil:
		return cli.Unreadable(paths[0], err)
	case !has:
		return &trace.InputError{Source: paths[0], Offset: -1, Text: "there are no tables of recordings in it; memcity export --parquet FOLDER writes them"}
	}
	engine, err := question.Find(f.engine)
	if err != nil {
		return err
	}
	most := int64(engineMemory)
	if may := c.Memory().May(); may.Limited() {
		most = may.Bytes
	}
	found, err := question.Ask(c.Ctx, engine, paths[0], f.service, most, f.questions)
	if err != nil {
		return err
	}
	if found.Summary.Schema > table.Schema {
		return &trace.InputError{Source: paths[0], Offset: -1, Text: "its tables are of a newer version of memcity"}
	}
	if f.service != "" && found.Summary.Recordings == 0 {
		return cli.Usagef("service %q: no recording has this label", f.service)
	}
	out := f.answers(found)
	if err := c.Print(f.format, out); err != nil {
		return err
	}
	if slices.ContainsFunc(out.Answers, f.fails) {
		return cli.ErrQuiet
	}
	return nil
}

// faults say which rows of an answer are to fail on, by question.
var faults = map[string]func(question.Row) bool{
	"leaks":    func(r question.Row) bool { return r.Truth("leaks") },
	"growth":   func(r question.Row) bool { return r.Whole("growing") > 0 },
	"releases": worse,
	"outliers": func(question.Row) bool { return true },
}

// fails reports whether an answer has something to fail on.
func (f *fleetFlags) fails(a answer) bool {
	return slices.Contains(f.failOn, a.Question) && slices.ContainsFunc(a.Rows, faults[a.Question])
}

func (f *fleetFlags) check(paths []string) error {
	if len(paths) != 1 || paths[0] == "" {
		return cli.Usagef("fleet: expected one folder that memcity export has written; got %d", len(paths))
	}
	for _, name := range f.names {
		if err := cli.CheckName("question", name, question.Names()...); err != nil {
			return err
		}
	}
	for _, name := range f.failOn {
		if err := cli.CheckName("fail-on", name, slices.Sorted(maps.Keys(faults))...); err != nil {
			return err
		}
		if len(f.names) > 0 && !slices.Contains(f.names, name) {
			return cli.Usagef("fail-on %s: is not among the questions of --question", name)
		}
	}
	for _, q := range question.All {
		if len(f.names) == 0 || slices.Contains(f.names, q.Name) {
			f.questions = append(f.questions, q)
		}
	}
	if (f.format == "csv" || f.format == "jsonl") && len(f.questions) > 1 {
		return cli.Usagef("format %s: has the columns of one question; expected --question %s", f.format, cli.OrList(question.Names()))
	}
	return cli.CheckTable(f.format)
}

func (f *fleetFlags) answers(found *question.Answers) *answered {
	out := &answered{Summary: found.Summary, Notes: notes(&found.Summary)}
	for i := range f.questions {
		q := &f.questions[i]
		a := answer{Question: q.Name, Title: q.Title, Sentences: []string{}, Rows: found.Rows[q.Name], asked: q}
		for _, row := range a.Rows {
			a.Sentences = append(a.Sentences, sentences[q.Name](row))
		}
		if len(a.Rows) == 0 {
			a.Sentences = append(a.Sentences, nothing(q.Name, &found.Summary))
		}
		out.Answers = append(out.Answers, a)
	}
	return out
}
