// Package phd reads the records of portable heap dumps (PHD) of OpenJ9 and IBM's earlier Java VMs: versions 4, 5 and 6. It does not
// interpret the records.
//
// All numbers are big-endian. A word has 4 or 8 bytes, as given by the flags. A text is a u2 length and that many bytes of UTF-8.
//
//	header   text "portable heap dump" · u4 version · u4 flags · 0x01 · tags · 0x02
//	flags    1: words have 8 bytes · 2: all objects have a hash code of 2 bytes · 4: written by J9 or OpenJ9
//	tags     0x01 u4 objects · u4 references | 0x03 2 × u4, seeds of hash codes | 0x04 text, name of the VM | 0x02 end of the header
//
// A gap is a signed number that is multiplied by 4 in version 5 and in files of J9, and by 8 in others. The address of an object is the
// address of the previous one plus a gap. The address of a reference is the address of its object plus a gap. The widths of gaps are 1, 2, 4
// or 8 bytes, with the codes 0 to 3. The first byte of a record contains its kind and, for short records, more:
//
//	1ccrraww  short instance   class: cc of the last 4 classes · rr references · width codes a of the gap, ww of the references
//	                           gap · [hash] · references
//	01rrraww  medium instance  gap · word class · [hash] · references
//	001tttww  primitive array  gap · length, of the same width, unsigned · [hash] · [size]
//	0x04      long instance    u1 flags · gap · word class · [hash] · u4 n · n references
//	0x05      object array     as 0x08, without the length
//	0x06      class            u1 flags · gap · u4 size of an instance · [hash] · word super · text name · u4 n · n references
//	0x07      primitive array  u1 flags · gap · length, both of one byte or a word · [hash] · [size]
//	0x08      object array     u1 flags · gap · word class of the elements · [hash] · u4 n · n references · u4 length · [size]
//	0x03      end
//
// A type ttt is 0 boolean, 1 char, 2 float, 3 double, 4 byte, 5 short, 6 int, 7 long. The flags of a record have the width code of the gap in
// bits 6 and 7, and that of the references in bits 4 and 5. In records 0x07, bits 5 to 7 are the type, and bit 4 selects a word. Bit 1, in
// classes bit 3, means that a hash code of 4 bytes is present. Since version 6, arrays have a size: a u4 that counts 4 bytes each. Medium and
// long instances add their class to the last 4 classes, in turn.
//
// Null references are absent. The references of an object array are in reverse order. Classes come last in the files of J9, so a truncated
// file has no names.
package phd
