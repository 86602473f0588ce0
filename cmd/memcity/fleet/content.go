package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/assets"
	"memcity/city/exchange"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/memtree"
)

// idOf names a recording by the content of its files, which is the same on any machine: names of files do not count, but for their order.
func idOf(ctx context.Context, path string) (string, error) {
	if path == "-" || exchange.IsAddress(path) {
		return "", cli.Usagef("%s: expected a file or a folder, whose content says which recording it is", path)
	}
	sum := sha256.New()
	files, err := filesOf(path)
	if err != nil {
		return "", err
	}
	for _, f := range files {
		if err := addContent(ctx, sum, f); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// filesOf lists the files that a path stands for, in order of their names.
func filesOf(path string) ([]trace.File, error) {
	if name, ok := strings.CutPrefix(path, assets.DemoPrefix); ok {
		f, err := cli.DemoFile(name)
		return []trace.File{f}, err
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, cli.Unreadable(path, err)
	case info.IsDir():
		return filesIn(path, true)
	case !info.Mode().IsRegular():
		return nil, cli.Usagef("%s: expected a file or a folder, whose content says which recording it is", path)
	}
	f, err := trace.DiskFile(path)
	return []trace.File{f}, err
}

// filesIn lists the files of a folder that are not hidden, and those of pointer maps in it.
func filesIn(folder string, maps bool) (files []trace.File, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, cli.Unreadable(folder, err)
	}
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		info, err := os.Stat(name) // follows links
		switch {
		case strings.HasPrefix(e.Name(), ".") || err != nil:
		case info.IsDir() && maps && memtree.IsMapFolder(e.Name()):
			more, err := filesIn(name, false)
			if err != nil {
				return nil, err
			}
			files = append(files, more...)
		case info.Mode()&fs.ModeType == 0:
			f, err := trace.DiskFile(name)
			if err != nil {
				return nil, cli.Unreadable(name, err)
			}
			files = append(files, f)
		}
	}
	return slices.Clip(files), nil
}

// addContent adds a file to a sum, its size first, so that files cannot be mistaken for one.
func addContent(ctx context.Context, sum hash.Hash, f trace.File) error {
	content, err := f.Open()
	if err != nil {
		return cli.Unreadable(f.Name, err)
	}
	defer content.Close()
	sum.Write(binary.BigEndian.AppendUint64(nil, uint64(f.Size)))
	buffer := make([]byte, 1<<20)
	for at := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := content.ReadAt(buffer, at)
		sum.Write(buffer[:n])
		at += int64(n)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return cli.Unreadable(f.Name, err)
		}
	}
}
