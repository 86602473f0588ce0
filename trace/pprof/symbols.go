package pprof

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// symbolsOf returns the frames in the comments of Go's text format, by address; nil for other formats. A comment follows each sample:
//
//	#	0x4a1b2c	main.leak+0x2c	/src/main.go:12
func symbolsOf(data []byte) map[uint64][]trace.Frame {
	if !bytes.HasPrefix(data, []byte("heap profile: ")) {
		return nil
	}
	symbols := map[uint64][]trace.Frame{}
	for line := range bytes.Lines(data) {
		if !bytes.HasPrefix(line, []byte("#\t0x")) {
			continue
		}
		fields := strings.Fields(string(line))
		if len(fields) < 4 {
			continue
		}
		address, err := strconv.ParseUint(fields[1], 0, 64)
		if err != nil {
			continue
		}
		name := fields[2]
		if plus := strings.LastIndex(name, "+0x"); plus > 0 {
			name = name[:plus]
		}
		place := strings.Join(fields[3:], " ")
		colon := strings.LastIndexByte(place, ':')
		number, err := strconv.ParseInt(place[colon+1:], 10, 32)
		if colon < 0 || err != nil {
			continue
		}
		if f := sites.GoFrame(name, place[:colon], number); !slices.Contains(symbols[address], f) { // inlined calls have the same address
			symbols[address] = append(symbols[address], f)
		}
	}
	if len(symbols) == 0 {
		return nil
	}
	return symbols
}
