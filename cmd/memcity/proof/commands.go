package proof

import "memcity/cmd/memcity/cli"

// Commands lists the commands of this package.
var Commands = []cli.Command{{Name: "prove", Run: prove, Arguments: cli.NoArguments}}
