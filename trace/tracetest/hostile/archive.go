package hostile

import (
	"archive/tar"
	"archive/zip"
	"bytes"
)

// Archive returns an archive of recordings: a zip or an uncompressed tar. Members have arbitrary names.
func Archive(bytes []byte) []byte {
	s := script(bytes)
	formats := []func([]byte) []byte{Dump, Histogram, GCLog, Trace, Trees, Flight}
	form := s.byte()
	members := []member{{"a.hprof", SoundDump()}}
	for range s.next(4) {
		n := min(s.next(24), len(s))
		part := s[:n]
		s = s[n:]
		members = append(members, member{s.name(), formats[s.next(len(formats))](part)})
	}
	if form&1 != 0 {
		return s.finish(tarOf(members, &s))
	}
	return s.finish(zipOf(members, form>>1&1 != 0))
}

// SoundArchive returns a zip with a heap dump.
func SoundArchive() []byte { return zipOf([]member{{"a.hprof", SoundDump()}}, true) }

type member struct {
	name string
	data []byte
}

func zipOf(members []member, deflated bool) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name}
		if deflated {
			h.Method = zip.Deflate
		}
		if out, err := w.CreateHeader(h); err == nil {
			_, _ = out.Write(m.data) // writes to memory
		}
	}
	_ = w.Close()
	return b.Bytes()
}

// tarOf returns a tar. Members may be of types other than files.
func tarOf(members []member, s *script) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o600, Size: int64(len(m.data))}
		if s.next(8) == 7 {
			h.Typeflag, h.Linkname, h.Size = []byte{tar.TypeSymlink, tar.TypeLink, tar.TypeDir, tar.TypeFifo}[s.next(4)], s.name(), 0
		}
		if w.WriteHeader(h) == nil && h.Size > 0 {
			_, _ = w.Write(m.data) // writes to memory
		}
	}
	_ = w.Close()
	return b.Bytes()
}
