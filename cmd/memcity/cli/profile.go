package cli

import (
	"errors"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
)

// profileFlag stands before the command. It is for developers, so the manual does not have it: see CONTRIBUTING.md.
const profileFlag = "--profile"

// memoryProfile is added to the name of the CPU profile.
const memoryProfile = ".mem"

// cutProfile returns the command line without the leading --profile FILE, and the file; empty if there is none.
func cutProfile(args []string) (rest []string, file string, err error) {
	if len(args) == 0 {
		return args, "", nil
	}
	name, value, joined := strings.Cut(args[0], "=")
	switch {
	case name != profileFlag:
		return args, "", nil
	case !joined && len(args) > 1:
		value, args = args[1], args[1:]
	}
	if value == "" {
		return nil, "", Usagef("%s: expected a file for the CPU profile; that of memory gets %s after its name", profileFlag, memoryProfile)
	}
	return args[1:], value, nil
}

// profiled runs a command and writes what it cost, as go tool pprof reads it: the samples of the CPU to the file, and all
// allocations with what is still in use at the end to a second one. Both are written when the command fails, too.
func profiled(file string, run func() error) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := pprof.StartCPUProfile(out); err != nil {
		return err
	}
	err = run()
	pprof.StopCPUProfile()
	return errors.Join(err, writeMemory(file+memoryProfile))
}

func writeMemory(file string) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	runtime.GC() // or what is in use is that of the last collection
	return pprof.Lookup("heap").WriteTo(out, 0)
}
