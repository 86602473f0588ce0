package render

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WritePNG writes a picture. A file that is there is replaced as a whole or stays as it is; a link is followed. What is no
// plain file, such as a device, is written to. The error names the file; the picture is encoded on the way, which takes
// about a second for 10 million pixels.
func WritePNG(path string, img image.Image) error {
	target := path
	if to, err := filepath.EvalSymlinks(path); err == nil {
		target = to
	}
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() {
		err = writeInto(target, img)
	} else {
		err = replaceBy(target, img)
	}
	if err == nil {
		return nil
	}
	var failed *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &failed):
		err = failed.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: the picture cannot be written: %w", path, err)
}

func writeInto(path string, img image.Image) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = encodePNG(f, img)
	return errors.Join(err, f.Close())
}

// maxParts is how many unfinished files of others are passed by.
const maxParts = 100

// replaceBy writes beside the file and then takes its place.
func replaceBy(path string, img image.Image) error {
	var f *os.File
	var err error
	for i := range maxParts { // not os.CreateTemp, whose files only the user can read
		f, err = os.OpenFile(fmt.Sprintf("%s.part-%d", path, i+1), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	err = encodePNG(f, img)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func encodePNG(w io.Writer, img image.Image) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := png.Encode(b, img); err != nil {
		return err
	}
	return b.Flush()
}
