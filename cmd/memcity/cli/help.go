package cli

import (
	"cmp"
	"io"
	"strings"

	"memcity/assets/help"
)

// helpWidth is the width of help texts, in letters.
const helpWidth = 110

// PrintHelp prints the page of a command or another page of the manual, by its name. The ending .md selects a page that has the same
// name as a command. Without a topic it prints the list of commands.
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

// printMan prints the man page of the program with all its commands.
func (c *Call) printMan() error {
	page := help.Man{Program: c.Program.Name, Version: Release, Overview: help.Command(c.Program.Name)}
	if page.Overview == nil {
		page.Overview = help.Find(c.Program.Page)
	}
	for _, k := range c.Program.All() {
		page.Commands = append(page.Commands, help.Command(k.Name))
	}
	return page.Write(c.Stdout)
}

// showHelp prints the list of commands, or the page of a given topic.
func showHelp(c *Call) error {
	set := c.Flags()
	format := set.String("format", "text", "")
	topics, done, err := c.Parse(set)
	if done || err != nil {
		return err
	}
	if err := CheckFormat(*format, "text", "man"); err != nil {
		return err
	}
	if *format == "man" {
		if len(topics) > 0 {
			return Usagef("help: the man format has one page for all commands, not for %s", topics[0])
		}
		return c.printMan()
	}
	if len(topics) > 1 {
		return Usagef("help: expected one command or page, not %d", len(topics))
	}
	return c.PrintHelp(strings.Join(topics, ""))
}
