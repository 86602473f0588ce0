package window

import (
	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "demo", Run: demo, Endless: true, Arguments: cli.Demos},
}
