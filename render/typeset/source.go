package typeset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// source finds fonts for runes; nil for none.
type source interface {
	find(r rune, script language.Script) *font.Face
}

// systemSource finds fonts of the system. The first scan caches their list in the user's cache folder.
type systemSource struct{ fonts *fontscan.FontMap }

func (s systemSource) find(r rune, script language.Script) *font.Face {
	s.fonts.SetScript(script)
	return s.fonts.ResolveFace(r)
}

// fileSource contains fonts in order of preference.
type fileSource []*font.Face

func (s fileSource) find(r rune, _ language.Script) *font.Face {
	for _, f := range s {
		if _, ok := f.NominalGlyph(r); ok {
			return f
		}
	}
	return nil
}

func systemSetter(first []byte) (*setter, error) {
	face, err := parse(first)
	if err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("folder for the list of fonts: %w", err)
	}
	fonts := fontscan.NewFontMap(log.New(io.Discard, "", 0))
	if err := fonts.UseSystemFonts(cache); err != nil {
		return nil, fmt.Errorf("fonts of the system: %w", err)
	}
	fonts.SetQuery(fontscan.Query{Families: []string{fontscan.SansSerif}, Aspect: font.Aspect{Weight: font.WeightMedium}})
	return newSetter(face, systemSource{fonts}), nil
}

var errNoFonts = errors.New("fonts: none")

func fileSetter(files [][]byte) (*setter, error) {
	if len(files) == 0 {
		return nil, errNoFonts
	}
	var faces fileSource
	for i, data := range files {
		f, err := parse(data)
		if err != nil {
			return nil, fmt.Errorf("font %d: %w", i+1, err)
		}
		faces = append(faces, f)
	}
	return newSetter(faces[0], faces[1:]), nil
}

// parse parses a font. A panic becomes an error.
func parse(data []byte) (face *font.Face, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("font: %v", v)
		}
	}()
	return font.ParseTTF(bytes.NewReader(data))
}
