// Package pictures contains the commands that show the city without a window: city, which prints its values, shot, film, and script,
// which plays user input.
package pictures
