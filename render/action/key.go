package action

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mods is a set of modifier keys.
type Mods uint8

// Modifier keys.
const (
	Ctrl Mods = 1 << iota
	Shift
	Alt
	Super
)

// Commands are the modifiers that keep a key from typing text.
const Commands = Ctrl | Alt | Super

var modNames = []string{"Ctrl", "Shift", "Alt", "Super"}

// Key is a key with the modifiers held. Name is an upper-case letter, a digit, a sign, or a name from [Named].
type Key struct {
	Name string
	Mods Mods
}

// Named lists the keys without a character.
var Named = []string{"Space", "Escape", "Enter", "Tab", "Backspace", "Delete", "Left", "Right", "Up", "Down", "Home", "End",
	"PageUp", "PageDown", "Menu", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12"}

// signs maps the spoken names of keys to their characters.
var signs = map[string]string{"comma": ",", "period": ".", "plus": "+", "minus": "-", "slash": "/"}

// ParseKey parses the output of [Key.String]. It ignores the case of names, and accepts spoken names of signs such as comma.
func ParseKey(text string) (Key, error) {
	var k Key
	for {
		name, rest, more := strings.Cut(text, "+")
		if !more || name == "" || rest == "" { // a plus sign at either end is itself a key
			break
		}
		i := slices.IndexFunc(modNames, func(m string) bool { return strings.EqualFold(m, name) })
		if i < 0 {
			return Key{}, errors.New("expected Ctrl, Shift, Alt or Super before the plus sign")
		}
		k.Mods |= 1 << i
		text = rest
	}
	var ok bool
	if k.Name, ok = keyName(text); !ok {
		return Key{}, errors.New("expected a letter, a digit, a sign, or one of " + strings.Join(Named, ", "))
	}
	return k, nil
}

// keyName returns the name of a key, as [Key] defines it.
func keyName(text string) (name string, ok bool) {
	if utf8.RuneCountInString(text) == 1 {
		r, _ := utf8.DecodeRuneInString(text)
		return string(unicode.ToUpper(r)), unicode.IsGraphic(r) && !unicode.IsSpace(r)
	}
	if sign, ok := signs[strings.ToLower(text)]; ok {
		return sign, true
	}
	i := slices.IndexFunc(Named, func(k string) bool { return strings.EqualFold(k, text) })
	if i < 0 {
		return "", false
	}
	return Named[i], true
}

// Keys parses keys separated by blanks. It panics on a fault, so use it only on constants.
func Keys(text string) []Key {
	var keys []Key
	for word := range strings.FieldsSeq(text) {
		k, err := ParseKey(word)
		if err != nil {
			panic(word + ": " + err.Error())
		}
		keys = append(keys, k)
	}
	return keys
}

// String returns the key as scripts write it, such as Ctrl+Shift+Z.
func (k Key) String() string { return k.with(k.Name) }

// shownNames maps names of keys to the labels on keyboards.
var shownNames = map[string]string{"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Escape": "Esc", "Delete": "Del", "+": "plus", "-": "minus"}

// Label returns the key for display, such as Alt+←.
func (k Key) Label() string {
	if name, ok := shownNames[k.Name]; ok {
		return k.with(name)
	}
	return k.with(k.Name)
}

func (k Key) with(name string) string {
	var b strings.Builder
	for i, mod := range modNames {
		if k.Mods&(1<<i) != 0 {
			b.WriteString(mod + "+")
		}
	}
	return b.String() + name
}

// IsSign reports whether the key is a character other than a letter or a digit, without modifiers. Its place differs between keyboards, so it
// is recognized by the text that it types, too.
func (k Key) IsSign() bool {
	r, size := utf8.DecodeRuneInString(k.Name)
	return k.Mods == 0 && size == len(k.Name) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
