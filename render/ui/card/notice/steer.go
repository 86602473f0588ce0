package notice

import (
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

const steerPrefix = "steer/"

// NewSteer returns the prompt.
func NewSteer() *widget.Panel {
	return &widget.Panel{ID: model.SteerP, Usual: place.Want{W: 460, H: 200, MinH: 80}, Draw: drawSteer,
		Opens:  func(k *widget.Core) bool { return k.Model.Steer != nil },
		Absent: func(k *widget.Core) { part.Forget(k, steerPrefix) },
		Escape: widget.EscapeBy(steerPrefix, model.Run(action.SteerRefuse))}
}

// drawSteer draws the prompt. The refusal has the initial focus, so that text typed for something else does not allow the request.
func drawSteer(c *widget.Canvas, b canvas.Box) {
	s := c.Model.Steer
	prompt := part.Prompt{Prefix: steerPrefix, Head: s.Name + " wants to control this window",
		Text:      "If you allow it, it may open recordings and choose views, groups and GC points until you close the window. First request:\n" + s.Command,
		No:        part.Answer{Name: "refuse", Text: "Deny", Hint: c.Tip(action.GoEscape, "Change nothing"), Event: model.Run(action.SteerRefuse)},
		Yes:       part.Answer{Name: "allow", Text: "Allow", Hint: "Allow it to control this window", Event: model.Run(action.SteerAllow)},
		SafeFirst: true}
	prompt.Draw(c, b)
}
