package inputs

import (
	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "info", Run: info, Stateless: true},
	{Name: "inspect", Run: inspect},
	{Name: "convert", Run: convert, Once: true},
	{Name: "serve", Run: serveTrees},
}

// Indexes contains the command for indexes, for programs that keep them. Servers and containers keep none, as their disks are small.
var Indexes = []cli.Command{{Name: "index", Run: indexes, Plain: true, Arguments: cli.NoArguments}}
