package recording

import (
	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "record", Run: recordProgram, Plain: true, Arguments: cli.ProgramToRun},
	{Name: "attach", Run: attach, Plain: true, Arguments: cli.Processes},
	{Name: "mark", Run: mark, Plain: true, Arguments: cli.AnyFiles},
}
