package assets

import (
	"embed"
	"io/fs"
)

//go:embed remedies/*.yaml
var remedies embed.FS

// Remedies returns the bundled files of known containers, *.yaml: what they leak, what to change, and links to documentation.
// docs/remedies.md describes their syntax.
func Remedies() fs.FS {
	sub, err := fs.Sub(remedies, "remedies")
	if err != nil {
		panic(err) // embedded, so it exists
	}
	return sub
}
