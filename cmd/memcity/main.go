package main

import (
	"runtime"
	"slices"

	"memcity/assets/help"
	"memcity/cmd/memcity/agents"
	"memcity/cmd/memcity/changes"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/collections"
	"memcity/cmd/memcity/completion"
	"memcity/cmd/memcity/findings"
	"memcity/cmd/memcity/fleet"
	"memcity/cmd/memcity/groups"
	"memcity/cmd/memcity/inputs"
	"memcity/cmd/memcity/pictures"
	"memcity/cmd/memcity/proof"
	"memcity/cmd/memcity/recording"
	"memcity/cmd/memcity/window"
)

func init() { runtime.LockOSThread() } // the window must stay on the first thread

func main() { commandLine().Main() }

// commandLine returns the program with all commands, which come from the packages of their families.
func commandLine() *cli.Program {
	return &cli.Program{Name: "memcity", Page: help.Commands, Open: window.Open, Indexes: true, Commands: slices.Concat(window.Commands,
		inputs.Commands, inputs.Indexes, groups.Commands, pictures.Commands, changes.Commands, collections.Commands, findings.Commands(pictures.NewPainter),
		recording.Commands, proof.Commands, fleet.Commands, agents.Commands, completion.Commands)}
}
