package assets

import (
	"embed"
	"io/fs"
)

//go:embed classifiers/*.yaml
var classifiers embed.FS

// Classifiers returns the bundled definition files, *.yaml: further classifiers and filters, and examples for users. docs/classifiers.md
// describes their syntax.
func Classifiers() fs.FS {
	sub, err := fs.Sub(classifiers, "classifiers")
	if err != nil {
		panic(err) // embedded, so it exists
	}
	return sub
}
