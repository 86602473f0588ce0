// Package gfx is a thin layer over OpenGL 3.3 core: programs, buffers, vertex arrays, textures and framebuffers that
// know their size, count what is alive, and free themselves once.
//
// State that the engine caches (program, active texture unit, viewport, capabilities, depth, blending, culling) goes
// through its gls package only; what gls lacks (instancing, framebuffers, sub-updates, colour mask) comes from go-gl in
// the same context. Everything must be called on the thread that owns the context.
package gfx

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/g3n/engine/gls"
	"github.com/go-gl/gl/v3.3-core/gl"
)

// Counters counts work since the last Reset, and objects alive.
type Counters struct {
	Draws    int   // draw calls
	Uploaded int64 // bytes sent to buffers and textures

	Programs, Buffers, Arrays, Textures, Framebuffers int // alive
}

// Device is an OpenGL context as seen by this package.
type Device struct {
	GS       *gls.GLS
	Counters Counters
	Renderer string // GL_RENDERER
	Version  string // GL_VERSION
	Software bool   // a software renderer, as far as its name shows
	MaxSide  int    // of textures and pictures in pixels
	array    uint32 // bound vertex array
	target   uint32 // bound framebuffer
	masked   bool   // colour writes are off
}

// NewDevice wraps the context that is current on the calling thread. It fails if there is none or it is older than 3.3.
func NewDevice() (*Device, error) {
	if err := loadFunctions(); err != nil {
		return nil, fmt.Errorf("OpenGL 3.3: %w", err)
	}
	version := gl.GetString(gl.VERSION)
	if version == nil {
		return nil, fmt.Errorf("OpenGL 3.3: no context on this thread")
	}
	d := &Device{Version: gl.GoStr(version), Renderer: gl.GoStr(gl.GetString(gl.RENDERER))}
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	if major*10+minor < 33 {
		return nil, fmt.Errorf("OpenGL 3.3: the driver offers %s (%s)", d.Version, d.Renderer)
	}
	d.Software = software(d.Renderer)
	var texture int32
	var viewport [2]int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &texture)
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &viewport[0])
	d.MaxSide = int(min(texture, viewport[0], viewport[1]))
	var err error
	if d.GS, err = gls.New(); err != nil {
		return nil, fmt.Errorf("OpenGL 3.3: functions of %s not found", d.Version)
	}
	d.GS.SetCheckErrors(false)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	return d, d.Err("start")
}

var functions struct {
	sync.Mutex
	loaded bool
}

// loadFunctions looks up the functions of OpenGL once for all contexts, as others may be in use on other threads.
func loadFunctions() error {
	functions.Lock()
	defer functions.Unlock()
	if functions.loaded {
		return nil
	}
	err := gl.Init()
	functions.loaded = err == nil
	return err
}

// Err returns the first OpenGL error since the last call, nil if there was none. It waits for the driver; call it in
// tests and after setting up, not in every frame.
func (d *Device) Err(what string) error {
	var first error
	for range 16 {
		code := gl.GetError()
		if code == gl.NO_ERROR {
			break
		}
		if first == nil {
			first = fmt.Errorf("%s: OpenGL error %s", what, errorName(code))
		}
	}
	return first
}

func errorName(code uint32) string {
	switch code {
	case gl.INVALID_ENUM:
		return "invalid enum"
	case gl.INVALID_VALUE:
		return "invalid value"
	case gl.INVALID_OPERATION:
		return "invalid operation"
	case gl.INVALID_FRAMEBUFFER_OPERATION:
		return "invalid framebuffer operation"
	case gl.OUT_OF_MEMORY:
		return "out of memory"
	}
	return fmt.Sprintf("%#x", code)
}

// Draw draws the bound vertex array: indices of 16 bits from the bound index buffer, instances times.
func (d *Device) Draw(indices, instances int) {
	if instances <= 0 {
		return
	}
	d.Counters.Draws++
	gl.DrawElementsInstanced(gl.TRIANGLES, int32(indices), gl.UNSIGNED_SHORT, nil, int32(instances))
}

// DrawPart draws the bound vertex array once: so many indices of 16 bits from the bound index buffer, from first on.
func (d *Device) DrawPart(first, indices int) {
	d.Counters.Draws++
	gl.DrawElementsWithOffset(gl.TRIANGLES, int32(indices), gl.UNSIGNED_SHORT, uintptr(2*first))
}

// DrawTriangles draws count vertices made by the vertex shader alone.
func (d *Device) DrawTriangles(count int) {
	d.Counters.Draws++
	gl.DrawArrays(gl.TRIANGLES, 0, int32(count))
}

// DrawStrips draws instances strips of four vertices each, made by the vertex shader from instance attributes.
func (d *Device) DrawStrips(instances int) {
	if instances <= 0 {
		return
	}
	d.Counters.Draws++
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(instances))
}

// DrawStrip draws a strip of four vertices made by the vertex shader alone.
func (d *Device) DrawStrip() {
	d.Counters.Draws++
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
}

// DrawInstances draws triangles of the given number of vertices, made by the vertex shader from instance attributes.
func (d *Device) DrawInstances(vertices, instances int) {
	d.Counters.Draws++
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, int32(vertices), int32(instances))
}

// Blending is how drawn colour joins what is there.
type Blending uint8

// Ways of blending.
const (
	Replace       Blending = iota
	Over                   // straight colour over; alpha accumulates
	Premultiplied          // colour already multiplied by alpha
	Weighted               // by the constant weight set with SetWeight
	Multiply               // with what is there; alpha stays
)

// Blend sets the way of blending.
func (d *Device) Blend(b Blending) {
	if b == Replace {
		d.GS.Disable(gls.BLEND)
		return
	}
	d.GS.Enable(gls.BLEND)
	switch b {
	case Over:
		d.GS.BlendFuncSeparate(gls.SRC_ALPHA, gls.ONE_MINUS_SRC_ALPHA, gls.ONE, gls.ONE_MINUS_SRC_ALPHA)
	case Premultiplied:
		d.GS.BlendFuncSeparate(gls.ONE, gls.ONE_MINUS_SRC_ALPHA, gls.ONE, gls.ONE_MINUS_SRC_ALPHA)
	case Multiply:
		d.GS.BlendFuncSeparate(gls.DST_COLOR, gls.ZERO, gls.ZERO, gls.ONE)
	case Weighted:
		d.GS.BlendFuncSeparate(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA,
			gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA)
	}
}

// SetWeight sets the weight, 0 to 1, of new colour in Weighted blending.
func (d *Device) SetWeight(w float32) { gl.BlendColor(0, 0, 0, w) }

// Depth sets whether the depth buffer is compared with and written to.
func (d *Device) Depth(test, write bool) {
	if test {
		d.GS.Enable(gls.DEPTH_TEST)
	} else {
		d.GS.Disable(gls.DEPTH_TEST)
	}
	d.GS.DepthFunc(gls.LEQUAL)
	d.GS.DepthMask(write)
}

// ColorWrites switches writing of colour on or off.
func (d *Device) ColorWrites(on bool) {
	if d.masked == !on {
		return
	}
	d.masked = !on
	gl.ColorMask(on, on, on, on)
}

// Cull switches hiding of back faces on or off.
func (d *Device) Cull(on bool) {
	if on {
		d.GS.Enable(gls.CULL_FACE)
	} else {
		d.GS.Disable(gls.CULL_FACE)
	}
}

// Offset moves drawn depth towards the eye by slope and units, or not at all for zeros.
func (d *Device) Offset(slope, units float32) { d.GS.PolygonOffset(-slope, -units) }

// Clear clears colour and depth of the bound framebuffer.
func (d *Device) Clear(r, g, b, a float32) {
	d.ColorWrites(true)
	d.GS.DepthMask(true)
	d.GS.ClearColor(r, g, b, a)
	d.GS.Clear(gls.COLOR_BUFFER_BIT | gls.DEPTH_BUFFER_BIT)
}

func slicePointer[T any](s []T) unsafe.Pointer {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Pointer(&s[0])
}

// Finish waits until everything is drawn, for measurements.
func (d *Device) Finish() { gl.Finish() }
