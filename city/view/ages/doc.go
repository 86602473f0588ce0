// Package ages is what is asked and answered of how long objects have lived.
package ages
