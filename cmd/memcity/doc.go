// Memcity shows how a program's heap evolves, as a city.
//
// Usage:
//
//	memcity [PATH...]          the window; without PATH the start screen
//	memcity demo [NAME]        the window on a bundled recording
//	memcity analyze PATH...    what is wrong: a verdict, findings with evidence, and where to cut
//	memcity report PATH -o F   what analyze found as one HTML page, with pictures and charts
//	memcity check PATH... --rules F
//	                           rules held against a recording; status 1 when one is broken
//	memcity info PATH...       what a recording is
//	memcity inspect PATH...    what files of a trace are made of
//	memcity convert PATH... -o OUT
//	                           a Memory City trace, or memory trees, of any recording
//	memcity tree PATH...       the memory tree of one GC point
//	memcity city PATH...       the city of one GC point as values
//	memcity shot PATH... -o F  the city of one GC point as a picture
//	memcity film PATH... -o F  the city over all GC points as a film
//	memcity paths PATH...      what keeps the objects of groups alive: their heap graph
//	memcity owners PATH...     without whom the objects of groups would die
//	memcity diff PATH...       what died, what is permanent and what was born between two GC points
//	memcity structures PATH... data structures: the largest, how they grow, who holds them
//	memcity windows PATH...    suspicious time windows: leaks, GC overhead, churn
//	memcity trend PATH...      how groups grow and shrink over the GC points
//	memcity churn PATH...      what died in a window, how old, and where it was allocated
//	memcity script F PATH...   the window off screen, driven by a script
//	memcity record -- CMD...   start a Java program and record it
//	memcity attach PID         record a Java program that runs
//	memcity serve PATH...      the memory trees for other programs, over a WebSocket
//	memcity version            what this program was built from
//	memcity help [COMMAND]     this text, or the part on a command
//
// PATH is a file, a folder, several files of one series, demo:NAME for a bundled recording, - for standard input, or the
// address of a server, ws://HOST:PORT, see serve.
// What a file is, is found from its content: Memory City traces, heap dumps of a Java virtual machine (HPROF, plain or
// gzip), memory trees as JSON, and zip or tar archives of these. Files of a series are ordered by the time inside them, else by name.
//
// Exit status: 0 done, 1 a check failed or something went wrong, 2 wrong use, 3 the input cannot be read.
//
// # analyze
//
// Explores a recording and tells what is worth a look, the most important first: what piles up, who holds it, and what cutting
// references would free; churn; GC overhead; and what stands out in the last heap state. Each finding says how sure it is, why it
// may be wrong, and which commands show its evidence; what an input does not tell is said. See docs/analyze.md.
//
//	memcity analyze demo:two-caches
//	memcity analyze demo:persons --format json
//
//	--fail-on RULES      ends with status 1 if there is a finding of a rule, joined by commas: leak, growth, churn, gc-overhead,
//	                     class-loader, thread-local, big-holder, shared-ownership, duplicate-strings, empty-collections, any
//	--classifiers FILE   as for tree: a definition file says which packages are the program's own
//	--format text|json
//
// # report
//
// Writes what analyze found as one HTML page that needs nothing else: the verdict, the heap over time, the findings with
// pictures of the city, who holds what and where to cut, the largest groups, and the commands that show the evidence.
//
//	memcity report demo:two-caches -o caches.html
//
//	-o, --output FILE    where the page goes (report.html)
//	--pictures=false     no pictures of the city; nothing is drawn then
//	--classifiers FILE   as for tree
//
// # check
//
// Holds rules against a recording, or a recording and an older one, for pipelines. Rules are sentences in a YAML file, such as
// "retained size of type app.Session at most 50 MB" or "no leak"; docs/check.md has all of them. What the input does not tell
// counts as broken, unless the rule is optional. The status is 1 if a rule of severity error is broken, and 2 if the file of
// rules has a fault, which is told with its place.
//
//	memcity check PATH --rules rules.yaml
//	memcity check PATH --base OLDER --rules rules.yaml --format junit
//
//	--rules FILE         the rules
//	--base PATH          a recording to compare with; may be given several times for the files of one series
//	--classifiers FILE   as for tree: descriptions of data structures, and which packages are the program's own
//	--format text|json|junit|sarif
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
// # inspect
//
// Prints what the files of a trace are made of, and what in them is damaged. All of a file is read for it. It explains Memory
// City traces (docs/format.md) and, as an experiment, the files of AntTracks; PATH is a file or a folder of them, for
// AntTracks a ZIP archive as well. The table has the chunks by kind with their rows, bytes before and after
// compression, share of the file, and bytes per object of all heap states. The text form has a line of JSON for each chunk.
//
//	memcity inspect PATH
//	memcity inspect PATH --chunks --format json
//	memcity inspect PATH --text
//
//	--chunks             each chunk, too; of AntTracks' files each symbol and buffer
//	--text               the whole content of one file as text; not for AntTracks' files
//	--format table|json
//
// # convert
//
// Writes a recording as a Memory City trace: one file with the objects, references and GC roots of all GC points, some
// twenty times smaller than heap dumps. Contents of fields, arrays and strings are not in it, so that it can be given to
// others; with --anonymous names are not, either. Or it writes memory trees as JSON (docs/inputs.md), for other programs.
// What is there is not replaced, unless --force is given, and then only once the new one is complete.
//
//	memcity convert demo:persons -o persons.mct
//	memcity convert demo:persons -o persons-trees --format trees --by type
//
//	-o, --output OUT     the file (-, standard output, for a trace), or the folder for trees
//	--format trace|trees
//	--force              replaces what is there
//	--anonymous          names of packages, classes, methods, fields and threads become neutral, but for those of the JDK
//	--by, --filter, --where, --classifiers as for tree; for --format trees
//
// # tree
//
// Prints the memory tree of one GC point: its objects grouped by a chain of classifiers. Numbers are of distinct objects
// and shallow bytes. Objects that no GC root keeps alive are in a group Unreachable of their own. A filter in the chain
// prunes: what it refuses is in no group below. A transformer goes on with other objects, such as those that refer to the
// group's; they are not counted into the groups above.
//
// Deep sizes are of all objects that can be reached from a group, retained sizes of all that would die with it. Expressions
// are those of docs/classifiers.md: --where "EXPR" keeps the objects for which it is true, and key(EXPR) in a chain groups
// by what it gives. The JSON is a memory tree that can be opened again (docs/inputs.md). Definition files add classifiers
// and filters: those in the folder memcity/classifiers beside the program's settings, and those named by --classifiers. What
// is wrong in them is told, and the rest is used.
//
//	memcity tree demo:persons --by type --top 10
//	memcity tree demo:two-caches --by package,type --at first --format json
//	memcity tree demo:two-caches --by type,pointed-from,type --filter only-domain
//	memcity tree demo:two-caches --by type --sizes deep,retained --sort retained --top 10
//	memcity tree demo:two-caches --by "key(object.length > 100 ? 'long' : 'short'),type" --where "object.length >= 0" --top 5
//	memcity tree --list
//	memcity tree demo:persons --list --format json
//
//	--by CHAIN           classifiers joined by commas (package,type)
//	--filter FILTERS     filters joined by commas: what they refuse is left out
//	--where EXPR         only objects for which an expression is true; may be given several times
//	--at POINT           first, last, a number from 1, or a time such as 12.5s (last)
//	--sizes SIZES        deep and retained, joined by commas: sizes to print beside the shallow ones
//	--sort SIZE          shallow, deep or retained: what groups are ordered by (shallow)
//	--metric M           objects or bytes: in which metric (bytes)
//	--top N              only the N largest groups of each level
//	--format table|json|csv
//	--list               the classifiers, filters, transformers and ready-made chains there are, with the file that defines
//	                     each; with PATH also which of them that recording can answer
//	--classifiers FILE   a definition file, or descriptions of data structures (*.ds); may be given several times
//
// # city
//
// Prints every district and building of the city at one GC point, with plots, bases, heights and colours.
//
//	memcity city demo:persons --at 12 --format json
//	memcity city demo:persons --diff 4..8 --select "Heap#java.lang#String"
//	memcity city demo:two-caches --measure retained --metric bytes --where "object.package startsWith 'com.example'"
//
//	--by CHAIN           classifiers joined by commas (package,type)
//	--filter FILTERS, --where EXPR, --classifiers FILE as for tree
//	--measure SIZE       shallow, deep, retained or structure: the size that all numbers are (shallow)
//	--metric M           objects or bytes: what area and height show (objects)
//	--area A             sqrt or linear: how area follows the metric (sqrt)
//	--children N|all     largest groups shown in each district (40)
//	--solid N            strongest growing buildings drawn solid (10)
//	--opacity P          of the other buildings, 0 to 1, or percent with the sign: 0.4, 40% (0.4)
//	--growth-color=false all buildings gray
//	--other-height       heights in five steps from the metric that area does not show
//	--window A..B        GC points that growth and plots are taken from (all, or those of --diff)
//	--diff A..B          the city at B; buildings show what is permanent, what was born since A, and see-through what died
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
//	memcity shot demo:persons --view sunburst -o tree.png
//
// All options of city, and:
//
//	-o, --output FILE    where the picture goes (city.png)
//	--size WxH           in pixels (1280x720)
//	--scale F            pixels per point: 1 to 4; larger makes texts larger (1)
//	--view V             city, or the memory tree as sunburst or icicle, below --select KEY if given (city)
//	--camera C           home, birdseye or focus (home)
//	--theme T            light or dark (light)
//	--color-blind, --labels=false  a palette for the colour-blind; no names
//	--legend=false       no legend, and no caption unless --caption is given
//	--caption=false      no line that says what is shown
//	--transparent        no ground and sky; shade on the ground stays
//
// # film
//
// Writes the evolution of a city as a film: each GC point is shown for a while, then the city grows into the next.
//
//	memcity film demo:persons -o persons.gif
//	memcity film demo:two-caches --camera orbit --theme dark --size 1280x720 --rate 30 -o caches.apng
//
// All options of city but --at and --diff; --window A..B chooses the GC points. And:
//
//	-o, --output FILE    where the film goes (city.gif). Its end tells the format: .gif, .apng, .avi, or .mp4, which needs
//	                     the program ffmpeg
//	--format F           gif, apng, avi or mp4, whatever the file's name ends in
//	--size WxH           in pixels (960x540)
//	--rate N             frames a second, 1 to 50 (20)
//	--seconds S          the length; usually 0.9 s a GC point, 20 s at most
//	--camera C           still, orbit once around the city, or follow what grows most (still)
//	--theme, --color-blind, --labels, --legend, --caption as for shot; films below 900x500 have no legend unless it is
//	                     asked for
//
// # paths
//
// Tells what keeps the objects of groups alive: the heap graph from them to the most interesting GC roots. First comes the
// strongest path in words, then what refers to the objects as a tree: how many of the objects asked about are kept alive that
// way, how many objects refer, their bytes, and the fields. What keeps alive few of them is counted only; JSON has all.
//
//	memcity paths demo:two-caches --group "Heap#com.example.shop#Product"
//	memcity paths demo:persons --by type --group "Heap#com.example.people.Person" --to none --expand in --expand out
//	memcity paths demo:two-caches --group "Heap#com.example.shop#Product" --format svg -o products.svg
//
//	--group KEY          a group, by its key as tree --format json prints it; may be given several times
//	--object N           an object, by its number in the heap state, instead of groups or beside them
//	--by, --filter, --where, --at, --classifiers as for tree
//	--to roots|none      look for GC roots, or begin with the objects alone (roots)
//	--expand in|out      then add what refers to the objects, or what they refer to; may be given several times. in=NODE and
//	                     out=NODE expand a node by its key in the JSON
//	--format table|json|svg|dot
//	-o, --output FILE    where it goes (-, standard output)
//
// JSON: recording, settings, and graph with asked, nodes, edges and strongest. An edge's from refers to its to; alive is the
// number of objects asked about that it keeps alive.
//
// # owners
//
// Tells without whom the objects of groups would die: GC roots, or groups by a chain. Alone is what dies without this owner,
// reaches what references lead to from it; pairs are owners that hold objects together, so that none owns them alone. The
// smallest set is the fewest owners that retain a share of the objects together. Shares are of shallow bytes.
//
//	memcity owners demo:two-caches
//	memcity owners demo:two-caches --group "Heap#com.example.shop#Product" --owners roots --format json
//
//	--group KEY          as for paths; without any, all that is alive
//	--owners O           roots, or a chain of classifiers without transformers; may be given several times (roots, then
//	                     type)
//	--share P            what the smallest set is to retain, 0 to 1, or percent with the sign: 0.9, 90% (90%, of the whole
//	                     heap 50%)
//	--top N              only the N strongest owners; 0 for all that are known (10)
//	--by, --filter, --where, --at, --classifiers as for tree
//	--format table|json
//
// JSON: recording, settings, and for each of the owners asked for in answers: target, all (what dies without all of them),
// list, pairs and smallest, which name owners by their number in list, from 0, and left_out.
//
// # windows
//
// Tells suspicious time windows: the longest in which the heap keeps growing up to the end, with its steepest part and, for
// comparison, the steepest regression line; the one in which GCs take most of the time; the one with most garbage a second.
// The heap is that of the GC points or, where there are none, what GCs left. GC overhead and churn need GCs.
//
//	memcity windows demo:persons
//	memcity windows demo:steady --drop 80% --format json
//
//	--leak-share P       a leak covers at least this part of all points (10%)
//	--drop P             and a point in it has at least this part of the largest before it (75%)
//	--steepest-share A..B
//	                     parts of a leak's points that its steepest part has (10%..50%)
//	--regression-share P least part of all points that a regression line is of (10%)
//	--gcs A..B           GCs that windows of overhead and churn cover (5..50)
//	--overhead P         least share of the time in GCs (10%)
//	--churn F            least factor by which more is freed a second than in the whole recording (1.5)
//	--format table|json|csv
//
// JSON: recording, settings and windows, with from and to as numbers of GC points or, where of says so, of GCs. Score and
// average are bytes a second, of overhead the share of the time.
//
// # trend
//
// Prints the groups of one level as series over the GC points, those that grew most first; the others are one series Other,
// so that the series add up to the whole. The shape beside a name is the series, all on one scale. --group goes down to the
// groups of a group, to any depth.
//
//	memcity trend demo:persons --by type
//	memcity trend demo:persons --by package,type --group "Heap#com.example.people" --window 3..last --format csv
//	memcity trend demo:two-caches --by type --measure retained --sort end --top 3 --every 2
//	memcity trend demo:persons --window leak --metric objects --format json
//
//	--by, --filter, --where, --classifiers as for tree
//	--group KEY          the group whose groups are the series (the whole heap)
//	--measure SIZE       shallow, deep, retained, or structure: of the data structures with
//	                     a head in the group (shallow)
//	--metric M           objects or bytes (bytes)
//	--sort ORDER         growth, relative, start, end or average (growth)
//	--top N              series told apart; 0 for all (5)
//	--other=false        without Other
//	--window A..B        GC points; or leak, steepest, regression, gc or churn for the window that is found (all)
//	--every N            only every N-th GC point; the first and the last in any case (1)
//	--apart TIME         only GC points at least so far apart, such as 2s
//	--format table|json|csv
//
// # churn
//
// Tells what died in a window of GCs: by age, the GCs that an object survived, then type, allocation site and call sites.
// What survives no GC makes churn: types that make up much of it are told with the site that allocates most of them, and
// the closest call site of the program itself. Deaths are exact as far as the recording tells them; with sampled sites
// numbers are estimated, and marked. Where only allocations are known, these are told; where only GCs, how much they freed.
//
//	memcity churn PATH
//	memcity churn PATH --window churn --metric bytes --format json
//
//	--window A..B        GCs, by number or by times such as 12.5s; or leak, steepest, regression, gc or churn for the window
//	                     that is found (all)
//	--metric M           objects or bytes: what groups are ordered and suspects found by (objects; bytes where only
//	                     allocations are known)
//	--share P            least share of what survived no GC that makes a type a suspect (10%); there is always one
//	--top N              only the N largest groups of each level; 0 for all (5, but all in JSON and CSV). Tables leave out
//	                     what is less than 1 % of all, too
//	--classifiers FILE   as for tree: a definition file says which packages are the program's own
//	--format table|json|csv
//
// JSON: recording, settings, window, basis (died, allocated or freed), garbage, survived_no_gc, root, suspects, gcs, notes.
//
// # diff
//
// Tells what became of the objects of one GC point at a later one, by groups: how many died, how many are permanent, and how many
// were born. Where a classifier groups by what changes, as by age, objects also left groups and came to others.
//
// Traces number objects. In heap dumps they are recognised by content, by the order in which they lie in memory, and by
// references; the first line tells how many were. Some pairs are only probable: they count as one object that died and one that
// was born, unless --probable is given. Field values are part of the content, so recordings without them know less. Where objects
// are not known, as in memory trees, there are the numbers before and after, and their difference.
//
//	memcity diff demo:persons --by type --top 10
//	memcity diff demo:two-caches --from 1 --to 3 --metric bytes --sort died --format json
//	memcity diff demo:persons --by type --vanished
//
//	--from POINT         the earlier GC point: first, last, a number from 1, or a time such as 12.5s (first)
//	--to POINT           the later one (last)
//	--by, --filter, --where, --classifiers as for tree
//	--metric M           objects or bytes: what the table tells, and what groups are ordered in (objects)
//	--sort S             growth, died, permanent, born, before or after: what groups are ordered by (growth)
//	--top N              only the first N groups of each level
//	--vanished           only groups that have no objects any more, and those above them
//	--probable           probable pairs of objects are the same object
//	--through            objects are followed from GC point to GC point, where much changes in between
//	--format table|json|csv
//
// JSON: recording, settings, identity with source (native, recovered or none), rate, certain and probable pairs, the tree of
// groups in root, and in vanished the keys of groups that have no objects any more. Rate is the share of the objects of the
// smaller heap state that are in certain pairs.
//
// # structures
//
// Tells the largest data structures, such as lists, maps and caches, what is in them and who holds them; with --from or --to how
// they grew between two GC points, what pattern that is, what it means and what to do. Heap growth portions (HGP) are growth in
// percent of that of the heap. Data structures are known by descriptions in files *.ds: those that come with the program, those
// in the folder memcity/classifiers beside the program's settings, and those named by --classifiers. How they are written, and
// what the numbers mean, is told in docs/structures.md.
//
//	memcity structures demo:two-caches
//	memcity structures demo:two-caches --from first --to last --top 3
//	memcity structures demo:two-caches --propose --top 5
//
//	--at POINT           first, last, a number from 1, or a time such as 12.5s (last)
//	--from A, --to B     two GC points, written like --at; one alone means from the first, or to the last
//	--top N              only the N strongest; 0 for all (10)
//	--contained          also those that others contain
//	--leaves N           groups of leaves told of each, by type and allocation site (3)
//	--metric M           objects or bytes: what growth is compared by (bytes)
//	--strong P           portion in percent from which growth is strong (10)
//	--propose            descriptions for types that have none and look like data structures, largest first
//	--check FILE         tells what is wrong in a file of descriptions, and ends with status 1 if something is; with PATH also
//	                     which types of that recording each name means. May be given several times
//	--classifiers FILE   a file of descriptions, *.ds; may be given several times
//	--format table|json|csv
//
// JSON: recording, settings, and structures, growth (with from, the earlier GC point) or proposed. Sizes that are not known are
// left out. With --check: faults and descriptions.
//
// # script
//
// Runs the window off screen, panels included, on a clock of its own, driven by a script; - reads it from standard input.
// The recording is opened first; without PATH the script begins at the start screen. Lines that expect something make a
// script a test. The same script gives the same result every time.
//
//	memcity script testdata/scripts/tour.script demo:persons
//
//	--classifiers FILE   a definition file; those of the user's folder are not used, so that scripts do not depend on them
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
// # record
//
// Starts a program and records every Java virtual machine in it into a trace, which the window can show while it grows. The
// program's standard streams, signals and exit status are its own; its status becomes that of memcity. On a terminal Ctrl+C
// asks whether the program is to end too. What each mode costs, what is exact, containers and traps: docs/recording.md.
//
//	memcity record -- java -jar app.jar
//	memcity record --mode dumps --every 30s -o shop.mct -- mvn test
//	memcity record --list
//	memcity record --list --format json
//
//	--mode MODE          sampled: single objects at GC points, allocation sites of a sample; exact: every allocation; counts:
//	                     objects and bytes per type; dumps and histograms: the same as sampled without sites, and as counts,
//	                     without an agent (sampled)
//	--every TIME         least time between two GC points (500ms; dumps 10s, histograms 2s)
//	--budget P           largest share of the run time that the program stands still for points, in per cent (5)
//	--depth N            frames kept of a call chain (16)
//	--interval BYTES     sampled: mean number of allocated bytes between two samples (512k)
//	--max-objects N      with an agent: the largest heap of which single objects are recorded, above it counts (20000000)
//	--tag-all            exact: follows every object from its allocation on, so that no site is missing; dearer
//	--all                dumps, histograms: with garbage, which saves a full GC each time
//	--temp DIR           dumps: where they are until they are converted; they may be as large as the heap
//	--keep               dumps: leaves them there
//	--stop-after TIME    stops the recording; the program goes on
//	--rule RULE          is held against every GC point; what breaks it is told, and with "then stop" ends the recording, with
//	                     "then dump" adds a GC point: "bytes of java.lang.String above 50MB then stop", see docs/live.md. May be
//	                     given several times
//	-o, --out FILE       where the trace goes (named after the program and the time). Further virtual machines get a number
//	--force              replaces a file
//	--list               the Java programs that run, and which can be recorded; --format table|json
//
// # attach
//
// Records a Java program that runs, by its process number or a part of its main class's name. Ctrl+C stops the recording, the
// program goes on. Sites and births of objects that live already are not known.
//
//	memcity attach 4711
//	memcity attach --mode histograms Shop
//
//	all options of record but --list
//
// # serve
//
// Answers over a WebSocket as AntTracks does, until it is interrupted: Memory Cities, WebTreeViz and memcity itself on
// another computer can show the memory trees. The address to open, such as ws://127.0.0.1:8887, is printed. Recordings that
// grow are followed. The protocol, and who is let in, are told in docs/websocket.md.
//
//	memcity serve PATH --by type
//
//	--listen HOST:PORT   where (127.0.0.1:8887). Where other computers can connect, a token is needed
//	--token TEXT         what clients must have as ?token=TEXT in the address (none, or a random one where it is needed)
//	--origin ORIGIN      a web page that may connect, such as https://example.org, or null for those without an origin; may be
//	                     given several times
//	--each               each PATH is a recording of its own, and has a tab of its own
//	--by, --filter, --where, --classifiers as for tree
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
//	--classifiers FILE   as for tree
//
// # window
//
// Opens the window on recordings. Files can be dropped on it. The keys are listed under "?".
//
//	memcity dumps/
//
//	--theme T            light or dark
//	--color-blind        a palette for the colour-blind
//	--classifiers FILE   as for tree; faults are told in the window too
package main
