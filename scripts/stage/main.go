// Command stage filters the output of go test -json for people. It prints a line per package, the output of failed tests, and the slowest
// tests.
//
// With -skipped FILE it also writes the names of skipped top-level tests, one "package name" per line. A later stage can then run only
// these in another way.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	skipped := flag.String("skipped", "", "write the names of skipped tests to this `file`")
	flag.Parse()
	s, err := read(os.Stdin, os.Stdout)
	if err == nil && *skipped != "" {
		err = os.WriteFile(*skipped, []byte(strings.Join(s.skipped, "")), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "stage:", err)
		os.Exit(1)
	}
	s.writeSlowest(os.Stdout)
}

// event is a line of go test -json, see go doc test2json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// slow is the minimum time of tests to list, in seconds.
const slow = 3

type timed struct {
	name    string
	seconds float64
}

type summary struct {
	skipped []string // lines of the file
	slowest []timed
}

// read copies what is of interest from r to w.
func read(r io.Reader, w io.Writer) (summary, error) {
	var s summary
	printed := map[[2]string][]string{} // by package and test
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil {
				fmt.Fprint(w, line) // not from a test: an error of the go command
			} else {
				s.take(&e, printed, w)
			}
		}
		if err == io.EOF {
			return s, nil
		} else if err != nil {
			return s, err
		}
	}
}

func (s *summary) take(e *event, printed map[[2]string][]string, w io.Writer) {
	key := [2]string{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(w, e.Output)
	case "output":
		if e.Test == "" && (strings.HasPrefix(e.Output, "ok ") || strings.HasPrefix(e.Output, "FAIL\t")) {
			fmt.Fprint(w, e.Output)
			return
		}
		printed[key] = append(printed[key], e.Output)
	case "pass", "fail", "skip":
		if e.Action == "fail" {
			fmt.Fprint(w, strings.Join(printed[key], ""))
		}
		delete(printed, key)
		if e.Test == "" || strings.Contains(e.Test, "/") {
			return
		}
		if e.Action == "skip" {
			s.skipped = append(s.skipped, e.Package+" "+e.Test+"\n")
		}
		s.slowest = append(s.slowest, timed{e.Package + " " + e.Test, e.Elapsed})
	}
}

// writeSlowest writes the slowest tests, at most five.
func (s *summary) writeSlowest(w io.Writer) {
	slices.SortFunc(s.slowest, func(a, b timed) int { return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.name, b.name)) })
	for i, t := range s.slowest {
		if i == 5 || t.seconds < slow {
			return
		}
		if i == 0 {
			fmt.Fprintln(w, "slowest:")
		}
		fmt.Fprintf(w, "  %6.1f s  %s\n", t.seconds, t.name)
	}
}
