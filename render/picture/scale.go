package picture

// Size of a picture with texts at their usual size, in pixels.
const (
	defaultWidth  = 1280
	defaultHeight = 720
)

// maxTextScale is the maximum scale of texts.
const maxTextScale = 4

// TextScale returns the number of pixels per point in a picture of the given size. Texts take the same share as in a picture of 1280x720:
// 1.5 at 1920x1080. Texts do not get smaller in smaller pictures, where they would be unreadable. In narrow pictures the width decides.
func TextScale(width, height int) float64 {
	return min(max(min(float64(width)/defaultWidth, float64(height)/defaultHeight), 1), maxTextScale)
}
