package export

import (
	"fmt"
	"path/filepath"
	"strings"

	"memcity/render/atomic"
	"memcity/render/ui/model"
	"memcity/words"
)

// SaveView prompts for a file and writes the data of a view to it.
func (c *Controller) SaveView(e model.Save, recording string) {
	kind := filepath.Ext(e.Name)
	name := words.FileName(recording) + "-" + words.FileName(strings.TrimSuffix(e.Name, kind)) + kind
	c.start(func() string { return c.writeView(e, name) })
}

// writeView prompts for a file and writes the data. It runs in the background.
func (c *Controller) writeView(e model.Save, name string) (message string) {
	path, ok := c.file(name)
	if !ok {
		return ""
	}
	if err := atomic.Write(path, atomic.Private, e.Write); err != nil {
		return fmt.Sprintf("%s: it cannot be written: %v", path, err)
	}
	return "Saved as " + path
}
