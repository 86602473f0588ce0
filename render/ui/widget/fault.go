package widget

import (
	"os"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/trace/guard"
)

// surviving calls a function of a panel. If Survive is set, it returns a panic as an error and reports it once per panel.
func (k *Core) surviving(id model.ID, do func()) error {
	if !k.Survive {
		do()
		return nil
	}
	err := guard.While("showing the panel "+string(id), func() error { do(); return nil })
	if err != nil && k.faults[id] != err.Error() {
		k.faults[id] = err.Error()
		guard.Report(os.Stderr, "", err)
	}
	return err
}

// drawFault replaces a panel that cannot be drawn.
func drawFault(err error) func(c *Canvas, b canvas.Box) {
	return func(c *Canvas, b canvas.Box) {
		c.Paragraph(b.Inset(8, 8), canvas.Small, c.Dim, err.Error()+". This is a bug in memcity. Please report it with the output on standard error.")
	}
}
