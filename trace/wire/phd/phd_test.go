package phd_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/hostile"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/wire/phd"
)

const magic = "\x00\x12portable heap dump"

// start returns the header of a file.
func start(version, flags byte) string {
	return magic + "\x00\x00\x00" + string(version) + "\x00\x00\x00" + string(flags) + "\x01\x04\x00\x03JRE\x01\x00\x00\x00\x07\x00\x00\x00\x09\x03........\x02\x02"
}

// text formats the records of a file.
func text(data []byte) string {
	r, err := phd.NewReader(bytes.NewReader(data))
	if err != nil {
		return err.Error()
	}
	var all []string
	var rec phd.Record
	for {
		if err = r.Next(&rec); err != nil {
			break
		}
		line := fmt.Sprintf("%d: %d %x", rec.Offset, rec.Kind, rec.Address)
		switch rec.Kind {
		case phd.Instance, phd.ObjectArray:
			line += fmt.Sprintf(" of %x", rec.Class)
		case phd.PrimitiveArray:
			line += " of " + rec.Type.String()
		case phd.Class:
			line += fmt.Sprintf(" %s, super %x", rec.Name, rec.Class)
		}
		all = append(all, fmt.Sprintf("%s, length %d, size %d, refers to %x", line, rec.Length, rec.Size, rec.References))
	}
	return strings.Join(all, "\n") + "\n" + err.Error()
}

// TestRecords checks records of all kinds, with all widths, as bytes.
func TestRecords(t *testing.T) {
	data := start(6, 4) + // J9 with words of 4 bytes
		"\x04\x81\x00\x00\x10\x00\x00\x00\x01\x00\x00\x00\x00\x02\x01\xff" +
		"\xd0\x02\x02\xff" + // the third of the last 4 classes, which is missing
		"\x88\x02\x01" + // the first
		"\x4d\xff\xff\x00\x00\x02\x00\x00\x10" + // backwards
		"\x38\x04\x05\x00\x00\x00\x08" +
		"\x25\x00\x04\x01\x00\x00\x00\x01\x00" +
		"\x07\xe2\x02\x80hash\x00\x00\x00\x04" +
		"\x07\x10\x00\x00\x00\x02\x00\x01\x00\x00\x00\x00\x40\x00" +
		"\x08\x23\x01\x00\x00\x02\x00hash\x00\x00\x00\x01\x80\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x07" + // a gap of 8 GB, which wraps
		"\x05\x00\x01\x00\x00\x02\x00\x00\x00\x00\x01\x01\x00\x00\x00\x06" +
		"\x06\x18\x01\x00\x00\x00\x14hash\x00\x00\x01\x00\x00\x03app\x00\x00\x00\x01\x00\x01" +
		"\x03"
	want := `55: 1 4000 of 100, length 0, size -1, refers to [4004 3ffc]
71: 1 4008 of 0, length 0, size -1, refers to [4010 4004]
75: 1 4010 of 100, length 0, size -1, refers to [4014]
78: 1 400c of 200, length 0, size -1, refers to [404c]
87: 3 401c of int, length 5, size 32, refers to []
94: 3 402c of char, length 256, size 1024, refers to []
103: 3 4034 of long, length 128, size 16, refers to []
115: 3 403c of boolean, length 65536, size 65536, refers to []
129: 2 4040 of 200, length 5, size 28, refers to [4040]
156: 2 4044 of 200, length 1, size 24, refers to [4048]
172: 4 4048 app, super 100, length 0, size 20, refers to [404c]
EOF`
	if got := text([]byte(data)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSamples records the content of small files of several versions and forms.
func TestSamples(t *testing.T) {
	var w strings.Builder
	for _, form := range []byte{2, 6, 1, 0, 8, 0x10, 0x20, 0x40, 0x86} {
		fmt.Fprintf(&w, "form %#02x\n%s\n", form, text(hostile.Portable([]byte{form})))
	}
	golden.File(t, "samples.txt", w.String())
}

// TestDamage records the content of a file that ends early or has a wrong byte.
func TestDamage(t *testing.T) {
	data := hostile.Portable([]byte{6})
	read := func(data []byte) string { return strings.ReplaceAll(text(data), "\n", "; ") }
	golden.File(t, "damage.txt", testrun.DamageTable(data[:230], read, testrun.Cut, testrun.Set(0xFF)))
}

func TestHeader(t *testing.T) {
	good := start(6, 7)
	r, err := phd.NewReader(strings.NewReader(good))
	if err != nil || r.Header != (phd.Header{Version: 6, Wide: true, Hashed: true, J9: true, VM: "JRE"}) {
		t.Errorf("header %+v, %v", r, err)
	}
	for n := range good {
		if _, err := phd.NewReader(strings.NewReader(good[:n])); err == nil || err.Error() != "offset 0: the file ends within the header" {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
	for want, data := range map[string]string{
		"version is 7, not 4 to 6":                    start(7, 0),
		"version is 3, not 4 to 6":                    start(3, 0),
		"header is \"PK":                              "PK" + good[2:],
		"header begins with tag 0x02, not 0x01":       good[:28] + "\x02" + good[29:],
		"header has the unknown tag 0x09":             good[:29] + "\x09" + good[30:],
		"body begins with tag 0x03, not 0x02":         good[:len(good)-1] + "\x03",
		"the gzip data is damaged":                    "\x1f\x8b\x07" + good,
		"an object has 2147483648 references, more":   good + "\x04\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01hh\x80\x00\x00\x00",
		"an array has 18446744073709551615 elements":  start(5, 5) + "\x23\x00\x00\x00\x00\x00\x00\x00\x01" + strings.Repeat("\xff", 8),
		"offset 55: the file ends within its objects": start(5, 5),
	} {
		if got := text([]byte(data)); !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if !phd.IsHeader([]byte(good)) || phd.IsHeader([]byte(good[1:])) {
		t.Error("a header is not recognized")
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	r, err := phd.NewReader(io.MultiReader(strings.NewReader(start(6, 4)+"\x28\x01"), iotest.ErrReader(broken)))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Next(&phd.Record{}); err != broken {
		t.Errorf("the error of the file is %v", err)
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(start(6, 4)))
	f.Add([]byte("\x06"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text(data)
		text(hostile.Portable(data))
	})
}
