package main

import (
	"strings"

	"memcity/cmd/memcity/cli"
)

// showHelp prints what commands there are, or the page of a command or any other.
func showHelp(c *cli.Call) error {
	topics, done, err := c.Parse(c.Flags())
	if done || err != nil {
		return err
	}
	if len(topics) > 1 {
		return cli.Usagef("help: expected one command or page, not %d", len(topics))
	}
	return c.PrintHelp(strings.Join(topics, ""))
}
