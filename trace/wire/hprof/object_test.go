package hprof

import (
	"bytes"
	"context"
	"errors"
	"testing"
)

func TestObjectAt(t *testing.T) {
	for _, idSize := range []int{4, 8} {
		for _, limit := range []Record{
			{Kind: Instance, Values: [9]uint64{1, 2, 3, 5}, Body: []byte("abcde")},
			{Kind: ObjectArray, Values: [9]uint64{1, 2, 3, 7}, Body: make([]byte, 3*idSize)},
			{Kind: PrimitiveArray, Values: [9]uint64{1, 2, 3, uint64(Short)}, Body: []byte("abcdef")},
			{Kind: ArrayNoData, Values: [9]uint64{1, 2, 3, uint64(Long)}},
			{Kind: HeapInfo, Values: [9]uint64{'A', 2}},
		} {
			d := Append(nil, idSize, &limit)
			header := len(d) - len(limit.Body)
			for n := range len(d) + 1 {
				var got Record
				size, ok := ObjectAt(d[:n], idSize, &got)
				if ok != (n >= header) {
					t.Fatalf("%s: read %t with %d of %d bytes", limit.Kind, ok, n, len(d))
				}
				if ok && (size != int64(len(d)) || got.Kind != limit.Kind || got.Values != limit.Values || !bytes.Equal(got.Body, d[header:n])) {
					t.Errorf("%s with %d of %d bytes: %+v of %d bytes", limit.Kind, n, len(d), got, size)
				}
			}
			if header > MaxObjectHeader {
				t.Errorf("%s has a header of %d bytes", limit.Kind, header)
			}
		}
	}
	bad := Append(nil, 8, &Record{Kind: PrimitiveArray, Values: [9]uint64{1, 2, 3, 99}})
	root := Append(nil, 8, &Record{Kind: RootMonitor, Values: [9]uint64{1}})
	for _, d := range [][]byte{nil, {0}, bad, root} {
		if _, ok := ObjectAt(d, 8, new(Record)); ok {
			t.Errorf("%x is read as an object", d)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestInflate(t *testing.T) {
	data := AppendHeader(nil, Header{Version: "1.0.2", IDSize: 8})
	data = Append(data, 8, &Record{Kind: Text, Values: [9]uint64{1}, Body: bytes.Repeat([]byte("text"), 1<<19)})
	r, err := NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	got := int64(0)
	n, err := r.Inflate(context.Background(), &out, func(done int64) { got = done })
	if err != nil || n != int64(len(data)) || got != n || !bytes.Equal(out.Bytes(), data) {
		t.Errorf("%d bytes of %d written, %d reported, %v", n, len(data), got, err)
	}
	if _, err := r.Inflate(context.Background(), fullDisk{}, func(int64) {}); err == nil || err.Error() != "full" {
		t.Errorf("full disk: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if n, err := r.Inflate(ctx, &out, func(int64) {}); n != 0 || err != context.Canceled {
		t.Errorf("cancelled: %d, %v", n, err)
	}
}
