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
	name, isPage := strings.CutSuffix(cmp.Or(topic, help.Commands), ".md")
	page := help.Command(name)
	if isPage || page == nil {
		page = help.Find(name)
	}
	if page == nil {
		return Usagef("help %q: there is no such command or page; memcity help %s.md lists the pages", topic, help.Contents)
	}
	_, err := io.WriteString(c.Stdout, page.Text(helpWidth))
	return err
}
