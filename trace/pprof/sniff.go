package pprof

import (
	"bytes"
	"encoding/binary"
)

// Sniff reports whether head, the first inflated bytes of a file, is the start of a profile. Profiles of other kinds than the heap are
// included, so that the error of [Open] can name the kind.
func Sniff(head []byte) bool {
	for _, start := range []string{textHeader, "goroutine profile: ", jemallocHeader, symbolHeader} {
		if bytes.HasPrefix(head, []byte(start)) {
			return true
		}
	}
	return sniffFields(head)
}

// Numbers of the fields of a profile, and the wire types of protobuf.
const (
	fieldSampleType = 1
	lastField       = 15 // doc_url

	wireVarint = 0
	wireBytes  = 2
)

// varintFields are the fields of a profile that are numbers: drop_frames, keep_frames, time_nanos, duration_nanos, period,
// default_sample_type and doc_url. comment may be a list.
const varintFields = 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<12 | 1<<13 | 1<<14 | 1<<15

// sniffFields reports whether head consists of fields of a profile, and one is a sample type. The last field may be cut off.
func sniffFields(head []byte) bool {
	found := false
	for len(head) > 0 {
		key, n := binary.Uvarint(head)
		if n <= 0 {
			return found && n == 0
		}
		head = head[n:]
		field, wire := key>>3, key&7
		if field < fieldSampleType || field > lastField {
			return false
		}
		value, n := binary.Uvarint(head)
		if n <= 0 {
			return found && n == 0
		}
		head = head[n:]
		switch {
		case wire == wireVarint && varintFields>>field&1 == 1:
			continue
		case wire != wireBytes || varintFields>>field&1 == 1 && field != 13:
			return false
		case value > uint64(len(head)):
			return found
		}
		if field == fieldSampleType {
			if !isValueType(head[:value]) {
				return false
			}
			found = true
		}
		head = head[value:]
	}
	return found
}

// isValueType reports whether a message has only the numbers 1 and 2: the texts of a type and its unit.
func isValueType(message []byte) bool {
	if len(message) == 0 {
		return false
	}
	for len(message) > 0 {
		if message[0] != 1<<3|wireVarint && message[0] != 2<<3|wireVarint {
			return false
		}
		_, n := binary.Uvarint(message[1:])
		if n <= 0 {
			return false
		}
		message = message[1+n:]
	}
	return true
}
