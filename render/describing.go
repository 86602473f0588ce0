package render

import (
	"fmt"

	"memcity/render/ui/model"
)

// takeStructure takes the description of a data structure into the user's own, on the side.
func (a *App) takeStructure(e model.TakeStructure) {
	take := func() string {
		file, err := a.worker.Describe(e.Type, e.Text)
		if err != nil {
			return fmt.Sprintf("The description of %s cannot be taken over: %v", e.Type, err)
		}
		a.errands.later(func() {
			a.described++
			a.stale = true
		})
		if file == "" {
			return "Taken over until the program ends, as there is no folder for settings."
		}
		return "Taken over: " + file
	}
	if !a.errands.start(describeStructure, a.options.Wake, take) {
		a.toast("One description after the other: the last one is still being taken over.")
	}
}
