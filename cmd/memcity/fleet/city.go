package fleet

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"memcity/analysis/guide/findings"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/render/atomic"
	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/pods"
	"memcity/words"
)

// leaks is the question whose leaks the city shows.
var leaks = question.All[slices.IndexFunc(question.All, func(q question.Question) bool { return q.Name == "leaks" })]

// ofCity lists the questions whose answers the city is built from.
var ofCity = append(slices.Clip(question.OfCity), leaks)

// writeCity writes memory trees of the fleet, which open as a city. A service is a district, a type is a building with its median over
// the pods and the amount of each pod, and a time is a GC point.
func (f *fleetFlags) writeCity(c *cli.Call, found *question.Answers, folder string) error {
	made, err := newMaker(found, f.tables)
	if err != nil {
		return err
	}
	times := made.times()
	if len(times) == 0 {
		return fmt.Errorf("city: cannot be built, because no recording has wall-clock times and groups by type")
	}
	part, err := atomic.BeginFolder(folder)
	if err != nil {
		return fmt.Errorf("%s: %w", folder, atomic.Cause(err))
	}
	defer part.Abandon()
	w := memtree.FolderWriter{File: func(name string, write func(io.Writer) error) error {
		return atomic.Write(filepath.Join(part.Path, name), atomic.Private, write)
	}}
	for _, at := range times {
		if err := w.Point(trace.Millis(at-times[0]), made.tree(at), nil); err != nil {
			return fmt.Errorf("%s: %w", folder, atomic.Cause(err))
		}
	}
	if err := part.Commit(); err != nil {
		return fmt.Errorf("%s: %w", folder, atomic.Cause(err))
	}
	if folder == f.city {
		c.Notify(fmt.Sprintf("the city of the fleet has %s from %s to %s: %s", words.Counted(int64(w.Count), "GC point"), words.Clock(times[0]),
			words.Clock(times[len(times)-1]), words.ShellWords([]string{"memcity", folder})))
	}
	return nil
}

// openCity opens the window on the city of the fleet. It keeps the trees until the window is closed.
func (f *fleetFlags) openCity(c *cli.Call, found *question.Answers) error {
	folder, err := os.MkdirTemp("", "memcity-fleet-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	city := filepath.Join(folder, "fleet")
	if err := f.writeCity(c, found, city); err != nil {
		return err
	}
	window := &cli.Call{Program: c.Program, Ctx: c.Ctx, Args: []string{"--", city}, Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr}
	return c.Program.Open(window)
}

// leaksOf returns the leaks in the rows of the question.
func leaksOf(rows []question.Row) (list []pods.Leak) {
	for _, r := range rows {
		list = append(list, leakOf(r))
	}
	return list
}

// leakOf returns the leak in a row of the question for leaks.
func leakOf(r question.Row) pods.Leak {
	l := pods.Leak{Service: r.Text("service"), Type: r.Text("type"), Owner: r.Text("owner"), Versions: r.Text("versions"), Since: r.Text("since_version"),
		Sure: r.Truth("leaks"), Probable: r.Text("grade") == string(findings.ProbablyLeaks), Points: r.Whole("points"),
		Pods: r.Whole("pods"), Judged: r.Whole("judged_pods"), Earlier: r.Whole("earlier_pods"), PerHour: -1, Chance: -1}
	if rate, known := r.Number("median_bytes_per_hour"); known {
		l.PerHour = rate
	}
	if p, known := r.Number("p_value"); known {
		l.Chance = p
	}
	_, l.Current = r.Number("total_bytes_per_hour")
	return l
}
