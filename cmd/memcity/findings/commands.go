package findings

import (
	"memcity/cmd/memcity/cli"
)

// Commands are the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "structures", Run: structures},
	{Name: "analyze", Run: analyze, Stateless: true},
	{Name: "check", Run: checkRules, Stateless: true},
	{Name: "report", Run: report},
}
