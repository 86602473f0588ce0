package export

import (
	"os"
	"path/filepath"
)

// file prompts for a place to save something under a name; ok is false if the user cancelled. Without a dialog it goes where
// pictures usually do. It runs on the side.
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
	} // else there is no dialog
	return path, true
}

// withExtension adds one to a name without any, as not every dialog does.
func withExtension(path, extension string) string {
	if filepath.Ext(path) == "" {
		return path + extension
	}
	return path
}

// pictureFolder is the user's folder for pictures, else that for all files, else the current one.
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
