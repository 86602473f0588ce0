package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// spdx is a bill of materials in the format SPDX 2.3.
type spdx struct {
	Version       string         `json:"spdxVersion"`
	License       string         `json:"dataLicense"`
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      spdxCreation   `json:"creationInfo"`
	Packages      []spdxPackage  `json:"packages"`
	Relationships []spdxRelation `json:"relationships"`
}

type spdxCreation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type spdxPackage struct {
	ID        string         `json:"SPDXID"`
	Name      string         `json:"name"`
	Version   string         `json:"versionInfo,omitempty"`
	File      string         `json:"packageFileName,omitempty"`
	Location  string         `json:"downloadLocation"`
	Analyzed  bool           `json:"filesAnalyzed"`
	Concluded string         `json:"licenseConcluded"`
	Declared  string         `json:"licenseDeclared"`
	Copyright string         `json:"copyrightText"`
	Checksums []spdxChecksum `json:"checksums,omitempty"`
	Refs      []spdxRef      `json:"externalRefs,omitempty"`
}

type spdxChecksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type spdxRef struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type spdxRelation struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

const unknown = "NOASSERTION"

// material is a component of programs.
type material struct{ name, version, licence, locator string }

// bundled contains the components of programs other than modules: embedded files.
var bundled = []material{
	{"ASM", "9.10.1", "BSD-3-Clause", "pkg:maven/org.ow2.asm/asm@9.10.1"},
	{"Inter", "", "OFL-1.1", ""},
}

// writeSBOM writes the components of programs: the modules recorded by the compiler, Go, and embedded files.
func writeSBOM(out string, programs []string, at time.Time) error {
	notice, err := os.ReadFile("NOTICE")
	if err != nil {
		return err
	}
	doc := spdx{Version: "SPDX-2.3", License: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: "memcity",
		Creation: spdxCreation{at.Format(time.RFC3339), []string{"Tool: scripts/packaging"}}}
	sums := sha256.New()
	ids := map[material]string{}
	for _, file := range programs {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		info, err := buildinfo.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		sum := sha256.Sum256(data)
		sums.Write(sum[:])
		name := filepath.Base(file)
		id := spdxID("Program", name)
		doc.Packages = append(doc.Packages, spdxPackage{ID: id, Name: name, File: name, Location: unknown, Concluded: "Apache-2.0", Declared: "Apache-2.0",
			Copyright: unknown, Checksums: []spdxChecksum{{"SHA256", hex.EncodeToString(sum[:])}}})
		doc.relate("SPDXRef-DOCUMENT", "DESCRIBES", id)
		for _, m := range append(modules(info, string(notice)), bundled...) {
			if ids[m] == "" {
				ids[m] = spdxID("Material", m.name+"-"+m.version)
				doc.Packages = append(doc.Packages, m.spdx(ids[m]))
			}
			doc.relate(id, "CONTAINS", ids[m])
		}
	}
	doc.Namespace = "urn:memcity:" + hex.EncodeToString(sums.Sum(nil))
	return writeFile(out, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(doc)
	})
}

func (d *spdx) relate(from, kind, to string) {
	d.Relationships = append(d.Relationships, spdxRelation{from, kind, to})
}

// modules returns Go and the modules of a program, sorted by name.
func modules(info *debug.BuildInfo, notice string) []material {
	version := strings.TrimPrefix(info.GoVersion, "go")
	all := []material{{"Go", version, "BSD-3-Clause", "pkg:golang/std@" + version}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		all = append(all, material{m.Path, m.Version, licenceOf(notice, m.Path), "pkg:golang/" + m.Path + "@" + m.Version})
	}
	slices.SortFunc(all, func(a, b material) int { return strings.Compare(a.name, b.name) })
	return all
}

var licences = regexp.MustCompile(`\b(Apache-2\.0|BSD-2-Clause|BSD-3-Clause|ISC|MIT|OFL-1\.1|Unlicense|Zlib)\b`)

// licenceOf returns the licenses that the notice names for a module, in its line or the next two. A test in rules ensures that there is
// one.
func licenceOf(notice, module string) string {
	lines := strings.Split(notice, "\n")
	for i, line := range lines {
		if !slices.Contains(strings.Fields(line), module) {
			continue
		}
		text := strings.Join(lines[i:min(i+3, len(lines))], " ")
		found := licences.FindAllString(text, -1)
		slices.Sort(found)
		found = slices.Compact(found)
		if len(found) == 0 {
			continue
		}
		operator := " AND "
		if strings.Contains(text, " OR ") || strings.Contains(text, " or ") {
			operator = " OR "
		}
		return strings.Join(found, operator)
	}
	return unknown
}

func (m material) spdx(id string) spdxPackage {
	p := spdxPackage{ID: id, Name: m.name, Version: m.version, Location: unknown, Concluded: m.licence, Declared: m.licence, Copyright: unknown}
	if m.locator != "" {
		p.Refs = []spdxRef{{"PACKAGE-MANAGER", "purl", m.locator}}
	}
	return p
}

var idLetters = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// spdxID returns an identifier for a name.
func spdxID(kind, name string) string {
	return "SPDXRef-" + kind + "-" + idLetters.ReplaceAllString(name, "-")
}
