package recording

import (
	"memcity/cmd/memcity/cli"
)

// Commands are the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "record", Run: recordProgram, Plain: true},
	{Name: "attach", Run: attach, Plain: true},
	{Name: "mark", Run: mark, Plain: true},
}
