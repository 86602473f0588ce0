package diagnostics

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"

	"memcity/trace/wire/nettrace"
)

const (
	magic      = "DOTNET_IPC_V1\x00"
	headerSize = 20
	// maxResponse is the largest size of a response in bytes.
	maxResponse = 64
)

// Commands. The first byte is the set, and the second the number.
const (
	stopTracing     = 0x0201
	collectTracing  = 0x0202
	collectTracing2 = 0x0203
	serverSet       = 0xff00
	responseOK      = serverSet
)

// Errors of the runtime.
const (
	unknownCommand = 0x80131385
	failed         = 0x80004005
)

var (
	// errUnknownCommand reports that the runtime does not have a command.
	errUnknownCommand = errors.New("the runtime does not know the command")
	// errBusy reports that the runtime cannot start a session now.
	errBusy = errors.New("the runtime cannot start a session for events now")
)

// traceFormat is the format nettrace.
const traceFormat = 1

// message returns a command with its data.
func message(command uint16, data []byte) []byte {
	var b bytes.Buffer
	b.WriteString(magic)
	put(&b, uint16(headerSize+len(data)), byte(command>>8), byte(command), uint16(0))
	b.Write(data)
	return b.Bytes()
}

// events selects events of the runtime.
type events struct {
	keywords uint64
	level    uint32
}

var (
	// snapshotEvents are GCs, types, and objects with references. They make the runtime collect garbage and take a snapshot.
	snapshotEvents = events{0x1980001, 5}
	// noEvents selects none, because no event is that important.
	noEvents = events{0x1, 1}
)

// collect returns the data of a command that starts a session. buffer is the most memory in MB that the runtime uses for events. The newer
// command has a flag for the methods of the program, which the older one lists at the end of each session.
func collect(buffer uint32, e events, newer bool) []byte {
	var b bytes.Buffer
	put(&b, buffer, uint32(traceFormat))
	if newer {
		put(&b, byte(0))
	}
	put(&b, uint32(1), e.keywords, e.level)
	units := append(utf16.Encode([]rune(nettrace.Runtime)), 0)
	put(&b, uint32(len(units)), units, uint32(0))
	return b.Bytes()
}

func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		_ = binary.Write(b, binary.LittleEndian, v) // never fails for numbers
	}
}

// response reads the response to a command, which is a number in 4 or 8 bytes.
func response(r io.Reader) (number uint64, err error) {
	head := make([]byte, headerSize)
	if _, err := io.ReadFull(r, head); err != nil {
		return 0, fmt.Errorf("the runtime did not respond: %w", err)
	}
	size := int(binary.LittleEndian.Uint16(head[len(magic):]))
	if string(head[:len(magic)]) != magic || size < headerSize || size > headerSize+maxResponse {
		return 0, errors.New("the response is not in the protocol DOTNET_IPC_V1")
	}
	data := make([]byte, max(8, size-headerSize))
	if _, err := io.ReadFull(r, data[:size-headerSize]); err != nil {
		return 0, fmt.Errorf("the runtime did not respond: %w", err)
	}
	number = binary.LittleEndian.Uint64(data)
	if code := binary.BigEndian.Uint16(head[len(magic)+2:]); code != responseOK {
		switch uint32(number) {
		case unknownCommand:
			return 0, errUnknownCommand
		case failed:
			return 0, errBusy
		}
		return 0, fmt.Errorf("the runtime refused the command with the error 0x%x", uint32(number))
	}
	return number, nil
}
