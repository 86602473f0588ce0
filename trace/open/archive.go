package open

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zip"
	"github.com/klauspost/compress/zstd"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// maxWindow is the largest zstd window accepted, in bytes, as produced by "zstd --long".
const maxWindow = 128 << 20

// unpacker returns the files in an archive. Together with an error, it returns the files before the damage.
type unpacker func(ctx context.Context, file trace.File, b *budget) ([]trace.File, error)

// packing returns the unpacker for a file that starts with head; nil if it is not packed.
func packing(head []byte) unpacker {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return unzip
	case isTar(head):
		return untar
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}), bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}), isBzip2(head),
		bytes.HasPrefix(head, []byte(xzMagic)):
		return decompress
	}
	return nil
}

func isTar(head []byte) bool { return len(head) > 262 && string(head[257:262]) == "ustar" }

func isBzip2(head []byte) bool {
	return len(head) >= 10 && string(head[:3]) == "BZh" && head[3] >= '1' && head[3] <= '9' && string(head[4:10]) == "1AY&SY"
}

// unzip unpacks the members of a zip archive.
func unzip(ctx context.Context, file trace.File, b *budget) ([]trace.File, error) {
	content, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	archive, err := zip.NewReader(b.watch(content, file.Size), file.Size)
	if err != nil {
		return nil, asDamaged(file, err)
	}
	var members []trace.File
	for _, m := range archive.File {
		if !m.Mode().IsRegular() || isHidden(m.Name) {
			continue
		}
		r, err := m.Open()
		if err != nil {
			return members, memberError(file, m.Name, err)
		}
		data, err := b.read(ctx, r)
		r.Close()
		if err != nil {
			return members, memberError(file, m.Name, err)
		}
		members = append(members, data.File(memberName(file, m.Name)))
	}
	return members, nil
}

// untar unpacks the members of an uncompressed tar archive.
func untar(ctx context.Context, file trace.File, b *budget) ([]trace.File, error) {
	content, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return tarMembers(ctx, file, io.NewSectionReader(b.watch(content, file.Size), 0, file.Size), b)
}

func tarMembers(ctx context.Context, file trace.File, r io.Reader, b *budget) (members []trace.File, err error) {
	for archive := tar.NewReader(r); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return members, nil
		}
		if err != nil {
			return members, asDamaged(file, err)
		}
		if header.Typeflag != tar.TypeReg || isHidden(header.Name) {
			continue
		}
		data, err := b.read(ctx, archive)
		if err != nil {
			return members, memberError(file, header.Name, err)
		}
		members = append(members, data.File(memberName(file, header.Name)))
	}
}

// decompress unpacks gzip, zstd, xz and bzip2: the members of a tar archive, or a single file.
func decompress(ctx context.Context, file trace.File, b *budget) ([]trace.File, error) {
	content, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	r, err := plain(io.NewSectionReader(b.watch(content, file.Size), 0, file.Size))
	if err != nil {
		return nil, asDamaged(file, err)
	}
	defer r.Close()
	head := make([]byte, input.HeadSize)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, asDamaged(file, err)
	}
	whole := io.MultiReader(bytes.NewReader(head[:n]), r)
	if isTar(head[:n]) {
		return tarMembers(ctx, file, whole, b)
	}
	data, err := b.read(ctx, whole)
	if err != nil {
		return nil, memberError(file, "", err)
	}
	name := file.Name
	switch ext := path.Ext(name); ext {
	case ".gz", ".zst", ".xz", ".bz2":
		name = strings.TrimSuffix(name, ext)
	}
	return []trace.File{data.File(name)}, nil
}

// plain returns a reader for the content of a gzip, zstd, xz or bzip2 stream.
func plain(r *io.SectionReader) (io.ReadCloser, error) {
	var magic [2]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil {
		return nil, err
	}
	switch magic[0] {
	case 0x1f:
		return gzip.NewReader(r)
	case 'B':
		return io.NopCloser(bzip2.NewReader(bufio.NewReader(r))), nil
	case xzMagic[0]:
		x, err := newXZReader(bufio.NewReader(r))
		return io.NopCloser(x), err
	}
	d, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

func memberError(file trace.File, member string, err error) error {
	var limit limitError
	switch {
	case errors.As(err, &limit):
		return &trace.InputError{Source: file.Name, Offset: -1, Text: err.Error()}
	case trace.RefusedBy(err) != nil:
		return &trace.InputError{Source: file.Name, Offset: -1, Text: err.Error(), Err: trace.RefusedBy(err)}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case member != "":
		return &trace.InputError{Source: file.Name, Offset: -1,
			Text: fmt.Sprintf("damaged archive: member %s: %s", member, reason(err))}
	}
	return asDamaged(file, err)
}

func asDamaged(file trace.File, err error) error {
	return &trace.InputError{Source: file.Name, Offset: -1, Text: "damaged archive: " + reason(err)}
}

func reason(err error) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "it ends too early; the copy or download may be incomplete"
	case errors.Is(err, zip.ErrFormat):
		return "the list of files at its end is missing; the copy or download may be incomplete"
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Sprintf("its window is larger than %d MB", maxWindow/1_000_000)
	}
	return err.Error()
}

func memberName(archive trace.File, member string) string {
	return archive.Name + "/" + strings.TrimPrefix(path.Clean("/"+member), "/")
}

// isHidden reports whether a member is hidden from users: dot files, and the files that macOS adds to archives.
func isHidden(name string) bool {
	return strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, "__MACOSX/")
}
