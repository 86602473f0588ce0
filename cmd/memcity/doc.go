// Memcity shows how a program's heap evolves, as a city.
//
// Usage:
//
//	memcity [PATH...]          the window; without PATH the start screen
//	memcity demo [NAME]        the window on a bundled recording
//	memcity info PATH...       what a recording is
//	memcity tree PATH...       the memory tree of one GC point
//	memcity city PATH...       the city of one GC point as values
//	memcity shot PATH... -o F  the city of one GC point as a picture
//	memcity script F PATH...   the window off screen, driven by a script
//	memcity version            what this program was built from
//	memcity help [COMMAND]     this text, or the part on a command
//
// PATH is a file, a folder, several files of one series, demo:NAME for a bundled recording, or - for standard input.
// What a file is, is found from its content: heap dumps of a Java virtual machine (HPROF, plain or gzip), memory trees as
// JSON, and zip or tar archives of these. Files of a series are ordered by the time inside them, else by name.
//
// Exit status: 0 done, 1 a check failed or something went wrong, 2 wrong use, 3 the input cannot be read.
//
// # info
//
// Prints the format, the GC points with times, objects and bytes, and what is known about objects.
//
//	memcity info demo:persons
//	memcity info demo:persons --format json
//
//	--format table|json
//
// # tree
//
// Prints the memory tree of one GC point: its objects grouped by a chain of classifiers. Numbers are of distinct objects
// and shallow bytes. Objects that no GC root keeps alive are in a group Unreachable of their own. A filter in the chain
// prunes: what it refuses is in no group below. A transformer goes on with other objects, such as those that refer to the
// group's; they are not counted into the groups above.
//
//	memcity tree demo:persons --by type --top 10
//	memcity tree demo:two-caches --by package,type --at first --format json
//	memcity tree demo:two-caches --by type,pointed-from,type --filter only-domain
//	memcity tree --list
//
//	--by CHAIN           classifiers joined by commas (package,type)
//	--filter FILTERS     filters joined by commas: what they refuse is left out
//	--at POINT           first, last, a number from 1, or a time such as 12.5s (last)
//	--metric M           objects or bytes: what groups are ordered by (bytes)
//	--sizes shallow      sizes to print
//	--top N              only the N largest groups of each level
//	--format table|json|csv
//	--list               the classifiers, filters, transformers and ready-made chains there are
//
// # city
//
// Prints every district and building of the city at one GC point, with plots, bases, heights and colours.
//
//	memcity city demo:persons --at 12 --format json
//	memcity city demo:persons --select "Heap#java.lang#String"
//
//	--by CHAIN           classifiers joined by commas (package,type)
//	--metric M           objects or bytes: what area and height show (objects)
//	--area A             sqrt or linear: how area follows the metric (sqrt)
//	--children N|all     largest groups shown in each district (40)
//	--solid N            strongest growing buildings drawn solid (10)
//	--opacity P          of the other buildings, 0 to 1 or percent (0.4)
//	--growth-color=false all buildings gray
//	--other-height       heights in five steps from the metric that area does not show
//	--window A..B        GC points that growth and plots are taken from (all)
//	--at POINT           first, last, a number from 1, or a time such as 12.5s (last)
//	--select KEY         prints the references of this building too
//	--format table|json|csv
//
// # shot
//
// Draws the city into a PNG file, without a screen. The same input gives the same bytes.
//
//	memcity shot demo:persons -o persons.png
//	memcity shot demo:persons --select "Heap#java.lang#String" --theme dark --size 1920x1080 -o string.png
//
// All options of city, and:
//
//	-o, --output FILE    where the picture goes (city.png)
//	--size WxH           in pixels (1280x720)
//	--scale F            pixels per point: 1 to 4; larger makes texts larger (1)
//	--camera C           home, birdseye or focus (home)
//	--theme T            light or dark (light)
//	--color-blind        a palette for the colour-blind
//	--labels=false       no names
//	--legend=false       no legend, and no caption unless --caption is given
//	--caption=false      no line that says what is shown
//	--transparent        no ground and sky; shade on the ground stays
//
// # script
//
// Runs the window off screen, panels included, on a clock of its own, driven by a script; - reads it from standard input.
// The recording is opened first; without PATH the script begins at the start screen. Lines that expect something make a
// script a test. The same script gives the same result every time.
//
//	memcity script testdata/scripts/tour.script demo:persons
//
// One action a line, words in double quotes where they hold blanks, comments from # on:
//
//	size WxH, scale F, theme light|dark
//	move PLACE, wheel N
//	click PLACE [left|middle|right] [+ctrl|+shift]
//	drag PLACE PLACE [left|middle|right] [+shift]
//	key KEY, hold KEY MS, type TEXT
//	open PATH..., drop PATH...
//	choose PATH...             answers the next dialog for files
//	wait                       until nothing moves any more
//	advance MS                 lets the clock run
//	shot FILE                  a picture (PNG)
//	clipboard FILE             what was copied last, a text or a picture; - is standard output
//	state FILE                 what is to be seen, as JSON; - is standard output
//	expect [not] FIELD VALUE   ends the script with status 1 unless a field of that JSON has the value
//
// PLACE is X Y in pixels from the upper left corner, or in quotes the text of a control or the key of a building.
//
// # version
//
// Prints the version of this program, or the revision that it was built from, and that of Go; so does --version.
//
//	memcity version
//
// # demo
//
// Opens the window on a bundled recording: persons, two-caches or steady.
//
//	memcity demo persons
//
// # window
//
// Opens the window on recordings. Files can be dropped on it. The keys are listed under "?".
//
//	memcity dumps/
//
//	--theme T            light or dark
package main
