package results

import (
	"net/url"
	"path/filepath"
	"strconv"
)

// String writes a place as editors and terminals take it: file:line:column.
func (p Place) String() string {
	text := p.File
	if p.Line > 0 {
		text += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			text += ":" + strconv.Itoa(p.Column)
		}
	}
	return text
}

// uri writes the path as a reference: relative ones stay so.
func (p Place) uri() string {
	u := url.URL{Path: filepath.ToSlash(p.File)}
	if filepath.IsAbs(p.File) {
		u.Scheme = "file"
	}
	return u.String()
}
