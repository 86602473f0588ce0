// Package guided reports the findings of the guide, the outcome of the user's rules, and the objects that a removal would free.
package guided
