package widget

import (
	"image"
	"strings"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// cutText is a text without room for all of it, on which the pointer is.
type cutText struct {
	canvas.CutText
	panel model.ID
}

// cutIn notes what the pointer is on in a panel. Panels come from the bottom to the top, so each covers what lies below it.
func (k *Core) cutIn(panel model.ID, rect image.Rectangle, cut canvas.CutText) {
	if !isNote(panel) && k.pointerAt.In(rect) {
		k.cutNow = cutText{cut, panel}
	}
}

// explainCut offers the whole of a text that was cut, where the pointer rests on it, above what a control there says of itself.
func (k *Core) explainCut() {
	if k.cutNow != k.cut {
		k.cut, k.cutSince = k.cutNow, k.Now
	}
	k.cutNow = cutText{}
	switch full := k.cut.Full; {
	case full == "":
	case k.hint == nil:
		k.hint = &hint{Text: full, panel: k.cut.panel, at: k.cut.At, since: k.cutSince}
	case k.hint.hover && !strings.Contains(k.hint.Text, full):
		k.hint.Text = full + "\n" + k.hint.Text
	}
}

// nowhere is where the pointer is while it is outside of the window.
var nowhere = image.Pt(-1, -1)
