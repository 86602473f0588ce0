package assets

import (
	"embed"
	"io/fs"
)

//go:embed remedies/*.yaml
var remedies embed.FS

// Remedies has the bundled files of known containers, *.yaml: what they leak, what to change, and where that is documented. How
// they are written is described in docs/remedies.md.
func Remedies() fs.FS {
	sub, err := fs.Sub(remedies, "remedies")
	if err != nil {
		panic(err) // the folder is in the program
	}
	return sub
}
