package prefs

import (
	"encoding/json"
	"slices"
	"time"
	"unicode/utf8"

	"memcity/city/budget"
	"memcity/city/exchange"
)

// MaxCommands is the maximum number of stored command lines.
const MaxCommands = 8

// Record contains the user's choices for recording programs.
type Record struct {
	Options  exchange.RecordOptions // without a file, as each recording has its own
	Commands []Command              // command lines of started programs, newest first; at most [MaxCommands]
	Rules    []ProgramRules         // rules that watched recordings, by program, last changed first; at most [MaxPrograms]
}

// Limits of the stored rules.
const (
	MaxPrograms = 50
	maxRules    = 100 // per program
)

// ProgramRules are the rules for recordings of a program.
type ProgramRules struct {
	Program string
	Rules   []budget.Rule
}

// RulesOf returns the rules of a program.
func (r Record) RulesOf(program string) []budget.Rule {
	for _, p := range r.Rules {
		if p.Program == program {
			return slices.Clone(p.Rules)
		}
	}
	return nil
}

// Ruled returns r with the rules of a program replaced.
func (r Record) Ruled(program string, rules []budget.Rule) Record {
	p := ProgramRules{program, rules}.normal()
	list := slices.DeleteFunc(slices.Clone(r.Rules), func(o ProgramRules) bool { return o.Program == program })
	if p.sound() {
		list = slices.Insert(list, 0, p)
	}
	r.Rules = list[:min(len(list), MaxPrograms)]
	return r
}

func (p ProgramRules) sound() bool {
	return p.Program != "" && len(p.Program) <= maxName && utf8.ValidString(p.Program) && len(p.Rules) > 0
}

// normal returns p without rules that cannot be stored.
func (p ProgramRules) normal() ProgramRules {
	p.Rules = slices.DeleteFunc(slices.Clone(p.Rules), func(r budget.Rule) bool {
		again, err := budget.ParseRule(r.String())
		return err != nil || again != r
	})
	p.Rules = p.Rules[:min(len(p.Rules), maxRules)]
	return p
}

// Command is a command line and its working folder; "" for the folder of this program.
type Command struct{ Line, Folder string }

// Used returns r with a command line moved to the head of the list.
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
	return c.Line != "" && len(c.Line) <= exchange.MaxCommand && utf8.ValidString(c.Line) && len(c.Folder) <= maxPath &&
		utf8.ValidString(c.Folder)
}

// normal returns r with all values within their limits.
func (r Record) normal() Record {
	r.Options = r.Options.Normal()
	r.Options.Out = ""
	r.Commands = slices.DeleteFunc(slices.Clone(r.Commands), func(c Command) bool { return !soundCommand(c) })
	r.Commands = r.Commands[:min(len(r.Commands), MaxCommands)]
	var rules []ProgramRules
	for _, p := range r.Rules {
		if p = p.normal(); p.sound() && len(rules) < MaxPrograms {
			rules = append(rules, p)
		}
	}
	r.Rules = rules
	return r
}

// encodeRecord encodes a normal record.
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
	rules := []object{}
	for _, p := range r.Rules {
		entry, texts := object{}, []string{}
		for _, rule := range p.Rules {
			texts = append(texts, rule.String())
		}
		entry.set("program", p.Program)
		entry.set("rules", texts)
		rules = append(rules, entry)
	}
	o.set("rules", rules)
	return o
}

func decodeRecord(r reader) Record {
	out := Record{Options: exchange.DefaultRecordOptions()}
	mode := ""
	take(r, "mode", &mode, func(s string) bool {
		m, err := exchange.ParseRecordMode(s)
		if err == nil {
			out.Options.Mode = m
		}
		return err == nil
	})
	take(r, "depth", &out.Options.Depth, between(1, exchange.MaxRecordDepth))
	take(r, "budget", &out.Options.Budget, between(1, exchange.MaxRecordBudget))
	every := out.Options.Every.Milliseconds()
	take(r, "every_ms", &every, between(0, exchange.MaxRecordEvery.Milliseconds()))
	out.Options.Every = time.Duration(every) * time.Millisecond
	out.Commands = decodeList(r, "commands", MaxCommands, decodeCommand)
	out.Rules = decodeList(r, "rules", MaxPrograms, decodeRules)
	return out
}

func decodeCommand(in reader) (c Command, ok bool) {
	take(in, "line", &c.Line, anyValue[string])
	take(in, "folder", &c.Folder, anyValue[string])
	return c, soundCommand(c)
}

func decodeRules(in reader) (p ProgramRules, ok bool) {
	var texts []string
	take(in, "program", &p.Program, anyValue[string])
	take(in, "rules", &texts, anyValue[[]string])
	for _, text := range texts[:min(len(texts), maxRules)] {
		rule, err := budget.ParseRule(text)
		if err != nil {
			return p, false
		}
		p.Rules = append(p.Rules, rule)
	}
	return p, p.sound()
}

// decodeList decodes a list of objects. It reports rejected values once for the whole list.
func decodeList[T any](r reader, name string, limit int, decode func(reader) (T, bool)) (list []T) {
	raw, has := r.from[name]
	if !has {
		return nil
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(raw, &entries); err != nil || entries == nil {
		r.reject(name)
		return nil
	}
	for _, raw := range entries {
		in := newReader(asObject(raw))
		if v, ok := decode(in); ok && len(list) < limit && len(*in.bad) == 0 {
			list = append(list, v)
		}
	}
	if len(list) < len(entries) {
		r.reject(name)
	}
	return list
}
