package perfetto

import (
	"google.golang.org/protobuf/encoding/protowire"
)

// Packet is a packet of a trace.
type Packet struct {
	Time     uint64 // in ns
	Clock    uint64 // 0 for [ClockDevice]
	Sequence uint64
	Graph    []byte // part of a heap graph; nil for none
	Native   bool   // contains a native heap profile
	Profile  []byte // part of the profile
	Interned []byte // tables of later packets of the sequence; nil for none

	Processes []Process
	// UnixTime and DeviceTime are the same moment in ns since 1970 and since the start of the device; 0 if the packet has no clocks.
	UnixTime, DeviceTime uint64
}

// Process is a process of the device.
type Process struct {
	PID  int32
	Name string // first word of the command line
}

// Decode decodes a packet. The graph refers to data.
func (p *Packet) Decode(data []byte) error {
	*p = Packet{}
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		switch {
		case f.number == 2 && f.wire == protowire.BytesType:
			err = p.tree(f.bytes)
		case f.number == 6 && f.wire == protowire.BytesType:
			err = p.clocks(f.bytes)
		case f.number == 8 && f.wire == protowire.VarintType:
			p.Time = f.value
		case f.number == 10 && f.wire == protowire.VarintType:
			p.Sequence = f.value
		case f.number == 12 && f.wire == protowire.BytesType:
			p.Interned = f.bytes
		case f.number == 37 && f.wire == protowire.BytesType:
			p.Native, p.Profile = true, f.bytes
		case f.number == 56 && f.wire == protowire.BytesType:
			p.Graph = f.bytes
		case f.number == 58 && f.wire == protowire.VarintType:
			p.Clock = f.value
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	clockUnix = 1
	// ClockDevice is the clock with the time since the start of the device.
	ClockDevice = 6
)

func (p *Packet) clocks(data []byte) error {
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		if f.number != 1 {
			continue
		}
		var id, time uint64
		for f := range fields(f.bytes) { // a damaged clock is 0
			switch f.number {
			case 1:
				id = f.value
			case 2:
				time = f.value
			}
		}
		switch id {
		case clockUnix:
			p.UnixTime = time
		case ClockDevice:
			p.DeviceTime = time
		}
	}
	return nil
}

func (p *Packet) tree(data []byte) error {
	for f, err := range fields(data) {
		if err != nil {
			return err
		}
		if f.number != 1 {
			continue
		}
		var process Process
		for f := range fields(f.bytes) { // a damaged process has no name
			switch {
			case f.number == 1:
				process.PID = int32(f.value)
			case f.number == 3 && process.Name == "":
				process.Name = string(f.bytes)
			}
		}
		p.Processes = append(p.Processes, process)
	}
	return nil
}

// Sniff reports whether head, the first inflated bytes of a file, is the start of a trace.
func Sniff(head []byte) bool {
	if len(head) < 2 || head[0] != 1<<3|byte(protowire.BytesType) {
		return false
	}
	size, n := protowire.ConsumeVarint(head[1:])
	if n < 0 || size > maxPacket {
		return false
	}
	packet, isCut := head[1+n:], true
	if size <= uint64(len(packet)) {
		packet, isCut = packet[:size], false
	}
	known := 0
	for f, err := range fields(packet) {
		switch {
		case err != nil:
			return known >= 2 && isCut
		case (f.number == 3 || f.number == 8 || f.number == 10) && f.wire == protowire.VarintType: // user, time and sequence
			known++
		case f.number == 36 && string(f.bytes) == marker:
			known += 2
		}
	}
	return known >= 2
}

// marker is the content of a packet that is repeated to find the start of packets.
const marker = "\x82\x47\x7a\x76\xb2\x8d\x42\xba\x81\xdc\x33\x32\x6d\x57\xa0\x79"
