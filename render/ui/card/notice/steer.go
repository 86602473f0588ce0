package notice

import (
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
		Escape: widget.EscapeBy(steerPrefix, model.RefuseSteering)}
}

// drawSteer draws the prompt. The refusal has the initial focus, so that text typed for something else does not allow the request.
func drawSteer(c *widget.Canvas, b canvas.Box) {
	s := c.Model.Steer
	prompt := part.Prompt{Prefix: steerPrefix, Head: s.Name + " wants to control this window",
		Text:      "If you allow it, it may open recordings and choose views, groups and GC points until you close the window. First request:\n" + s.Command,
		No:        part.Answer{Name: "refuse", Text: "Deny", Hint: "Change nothing (Esc)", Event: model.RefuseSteering},
		Yes:       part.Answer{Name: "allow", Text: "Allow", Hint: "Allow it to control this window", Event: model.AllowSteering},
		SafeFirst: true}
	prompt.Draw(c, b)
}
