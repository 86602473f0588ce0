package cli

import (
	"errors"
	"io/fs"

	"memcity/city/memory"
	"memcity/trace"
	"memcity/trace/guard"
	"memcity/words"
)

// Exit statuses.
const (
	ExitDone        = iota
	ExitCheckFailed // something that was requested does not hold, or anything else went wrong
	ExitUsage       // wrong use of the command line
	ExitInput       // the input cannot be read
	ExitMemory      // it needs more memory than may be used

	ExitInternal = 70  // a fault of this program, as EX_SOFTWARE of sysexits.h
	ExitTimeout  = 124 // --timeout ended it, as timeout(1) has it
)

// UsageError is a wrong use of the command line, which ends with [ExitUsage].
type UsageError struct{ Err error }

// Error says in plain words what is wrong.
func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e UsageError) Unwrap() error { return e.Err }

// Usagef returns a [UsageError] with a text as [words.Errorf] makes it.
func Usagef(format string, args ...any) error { return UsageError{Err: words.Errorf(format, args...)} }

// ErrQuiet ends with status 1 without a message.
var ErrQuiet = errors.New("")

// Status returns the exit status that err stands for; nil for none.
func Status(err error) int {
	var usage UsageError
	var input *trace.InputError
	var program Exit
	var fault *guard.Panic
	var over *timeout
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &fault):
		return ExitInternal
	case errors.As(err, &over):
		return ExitTimeout
	case memory.RefusedBy(err) != nil:
		return ExitMemory
	case errors.As(err, &program):
		return int(program)
	case errors.As(err, &usage):
		return ExitUsage
	case errors.As(err, &input):
		return ExitInput
	}
	return ExitCheckFailed
}

// Exit is the status of a program that was recorded, which becomes ours.
type Exit int

func (Exit) Error() string { return "the program ended with a status" }

func (Exit) Is(target error) bool { return target == ErrQuiet }

// Unreadable returns an error that the file of a name cannot be read, which ends with [ExitInput].
func Unreadable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &trace.InputError{Source: name, Offset: -1, Text: err.Error()}
}
