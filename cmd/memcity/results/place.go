package results

import (
	"net/url"
	"path/filepath"
	"strconv"
)

// String formats a place as editors and terminals accept it: file:line:column.
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

// uri returns the path as a URI reference. A relative path stays relative.
func (p Place) uri() string {
	u := url.URL{Path: filepath.ToSlash(p.File)}
	if filepath.IsAbs(p.File) {
		u.Scheme = "file"
	}
	return u.String()
}
