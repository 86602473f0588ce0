package sites

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// sizeOfValue is the largest amount of memory in bytes that an object of JSON takes.
const sizeOfValue = 256

// MemoryOfJSON returns the largest amount of memory in bytes that decoding a profile in JSON takes.
func MemoryOfJSON(data []byte) int64 {
	return int64(len(data)) + sizeOfValue*int64(bytes.Count(data, []byte("{")))
}

// ParseJSON decodes a profile in JSON. An error contains the position of the fault. Package json limits the depth of values.
func ParseJSON(data []byte, to any) error {
	err := json.Unmarshal(data, to)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) && syntax.Offset >= int64(len(data)):
		return fmt.Errorf("the profile ends after %d bytes; the copy or download may be incomplete", len(data))
	case syntax != nil:
		return fmt.Errorf("byte %d: expected JSON: %w", syntax.Offset, err)
	case errors.As(err, &wrong):
		return fmt.Errorf("byte %d: %s: expected another value than a JSON %s", wrong.Offset, wrong.Field, wrong.Value)
	}
	return err
}
