package assets

import (
	"embed"
	"io/fs"
)

//go:embed regression/*.tmpl
var regressionTests embed.FS

// RegressionTests returns the templates of tests that fail while a leak exists, one per language.
func RegressionTests() fs.FS {
	sub, err := fs.Sub(regressionTests, "regression")
	if err != nil {
		panic(err) // embedded, so it exists
	}
	return sub
}
