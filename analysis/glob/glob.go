// Package glob compares texts with patterns in which * and ? stand for what is not said.
package glob

import "unicode/utf8"

// Match reports whether a whole text fits a pattern, in which * stands for any text and ? for any letter. It goes back to the
// last star only, since an earlier one could not do better; cost is at most the product of the lengths.
func Match[T string | []byte](pattern string, text T) bool {
	p, t := 0, 0
	star, resume := -1, 0 // of the last star, and where its run may end next
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, resume = p, t
			p++
		case p < len(pattern) && pattern[p] == '?':
			p++
			t = nextRune(text, t)
		case p < len(pattern) && pattern[p] == text[t]:
			p++
			t++
		case star >= 0:
			resume = nextRune(text, resume)
			p, t = star+1, resume
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// nextRune returns where the rune after the one at i starts.
func nextRune[T string | []byte](text T, i int) int {
	for i++; i < len(text) && !utf8.RuneStart(text[i]); i++ {
	}
	return i
}
