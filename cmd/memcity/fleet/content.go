package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"strings"

	"memcity/assets"
	"memcity/city/exchange"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/open"
)

// idOf returns the ID of a recording: a hash of its files' contents. It is the same on any machine. File names count only for the order.
func idOf(ctx context.Context, path string) (string, error) {
	if path == "-" || exchange.IsAddress(path) {
		return "", cli.Usagef("%s: expected a file or a folder with a recording", path)
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

// filesOf returns the files at a path, sorted by name.
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
		return open.Folder(path)
	case !info.Mode().IsRegular():
		return nil, cli.Usagef("%s: expected a file or a folder with a recording", path)
	}
	f, err := trace.DiskFile(path)
	return []trace.File{f}, err
}

// addContent adds a file to a hash, its size first, so that two files and their concatenation differ.
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
