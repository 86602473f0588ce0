package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Types of package os/exec.
type (
	ExitError = exec.ExitError // the program ended with a status other than 0
	Error     = exec.Error     // the program was not found
)

// ErrNotFound reports that the program is not on the PATH.
var ErrNotFound = exec.ErrNotFound

// ErrShared reports that the program exists only where any local user could have put it.
var ErrShared = errors.New("was only found in a folder that other users can write to; remove that folder from the PATH, or specify the program's path")

// command hides the methods of [exec.Cmd] that start a process.
type command = exec.Cmd

// Cmd is a program to start. Its fields are those of [exec.Cmd].
type Cmd struct {
	*command
	err  error // why the program was not found
	user bool  // started as a shell would start it
}

// Command returns a program with its arguments. program is a path, or a name as for [Find]. The program is killed when ctx is done.
func Command(ctx context.Context, program string, args ...string) *Cmd {
	path, err := Find(program)
	if err != nil {
		path = program
	}
	c := &Cmd{command: exec.CommandContext(ctx, path, args...), err: err}
	c.Args[0] = program
	return c
}

// User returns a program that the user wants to run, with its arguments. It starts as a shell would start it: in the current folder, with
// the whole environment, from any folder of the PATH. It is for recorded programs: the user also runs them without memcity, and a recording
// must show the same behavior. If the program is not found, [Cmd.Start] returns an error.
func User(argv []string) *Cmd {
	c := &Cmd{command: &exec.Cmd{Args: slices.Clone(argv)}, user: true}
	c.Path, c.err = FindForUser(argv[0])
	return c
}

// FindForUser returns the path that a shell would start for a name. It is for recorded programs.
func FindForUser(name string) (string, error) { return exec.LookPath(name) }

// Find returns the absolute path of a program. A name is looked up on the PATH, skipping empty, relative and shared folders. The error is
// [ErrNotFound] or [ErrShared].
func Find(name string) (string, error) {
	if name == "" {
		return "", &Error{Name: name, Err: ErrNotFound}
	}
	if filepath.Base(name) != name {
		path, err := exec.LookPath(name)
		if err != nil && !errors.Is(err, exec.ErrDot) {
			return "", err
		}
		return filepath.Abs(path)
	}
	failed := ErrNotFound
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		path, err := exec.LookPath(filepath.Join(folder, name))
		switch {
		case err != nil && !errors.Is(err, exec.ErrDot):
		case isSearchable(folder):
			return path, nil
		default:
			failed = ErrShared
		}
	}
	return "", &Error{Name: name, Err: failed}
}

// isSearchable reports whether a folder may be on a search path.
func isSearchable(folder string) bool { return filepath.IsAbs(folder) && !Shared(folder) }

// Start starts the program and does not wait for it.
func (c *Cmd) Start() error {
	if err := c.prepare(); err != nil {
		return err
	}
	return c.command.Start()
}

// Run starts the program and waits for its end.
func (c *Cmd) Run() error {
	if err := c.prepare(); err != nil {
		return err
	}
	return c.command.Run()
}

// Output runs the program and returns its standard output.
func (c *Cmd) Output() ([]byte, error) {
	if err := c.prepare(); err != nil {
		return nil, err
	}
	return c.command.Output()
}

// CombinedOutput runs the program and returns its standard output and standard error.
func (c *Cmd) CombinedOutput() ([]byte, error) {
	if err := c.prepare(); err != nil {
		return nil, err
	}
	return c.command.CombinedOutput()
}

// prepare sets the program's folder and environment. It replaces a shared current folder by the root folder. It returns an error if Dir is
// shared.
func (c *Cmd) prepare() error {
	if c.err != nil || c.user {
		return c.err
	}
	if c.Dir == "" {
		if at, err := os.Getwd(); err != nil || Shared(at) {
			c.Dir = filepath.VolumeName(at) + string(filepath.Separator)
		}
	} else if Shared(c.Dir) {
		return fmt.Errorf("%s: cannot start in %s, which other users can write to", filepath.Base(c.Path), c.Dir)
	}
	c.Env = cleaned(c.Environ())
	return nil
}

// IsClean reports whether the current folder and the environment contain nothing that a child must not inherit. Libraries that start
// programs themselves are called only if this is so.
func IsClean() bool {
	at, err := os.Getwd()
	env := os.Environ()
	return err == nil && !Shared(at) && slices.Equal(cleaned(env), env)
}

// Folder creates a folder that other users can neither read nor write, for a program to start in. The caller removes it.
func Folder() (string, error) {
	path, err := os.MkdirTemp("", "memcity-")
	if err != nil {
		return "", err
	}
	if Shared(path) {
		os.Remove(path)
		return "", fmt.Errorf("%s: other users can replace its files; set TMPDIR to another folder", os.TempDir())
	}
	return path, nil
}

// cleaned returns an environment whose search paths have no folder in which any local user could put code.
func cleaned(env []string) []string {
	kept := make([]string, 0, len(env))
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		if bare, ok := searched(name); ok {
			if value = withoutShared(name, value, bare); value == "" {
				continue
			}
			variable = name + "=" + value
		}
		kept = append(kept, variable)
	}
	return kept
}

// codeVariables are variables that contain the paths of code, or of folders with code, besides those whose names end with PATH. If the
// value is true, an entry may be a bare name, which is looked up along another path.
var codeVariables = map[string]bool{
	"LD_PRELOAD": true, "LD_AUDIT": true, "DYLD_INSERT_LIBRARIES": true, "GTK_MODULES": true,
	"PYSPARK_PYTHON": true, "PYSPARK_DRIVER_PYTHON": true,
	"PYTHONHOME": false, "PYTHONSTARTUP": false, "PYTHONUSERBASE": false, "PERL5LIB": false, "PERLLIB": false, "RUBYLIB": false, "GEM_HOME": false,
	"BASH_ENV": false, "ENV": false, "GCC_EXEC_PREFIX": false,
	"JAVA_HOME": false, "SPARK_HOME": false, "SPARK_CONF_DIR": false, "HADOOP_HOME": false, "HADOOP_CONF_DIR": false,
	"XDG_DATA_DIRS": false, "XDG_CONFIG_DIRS": false, "XDG_DATA_HOME": false, "XDG_CONFIG_HOME": false,
	"GIO_MODULE_DIR": false, "GIO_EXTRA_MODULES": false, "GDK_PIXBUF_MODULE_FILE": false, "GDK_PIXBUF_MODULEDIR": false, "GTK_IM_MODULE_FILE": false,
	"VK_ICD_FILENAMES": false, "VK_DRIVER_FILES": false, "OCL_ICD_VENDORS": false,
}

// searched reports whether a variable contains a search path, and whether its entries may be bare names.
func searched(name string) (bare, ok bool) {
	name = strings.ToUpper(name)
	bare, ok = codeVariables[name]
	return bare, ok || strings.HasSuffix(name, "PATH")
}

// withoutShared returns a search path without empty, relative and shared entries.
func withoutShared(name, value string, bare bool) string {
	separator := string(filepath.ListSeparator)
	entries := strings.FieldsFunc(value, func(r rune) bool {
		return r == filepath.ListSeparator || strings.HasPrefix(name, "LD_") && (r == ';' || r == ' ')
	})
	entries = slices.DeleteFunc(entries, func(entry string) bool {
		entry = strings.Trim(entry, `"`)
		return !isSearchable(entry) && !(bare && entry != "." && entry != ".." && filepath.Base(entry) == entry)
	})
	return strings.Join(entries, separator)
}
