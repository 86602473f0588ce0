package findings

import (
	"memcity/cmd/memcity/cli"
)

// Commands returns the commands of this package, in the order of the manual. The painter draws cities. If it is nil, reports have no
// pictures and --picture is refused.
func Commands(painter func() cli.Painter) []cli.Command {
	return []cli.Command{
		{Name: "structures", Run: structures},
		{Name: "analyze", Run: func(c *cli.Call) error { return analyze(c, painter) }, Stateless: true},
		{Name: "check", Run: func(c *cli.Call) error { return checkRules(c, painter) }, Stateless: true},
		{Name: "report", Run: func(c *cli.Call) error { return report(c, painter) }, Stateless: true},
	}
}
