package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"

	"memcity/cmd/memcity/changes"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/findings"
	"memcity/cmd/memcity/groups"
	"memcity/cmd/memcity/inputs"
	"memcity/cmd/memcity/pictures"
	"memcity/cmd/memcity/recording"
	"memcity/cmd/memcity/window"
)

func init() { runtime.LockOSThread() } // the window must stay on the first thread

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	stop()
	if err != nil && !errors.Is(err, cli.ErrQuiet) {
		fmt.Fprintln(os.Stderr, "memcity: "+err.Error())
	}
	os.Exit(cli.Status(err))
}

// commands returns all commands; each package has those of its family.
func commands() []cli.Command {
	return slices.Concat(window.Commands, inputs.Commands, groups.Commands, pictures.Commands, changes.Commands, findings.Commands,
		recording.Commands, []cli.Command{{Name: "version", Run: version}, {Name: "help", Run: showHelp}})
}

// run executes one command line.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	c := &cli.Call{Ctx: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	if len(args) > 0 {
		switch args[0] {
		case "-h", "--help":
			return c.PrintHelp("")
		case "--version":
			args = append([]string{"version"}, args[1:]...)
		}
		for _, cmd := range commands() {
			if cmd.Name == args[0] {
				c.Command, c.Args = cmd, args[1:]
				return cmd.Run(c)
			}
		}
	}
	c.Args = args
	return window.Open(c)
}
