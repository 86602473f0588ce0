package assets

import (
	"embed"
	"io/fs"
)

//go:embed structures/*.ds
var structures embed.FS

// Structures has the bundled descriptions of data structures, *.ds. How they are written is described in docs/structures.md.
func Structures() fs.FS {
	sub, err := fs.Sub(structures, "structures")
	if err != nil {
		panic(err) // the folder is in the program
	}
	return sub
}
