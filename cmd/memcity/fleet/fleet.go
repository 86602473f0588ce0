package fleet

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"memcity/analysis/check"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/fleet/rule"
	"memcity/fleet/table"
	"memcity/render/atomic"
	"memcity/trace"
)

// fleetFlags contains the options of fleet.
type fleetFlags struct {
	tables                  string // folder or address of the tables
	names, failOn, files    []string
	service, engine, format string
	duckdb, python, master  string
	rulesFile, output, city string
	open                    bool
	questions               []question.Question
	rules                   []*check.Rule
}

// fleetResult is the result of fleet.
type fleetResult struct {
	Summary question.Summary `json:"summary"`
	Notes   []string         `json:"notes"`              // limits of the data
	LeftOut []leftOut        `json:"left_out,omitempty"` // recordings with unreadable files
	Answers []answer         `json:"answers"`
	Rules   *rulesResult     `json:"rules,omitempty"`

	pods []question.Row    // for charts
	city *question.Answers // for trees
}

// answer is the answer to one question.
type answer struct {
	Question  string         `json:"question"`
	Title     string         `json:"title"`
	Sentences []string       `json:"sentences"` // one per row, or the reason for an empty answer
	Rows      []question.Row `json:"rows"`

	asked *question.Question
}

// engineMemory is the memory that the engine may use if the system sets no limit, in bytes.
const engineMemory = 4e9

// memoryOf returns the memory that the engine may use, in bytes.
func memoryOf(c *cli.Call) int64 {
	if may := c.Memory().May(); may.Limited() {
		return may.Bytes
	}
	return engineMemory
}

// ask answers questions about a fleet.
func ask(c *cli.Call) error {
	set := c.Flags()
	var f fleetFlags
	set.StringSliceVar(&f.names, "question", nil, "")
	set.StringSliceVar(&f.failOn, "fail-on", nil, "")
	set.StringVar(&f.service, "service", "", "")
	set.StringVar(&f.engine, "engine", "duckdb", "")
	set.StringVar(&f.duckdb, "duckdb", "", "")
	set.StringVar(&f.master, "master", "local[*]", "")
	set.StringVar(&f.python, "python", "", "")
	set.StringVar(&f.format, "format", "table", "")
	set.StringVar(&f.rulesFile, "rules", "", "")
	set.StringArrayVar(&f.files, "write", nil, "")
	set.StringVarP(&f.output, "output", "o", "", "")
	set.StringVar(&f.city, "city", "", "")
	set.BoolVar(&f.open, "open", false, "")
	var w watchFlags
	e := exportFlags{format: "table"}
	w.register(set)
	e.register(set)
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if len(paths) > 0 && paths[0] == watchWord {
		return f.watchFleet(c, set, &w, &e, paths[1:])
	}
	if err := f.check(set, paths); err != nil {
		return err
	}
	if f.open && c.Program.Open == nil {
		return cli.Usagef("open: this program has no window; use --city FOLDER and open FOLDER with memcity")
	}
	if !question.IsAddress(paths[0]) {
		switch has, err := table.Has(paths[0]); {
		case err != nil:
			return cli.Unreadable(paths[0], err)
		case !has:
			return &trace.InputError{Source: paths[0], Offset: -1, Text: "it contains no tables of recordings; write them with memcity export --parquet FOLDER"}
		}
	}
	if err := f.openRules(c); err != nil {
		return err
	}
	out, err := f.find(c, paths[0])
	if err != nil {
		return err
	}
	if f.open {
		return f.openCity(c, out.city)
	}
	if f.city != "" {
		if err := f.writeCity(c, out.city, f.city); err != nil {
			return err
		}
	}
	if out.Rules != nil {
		if err := f.writeRules(out.Rules, paths[0]); err != nil {
			return err
		}
	}
	if err := f.write(c, out, paths[0]); err != nil {
		return err
	}
	if slices.ContainsFunc(out.Answers, f.fails) || out.Rules != nil && out.Rules.Failed {
		return cli.ErrQuiet
	}
	return nil
}

// find runs the questions in the engine.
func (f *fleetFlags) find(c *cli.Call, folder string) (*fleetResult, error) {
	f.tables = folder
	asked := question.Request{Folder: folder, Service: f.service, Memory: memoryOf(c), Questions: f.questions}
	if len(f.rules) > 0 {
		asked.Questions, asked.Subjects = slices.Concat(f.questions, question.OfRules), rule.Subjects(f.rules)
	}
	if f.city != "" || f.open {
		asked.Questions = slices.Clip(asked.Questions)
		for _, q := range ofCity {
			if !slices.ContainsFunc(asked.Questions, func(other question.Question) bool { return other.Name == q.Name }) {
				asked.Questions = append(asked.Questions, q)
			}
		}
	}
	if f.output != "" {
		asked.Questions = append(slices.Clip(asked.Questions), question.EachPod)
	}
	found, without, err := f.resolve(c, asked)
	if err != nil {
		return nil, err
	}
	if found.Summary.Schema > table.Schema {
		return nil, &trace.InputError{Source: folder, Offset: -1, Text: "its tables were written by a newer version of memcity"}
	}
	if f.service != "" && found.Summary.Recordings == 0 {
		return nil, cli.Usagef("service %q: no recording has this label", f.service)
	}
	out := f.answers(found)
	if out.LeftOut = without; len(without) > 0 {
		out.Notes = append(out.Notes, noteLeftOut(without))
	}
	out.city = found
	out.pods = found.Rows[question.EachPod.Name]
	if len(f.rules) > 0 {
		out.Rules, err = f.judge(c, found)
	}
	return out, err
}

// write prints the answers, or writes them as a page.
func (f *fleetFlags) write(c *cli.Call, out *fleetResult, folder string) error {
	switch f.output {
	case "":
		return c.Print(f.format, out)
	case "-":
		return f.page(c.Stdout, out, folder)
	}
	if err := atomic.Write(f.output, atomic.Private, func(w io.Writer) error { return f.page(w, out, folder) }); err != nil {
		return fmt.Errorf("%s: the report cannot be written: %w", f.output, err)
	}
	return nil
}

// printing lists the options for printed and written output. With --open they are refused.
var printing = []string{"question", "fail-on", "format", "json", "rules", "write", "output", "city"}

// faults contains, by question, the test for rows that --fail-on fails on.
var faults = map[string]func(question.Row) bool{
	"leaks":    func(r question.Row) bool { return r.Truth("leaks") },
	"growth":   func(r question.Row) bool { return r.Whole("growing") > 0 },
	"releases": worse,
	"outliers": func(question.Row) bool { return true },
}

// fails reports whether --fail-on fails on an answer.
func (f *fleetFlags) fails(a answer) bool {
	return slices.Contains(f.failOn, a.Question) && slices.ContainsFunc(a.Rows, faults[a.Question])
}

func (f *fleetFlags) check(set *pflag.FlagSet, paths []string) error {
	if len(paths) != 1 || paths[0] == "" {
		return cli.Usagef("fleet: expected one folder written by memcity export; got %d", len(paths))
	}
	for _, name := range onlyWatch {
		if set.Changed(name) {
			return cli.Usagef("%s: only with fleet watch", name)
		}
	}
	if f.output != "" {
		if err := cli.CheckEnding(f.output, ".html", ".htm"); err != nil {
			return err
		}
	}
	if err := cli.CheckName("engine", f.engine, "duckdb", "spark"); err != nil {
		return err
	}
	for option, engine := range map[string]string{"duckdb": "duckdb", "python": "spark", "master": "spark"} {
		if set.Changed(option) && f.engine != engine {
			return cli.Usagef("%s: only with --engine %s", option, engine)
		}
	}
	if f.engine == "duckdb" && question.IsAddress(paths[0]) && !question.OpensAddress(paths[0]) {
		return cli.Usagef("%s: DuckDB only reads folders and s3://BUCKET/FOLDER; use --engine spark for other addresses", paths[0])
	}
	if f.open {
		for _, name := range printing {
			if set.Changed(name) {
				return cli.Usagef("open: opens a window instead of printing, so it cannot be combined with --%s", name)
			}
		}
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
			return cli.Usagef("fail-on %s: not one of the questions of --question", name)
		}
	}
	for _, q := range question.All {
		if len(f.names) == 0 || slices.Contains(f.names, q.Name) {
			f.questions = append(f.questions, q)
		}
	}
	if _, err := os.Lstat(f.city); f.city != "" && err == nil {
		return cli.Usagef("%s: already exists; expected a new folder for the city", f.city)
	}
	if (f.format == "csv" || f.format == "jsonl") && (len(f.questions) > 1 || f.rulesFile != "") {
		return cli.Usagef("format %s: prints one question only; expected --question %s", f.format, cli.OrList(question.Names()))
	}
	if err := f.checkWrite(); err != nil {
		return err
	}
	return cli.CheckTable(f.format)
}

func (f *fleetFlags) answers(found *question.Answers) *fleetResult {
	out := &fleetResult{Summary: found.Summary, Notes: notes(&found.Summary)}
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
