// Package javaname converts the class names of virtual machines to names used in source code.
package javaname
