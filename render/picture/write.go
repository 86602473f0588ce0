package picture

import (
	"fmt"
	"image"
	"image/png"
	"io"

	"memcity/render/atomic"
)

// WritePNG encodes a picture and writes it with [atomic.Write]. Errors name the file. Encoding takes about a second for 10 million pixels.
func WritePNG(path string, img image.Image) error {
	err := atomic.Write(path, atomic.Private, func(w io.Writer) error { return png.Encode(w, img) })
	if err != nil {
		return fmt.Errorf("%s: the picture cannot be written: %w", path, err)
	}
	return nil
}
