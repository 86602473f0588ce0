//go:build unix && !darwin

package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/trace/process"
)

// available returns the installed dialog program; nil for none.
func available() program {
	kde := slices.Contains(strings.Split(os.Getenv("XDG_CURRENT_DESKTOP"), ":"), "KDE")
	path, err := process.Find(kdialogName)
	hasKDialog := err == nil
	if hasKDialog && kde {
		return kdialog(path)
	}
	for _, name := range []string{"qarma", "zenity", "matedialog"} {
		if path, err := process.Find(name); err == nil {
			return zenity(path)
		}
	}
	if hasKDialog {
		return kdialog(path)
	}
	return nil
}

const kdialogName = "kdialog"

// kdialog is the path of kdialog.
type kdialog string

// output returns the output of a program without the final newline; "" if the user cancels.
func output(ctx context.Context, path string, args ...string) (string, error) {
	out, err := process.Command(ctx, path, args...).Output()
	name := filepath.Base(path)
	var exit *process.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		return "", nil
	case exit != nil && len(exit.Stderr) > 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return "", fmt.Errorf("%s: %s", name, line)
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// split splits an output at the separator. It returns nil for an empty one.
func split(text, separator string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, separator)
}

// run returns the lines that the program prints; none if the user cancels.
func (k kdialog) run(ctx context.Context, title, at string, args ...string) ([]string, error) {
	if home, err := os.UserHomeDir(); err == nil && !filepath.IsAbs(at) { // otherwise the dialog starts in the working folder
		at = home + string(filepath.Separator) + at
	}
	text, err := output(ctx, string(k), append([]string{"--title", title}, append(args, at)...)...)
	return split(text, "\n"), err
}

func (k kdialog) open(ctx context.Context, title, at string) ([]string, error) {
	return k.run(ctx, title, at, "--multiple", "--separate-output", "--getopenfilename")
}

func (k kdialog) save(ctx context.Context, title, at string) (string, error) {
	lines, err := k.run(ctx, title, at, "--getsavefilename")
	return strings.Join(lines, "\n"), err // a single path, whose name may contain newlines
}

// zenity is the path of zenity, or of a program with the same options.
type zenity string

// pathSeparator separates the paths that the program prints. Paths that users type do not contain it.
const pathSeparator = "\x1e"

func (z zenity) run(ctx context.Context, title, at string, args ...string) (string, error) {
	args = append([]string{"--file-selection", "--title", title}, args...)
	if at != "" {
		args = append(args, "--filename", at)
	}
	return output(ctx, string(z), args...)
}

func (z zenity) open(ctx context.Context, title, at string) ([]string, error) {
	text, err := z.run(ctx, title, at, "--multiple", "--separator", pathSeparator)
	return split(text, pathSeparator), err
}

func (z zenity) save(ctx context.Context, title, at string) (string, error) {
	return z.run(ctx, title, at, "--save", "--confirm-overwrite")
}
