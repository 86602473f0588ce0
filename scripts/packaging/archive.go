package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// entry is a file or folder in an archive.
type entry struct {
	name string // path with slashes; ends with a slash for folders
	mode fs.FileMode
	data []byte
}

// entries reads a folder and prefixes paths with its name. Programs are executable and all files are readable by everyone, independent of
// the umask.
func entries(folder string) (all []entry, err error) {
	base := filepath.Base(folder)
	err = filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		name := path.Join(base, filepath.ToSlash(below))
		if d.IsDir() {
			all = append(all, entry{name: name + "/", mode: 0o755})
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: only files and folders are archived", file)
		}
		e := entry{name: name, mode: 0o644}
		if info.Mode()&0o100 != 0 {
			e.mode = 0o755
		}
		e.data, err = os.ReadFile(file)
		all = append(all, e)
		return err
	})
	return all, err
}

// writeArchive writes a folder as .zip or .tar.gz, depending on the extension of out.
func writeArchive(out, folder string, at time.Time) error {
	all, err := entries(folder)
	if err != nil {
		return err
	}
	return writeFile(out, func(w io.Writer) error {
		if strings.HasSuffix(out, ".zip") {
			return writeZip(w, all, at)
		}
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		if err := writeTar(z, all, at); err != nil {
			return err
		}
		return z.Close()
	})
}

// writeFile creates a file with the output of write.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Close()
}

func writeTar(w io.Writer, all []entry, at time.Time) error {
	t := tar.NewWriter(w)
	for _, e := range all {
		h := &tar.Header{Name: e.name, Mode: int64(e.mode), Size: int64(len(e.data)), ModTime: at, Uname: "root", Gname: "root", Format: tar.FormatUSTAR}
		h.Typeflag = tar.TypeReg
		if strings.HasSuffix(e.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(e.data); err != nil {
			return err
		}
	}
	return t.Close()
}

func writeZip(w io.Writer, all []entry, at time.Time) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, e := range all {
		h := &zip.FileHeader{Name: e.name, Modified: at, Method: zip.Deflate}
		h.SetMode(e.mode)
		if strings.HasSuffix(e.name, "/") {
			h.SetMode(e.mode | fs.ModeDir)
			h.Method = zip.Store
		}
		f, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(e.data); err != nil {
			return err
		}
	}
	return z.Close()
}
