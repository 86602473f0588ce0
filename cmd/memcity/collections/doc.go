// Package collections contains the command collections, which reports how a program used its collections, such as lists and maps.
package collections

import "memcity/cmd/memcity/cli"

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{{Name: "collections", Run: printCollections, Stateless: true}}
