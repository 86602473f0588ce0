package render

import (
	"strings"

	"memcity/assets"
	"memcity/assets/help"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// helping is the state of the manual.
type helping struct {
	open     bool
	page     string
	requests int // number of requests so far
}

// request returns the page to show; nil while the manual is closed.
func (h *helping) request() *model.HelpRequest {
	if !h.open {
		return nil
	}
	return &model.HelpRequest{Page: h.page, Number: h.requests}
}

// showHelp opens the manual at a page, or at a heading given as NAME#ID.
func (a *App) showHelp(page string) {
	if name, _, _ := strings.Cut(page, "#"); help.Find(name) == nil {
		page = help.Contents
	}
	a.help = helping{true, page, a.help.requests + 1}
}

// toggleHelp opens the manual at a page, or closes it.
func (a *App) toggleHelp(page string) {
	if a.help.open {
		a.help.open = false
		return
	}
	a.showHelp(page)
}

// pageOfView returns the page about the current exercise or, without one, about the current view.
func (a *App) pageOfView() string {
	switch exercise := a.exercise(); {
	case a.store.City == nil && a.store.Events == nil:
		return help.First
	case exercise != "":
		return exercise
	}
	return help.View(a.store.State.View.String())
}

// exercise returns the page with the question and hints of the open bundled recording; "" if that is no exercise.
func (a *App) exercise() string {
	if len(a.store.Opened.Paths) != 1 {
		return ""
	}
	name, bundled := strings.CutPrefix(a.store.Opened.Paths[0], assets.DemoPrefix)
	if page := help.Gallery(name); bundled && help.Find(page) != nil {
		return page
	}
	return ""
}

// reportExercise shows a message if the recording just opened is an exercise.
func (a *App) reportExercise() {
	if a.exercise() != "" {
		a.notices.Toast("This is an exercise. " + a.keyLabel(action.PanelHelp) + " shows its question, and hints one at a time.")
	}
}
