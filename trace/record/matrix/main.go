// Command matrix records a program with every combination of JDK, collector, options and other agents. It reports where the program did not
// end as it does without a recorder, or where nothing was recorded. scripts/test-jdks builds and calls it.
//
//	matrix -classes FOLDER [-jars FOLDER] [-only TEXT,TEXT] [-keep FOLDER] [-plain] JDK...
//
// A run is named after its JDK, collector, setting and method of loading the agent: "java-27-openjdk-amd64 Parallel jdwp attach". The
// settings exact and default have no options. exact is the recording mode; the other settings rotate through the modes. A table shows the
// number of successful runs in each cell. A cell is empty if the VM does not support the options. It has a dash if the program fails with
// them even without a recorder.
//
// A run has no time limit. If its program prints nothing for three minutes, the run is killed and reported.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memcity/trace/record"
)

func main() {
	m := &matrix{out: os.Stdout, now: time.Now}
	flag.StringVar(&m.classes, "classes", "", "`folder` with the classes of program/Work.java")
	flag.StringVar(&m.jars, "jars", "", "`folder` with jacoco.jar and otel.jar, which are left out otherwise")
	flag.StringVar(&m.keep, "keep", "", "`folder` for what runs that failed left behind")
	flag.BoolVar(&m.plain, "plain", false, "do without the VM's internal structures")
	only := flag.String("only", "", "`words` that must be in the name of a run, separated by commas, such as java-27,Parallel")
	flag.Parse()
	if *only != "" {
		m.only = strings.Split(*only, ",")
	}
	if m.classes == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	for _, home := range flag.Args() {
		j, err := describe(context.Background(), home)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", home, err)
			os.Exit(1)
		}
		m.jdk(context.Background(), j)
	}
	for _, f := range m.leftOut {
		fmt.Println("left out " + f)
	}
	for _, f := range m.failures {
		fmt.Println("FAILED " + f)
	}
	fmt.Printf("%d runs, %d failed\n", m.runs, len(m.failures))
	if m.runs == 0 && m.only == nil || len(m.failures) > 0 {
		os.Exit(1)
	}
}

// matrix contains the configuration and the results.
type matrix struct {
	out                 *os.File
	classes, jars, keep string
	plain               bool
	only                []string
	now                 func() time.Time

	runs     int
	failures []string
	leftOut  []string // combinations that make the program fail even without a recorder
}

// jdk runs all combinations with a JDK and prints its table.
func (m *matrix) jdk(ctx context.Context, j jdk) {
	all := m.settings()
	selected := slices.DeleteFunc(slices.Clone(collectors), func(c setting) bool {
		return !slices.ContainsFunc(all, func(s setting) bool { return len(m.wanted(j, c, s)) > 0 })
	})
	if len(selected) == 0 {
		return
	}
	fmt.Fprintf(m.out, "\n%s\n%-14s", j.text, "")
	for _, s := range all {
		fmt.Fprintf(m.out, " %-8s", s.name)
	}
	fmt.Fprintln(m.out)
	for _, c := range selected {
		if !j.starts(ctx, c.options) {
			continue
		}
		fmt.Fprintf(m.out, "%-14s", c.name)
		for _, s := range all {
			fmt.Fprintf(m.out, " %-8s", m.cell(ctx, j, c, s))
		}
		fmt.Fprintln(m.out)
	}
}

// wanted returns the selected methods of loading the agent.
func (m *matrix) wanted(j jdk, c, s setting) []string {
	var list []string
	for _, kind := range kinds {
		name := nameOf(j, c, s, kind)
		if !slices.ContainsFunc(m.only, func(part string) bool { return !strings.Contains(name+" ", part) }) {
			list = append(list, kind)
		}
	}
	return list
}

func nameOf(j jdk, c, s setting, kind string) string {
	return strings.Join([]string{j.name, c.name, s.name, kind}, " ")
}

// cell runs a program with a collector and a setting, once for each method of loading the agent, and returns the number of successful runs.
// It returns an empty text if nothing is to be run, and a dash if the program fails with the options alone.
func (m *matrix) cell(ctx context.Context, j jdk, c, s setting) string {
	wanted := m.wanted(j, c, s)
	options := slices.Concat(c.options, s.options)
	if len(wanted) == 0 || !j.starts(ctx, options) {
		return ""
	}
	if j.java < zSound && c.name == "Z" {
		return "refused"
	}
	r := run{matrix: m, jdk: j, options: options}
	alone := r.alone()
	os.RemoveAll(alone.folder)
	if alone.failed != "" {
		text := nameOf(j, c, s, "without a recorder") + ": " + alone.failed
		if s.options == nil {
			m.failures = append(m.failures, text)
		} else {
			m.leftOut = append(m.leftOut, text)
		}
		return "-"
	}
	well := 0
	for i, kind := range wanted {
		r.mode = modes[(i+len(s.name))%len(modes)]
		if s.name == "exact" {
			r.mode = record.Exact
		}
		m.runs++
		got := r.recorded(ctx, kind, alone)
		if got.failed == "" {
			well++
			os.RemoveAll(got.folder)
			continue
		}
		name := nameOf(j, c, s, kind)
		m.failures = append(m.failures, fmt.Sprintf("%s (%v): %s %s", name, r.mode, got.failed, m.store(got.folder, name)))
	}
	return fmt.Sprintf("%d/%d", well, len(wanted))
}

// zSound is the first Java version whose ZGC the agent records. In Java 11, ZGC is experimental and crashes.
const zSound = 15

// store moves the files of a run to the folder for kept files, and returns their path.
func (m *matrix) store(folder, name string) string {
	if m.keep == "" {
		os.RemoveAll(folder)
		return ""
	}
	to := filepath.Join(m.keep, strings.ReplaceAll(name, " ", "-"))
	os.RemoveAll(to)
	if err := os.MkdirAll(m.keep, 0o777); err != nil {
		return err.Error()
	}
	if err := os.Rename(folder, to); err != nil {
		return folder
	}
	return to
}
