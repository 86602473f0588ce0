package gfx

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// Framebuffer draws into textures.
type Framebuffer struct {
	d             *Device
	handle        uint32
	wrapped       bool
	Width, Height int
}

// NewFramebuffer makes a framebuffer of a colour texture and, unless nil, a depth texture of the same size. It does not
// own the textures.
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

// WrapFramebuffer stands for a framebuffer made elsewhere, such as 0, the window's.
func (d *Device) WrapFramebuffer(handle uint32, width, height int) *Framebuffer {
	return &Framebuffer{d: d, handle: handle, wrapped: true, Width: width, Height: height}
}

// Bind draws into f from now on, into all of it.
func (f *Framebuffer) Bind() { f.BindPart(f.Width, f.Height) }

// BindPart draws into the lower left part of f from now on.
func (f *Framebuffer) BindPart(width, height int) {
	f.bind()
	f.d.GS.Viewport(0, 0, int32(width), int32(height))
}

func (f *Framebuffer) bind() {
	f.d.target = f.handle
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.handle)
}

// CopyDepth copies the depth of the lower left part of from.
func (f *Framebuffer) CopyDepth(from *Framebuffer, width, height int) {
	f.copy(from, width, height, gl.DEPTH_BUFFER_BIT)
}

// CopyColor copies the colour of the lower left part of from.
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

// Read returns the colours of f, top row first. Alpha is kept as it is. Waits for all drawing.
func (f *Framebuffer) Read() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.handle)
	gl.ReadPixels(0, 0, int32(f.Width), int32(f.Height), gl.RGBA, gl.UNSIGNED_BYTE, slicePointer(img.Pix))
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.d.target)
	flip(img)
	return img
}

// flip turns the picture upside down: OpenGL's first row is the bottom one.
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

// Delete frees f, not its textures, and not a wrapped framebuffer.
func (f *Framebuffer) Delete() {
	if f == nil || f.handle == 0 || f.wrapped {
		return
	}
	gl.DeleteFramebuffers(1, &f.handle)
	f.d.Counters.Framebuffers--
	f.handle = 0
}
