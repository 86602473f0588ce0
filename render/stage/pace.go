package stage

import "time"

// pace adapts the resolution of moving pictures to the time of the last ones, so that input never waits long for a picture.
type pace struct {
	resolution float64 // resolution of the moving city, as a fraction; 0 for full
	slow       int     // number of consecutive moving pictures that were slow
}

// Times to draw and show a moving picture.
const (
	slowPicture  = 66 * time.Millisecond // reduce the resolution from here on
	quickPicture = 25 * time.Millisecond // increase the resolution below this
)

const (
	coarser         = 0.7
	leastResolution = 0.34
	slowInRow       = 2 // a single one may be due to uploads or another program
)

// share returns the fraction of width and height at which to draw the next moving picture.
func (p *pace) share() float64 {
	if p.resolution == 0 {
		return 1
	}
	return p.resolution
}

// took adapts the resolution to the time of a moving picture.
func (p *pace) took(d time.Duration) {
	switch {
	case d >= slowPicture:
		if p.slow++; p.slow >= slowInRow {
			p.resolution = max(p.share()*coarser, leastResolution)
		}
		return
	case d < quickPicture:
		p.resolution = min(p.share()/coarser, 1)
	}
	p.slow = 0
}
