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
	{Name: "index", Run: indexes, Plain: true, Arguments: cli.NoArguments},
}
