// Package describe makes what panels and pictures show of a city, as values of package model.
package describe
