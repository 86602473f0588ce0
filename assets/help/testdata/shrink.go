// Shrink turns PNG files into JPEG files in a folder, for the pictures of the manual.
//
//	go run ./assets/help/testdata/shrink.go FOLDER FILE.png...
package main

import (
	"fmt"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
)

// quality still keeps small text readable; 85 triples the files.
const quality = 56

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "shrink: expected a folder and PNG files")
		os.Exit(2)
	}
	for _, file := range os.Args[2:] {
		if err := shrink(os.Args[1], file); err != nil {
			fmt.Fprintln(os.Stderr, "shrink: "+err.Error())
			os.Exit(1)
		}
	}
}

func shrink(folder, file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	img, err := png.Decode(in)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	out, err := os.Create(filepath.Join(folder, strings.TrimSuffix(filepath.Base(file), ".png")+".jpg"))
	if err != nil {
		return err
	}
	if err := jpeg.Encode(out, img, &jpeg.Options{Quality: quality}); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
