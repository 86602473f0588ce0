// Package words writes numbers, units and names for people, and reads numbers that people type. Whoever prints or draws a
// number takes its text from here, so that one number reads the same in the window, on the command line and in findings.
// Bytes and objects are in steps of 1,000: kB is 1,000 bytes. KiB is read where a user types it and never written.
//
//	Count, Counted, Plural, Ungrouped     12,345   12,345 objects   1 object   12345 objects
//	Size, RoundSize, ShortCount           12.3 kB   512 bytes   340 k
//	PercentOf and others of shares        12 %   0.4 %   < 0.1 %   over 99.9 %
//	Time, Duration, StepTime              4.2 s   3 min 07 s   12.35 s
//	OneLine, Unqualified, Joined          names of files and types, lists of them
//
// Minus signs are "−"; [Hyphened] makes them what terminals and other programs expect.
package words
