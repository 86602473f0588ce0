package changes

import (
	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{
	{Name: "diff", Run: printDiff},
	{Name: "compare", Run: compare},
	{Name: "windows", Run: windows, Stateless: true},
	{Name: "trend", Run: printTrend},
	{Name: "churn", Run: printChurn, Stateless: true},
}
