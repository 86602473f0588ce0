package assets

import (
	"embed"
	"io/fs"
)

//go:embed classifiers/*.yaml
var classifiers embed.FS

// Classifiers has the bundled definition files, *.yaml: classifiers and filters in addition to the built-in ones, and examples to
// write more after. How they are written is described in docs/classifiers.md.
func Classifiers() fs.FS {
	sub, err := fs.Sub(classifiers, "classifiers")
	if err != nil {
		panic(err) // the folder is in the program
	}
	return sub
}
