// Package collections has the command about what a program did with its collections, such as lists and maps: collections.
package collections

import "memcity/cmd/memcity/cli"

// Commands are the commands of this package, in the order of the manual.
var Commands = []cli.Command{{Name: "collections", Run: printCollections, Stateless: true}}
