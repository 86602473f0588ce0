package findings

import (
	"memcity/cmd/memcity/cli"
)

// Commands returns the commands of this package, in the order of the manual. The painter draws the pictures of reports, which have
// none if it is nil.
func Commands(painter func() cli.Painter) []cli.Command {
	return []cli.Command{
		{Name: "structures", Run: structures},
		{Name: "analyze", Run: analyze, Stateless: true},
		{Name: "check", Run: checkRules, Stateless: true},
		{Name: "report", Run: func(c *cli.Call) error { return report(c, painter) }},
	}
}
