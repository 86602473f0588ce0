package main

import (
	"cmp"
	"io"
	"strings"

	"memcity/assets/help"
)

// helpWidth is how long lines of help are, in letters.
const helpWidth = 110

// showHelp prints what commands there are, or the page of a command or any other.
func showHelp(c *call) error {
	topics, done, err := c.parse(c.flags())
	if done || err != nil {
		return err
	}
	if len(topics) > 1 {
		return usagef("help: expected one command or page, not %d", len(topics))
	}
	return c.printHelp(strings.Join(topics, ""))
}

// printHelp prints the page of a command, or any other by its name, which may end in .md to tell it from a command's; without
// a topic what commands there are.
func (c *call) printHelp(topic string) error {
	name, isPage := strings.CutSuffix(cmp.Or(topic, help.Commands), ".md")
	page := help.Command(name)
	if isPage || page == nil {
		page = help.Find(name)
	}
	if page == nil {
		return usagef("help %q: there is no such command or page; memcity help %s.md lists the pages", topic, help.Contents)
	}
	_, err := io.WriteString(c.stdout, page.Text(helpWidth))
	return err
}
