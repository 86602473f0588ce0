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
	ExitCheckFailed // a requested condition does not hold, or any other error
	ExitUsage       // wrong use of the command line
	ExitInput       // the input cannot be read
	ExitMemory      // more memory needed than allowed
	ExitUndecided   // the input was read, and does not answer the question

	ExitInternal = 70  // a bug in this program, like EX_SOFTWARE of sysexits.h
	ExitTimeout  = 124 // ended by --timeout, like timeout(1)
)

// UsageError is a wrong use of the command line. Its exit status is [ExitUsage].
type UsageError struct{ Err error }

// Error returns the text of the wrapped error.
func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e UsageError) Unwrap() error { return e.Err }

// Usagef returns a [UsageError] with a text formatted by [words.Errorf].
func Usagef(format string, args ...any) error { return UsageError{Err: words.Errorf(format, args...)} }

// ErrQuiet is an error with exit status 1 and no message.
var ErrQuiet = errors.New("")

// Status returns the exit status for err; ExitDone for nil.
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

// Exit is an exit status without a message, such as that of a recorded program.
type Exit int

func (Exit) Error() string { return "the command ended with a status" }

func (Exit) Is(target error) bool { return target == ErrQuiet }

// Unreadable returns the error that the named file cannot be read. Its exit status is [ExitInput].
func Unreadable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &trace.InputError{Source: name, Offset: -1, Text: err.Error()}
}
