package assets

import (
	"embed"
	"io/fs"
)

//go:embed structures/*.ds
var structures embed.FS

// Structures returns the bundled descriptions of data structures, *.ds. docs/structures.md describes their syntax.
func Structures() fs.FS {
	sub, err := fs.Sub(structures, "structures")
	if err != nil {
		panic(err) // embedded, so it exists
	}
	return sub
}
