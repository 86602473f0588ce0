package pictures

import (
	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "city", Run: printCity},
	{Name: "shot", Run: shot, Stateless: true},
	{Name: "film", Run: makeFilm},
	{Name: "script", Run: runScript},
}
