// Package describe builds the models that panels and pictures show of a city. They are values of package model.
package describe
