// Package javaname turns names of classes as virtual machines write them into those of source.
package javaname
