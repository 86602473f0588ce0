package main

import (
	"slices"

	"memcity/cmd/memcity/agents"
	"memcity/cmd/memcity/changes"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/collections"
	"memcity/cmd/memcity/completion"
	"memcity/cmd/memcity/findings"
	"memcity/cmd/memcity/fleet"
	"memcity/cmd/memcity/groups"
	"memcity/cmd/memcity/inputs"
	"memcity/cmd/memcity/proof"
	"memcity/cmd/memcity/recording"
)

func main() { program().Main() }

// program returns the program with all commands that do not draw.
func program() *cli.Program {
	return &cli.Program{Name: "memcity-record", Page: "memcity-record", Open: rejectUnknown, Commands: slices.Concat(recording.Commands,
		inputs.Commands, findings.Commands(nil), groups.Commands, changes.Commands, collections.Commands, proof.Commands, fleet.Commands, agents.Commands, completion.Commands)}
}

// rejectUnknown handles command lines without a known command, since there is no window.
func rejectUnknown(c *cli.Call) error {
	if len(c.Args) == 0 {
		return c.PrintHelp("")
	}
	return cli.Usagef("%s: no such command, and this program has no window to open it in; see %s help", c.Args[0], c.Program.Name)
}
