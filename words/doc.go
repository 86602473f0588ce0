// Package words formats numbers, units and names for people, and parses numbers that people type. All output uses it, so that a number
// looks the same in the window, on the command line and in findings. Bytes and objects are in steps of 1,000: kB is 1,000 bytes. KiB is
// accepted in input but never printed.
//
//	Count, Counted, Plural, Ungrouped     12,345   12,345 objects   1 object   12345 objects
//	Size, RoundSize, ShortCount           12.3 kB   512 bytes   340 k
//	PercentOf and others of shares        12 %   0.4 %   < 0.1 %   over 99.9 %
//	Time, Duration, StepTime              4.2 s   3 min 07 s   12.35 s
//	OneLine, Unqualified, Joined          names of files and types, lists of them
//
// Minus signs are "−". [Hyphened] replaces them by hyphens for terminals and other programs.
package words
