package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// A container image is a tree of JSON documents and blobs, linked by digests: an index of architectures, a manifest for each, and for each
// manifest a configuration and one layer with the program. See the OCI image format and image layout specifications, version 1.0.

const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// descriptor refers to a part of an image.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *platform         `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type index struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Manifests     []descriptor `json:"manifests"`
}

type manifest struct {
	SchemaVersion int          `json:"schemaVersion"`
	MediaType     string       `json:"mediaType"`
	Config        descriptor   `json:"config"`
	Layers        []descriptor `json:"layers"`
}

type config struct {
	Created string `json:"created"`
	platform
	Config runConfig `json:"config"`
	RootFS rootFS    `json:"rootfs"`
}

type runConfig struct {
	Entrypoint []string
	WorkingDir string
}

type rootFS struct {
	Type    string   `json:"type"`
	DiffIDs []string `json:"diff_ids"`
}

// imageProgram is the path of the program in the image. work is its working directory, where files are mounted.
const (
	imageProgram = "memcity-record"
	work         = "work"
)

// blobs contains the parts of an image in order of creation.
type blobs struct{ all []entry }

func (b *blobs) add(mediaType string, data []byte) descriptor {
	d := digest(data)
	b.all = append(b.all, entry{"blobs/sha256/" + strings.TrimPrefix(d, "sha256:"), 0o644, data})
	return descriptor{MediaType: mediaType, Digest: d, Size: len(data)}
}

func (b *blobs) addJSON(mediaType string, v any) (descriptor, error) {
	data, err := json.Marshal(v)
	return b.add(mediaType, data), err
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// writeImage writes an image of programs given as ARCH=FILE.
func writeImage(out string, programs []string, at time.Time) error {
	var parts blobs
	all := index{SchemaVersion: 2, MediaType: indexType}
	for _, p := range programs {
		arch, file, ok := strings.Cut(p, "=")
		if !ok {
			return fmt.Errorf("%s: expected ARCH=PROGRAM", p)
		}
		program, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		d, err := parts.manifest(arch, program, at)
		if err != nil {
			return err
		}
		all.Manifests = append(all.Manifests, d)
	}
	named, err := parts.addJSON(indexType, all)
	if err != nil {
		return err
	}
	named.Annotations = map[string]string{"org.opencontainers.image.ref.name": "latest"}
	top, err := json.Marshal(index{SchemaVersion: 2, MediaType: indexType, Manifests: []descriptor{named}})
	if err != nil {
		return err
	}
	files := []entry{{"oci-layout", 0o644, []byte(`{"imageLayoutVersion":"1.0.0"}`)}, {"index.json", 0o644, top}, {"blobs/", 0o755, nil}, {"blobs/sha256/", 0o755, nil}}
	return writeFile(out, func(w io.Writer) error { return writeTar(w, append(files, parts.all...), at) })
}

// manifest adds the image for one architecture: the program, a folder for temporary files, which the program needs, and one for mounted
// files.
func (b *blobs) manifest(arch string, program []byte, at time.Time) (descriptor, error) {
	var plain, packed bytes.Buffer
	files := []entry{{imageProgram, 0o755, program}, {"tmp/", 0o1777, nil}, {work + "/", 0o755, nil}}
	if err := writeTar(&plain, files, at); err != nil {
		return descriptor{}, err
	}
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return descriptor{}, err
	}
	if _, err := z.Write(plain.Bytes()); err != nil {
		return descriptor{}, err
	}
	if err := z.Close(); err != nil {
		return descriptor{}, err
	}
	here := platform{Architecture: arch, OS: "linux"}
	m := manifest{SchemaVersion: 2, MediaType: manifestType, Layers: []descriptor{b.add(layerType, packed.Bytes())}}
	m.Config, err = b.addJSON(configType, config{at.Format(time.RFC3339), here, runConfig{[]string{"/" + imageProgram}, "/" + work},
		rootFS{"layers", []string{digest(plain.Bytes())}}})
	if err != nil {
		return descriptor{}, err
	}
	d, err := b.addJSON(manifestType, m)
	d.Platform = &here
	return d, err
}
