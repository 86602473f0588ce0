package export

import (
	"os"
	"path/filepath"
)

// file prompts for a file with the given name; ok is false if the user cancels. Without a dialog it returns a path in the pictures folder.
// It runs in the background.
func (c *Controller) file(name string) (path string, ok bool) {
	path = filepath.Join(pictureFolder(), name)
	if c.host.SaveFile == nil {
		return path, true
	}
	chosen, err := c.host.SaveFile(c.host.Jobs.Context(), c.host.Memory.Store().Window().Folder, name)
	switch {
	case c.host.Jobs.Context().Err() != nil || err == nil && chosen == "":
		return "", false
	case err == nil:
		path = withExtension(chosen, filepath.Ext(name))
		c.host.Memory.LookedIn(filepath.Dir(path))
	} // there is no dialog
	return path, true
}

// withExtension appends extension to a path without one, because some dialogs do not append it.
func withExtension(path, extension string) string {
	if filepath.Ext(path) == "" {
		return path + extension
	}
	return path
}

// pictureFolder returns the user's pictures folder, else the home folder, else the current one.
func pictureFolder() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return "."
	}
	if pictures := filepath.Join(home, "Pictures"); isFolder(pictures) {
		return pictures
	}
	return home
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
