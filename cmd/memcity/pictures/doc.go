// Package pictures has the commands that show the city without a window: city as values, shot, film, and script, which
// plays what a user would do.
package pictures
