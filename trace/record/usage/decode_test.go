package usage_test

import (
	"slices"
	"strings"
	"testing"

	"memcity/trace/record/usage"
)

// stream contains one record of each kind.
var stream = []byte("\x00\x01\x80\x01\x01" + // HELLO 1 128 log
	"\x01\x01\x03A:1" + "\x01\x02\x01B" +
	"\x02\x01\x00\x01\x02\x05" + // ALLOC
	"\x03\x01\x07\x01\x01\x02\x06" + // ADD
	"\x04\x01\x00\x01\x00\x07\x02" + // GET of an unknown element
	"\x05\x01\x07\x00\x01\x08" + // REMOVE
	"\x07\x01\x00\x01\x09\x03" + // GETALL
	"\x08\x01\x01\x0a" + "\x09\x0b" + "\x0a\x01\x01\x01\x04" + // CLEAR, INTERVAL, OPERATIONS
	"\x0b\x02\x03\x04\x0c" + "\x0c\x02no\x0d" + "\x0e\x01\x63" + "\x0f\x01\x0e" + "\x06\x01\x0f" + "\x0d\x10")

func decode(b []byte) ([]usage.Event, error) {
	var all []usage.Event
	err := usage.NewDecoder().Take(b, func(e usage.Event) error {
		all = append(all, e)
		return nil
	})
	return all, err
}

func TestDecode(t *testing.T) {
	want := []usage.Event{
		{Kind: usage.Hello, Version: 1, Start: 128, Log: true},
		{Kind: usage.String, Number: 1, Text: "A:1"}, {Kind: usage.String, Number: 2, Text: "B"},
		{Kind: usage.Alloc, Coll: 1, Site: 1, Type: 2, Time: 5},
		{Kind: usage.Add, Coll: 1, Elem: 7, Size: 1, Site: 1, Type: 2, Time: 6},
		{Kind: usage.Get, Coll: 1, Size: 1, Time: 7, Count: 2},
		{Kind: usage.Remove, Coll: 1, Elem: 7, Site: 1, Time: 8},
		{Kind: usage.GetAll, Coll: 1, Site: 1, Time: 9, Count: 3},
		{Kind: usage.Clear, Coll: 1, Site: 1, Time: 10}, {Kind: usage.Interval, Time: 11},
		{Kind: usage.Operations, Coll: 1, Site: 1, Operation: usage.Gets, Count: 4},
		{Kind: usage.Scale, OneIn: 2, Followed: 3, Known: 4, Time: 12}, {Kind: usage.Trouble, Text: "no", Time: 13},
		{Kind: usage.Number, Coll: 1, Object: 99}, {Kind: usage.Unfollowed, Coll: 1, Time: 14},
		{Kind: usage.Dealloc, Coll: 1, Time: 15}, {Kind: usage.End, Time: 16},
	}
	got, err := decode(stream)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// TestDecodeCut checks that a stream that ends between two records has no error, but not one that ends within a record.
func TestDecodeCut(t *testing.T) {
	ends := 0
	for n := range stream {
		if _, err := decode(stream[:n]); err == nil {
			ends++
		} else if !strings.Contains(err.Error(), "ends in the middle of a record") {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if ends != 17 {
		t.Errorf("it can end at %d places, want 17", ends)
	}
}

func TestDecodeFaults(t *testing.T) {
	const hello = "\x00\x01\x00\x00"
	for text, want := range map[string]string{
		"\x09\x01":                                             "at byte 0: record of kind 9, and a stream has one of kind 0 at its beginning",
		hello + hello:                                          "at byte 4: record of kind 0, and a stream has",
		"\x00\x02\x00\x00":                                     "unknown version 2; expected 1",
		hello + "\x10":                                         "at byte 4: record of kind 16: unknown kind",
		hello + "\xff":                                         "unknown kind",
		hello + "\x02\x00\x00\x00\x00\x00":                     "collection 0",
		hello + "\x03\x01\x00\x00\x00\x00\x00":                 "element 0",
		hello + "\x04\x01\x00\x00\x00\x00\x00":                 "count 0",
		hello + "\x02\x01\x00\x05\x00\x00":                     "unknown text number 5",
		hello + "\x01\x00\x00":                                 "text number 0",
		hello + "\x01\x01\x00\x01\x01\x00":                     "text number 1 is 0, too large",
		hello + "\x01\x80\x80\x80\x80\x08\x00":                 "too large",
		hello + "\x01\x01\x81\x20":                             "a text of 4097 bytes; expected at most 4096",
		hello + "\x0a\x01\x00\x03\x01":                         "unknown operation 3; the last is 2",
		hello + "\x0b\x00\x00\x00\x00":                         "scale 0",
		hello + "\x0d\x00\x09":                                 "at byte 6: expected no record after the last one",
		hello + "\x09\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01": "a number of more than 63 bits",
	} {
		if _, err := decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if got, err := decode([]byte(hello + "\x09\xff\xff\xff\xff\xff\xff\xff\xff\x7f")); err != nil || got[1].Time != 1<<63-1 {
		t.Errorf("the largest number: %+v, %v", got, err)
	}
	if got, err := decode([]byte(hello + "\x0c\x01\xff\x00")); err != nil || got[1].Text != "\uFFFD" {
		t.Errorf("a byte that is no UTF-8: %+v, %v", got, err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(stream)
	f.Add(stream[:20])
	f.Fuzz(func(t *testing.T, b []byte) {
		texts := map[uint32]bool{0: true}
		_ = usage.NewDecoder().Take(b, func(e usage.Event) error {
			if e.Kind == usage.String {
				texts[e.Number] = true
			}
			if !texts[e.Site] || !texts[e.Type] || len(e.Text) > 3*4096 {
				t.Errorf("%+v", e)
			}
			return nil
		})
	})
}
