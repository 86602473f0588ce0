// Command build compiles the agents into folders, for developers. It treats warnings of the C compiler as errors.
//
// build FOLDER JARS             for this machine, with the system's C compiler
// build -zig ZIG FOLDER JARS    for all targets, with Zig's compiler
// build -missing FOLDER JARS    compiles nothing; exits with status 1 if the first form would compile
//
// FOLDER receives the C agents, and JARS the Java agent, built with the compiler of a JDK.
//
// Existing outputs of the same source are kept.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"memcity/trace/record/agent"
	"memcity/trace/record/usage"
)

func main() {
	zig := flag.String("zig", "", "")
	missing := flag.Bool("missing", false, "")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: build [-zig ZIG | -missing] FOLDER JARS")
		os.Exit(2)
	}
	err := build(flag.Arg(0), *zig, *missing)
	if err == nil {
		err = buildJar(filepath.Join(flag.Arg(1), usage.FileName), *missing)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func build(folder, zig string, missing bool) error {
	if zig == "" && !missing {
		path := filepath.Join(folder, agent.FileName())
		if agent.IsCurrent(path) {
			return nil
		}
		return report(path, agent.Build(context.Background(), path, agent.Strict()...))
	}
	for _, t := range agent.Targets() {
		path := filepath.Join(folder, t.FileName())
		switch {
		case agent.IsPortable(path):
		case missing:
			return fmt.Errorf("%s is missing or was built from another source", path)
		default:
			if err := report(path, agent.BuildFor(context.Background(), zig, t, path, agent.Strict()...)); err != nil {
				return err
			}
		}
	}
	return nil
}

func buildJar(path string, missing bool) error {
	switch {
	case usage.IsCurrent(path):
		return nil
	case missing:
		return fmt.Errorf("%s is missing or was built from another source", path)
	}
	return report(path, usage.BuildHere(context.Background(), path))
}

// report prints that a file was built, unless there is an error.
func report(path string, err error) error {
	if err == nil {
		fmt.Println("Built", path)
	}
	return err
}
