package main

import (
	"fmt"
	"runtime/debug"

	"memcity/cmd/memcity/cli"
)

// version prints what this program was built from.
func version(c *cli.Call) error {
	names, done, err := c.Parse(c.Flags())
	if err != nil || done {
		return err
	}
	if len(names) > 0 {
		return cli.Usagef("version: takes no arguments")
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	_, err = fmt.Fprintln(c.Stdout, cli.Version(info))
	return err
}
