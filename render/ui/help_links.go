package ui

import (
	"slices"
	"strings"

	"memcity/assets/help"
	"memcity/city"
)

// linkLook is how a link of the manual is shown.
type linkLook struct {
	hint string
	off  bool // it cannot be followed now
}

// deeds are what links do in the window, by their names: a command, unless that is in force already.
var deeds = map[string]struct {
	command Command
	done    func(m *Model) bool // nil for never
	opened  bool                // a recording has to be open
}{
	"open":     {OpenFile, nil, false},
	"record":   {ToggleRecord, func(m *Model) bool { return m.Record != nil }, false},
	"settings": {ToggleSettings, func(m *Model) bool { return m.SettingsOpen }, false},
	"search":   {ToggleSearch, func(m *Model) bool { return m.Search != nil }, true},
	"guide":    {ToggleGuide, func(m *Model) bool { return m.Drawers.Guide }, true},
	"chain":    {ToggleChain, func(m *Model) bool { return m.ChainOpen }, true},
	"picture":  {PictureAsked, func(m *Model) bool { return m.Picture != nil }, true},
	"play":     {TogglePlay, nil, true},
}

// deedScheme begins links that do something in the window.
const deedScheme = "memcity:"

// linked tells how a link is shown.
func (m *Model) linked(link string) linkLook {
	deed, ok := strings.CutPrefix(link, deedScheme)
	if !ok {
		if strings.HasPrefix(link, "https:") {
			return linkLook{hint: "Copy the address " + link}
		}
		return linkLook{}
	}
	kind, name, _ := strings.Cut(deed, "/")
	look := linkLook{off: kind != "demo" && !m.isOpen(), hint: "Open a recording first"}
	if d, known := deeds[name]; kind == "do" && known && !d.opened {
		look.off = d.command == ToggleRecord && !m.CanRecord
	}
	if !look.off {
		look.hint = "Closes the help; F1 opens it again here"
	}
	return look
}

// follow does what a link says: shows another page, or does something in the window with the help closed.
func (c *canvas) follow(link string) {
	deed, ok := strings.CutPrefix(link, deedScheme)
	if !ok {
		if strings.HasPrefix(link, "https:") {
			c.emit(CopyText{link})
			return
		}
		c.visit(link)
		return
	}
	event := c.model.deed(deed)
	if event == nil {
		return
	}
	c.emit(ToggleHelp)
	if event != nothingToDo {
		c.emit(event)
	}
}

// nothingToDo is the event of what is done already.
const nothingToDo Command = ^Command(0)

// deed returns what a link does, nil if there is nothing like it.
func (m *Model) deed(deed string) Event {
	kind, name, _ := strings.Cut(deed, "/")
	switch kind {
	case "demo":
		return OpenDemo{name}
	case "view":
		for i := range views {
			if views[i].view.String() == name {
				return Do{city.Show{View: views[i].view}}
			}
		}
	case "do":
		if d, ok := deeds[name]; ok && d.done != nil && d.done(m) {
			return nothingToDo
		} else if ok {
			return d.command
		}
	}
	return nil
}

// helpLocal is what the help window keeps of its own.
type helpLocal struct {
	asked    int // the last wish for a page that was met
	way      []helpPlace
	at       int // in way
	text     string
	hits     []help.Hit // of text
	open     map[string]bool
	keys     []string // not met yet
	typed    bool     // the sign of the key that begins a search is about to come as text, and is no part of it
	listed   string   // page that the contents were scrolled to
	to       string   // heading to be scrolled to
	pictures pagePictures
}

// helpPlace is a page, and how far it is scrolled.
type helpPlace struct {
	page   string
	offset float32
}

// maxWay bounds the pages that can be gone back to.
const maxWay = 100

// visit shows a page, from a heading on if the link names one.
func (c *canvas) visit(link string) {
	name, id, _ := strings.Cut(link, "#")
	if help.Find(name) == nil {
		return
	}
	l := &c.local.help
	if l.text = ""; c.fields[helpSearch] != nil {
		c.fields[helpSearch].editor.SetText("")
	}
	if len(l.way) == 0 || l.way[l.at].page != name {
		c.keepPlace()
		l.way = append(l.way[:min(l.at+1, len(l.way))], helpPlace{page: name})
		l.way = l.way[max(len(l.way)-maxWay, 0):]
		l.at = len(l.way) - 1
	}
	c.scrollHelp(0)
	l.to = id
	c.again = true
}

// keepPlace remembers how far the page is scrolled.
func (c *canvas) keepPlace() {
	l := &c.local.help
	if s := c.scrollers[helpScroll]; s != nil && l.at < len(l.way) {
		l.way[l.at].offset = s.offset
	}
}

// walkHelp goes back or forward among the pages that were visited.
func (c *canvas) walkHelp(by int) {
	l := &c.local.help
	if to := l.at + by; to >= 0 && to < len(l.way) {
		c.keepPlace()
		l.at, l.text = to, ""
		c.scrollHelp(l.way[to].offset)
	}
}

// scrollHelp scrolls the page to a height.
func (c *canvas) scrollHelp(offset float32) {
	if s := c.scrollers[helpScroll]; s != nil {
		s.offset, s.content = offset, max(s.content, offset+s.view)
	}
	c.again = true
}

// helpKeys are the keys that move through the help, without and with Alt.
var helpKeys = []string{KeyUp, KeyDown, KeyPageUp, KeyPageDown, KeyHome, KeyEnd, KeySpace, KeyBackspace, "/"}

// helpTakes reports whether the help wants a key that the control with the focus leaves.
func helpTakes(kind controlKind, e Key) bool {
	switch {
	case e.Modifiers == Alt:
		return e.Name == KeyLeft || e.Name == KeyRight
	case e.Modifiers == Ctrl:
		return e.Name == "F"
	}
	return kind != typable && e.Modifiers == 0 && slices.Contains(helpKeys, e.Name)
}

// takeHelpKeys does what keys ask for that came since the last layout.
func (c *canvas) takeHelpKeys() {
	l := &c.local.help
	s := c.scrollers[helpScroll]
	for _, k := range l.keys {
		switch k {
		case KeyLeft:
			c.walkHelp(-1)
		case KeyRight:
			c.walkHelp(1)
		case KeyBackspace:
			c.walkHelp(-1)
		case "/", "F":
			c.focusField(helpSearch)
			l.typed = k == "/"
		}
		if s == nil {
			continue
		}
		switch k {
		case KeyUp:
			s.offset -= helpStep
		case KeyDown:
			s.offset += helpStep
		case KeyPageUp:
			s.offset -= s.view - helpStep
		case KeyPageDown, KeySpace:
			s.offset += s.view - helpStep
		case KeyHome:
			s.offset = 0
		case KeyEnd:
			s.offset = s.content
		}
	}
	l.keys = l.keys[:0]
}

// helpStep is how far an arrow scrolls, in dp.
const helpStep = 48
