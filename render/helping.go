package render

import (
	"strings"

	"memcity/assets"
	"memcity/assets/help"
	"memcity/render/ui/model"
)

// helping is which page of the manual is requested.
type helping struct {
	open     bool
	page     string
	requests int // requests so far
}

// request is what the panels show of the manual, nil while it is closed.
func (h *helping) request() *model.HelpRequest {
	if !h.open {
		return nil
	}
	return &model.HelpRequest{Page: h.page, Number: h.requests}
}

// showHelp opens the manual at a page, or at a heading of one: NAME#ID.
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

// pageOfView names the page on what is shown: an exercise, or what fills the window.
func (a *App) pageOfView() string {
	switch exercise := a.exercise(); {
	case a.city == nil && a.events == nil:
		return help.First
	case exercise != "":
		return exercise
	}
	return help.View(a.state.View.String())
}

// exercise names the page with the question and the hints of the bundled recording that is shown; empty if it is no exercise.
func (a *App) exercise() string {
	if len(a.opened.paths) != 1 {
		return ""
	}
	name, bundled := strings.CutPrefix(a.opened.paths[0], assets.DemoPrefix)
	if page := help.Gallery(name); bundled && help.Find(page) != nil {
		return page
	}
	return ""
}

// reportExercise says that what was opened is an exercise.
func (a *App) reportExercise() {
	if a.exercise() != "" {
		a.toast("This is an exercise: F1 shows its question, and hints one by one.")
	}
}
