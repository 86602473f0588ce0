package widget

import (
	"image"
	"strings"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// cutText is a cut text under the pointer.
type cutText struct {
	canvas.CutText
	panel model.ID
}

// cutIn notes the cut text under the pointer in a panel. Panels are visited from bottom to top, so upper ones win.
func (k *Core) cutIn(panel model.ID, rect image.Rectangle, cut canvas.CutText) {
	if !isNote(panel) && k.pointerAt.In(rect) {
		k.cutNow = cutText{cut, panel}
	}
}

// explainCut proposes the full text of a cut one as a hint while the pointer rests on it. It precedes the hint of a control there.
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

// nowhere is the position of a pointer outside the window.
var nowhere = image.Pt(-1, -1)
