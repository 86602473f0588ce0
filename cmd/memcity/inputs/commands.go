package inputs

import (
	"memcity/cmd/memcity/cli"
)

// Commands are the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "info", Run: info, Stateless: true},
	{Name: "inspect", Run: inspect},
	{Name: "convert", Run: convert, Once: true},
	{Name: "serve", Run: serveTrees},
}

// Indexes is the command of programs that keep indexes: on servers and in containers, whose disks are small, nothing is kept.
var Indexes = []cli.Command{{Name: "index", Run: indexes, Plain: true, Arguments: cli.NoArguments}}
