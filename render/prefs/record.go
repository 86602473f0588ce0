package prefs

import (
	"encoding/json"
	"slices"
	"time"
	"unicode/utf8"

	"memcity/city"
)

// MaxCommands is how many command lines are remembered.
const MaxCommands = 8

// Record is how the user last recorded a program.
type Record struct {
	Options  city.RecordOptions // without a file: each recording is another one
	Commands []Command          // that programs were started with, newest first; at most [MaxCommands]
}

// Command is a command line with the folder it is started in; empty for that of this program.
type Command struct{ Line, Folder string }

// Used returns r with a command line at the head of those remembered.
func (r Record) Used(c Command) Record {
	if !soundCommand(c) {
		return r
	}
	list := slices.DeleteFunc(slices.Clone(r.Commands), func(o Command) bool { return o == c })
	list = slices.Insert(list, 0, c)
	r.Commands = list[:min(len(list), MaxCommands)]
	return r
}

func soundCommand(c Command) bool {
	return c.Line != "" && len(c.Line) <= city.MaxCommand && utf8.ValidString(c.Line) && len(c.Folder) <= maxPath && utf8.ValidString(c.Folder)
}

// normal returns r with every value inside its limits.
func (r Record) normal() Record {
	r.Options = r.Options.Normal()
	r.Options.Out = ""
	r.Commands = slices.DeleteFunc(slices.Clone(r.Commands), func(c Command) bool { return !soundCommand(c) })
	r.Commands = r.Commands[:min(len(r.Commands), MaxCommands)]
	return r
}

// encodeRecord writes a normal record.
func encodeRecord(r Record) object {
	o := object{}
	o.set("mode", r.Options.Mode.String())
	o.set("depth", r.Options.Depth)
	o.set("budget", r.Options.Budget)
	o.set("every_ms", r.Options.Every.Milliseconds())
	commands := []object{}
	for _, c := range r.Commands {
		command := object{}
		command.set("line", c.Line)
		command.set("folder", c.Folder)
		commands = append(commands, command)
	}
	o.set("commands", commands)
	return o
}

func decodeRecord(r reader) Record {
	out := Record{Options: city.DefaultRecordOptions()}
	mode := ""
	take(r, "mode", &mode, func(s string) bool {
		m, err := city.ParseRecordMode(s)
		if err == nil {
			out.Options.Mode = m
		}
		return err == nil
	})
	take(r, "depth", &out.Options.Depth, between(1, city.MaxRecordDepth))
	take(r, "budget", &out.Options.Budget, between(1, city.MaxRecordBudget))
	every := out.Options.Every.Milliseconds()
	take(r, "every_ms", &every, between(0, city.MaxRecordEvery.Milliseconds()))
	out.Options.Every = time.Duration(every) * time.Millisecond
	raw, has := r.from["commands"]
	if !has {
		return out
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(raw, &entries); err != nil || entries == nil {
		r.reject("commands")
		return out
	}
	for _, raw := range entries {
		in := newReader(asObject(raw))
		var c Command
		take(in, "line", &c.Line, anyValue[string])
		take(in, "folder", &c.Folder, anyValue[string])
		if soundCommand(c) && len(out.Commands) < MaxCommands && len(*in.bad) == 0 {
			out.Commands = append(out.Commands, c)
		}
	}
	if len(out.Commands) < len(entries) {
		r.reject("commands")
	}
	return out
}
