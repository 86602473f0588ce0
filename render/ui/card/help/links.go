package help

import (
	"slices"
	"strings"

	"memcity/assets/help"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// linkLook describes how to show a link of the manual.
type linkLook struct {
	hint string
	why  string // why it is disabled; "" if it is enabled
}

// deeds maps the names of links to commands of the window. A command is skipped if its effect is already in place.
var deeds = map[string]struct {
	command action.ID
	done    func(m *model.Model) bool // reports whether the effect is in place; nil for never
	opened  bool                      // requires an open recording
}{
	"open":     {action.FileOpen, nil, false},
	"record":   {action.RecordDialog, func(m *model.Model) bool { return m.Record != nil }, false},
	"settings": {action.PanelSettings, func(m *model.Model) bool { return m.SettingsOpen }, false},
	"search":   {action.PanelSearch, func(m *model.Model) bool { return m.Search != nil }, true},
	"guide":    {action.PanelGuide, func(m *model.Model) bool { return m.Drawers.Guide }, true},
	"chain":    {action.PanelGrouping, func(m *model.Model) bool { return m.ChainOpen }, true},
	"picture":  {action.PictureDialog, func(m *model.Model) bool { return m.Picture != nil }, true},
	"play":     {action.TimePlay, nil, true},
}

// deedScheme is the prefix of links to commands of the window.
const deedScheme = "memcity:"

// linked returns how to show a link.
func linked(m *model.Model, link string) linkLook {
	deed, ok := strings.CutPrefix(link, deedScheme)
	if !ok {
		if strings.HasPrefix(link, "https:") {
			return linkLook{hint: "Copy the address " + link}
		}
		return linkLook{}
	}
	kind, name, _ := strings.Cut(deed, "/")
	look := linkLook{why: widget.Why(kind != "demo" && !m.IsOpen(), "Open a recording first")}
	if d, known := deeds[name]; kind == "do" && known && !d.opened {
		look.why = widget.Why(d.command == action.RecordDialog && !m.CanRecord, "Programs cannot be recorded here")
	}
	if look.why == "" {
		look.hint = "Close the help; F1 reopens it here"
	}
	return look
}

// follow follows a link: it shows another page, or closes the manual and runs a command in the window.
func (card *Card) follow(c *widget.Canvas, link string) {
	deed, ok := strings.CutPrefix(link, deedScheme)
	if !ok {
		if strings.HasPrefix(link, "https:") {
			c.Emit(model.CopyText{Text: link})
			return
		}
		card.visit(c, link)
		return
	}
	event := act(c.Core, deed)
	if event == nil {
		return
	}
	c.Run(action.PanelHelp)
	if event != nothingToDo {
		c.Emit(event)
	}
}

// nothingToDo is the event of a link whose effect is in place.
const nothingToDo model.Run = ""

// act returns the event of a link; nil if it is unknown.
func act(k *widget.Core, deed string) model.Event {
	kind, name, _ := strings.Cut(deed, "/")
	switch kind {
	case "demo":
		return model.OpenDemo{Name: name}
	case "view":
		for _, v := range k.Views() {
			if v.View.String() == name {
				return model.Do{Action: state.Show{View: v.View}}
			}
		}
	case "do":
		if d, ok := deeds[name]; ok && d.done != nil && d.done(&k.Model) {
			return nothingToDo
		} else if ok {
			return k.RunEvent(d.command)
		}
	}
	return nil
}

// Card is the state of the manual.
type Card struct {
	seen     int // last handled request for a page
	way      []helpPlace
	at       int // index in way
	text     string
	hits     []help.Hit // results for text
	open     map[string]bool
	Keys     []string // keys not handled yet
	Typed    bool     // the key that started the search will also arrive as text, which must be ignored
	listed   string   // page that the contents were scrolled to
	to       string   // heading to scroll to
	pictures pagePictures
}

// helpPlace is a page with its scroll offset.
type helpPlace struct {
	page   string
	offset float32
}

// maxWay is the maximum number of pages in the history.
const maxWay = 100

// visit shows a page, scrolled to a heading if the link names one.
func (card *Card) visit(c *widget.Canvas, link string) {
	name, id, _ := strings.Cut(link, "#")
	if help.Find(name) == nil {
		return
	}
	l := card
	if l.text = ""; c.Fields[HelpSearch] != nil {
		c.Fields[HelpSearch].Editor.SetText("")
	}
	if len(l.way) == 0 || l.way[l.at].page != name {
		card.keepPlace(c)
		l.way = append(l.way[:min(l.at+1, len(l.way))], helpPlace{page: name})
		l.way = l.way[max(len(l.way)-maxWay, 0):]
		l.at = len(l.way) - 1
	}
	card.scrollHelp(c, 0)
	l.to = id
	c.Again = true
}

// keepPlace stores the scroll offset of the page.
func (card *Card) keepPlace(c *widget.Canvas) {
	l := card
	if s := c.Scrollers[helpScroll]; s != nil && l.at < len(l.way) {
		l.way[l.at].offset = s.Offset
	}
}

// walkHelp goes back or forward in the history.
func (card *Card) walkHelp(c *widget.Canvas, by int) {
	l := card
	if to := l.at + by; to >= 0 && to < len(l.way) {
		card.keepPlace(c)
		l.at, l.text = to, ""
		card.scrollHelp(c, l.way[to].offset)
	}
}

// scrollHelp scrolls the page to an offset.
func (card *Card) scrollHelp(c *widget.Canvas, offset float32) {
	if s := c.Scrollers[helpScroll]; s != nil {
		s.Offset, s.Content = offset, max(s.Content, offset+s.View)
	}
	c.Again = true
}

// helpKeys are the navigation keys of the manual without Alt.
var helpKeys = []string{model.KeyUp, model.KeyDown, model.KeyPageUp, model.KeyPageDown, model.KeyHome, model.KeyEnd, model.KeySpace,
	model.KeyBackspace, "/"}

// HelpTakes reports whether the manual handles a key that the focused control does not.
func HelpTakes(kind widget.ControlKind, e model.Key) bool {
	switch {
	case e.Mods == action.Alt:
		return e.Name == model.KeyLeft || e.Name == model.KeyRight
	case e.Mods == action.Ctrl:
		return e.Name == "F"
	}
	return kind != widget.Typable && e.Mods == 0 && slices.Contains(helpKeys, e.Name)
}

// takeHelpKeys handles the keys since the last layout.
func (card *Card) takeHelpKeys(c *widget.Canvas) {
	l := card
	s := c.Scrollers[helpScroll]
	for _, k := range l.Keys {
		switch k {
		case model.KeyLeft:
			card.walkHelp(c, -1)
		case model.KeyRight:
			card.walkHelp(c, 1)
		case model.KeyBackspace:
			card.walkHelp(c, -1)
		case "/", "F":
			c.FocusField(HelpSearch)
			l.Typed = k == "/"
		}
		if s == nil {
			continue
		}
		switch k {
		case model.KeyUp:
			s.Offset -= helpStep
		case model.KeyDown:
			s.Offset += helpStep
		case model.KeyPageUp:
			s.Offset -= s.View - helpStep
		case model.KeyPageDown, model.KeySpace:
			s.Offset += s.View - helpStep
		case model.KeyHome:
			s.Offset = 0
		case model.KeyEnd:
			s.Offset = s.Content
		}
	}
	l.Keys = l.Keys[:0]
}

// helpStep is how far an arrow key scrolls, in dp.
const helpStep = 48
