package picture

// Size in pixels of a picture whose texts have their usual size.
const (
	usualWidth  = 1280
	usualHeight = 720
)

// maxTextScale bounds how much larger texts become.
const maxTextScale = 4

// TextScale is how many pixels a point has in a picture of a size, so that texts take the same share of it as in one of 1280x720: 1.5 at
// 1920x1080. Texts of smaller pictures do not become smaller, as they could not be read; in narrow ones the width decides.
func TextScale(width, height int) float64 {
	return min(max(min(float64(width)/usualWidth, float64(height)/usualHeight), 1), maxTextScale)
}
