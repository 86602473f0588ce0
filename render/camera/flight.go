package camera

import (
	"math"
	"time"

	"memcity/city/state"
)

// Limits and step of the flying speed.
const (
	speedStep = 1.25
	minSpeed  = 0.1
	maxSpeed  = 10
)

// flyKeys maps keys to the direction they move the camera in while held: right, up, forward.
var flyKeys = map[string][3]float64{
	"W": {0, 0, 1}, "S": {0, 0, -1}, "A": {-1, 0, 0}, "D": {1, 0, 0}, "Q": {0, 1, 0}, "E": {0, -1, 0},
}

// Flies reports whether the key moves the camera while held.
func Flies(key string) bool {
	_, flies := flyKeys[key]
	return flies
}

// Flight is the state of flying with keys.
type Flight struct {
	held    map[string]bool
	movedAt time.Duration
	speed   float64 // initially 1
}

// NewFlight returns a Flight with no keys held.
func NewFlight() Flight { return Flight{held: map[string]bool{}, speed: 1} }

// Press starts moving the camera for a key that [Flies] at the time now.
func (f *Flight) Press(key string, now time.Duration) {
	if len(f.held) == 0 {
		f.movedAt = now
	}
	f.held[key] = true
}

// Release stops moving the camera for a key.
func (f *Flight) Release(key string) { delete(f.held, key) }

// Stop releases all keys.
func (f *Flight) Stop() { clear(f.held) }

// Flying reports whether a key is held.
func (f *Flight) Flying() bool { return len(f.held) > 0 }

// Accelerate changes the speed by notches of the wheel. The speed is clamped.
func (f *Flight) Accelerate(notches float64) {
	f.speed = min(max(f.speed*math.Pow(speedStep, notches), minSpeed), maxSpeed)
}

// Move returns the movement of the camera since the last call, or since the first key was pressed. ok is false if there is none.
func (f *Flight) Move(now time.Duration) (w state.Walk, ok bool) {
	if len(f.held) == 0 {
		return w, false
	}
	for name := range f.held {
		d := flyKeys[name]
		w.Right, w.Up, w.Forward = w.Right+d[0], w.Up+d[1], w.Forward+d[2]
	}
	w.For, w.Speed = now-f.movedAt, f.speed
	f.movedAt = now
	return w, w.For > 0
}
