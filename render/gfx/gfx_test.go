package gfx

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/g3n/engine/material"

	"memcity/render/headless/gltest"
)

func init() { runtime.LockOSThread() }

func TestMain(m *testing.M) { gltest.Main(m) }

const fill = `#version 330 core
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }`

const paint = `#version 330 core
uniform vec4 color;
layout(location = 0) out vec4 result;
void main() { result = color; }`

func onDevice(t *testing.T, f func(d *Device)) {
	gltest.Run(t, func() {
		d, err := NewDevice()
		gltest.Check(err)
		before := d.Counters
		f(d)
		gltest.Check(d.Err(t.Name()))
		after := d.Counters
		after.Draws, after.Uploaded = before.Draws, before.Uploaded
		if after != before {
			t.Errorf("left alive: %+v, at the start %+v", after, before)
		}
	})
}

func TestFillAndRead(t *testing.T) {
	onDevice(t, func(d *Device) {
		color := d.NewTexture(RGBA8, 5, 3, false)
		defer color.Delete()
		frame, err := d.NewFramebuffer(color, nil)
		gltest.Check(err)
		defer frame.Delete()
		p, err := d.NewProgram("paint", fill, paint)
		gltest.Check(err)
		defer p.Delete()
		empty := d.NewArray(nil, 0, nil, nil)
		defer empty.Delete()
		frame.Bind()
		d.Clear(0, 0, 1, 1)
		d.SetMaterial(NewMaterial(Replace, IgnoreDepth, material.SideFront))
		frame.BindPart(2, 1) // lower left
		p.Use()
		p.Vec4("color", [4]float32{1, 0, 0, 1})
		empty.Bind(0)
		d.DrawTriangles(3)
		img := frame.Read()
		for y := range 3 {
			for x := range 5 {
				want := []byte{0, 0, 255, 255}
				if x < 2 && y == 2 {
					want = []byte{255, 0, 0, 255}
				}
				if got := img.Pix[img.PixOffset(x, y):][:4]; !bytes.Equal(got, want) {
					t.Errorf("pixel %d,%d is %v, want %v", x, y, got, want)
				}
			}
		}
		if d.Counters.Draws != 1 {
			t.Errorf("%d draw calls counted", d.Counters.Draws)
		}
	})
}

func TestPartOfATextureIsReplaced(t *testing.T) {
	onDevice(t, func(d *Device) {
		x := d.NewTexture(RGBA8, 4, 4, false)
		defer x.Delete()
		x.SetBytes(0, 0, 4, 4, make([]byte, 64), 16)
		source := bytes.Repeat([]byte{9}, 10*4*2) // two rows of a picture of width ten
		x.SetBytes(1, 2, 2, 2, source, 40)
		if d.Counters.Uploaded != 64+16 {
			t.Errorf("%d bytes counted", d.Counters.Uploaded)
		}
		frame, err := d.NewFramebuffer(x, nil)
		gltest.Check(err)
		defer frame.Delete()
		img := frame.Read() // the first row of the texture is the bottom one
		for y := range 4 {
			for c := range 4 {
				inside := c >= 1 && c < 3 && y < 2
				if got := img.Pix[img.PixOffset(c, y)]; (got == 9) != inside {
					t.Errorf("texel %d,%d is %d", c, y, got)
				}
			}
		}
	})
}

func TestBrokenShaderIsNamed(t *testing.T) {
	onDevice(t, func(d *Device) {
		_, err := d.NewProgram("broken", fill, "#version 330 core\nvoid main() { nonsense }")
		if err == nil || !strings.Contains(err.Error(), "shader broken") {
			t.Errorf("error is %v", err)
		}
	})
}

func TestTooShortPixelsPanic(t *testing.T) {
	onDevice(t, func(d *Device) {
		x := d.NewTexture(RGBA8, 4, 4, false)
		defer x.Delete()
		defer func() {
			if recover() == nil {
				t.Error("reading beyond a slice was not refused")
			}
		}()
		x.SetBytes(0, 0, 4, 4, make([]byte, 63), 16)
	})
}

func TestBufferGrowsOnlyWhenNeeded(t *testing.T) {
	onDevice(t, func(d *Device) {
		b := d.NewBuffer()
		defer b.Delete()
		Upload(b, make([]float32, 100))
		Upload(b, make([]float32, 50))
		if b.Size() != 400 {
			t.Errorf("%d bytes reserved, want 400", b.Size())
		}
		if d.Counters.Uploaded != 600 {
			t.Errorf("%d bytes counted, want 600", d.Counters.Uploaded)
		}
	})
}

func TestSoftwareRenderersAreKnown(t *testing.T) {
	for name, want := range map[string]bool{"llvmpipe (LLVM 15.0.6, 256 bits)": true, "NVIDIA H200": false,
		"Google SwiftShader": true, "AMD Radeon": false} {
		if software(name) != want {
			t.Errorf("%s: software %v", name, !want)
		}
	}
}
