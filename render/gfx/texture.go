package gfx

import (
	"fmt"

	"github.com/g3n/engine/gls"
	"github.com/go-gl/gl/v3.3-core/gl"
)

// Format is a texel format.
type Format uint8

// Texel formats.
const (
	RGBA8 Format = iota
	RGBA16F
	RG16F // uploaded as half floats
	R8
	Depth
)

type formatInfo struct {
	internal     int32
	format, kind uint32
	texel        int // size in bytes
}

var formats = [...]formatInfo{
	RGBA8:   {gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, 4},
	RGBA16F: {gl.RGBA16F, gl.RGBA, gl.HALF_FLOAT, 8},
	RG16F:   {gl.RG16F, gl.RG, gl.HALF_FLOAT, 4},
	R8:      {gl.R8, gl.RED, gl.UNSIGNED_BYTE, 1},
	Depth:   {gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, 4},
}

// Texture is a 2D texture, clamped at its edges.
type Texture struct {
	d             *Device
	handle        uint32
	format        Format
	Width, Height int
	mipmaps       bool
}

// NewTexture creates a texture with undefined content. smooth selects linear filtering instead of nearest.
func (d *Device) NewTexture(format Format, width, height int, smooth bool) *Texture {
	t := &Texture{d: d, format: format, Width: width, Height: height}
	gl.GenTextures(1, &t.handle)
	d.Counters.Textures++
	filter := int32(gl.NEAREST)
	if smooth {
		filter = gl.LINEAR
	}
	t.bind()
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	f := formats[format]
	gl.TexImage2D(gl.TEXTURE_2D, 0, f.internal, int32(width), int32(height), 0, f.format, f.kind, nil)
	return t
}

// scratchUnit is a texture unit that no shader samples, so that uploads do not disturb bindings.
const scratchUnit = 15

func (t *Texture) bind() {
	t.d.GS.ActiveTexture(gls.TEXTURE0 + scratchUnit)
	gl.BindTexture(gl.TEXTURE_2D, t.handle)
}

// Bind binds t to the given texture unit, 0 to 14.
func (t *Texture) Bind(unit int) {
	t.d.GS.ActiveTexture(gls.TEXTURE0 + uint32(unit))
	gl.BindTexture(gl.TEXTURE_2D, t.handle)
}

// UseMipmaps generates mipmaps and enables them. Call it again after uploads.
func (t *Texture) UseMipmaps() {
	t.bind()
	if !t.mipmaps {
		t.mipmaps = true
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
	}
	gl.GenerateMipmap(gl.TEXTURE_2D)
}

// SetBytes uploads a rectangle of texels whose rows are stride bytes apart, for byte formats. It panics if pixels is too short or the
// rectangle exceeds the texture.
func (t *Texture) SetBytes(x, y, width, height int, pixels []byte, stride int) {
	f := formats[t.format]
	if width <= 0 || height <= 0 {
		return
	}
	if need := (height-1)*stride + width*f.texel; len(pixels) < need || x+width > t.Width || y+height > t.Height {
		panic(fmt.Sprintf("gfx: %d bytes for %dx%d texels, need %d", len(pixels), width, height, need))
	}
	t.bind()
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, int32(stride/f.texel))
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(x), int32(y), int32(width), int32(height), f.format, f.kind,
		slicePointer(pixels))
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, 0)
	t.d.Counters.Uploaded += int64(width * height * f.texel)
}

// SetHalfs uploads all texels of a half-float format. It panics if the length is wrong.
func (t *Texture) SetHalfs(data []uint16) {
	f := formats[t.format]
	if len(data)*2 != t.Width*t.Height*f.texel {
		panic(fmt.Sprintf("gfx: %d half floats for %dx%d texels", len(data), t.Width, t.Height))
	}
	t.bind()
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(t.Width), int32(t.Height), f.format, f.kind, slicePointer(data))
	t.d.Counters.Uploaded += int64(len(data) * 2)
}

// Delete frees t.
func (t *Texture) Delete() {
	if t == nil || t.handle == 0 {
		return
	}
	gl.DeleteTextures(1, &t.handle)
	t.d.Counters.Textures--
	t.handle = 0
}
