package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
)

// ValueKind is the kind of a field value or array element.
type ValueKind uint8

// Kinds of values. NoValue is the kind of a value missing from the input because the input is damaged, truncated or blanked.
const (
	NoValue ValueKind = iota
	ReferenceValue
	BooleanValue
	ByteValue
	CharValue
	ShortValue
	IntValue
	LongValue
	FloatValue
	DoubleValue
)

var valueKinds = [...]struct {
	name  string
	width int // in bits; 0 for references
}{{"?", 0}, {"reference", 0}, {"boolean", 8}, {"byte", 8}, {"char", 16}, {"short", 16}, {"int", 32}, {"long", 64}, {"float", 32},
	{"double", 64}}

// String returns the Java name of the kind, "reference" or "?".
func (k ValueKind) String() string {
	if int(k) < len(valueKinds) {
		return valueKinds[k].name
	}
	return valueKinds[NoValue].name
}

// Size returns the size in bytes of a primitive value; 0 for other kinds.
func (k ValueKind) Size() int {
	if int(k) < len(valueKinds) {
		return valueKinds[k].width / 8
	}
	return 0
}

// Value is the value of a field or array element. The zero Value has kind [NoValue].
type Value struct {
	Kind ValueKind
	bits uint64
}

// lost is the bit pattern of a reference to an object that is not in the heap state.
const lost = 1 << 32

// MakeValue returns a primitive value from its bits: two's complement for integers, IEEE 754 for floating point, nonzero for true. Bits
// beyond the width of kind are ignored.
func MakeValue(kind ValueKind, bits uint64) Value {
	if w := valueKinds[kind].width; w < 64 {
		bits &= 1<<w - 1
	}
	return Value{kind, bits}
}

// MarshalBinary returns the value in 9 bytes. The error is always nil.
func (v Value) MarshalBinary() ([]byte, error) {
	return binary.LittleEndian.AppendUint64([]byte{byte(v.Kind)}, v.bits), nil
}

// UnmarshalBinary sets v to a value encoded by MarshalBinary. It returns an error for any other data.
func (v *Value) UnmarshalBinary(d []byte) error {
	if len(d) != 9 || int(d[0]) >= len(valueKinds) {
		return errors.New("it is no value")
	}
	v.Kind, v.bits = ValueKind(d[0]), binary.LittleEndian.Uint64(d[1:])
	return nil
}

// ReferenceTo returns a reference to o; null for [NoObject].
func ReferenceTo(o ObjectID) Value { return Value{ReferenceValue, uint64(o)} }

// LostReference returns a reference to an object that is not in the heap state.
func LostReference() Value { return Value{ReferenceValue, lost} }

// Object returns the object that v refers to; NoObject if v is null, not a reference, or refers to an object outside the heap state.
func (v Value) Object() ObjectID {
	if v.Kind != ReferenceValue || v.bits >= lost {
		return NoObject
	}
	return ObjectID(v.bits)
}

// IsNull reports whether v is a null reference.
func (v Value) IsNull() bool { return v.Kind == ReferenceValue && v.bits == uint64(NoObject) }

// IsNumber reports whether v is a number, including char: not a reference, not a boolean and not missing.
func (v Value) IsNumber() bool { return v.Kind >= ByteValue && v.Kind <= DoubleValue }

// Bool reports whether v is a true boolean. It is false for other kinds.
func (v Value) Bool() bool { return v.Kind == BooleanValue && v.bits != 0 }

// Int returns a number as an integer. Fractions are truncated, and values out of range are clamped; 0 for NaN and other kinds. A char
// returns its UTF-16 code unit.
func (v Value) Int() int64 {
	switch v.Kind {
	case ByteValue:
		return int64(int8(v.bits))
	case CharValue:
		return int64(v.bits)
	case ShortValue:
		return int64(int16(v.bits))
	case IntValue:
		return int64(int32(v.bits))
	case LongValue:
		return int64(v.bits)
	case FloatValue, DoubleValue:
		switch f := v.Float(); {
		case f != f:
			return 0
		case f >= math.MaxInt64:
			return math.MaxInt64
		case f <= math.MinInt64:
			return math.MinInt64
		default:
			return int64(f)
		}
	}
	return 0
}

// Float returns a number as a float64, which rounds large longs; 0 for other kinds.
func (v Value) Float() float64 {
	switch v.Kind {
	case FloatValue:
		return float64(math.Float32frombits(uint32(v.bits)))
	case DoubleValue:
		return math.Float64frombits(v.bits)
	}
	return float64(v.Int())
}

// String returns v for people: null, true, -3, 1.5, 'x', object 12, or ? if missing.
func (v Value) String() string {
	switch v.Kind {
	case ReferenceValue:
		switch {
		case v.IsNull():
			return "null"
		case v.bits == lost:
			return "object that is not in the heap state"
		}
		return fmt.Sprintf("object %d", v.bits)
	case BooleanValue:
		return strconv.FormatBool(v.Bool())
	case CharValue:
		if utf16.IsSurrogate(rune(v.bits)) {
			return fmt.Sprintf(`'\u%04x'`, v.bits)
		}
		return strconv.QuoteRune(rune(v.bits))
	case FloatValue:
		return strconv.FormatFloat(v.Float(), 'g', -1, 32)
	case DoubleValue:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case NoValue:
		return "?"
	}
	return strconv.FormatInt(v.Int(), 10)
}
