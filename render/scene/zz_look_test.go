package scene

import (
	"image/png"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/city"
	"memcity/render/headless/gltest"
)

func TestLook(t *testing.T) {
	spec := os.Getenv("LOOK") // n:WxH:mode,mode:out.png;...
	if spec == "" {
		t.Skip()
	}
	gltest.Run(t, func() {
		t0 := time.Now()
		s, err := newScene()
		if err != nil {
			panic(err)
		}
		defer s.Close()
		t.Log("new", time.Since(t0))
		for _, one := range strings.Split(spec, ";") {
			f := strings.Split(one, ":")
			n, _ := strconv.Atoi(f[0])
			wh := strings.Split(f[1], "x")
			w, _ := strconv.Atoi(wh[0])
			h, _ := strconv.Atoi(wh[1])
			opacity := 1.0
			if strings.Contains(f[2], "ghost") {
				opacity = 0.4
			}
			if strings.Contains(f[2], "outline") {
				opacity = 0
			}
			c, names := randomCity(n, 1, opacity)
			s.names = names
			s.SetCity(nil, c)
			size := ShadeSize
			if strings.Contains(f[2], "final") {
				size = ShadeSizeFinal
			}
			t1 := time.Now()
			sh := ComputeShade(c, size)
			t2 := time.Now()
			s.SetShade(nil, sh)
			t.Log("shade", t2.Sub(t1), "upload", time.Since(t2), sh.Width, sh.Height)
			v := View{Width: w, Height: h, Camera: city.Home(s.bounds, float64(w)/float64(h)), Mix: 1, Quality: Full, Labels: true, Tags: true, Dark: strings.Contains(f[2], "dark")}
			lookView(s, c, &v, f[2])
			for range 4 {
				t3 := time.Now()
				if err := s.Draw(v); err != nil {
					panic(err)
				}
				s.Image()
				t.Log("draw", time.Since(t3), s.d.Counters.Draws)
				t3 = time.Now()
				s.Overlay(v)
				s.Image()
				t.Log("overlay", time.Since(t3), s.d.Counters.Draws)
			}
			if strings.Contains(f[2], "final") {
				t3 := time.Now()
				if err := s.DrawFinal(v, 12); err != nil {
					panic(err)
				}
				t.Log("final", time.Since(t3))
			}
			out, _ := os.Create(f[3])
			png.Encode(out, s.Image())
			out.Close()
			if err := s.d.Err("look"); err != nil {
				panic(err)
			}
		}
	})
}
