// Package jvm finds the Java virtual machines of this computer and gives them commands, without needing a JDK.
//
// Only HotSpot is known: OpenJDK and what is built from it. What a VM is and whether it takes commands is read from
// its performance counters, a file hsperfdata_USER/PID in the folder for temporary files that the VM itself keeps up to date
// (layout: PerfDataPrologue and PerfDataEntry in HotSpot's perfMemory.hpp and perfData.hpp). VMs in containers are found
// through /proc/PID/root.
//
// Commands go the way of HotSpot's attach API (attachListener_posix.cpp): a file .attach_pidN requests that the VM listens, the
// signal QUIT wakes it up, and it then listens at the Unix socket .java_pidN. A request is the version of the protocol, the
// name of a command and three arguments, each ended by NUL; the reply is a status as a line of text, then a text to the end
// of the stream. JDK 21 and later know a second version; all know the first. On Windows, where a thread would have to be
// started inside the VM, the JDK's own program jcmd is used.
//
// A VM that does not expect QUIT prints the stacks of its threads, or dies. So the signal is sent only where the VM's
// counters report that attaching is not switched off, the process catches the signal, and the file has been made here.
package jvm
