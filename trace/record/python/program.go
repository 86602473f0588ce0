package python

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"memcity/trace/process"
)

// source is the module for the program.
//
//go:embed sitecustomize.py
var source string

// depthLine is the line of the module that sets the number of frames for each allocation site.
const depthLine = "DEPTH = 0 "

// Prepare writes the module into a folder that only this user can open. depth is the number of frames for each allocation site; 0 to record
// no sites.
func Prepare(folder string, depth int) error {
	text := strings.Replace(source, depthLine, fmt.Sprintf("DEPTH = %d ", depth), 1)
	return os.WriteFile(filepath.Join(folder, "sitecustomize.py"), []byte(text), 0o600)
}

// searchPath is the variable with the folders of modules.
const searchPath = "PYTHONPATH"

// Environment returns an environment in which Python loads the module in a folder. The module removes the folder from the variable.
func Environment(environment []string, folder string) []string {
	path := folder
	if old, _ := process.Variable(environment, searchPath); old != "" {
		path += string(os.PathListSeparator) + old
	}
	return append(environment, searchPath+"="+path)
}
