// Package shapes has functions and variables of shapes that are hard to give a switch.
package shapes

import (
	"cmp"
	"time"
)

const width = 4

var (
	pause         = 2 * time.Second
	odd, even     = 1, Sum(1, 1)
	rows          = []func(int) int{func(n int) int { return n + width }, nil}
	_             = pause + 1
	first, second = pair()
	registered    []string
)

func init() { registered = append(registered, "one") }

func init() {
	registered = append(registered, "two")
}

func pair() (int, int) { return 5, 6 }

func Sum(numbers ...int) (sum int) {
	for _, n := range numbers {
		sum += n
	}
	return
}

func Unnamed(int, string) bool { return width == 4 }

func Blank(_ int, _, b string) bool { return b == "b" }

type stack[K cmp.Ordered, V any] struct {
	keys   []K
	values []V
}

func (s *stack[K, _]) Has(key K) bool {
	for _, k := range s.keys {
		if k == key {
			return true
		}
	}
	return false
}

func (stack[_, V]) Zero() (v V, ok bool) { return v, true }

func Max[T cmp.Ordered](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Make[T any](n int) []T { return make([]T, n+1) }

// Jumps counts the numbers below n that are not divisible by 3, up to the first 7.
func Jumps(n int) (count int) {
outer:
	for i := range n {
		switch {
		case i == 7:
			break outer
		case i%3 == 0:
			continue
		}
		count++
	}
	return count
}

func Scopes(n int) int {
	if m := n + 1; m > 2 {
		n := m * 2
		return n
	} else if n := m - 1; n < 0 {
		return -n
	}
	return [width + 1]int{3: 8}[3]
}

func Named(n int) (result int, err error) {
	defer func() { result++ }()
	result = n * 2
	return result, nil
}

// Guarded returns -1 for a division by zero.
func Guarded(a, b int) (result int) {
	defer caught(&result)
	return a / b
}

func caught(result *int) {
	if recover() != nil {
		*result = -1
	}
}
