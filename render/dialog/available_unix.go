//go:build unix && !darwin

package dialog

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

// available returns how to prompt; nil if there is nothing for it.
func available() program {
	kde := slices.Contains(strings.Split(os.Getenv("XDG_CURRENT_DESKTOP"), ":"), "KDE")
	path, err := exec.LookPath(kdialogName)
	hasKDialog := err == nil
	if hasKDialog && kde {
		return kdialog(path)
	}
	for _, name := range []string{"qarma", "zenity", "matedialog"} { // those that the library looks for
		if _, err := exec.LookPath(name); err == nil {
			return library{}
		}
	}
	if hasKDialog {
		return kdialog(path)
	}
	return nil
}

const kdialogName = "kdialog"

// kdialog is the path of the program of that name.
type kdialog string

// run returns the lines that the program prints; none if the user cancels.
func (k kdialog) run(ctx context.Context, title, at string, args ...string) ([]string, error) {
	if home, err := os.UserHomeDir(); err == nil && !filepath.IsAbs(at) { // the program would start in the working folder
		at = home + string(filepath.Separator) + at
	}
	cmd := exec.CommandContext(ctx, string(k), append([]string{"--title", title}, append(args, at)...)...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		return nil, nil
	case exit != nil && len(exit.Stderr) > 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return nil, fmt.Errorf("%s: %s", kdialogName, line)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", kdialogName, err)
	}
	text := strings.TrimSuffix(string(out), "\n")
	if text == "" {
		return nil, nil
	}
	return strings.Split(text, "\n"), nil
}

func (k kdialog) open(ctx context.Context, title, at string) ([]string, error) {
	return k.run(ctx, title, at, "--multiple", "--separate-output", "--getopenfilename")
}

func (k kdialog) save(ctx context.Context, title, at string) (string, error) {
	lines, err := k.run(ctx, title, at, "--getsavefilename")
	return strings.Join(lines, "\n"), err // of one path, which may have line breaks in its name
}
