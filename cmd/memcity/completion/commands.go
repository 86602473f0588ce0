package completion

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"memcity/cmd/memcity/cli"
)

// Commands lists the commands of this package, in the order of the manual.
var Commands = []cli.Command{{Name: commandName, Run: completion, Plain: true, Arguments: cli.NoArguments}}

const commandName = "completion"

// Shells lists the supported shells. Each has a script in the folder scripts.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

//go:embed scripts
var scripts embed.FS

// completion prints the script for a shell, or the completions of a command line.
func completion(c *cli.Call) error {
	set := c.Flags()
	set.SetInterspersed(false)
	line := set.Bool("line", false, "")
	words, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if *line {
		return printCandidates(c, words)
	}
	if len(words) != 1 || !slices.Contains(Shells, words[0]) {
		return cli.Usagef("completion: expected %s", cli.OrList(Shells))
	}
	script, err := Script(words[0], c.Program.Name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(c.Stdout, script)
	return err
}

// Script returns the script that lets a shell complete the command lines of a program.
func Script(shell, program string) (string, error) {
	text, err := scripts.ReadFile("scripts/" + shell)
	return strings.NewReplacer("PROGRAM", program, "FUNCTION", strings.ReplaceAll(program, "-", "_")).Replace(string(text)), err
}

// printCandidates prints a line per candidate, with its description after a tab. The last line has a colon and the kind of completions that
// the shell supplies.
func printCandidates(c *cli.Call, words []string) error {
	found := candidates(c, words)
	for _, k := range found.words {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", k.text, k.about); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(c.Stdout, ":"+found.rest)
	return err
}
