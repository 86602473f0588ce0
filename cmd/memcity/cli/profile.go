package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"time"

	"memcity/trace/guard"
)

// profileFlag must precede the command. It is for developers and not in the manual: see CONTRIBUTING.md.
const profileFlag = "--profile"

// memoryProfile is the suffix of the memory profile, after the name of the CPU profile.
const memoryProfile = ".mem"

// cutProfile returns the command line without the leading --profile FILE, and the file; empty for none.
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
		return nil, "", Usagef("%s: expected a file for the CPU profile; the memory profile gets %s appended", profileFlag, memoryProfile)
	}
	return args[1:], value, nil
}

// profile writes two profiles for go tool pprof: CPU samples to one file, and allocations and the memory in use at the end to another.
type profile struct {
	out  *os.File
	once sync.Once
	err  error
}

func startProfile(file string) (*profile, error) {
	out, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return &profile{out: out}, nil
}

// end writes both files. A second caller waits until they are written.
func (p *profile) end() error {
	p.once.Do(func() {
		pprof.StopCPUProfile()
		p.err = errors.Join(p.out.Close(), writeMemory(p.out.Name()+memoryProfile))
	})
	return p.err
}

// profilePatience is how long an interrupted process waits for its profile.
const profilePatience = 5 * time.Second

// endSoon is like end, but gives up after profilePatience, since an interrupted process has to end. For a nil profile it does nothing.
func (p *profile) endSoon() error {
	if p == nil {
		return nil
	}
	ended := make(chan error, 1)
	guard.Go(p.end, func(err error) { ended <- err })
	select {
	case err := <-ended:
		return err
	case <-time.After(profilePatience):
		return fmt.Errorf("%s: the profile was not written within %s", p.out.Name(), profilePatience)
	}
}

func writeMemory(file string) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	runtime.GC() // otherwise the memory in use is that of the last GC
	return pprof.Lookup("heap").WriteTo(out, 0)
}
