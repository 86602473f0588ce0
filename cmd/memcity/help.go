package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed doc.go
var manual string

// help prints the manual or a command's part of it.
func help(c *call) error {
	topic := ""
	if len(c.args) > 0 {
		topic = c.args[0]
	}
	return c.printHelp(topic)
}

func (c *call) printHelp(topic string) error {
	text := manualText()
	if topic != "" && topic != "help" {
		section := manualSection(text, topic)
		if section == "" {
			return usagef("help %q: there is no such command", topic)
		}
		text = section
	}
	_, err := fmt.Fprint(c.stdout, text)
	return err
}

// manualText is the package comment without comment marks.
func manualText() string {
	var b strings.Builder
	for line := range strings.Lines(manual) {
		if !strings.HasPrefix(line, "//") {
			break
		}
		line = strings.TrimPrefix(strings.TrimPrefix(line, "//"), " ")
		b.WriteString(strings.ReplaceAll(line, "\t", "  "))
	}
	return b.String()
}

// manualSection returns the part under the heading topic, or nothing.
func manualSection(text, topic string) string {
	_, rest, ok := strings.Cut(text, "\n# "+topic+"\n")
	if !ok {
		return ""
	}
	section, _, _ := strings.Cut(rest, "\n# ")
	return topic + "\n" + section
}
