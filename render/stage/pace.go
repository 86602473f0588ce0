package stage

import "time"

// pace chooses how much of a picture is drawn at a time, by how long the last ones took, so that input never waits long for a picture.
type pace struct {
	resolution float64 // of the moving city; 0 for all of it
	slow       int     // moving pictures in a row that took too long
}

// Times of a moving picture, until it is shown.
const (
	slowPicture  = 66 * time.Millisecond // from here on the next ones are coarser
	quickPicture = 25 * time.Millisecond // below it they are finer
)

const (
	coarser         = 0.7
	leastResolution = 0.34
	slowInRow       = 2 // one alone may be due to what was uploaded, or to another program
)

// share is the share of width and height in which the next moving picture is drawn.
func (p *pace) share() float64 {
	if p.resolution == 0 {
		return 1
	}
	return p.resolution
}

// took takes in how long a moving picture took.
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
