package completion

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"memcity/cmd/memcity/cli"
)

// Commands are the commands of this package, in the order of the manual.
var Commands = []cli.Command{{Name: commandName, Run: completion, Plain: true, Arguments: cli.NoArguments}}

const commandName = "completion"

// Shells are those that there is a script for; each is a file in the folder scripts.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

//go:embed scripts
var scripts embed.FS

// completion prints the script for a shell, or how a command line can go on.
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

// Script returns the script for a shell that completes the command lines of a program.
func Script(shell, program string) (string, error) {
	text, err := scripts.ReadFile("scripts/" + shell)
	return strings.NewReplacer("PROGRAM", program, "FUNCTION", strings.ReplaceAll(program, "-", "_")).Replace(string(text)), err
}

// printCandidates prints how a line can go on: a line for each candidate, behind a tab what it is; then, behind a colon, what the shell
// is to complete itself.
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
