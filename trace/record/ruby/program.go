package ruby

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"memcity/trace/process"
)

// source is the file for the program.
//
//go:embed memcity.rb
var source string

// exactLine is the line of the file that sets whether allocation sites are recorded.
const exactLine = "\nexact = false "

// fileName is the name of the file.
const fileName = "memcity.rb"

// Prepare writes the file into a folder that only this user can open. If exact is true, the program records allocation sites.
func Prepare(folder string, exact bool) error {
	if strings.ContainsAny(folder, " \t") {
		return fmt.Errorf("%s: the variable RUBYOPT cannot contain a path with spaces; set TMPDIR to another folder", folder)
	}
	text := source
	if exact {
		text = strings.Replace(source, exactLine, "\nexact = true ", 1)
	}
	return os.WriteFile(filepath.Join(folder, fileName), []byte(text), 0o600)
}

// options is the variable with options of Ruby.
const options = "RUBYOPT"

// Environment returns an environment in which Ruby loads the file in a folder. The file removes itself from the variable.
func Environment(environment []string, folder string) []string {
	value := "-r" + filepath.Join(folder, fileName)
	if old, ok := process.Variable(environment, options); ok { // the file restores an empty value too
		value += " " + old
	}
	return append(environment, options+"="+value)
}
