package pictures

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"memcity/city/gltf"
	"memcity/city/scene"
	"memcity/cmd/memcity/cli"
	"memcity/render/atomic"
)

// isModel reports whether a file name requests a 3D model of the city.
func isModel(path string) bool { return strings.EqualFold(filepath.Ext(path), ".glb") }

// writeModel writes the city as a 3D model.
func writeModel(shown *scene.City, path string) error {
	err := atomic.Write(path, atomic.Private, func(to io.Writer) error { return gltf.Write(to, shown) })
	switch {
	case errors.Is(err, gltf.ErrParts):
		return cli.Usagef("%s: %v; remove --diff, --base, --ages and --without", path, gltf.ErrParts)
	case err != nil:
		return fmt.Errorf("%s: the model cannot be written: %w", path, err)
	}
	return nil
}
