package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"memcity/city/memory/allowance"
	"memcity/trace/guard"
	"memcity/words"
)

// Program is a command-line program with its commands.
type Program struct {
	Name     string    // as typed
	Commands []Command // without version and help, which every program has
	Page     string    // page of the manual that lists the commands
	// Open runs if no command is named. Args then contains all words.
	Open func(c *Call) error
	// Indexes makes commands keep an index of large inputs in the user's cache: see package index.
	Indexes bool
	// Allowance returns how much memory the process may use; nil for the system's limit.
	Allowance func() allowance.Allowance

	exit    func(err error) // ends the process; nil in tests, which continue
	profile *profile        // nil for none
}

// All returns the commands with version and help.
func (p *Program) All() []Command {
	return append(slices.Clip(p.Commands), Command{Name: "version", Run: version, Plain: true, Arguments: NoArguments},
		Command{Name: "help", Run: showHelp, Plain: true, Arguments: Topics})
}

// Has reports whether there is a command of the given name.
func (p *Program) Has(name string) bool {
	return slices.ContainsFunc(p.Commands, func(c Command) bool { return c.Name == name })
}

// Flags returns the options that a command registers; those of [Program.Open] for a command without a name.
func (p *Program) Flags(k Command) *pflag.FlagSet {
	found := pflag.NewFlagSet(k.Name, pflag.ContinueOnError)
	c := &Call{Command: k, Program: p, Ctx: context.Background(), Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		flags: func(set *pflag.FlagSet) { found = set }}
	c.Endless = c.Endless || k.Name == ""
	_ = c.run(k.Run)
	return found
}

// Within returns the program for commands that run as part of this one. They end without ending the process, and use no more memory
// than it may.
func (c *Call) Within() *Program {
	p := *c.Program
	p.exit, p.profile = nil, nil
	p.Allowance = c.Memory().May
	return &p
}

// Main runs the program's command line and exits. The first interrupt cancels the command's context, a second one ends the process.
func (p *Program) Main() {
	crashBySignal()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop)
	var once sync.Once
	exit := func(err error) {
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = errors.New("interrupted")
		}
		if Status(err) == ExitInternal {
			guard.Report(os.Stderr, strings.Join(os.Args[1:], " "), err)
		} else if err != nil && !errors.Is(err, ErrQuiet) {
			fmt.Fprintln(os.Stderr, "memcity: "+words.Paragraph(err.Error()))
		}
		os.Exit(Status(err))
	}
	p.exit = func(err error) { once.Do(func() { exit(err) }) } // a second caller waits for the exit
	p.exit(p.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// crashBySignal makes fatal errors of the Go runtime, such as running out of memory, end the process by SIGABRT. By default their exit
// status is 2, which stands for a usage error.
func crashBySignal() {
	if os.Getenv("GOTRACEBACK") == "" {
		debug.SetTraceback("crash")
	}
}

// Run executes one command line. It returns a panic as an error.
func (p *Program) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	args, file, err := cutProfile(args)
	if err != nil {
		return err
	}
	if file == "" {
		return p.run(ctx, args, stdin, stdout, stderr)
	}
	if p.profile, err = startProfile(file); err != nil {
		return err
	}
	err = p.run(ctx, args, stdin, stdout, stderr)
	return errors.Join(err, p.profile.end())
}

func (p *Program) run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	c := &Call{Program: p, Ctx: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	defer c.restore()()
	args = p.limitsLast(args)
	if len(args) > 0 {
		switch args[0] {
		case "-h", "--help":
			return c.PrintHelp("")
		case "--version":
			args = append([]string{"version"}, args[1:]...)
		}
		for _, cmd := range p.All() {
			if cmd.Name == args[0] {
				c.Command, c.Args = cmd, args[1:]
				return c.run(cmd.Run)
			}
		}
	}
	c.Args, c.Endless = args, true
	return c.run(p.Open)
}

// run runs a command. It returns a panic as an error.
func (c *Call) run(command func(*Call) error) error {
	err := guard.Try(func() error { return command(c) })
	c.meter.clear()
	c.warn()
	return c.explain(err)
}
