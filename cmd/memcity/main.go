package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"

	"memcity/trace"
)

// Exit statuses.
const (
	exitDone = iota
	exitCheckFailed
	exitUsage
	exitInput
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
	if err != nil && !errors.Is(err, errQuiet) {
		fmt.Fprintln(os.Stderr, "memcity: "+err.Error())
	}
	os.Exit(status(err))
}

// usageError is a wrong use of the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errQuiet ends with status 1 without a message.
var errQuiet = errors.New("")

func status(err error) int {
	var usage usageError
	var input *trace.InputError
	var program programExit
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &program):
		return int(program)
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &input):
		return exitInput
	}
	return exitCheckFailed
}

// command is one word of the command line. Each has a page in assets/help/commands.
type command struct {
	name string
	run  func(c *call) error
}

func commands() []command {
	return []command{
		{"demo", demo},
		{"info", info},
		{"inspect", inspect},
		{"convert", convert},
		{"tree", tree},
		{"city", printCity},
		{"shot", shot},
		{"film", makeFilm},
		{"paths", paths},
		{"owners", owners},
		{"diff", printDiff},
		{"compare", compare},
		{"windows", windows},
		{"trend", printTrend},
		{"churn", printChurn},
		{"structures", structures},
		{"analyze", analyze},
		{"check", checkRules},
		{"report", report},
		{"script", runScript},
		{"record", recordProgram},
		{"attach", attach},
		{"serve", serveTrees},
		{"version", version},
		{"help", showHelp},
	}
}

// run executes one command line.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	c := &call{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	if len(args) > 0 {
		switch args[0] {
		case "-h", "--help":
			return c.printHelp("")
		case "--version":
			args = append([]string{"version"}, args[1:]...)
		}
		for _, cmd := range commands() {
			if cmd.name == args[0] {
				c.name, c.args = cmd.name, args[1:]
				return cmd.run(c)
			}
		}
	}
	c.name, c.args = "", args
	return window(c)
}
