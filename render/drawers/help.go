package drawers

import (
	"strings"

	"memcity/assets"
	"memcity/assets/help"
	"memcity/render/ui/model"
)

// helping is the state of the manual.
type helping struct {
	open     bool
	page     string
	requests int // number of requests so far
}

// Help returns the page of the manual to show; nil while it is closed.
func (d *Drawers) Help() *model.HelpRequest {
	h := &d.help
	if !h.open {
		return nil
	}
	return &model.HelpRequest{Page: h.page, Number: h.requests}
}

// ShowHelp opens the manual at a page, or at a heading given as NAME#ID.
func (d *Drawers) ShowHelp(page string) {
	if name, _, _ := strings.Cut(page, "#"); help.Find(name) == nil {
		page = help.Contents
	}
	d.help = helping{true, page, d.help.requests + 1}
}

// ToggleHelp opens the manual at a page, or closes it.
func (d *Drawers) ToggleHelp(page string) {
	if d.help.open {
		d.help.open = false
		return
	}
	d.ShowHelp(page)
}

// PageOfView returns the page about the current exercise or, without one, about the current view.
func (d *Drawers) PageOfView() string {
	switch exercise := d.Exercise(); {
	case d.store.City == nil && d.store.Events == nil:
		return help.First
	case exercise != "":
		return exercise
	}
	return help.View(d.store.State.View.String())
}

// Exercise returns the page with the question and hints of the open bundled recording; "" if that is no exercise.
func (d *Drawers) Exercise() string {
	if len(d.store.Opened.Paths) != 1 {
		return ""
	}
	name, bundled := strings.CutPrefix(d.store.Opened.Paths[0], assets.DemoPrefix)
	if page := help.Gallery(name); bundled && help.Find(page) != nil {
		return page
	}
	return ""
}

// CloseHelp closes the manual.
func (d *Drawers) CloseHelp() { d.help.open = false }
