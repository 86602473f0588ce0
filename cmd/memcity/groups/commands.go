package groups

import (
	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "tree", Run: tree},
	{Name: "paths", Run: paths},
	{Name: "owners", Run: owners},
	{Name: "threads", Run: printThreads},
	{Name: "objects", Run: printObjects},
}
