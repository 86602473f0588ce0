package render

import (
	"fmt"

	"memcity/render/jobs"
	"memcity/render/ui/model"
)

// takeStructure adds the description of a data structure to the user's own, in the background.
func (a *App) takeStructure(e model.TakeStructure) {
	take := func() string {
		file, err := a.worker.Describe(e.Type, e.Text)
		if err != nil {
			return fmt.Sprintf("The description of %s cannot be saved: %v", e.Type, err)
		}
		a.jobs.Later(func() {
			a.requests.Structures++
			a.store.Stale = true
		})
		if file == "" {
			return "Used until the program ends; there is no settings folder to save it in."
		}
		return "Description saved: " + file
	}
	if !a.jobs.Start(jobs.SaveDescription, take) {
		a.toast("Please wait: the previous description is still being saved.")
	}
}
