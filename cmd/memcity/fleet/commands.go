package fleet

import (
	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "export", Run: export, Once: true},
	{Name: "fleet", Run: ask, Arguments: cli.AnyFiles},
}
