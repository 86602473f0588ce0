package cli

import (
	"cmp"
	"io"
	"strings"

	"memcity/assets/help"
)

// helpWidth is how long lines of help are, in letters.
const helpWidth = 110

// PrintHelp prints the page of a command, or any other by its name, which may end in .md to distinguish it from a command's; without
// a topic what commands there are.
func (c *Call) PrintHelp(topic string) error {
	name, isPage := strings.CutSuffix(cmp.Or(topic, c.Program.Page), ".md")
	page := help.Command(name)
	if isPage || page == nil {
		page = help.Find(name)
	}
	if page == nil {
		return Usagef("help %q: there is no such command or page; %s help %s.md lists the pages", topic, c.Program.Name, help.Contents)
	}
	_, err := io.WriteString(c.Stdout, page.Text(helpWidth))
	return err
}

// showHelp prints what commands there are, or the page of a command or any other.
func showHelp(c *Call) error {
	topics, done, err := c.Parse(c.Flags())
	if done || err != nil {
		return err
	}
	if len(topics) > 1 {
		return Usagef("help: expected one command or page, not %d", len(topics))
	}
	return c.PrintHelp(strings.Join(topics, ""))
}
