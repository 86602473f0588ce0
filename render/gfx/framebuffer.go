package gfx

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// Framebuffer is a framebuffer that draws into textures.
type Framebuffer struct {
	d             *Device
	handle        uint32
	wrapped       bool
	Width, Height int
}

// NewFramebuffer creates a framebuffer with a color texture and a depth texture of the same size, which may be nil. It does not own the
// textures.
func (d *Device) NewFramebuffer(color, depth *Texture) (*Framebuffer, error) {
	f := &Framebuffer{d: d, Width: color.Width, Height: color.Height}
	gl.GenFramebuffers(1, &f.handle)
	d.Counters.Framebuffers++
	f.bind()
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, color.handle, 0)
	if depth != nil {
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth.handle, 0)
	}
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		f.Delete()
		return nil, fmt.Errorf("framebuffer of %dx%d pixels: not supported by the driver (%#x)",
			color.Width, color.Height, status)
	}
	return f, nil
}

// WrapFramebuffer returns a Framebuffer for an existing handle, such as 0, the window's.
func (d *Device) WrapFramebuffer(handle uint32, width, height int) *Framebuffer {
	return &Framebuffer{d: d, handle: handle, wrapped: true, Width: width, Height: height}
}

// Bind makes all of f the drawing target.
func (f *Framebuffer) Bind() { f.BindPart(f.Width, f.Height) }

// BindPart makes the lower left part of f the drawing target.
func (f *Framebuffer) BindPart(width, height int) {
	f.bind()
	f.d.GS.Viewport(0, 0, int32(width), int32(height))
}

func (f *Framebuffer) bind() {
	f.d.target = f.handle
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.handle)
}

// CopyDepth copies depth from the lower left part of from.
func (f *Framebuffer) CopyDepth(from *Framebuffer, width, height int) {
	f.copy(from, width, height, gl.DEPTH_BUFFER_BIT)
}

// CopyColor copies color from the lower left part of from.
func (f *Framebuffer) CopyColor(from *Framebuffer, width, height int) {
	f.copy(from, width, height, gl.COLOR_BUFFER_BIT)
}

func (f *Framebuffer) copy(from *Framebuffer, width, height int, what uint32) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, from.handle)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, f.handle)
	w, h := int32(width), int32(height)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, what, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.d.target)
}

// Read returns the colors of f, top row first, with unchanged alpha. It waits for all drawing.
func (f *Framebuffer) Read() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.handle)
	gl.ReadPixels(0, 0, int32(f.Width), int32(f.Height), gl.RGBA, gl.UNSIGNED_BYTE, slicePointer(img.Pix))
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.d.target)
	flip(img)
	return img
}

// flip flips the picture vertically, as OpenGL stores the bottom row first.
func flip(img *image.RGBA) {
	row := make([]byte, img.Stride)
	for top, bottom := 0, img.Rect.Dy()-1; top < bottom; top, bottom = top+1, bottom-1 {
		a := img.Pix[top*img.Stride : (top+1)*img.Stride]
		b := img.Pix[bottom*img.Stride : (bottom+1)*img.Stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
}

// Delete frees f but not its textures. It does nothing for a wrapped framebuffer.
func (f *Framebuffer) Delete() {
	if f == nil || f.handle == 0 || f.wrapped {
		return
	}
	gl.DeleteFramebuffers(1, &f.handle)
	f.d.Counters.Framebuffers--
	f.handle = 0
}
