# Sends the objects of this program to memcity, which loads this file with RUBYOPT.
#
# A thread waits for requests at a socket. For each it forks a child, which writes the objects to a pipe as ObjectSpace.dump_all does, adds
# the names of variables, and ends. The program continues meanwhile. Code of the program must not run in the child: only methods of Ruby
# itself are called.
recorder = Module.new do
  # ---- the thread that waits for requests

  def start(file, exact)
    @file, @folder, @pid, @title, @exact = file, File.dirname(file), Process.pid, $0, exact
    @limit = 600 # seconds of computing time after which a child ends
    hide
    unless RUBY_ENGINE == "ruby" && RUBY_VERSION >= "3.1"
      refuse
      return
    end
    require "objspace"
    require "socket.so"
    ObjectSpace.trace_object_allocations_start if exact
    @kernel = [:to_s, :class, :instance_variables, :instance_variable_get, :frozen?].to_h { |m| [m, Kernel.instance_method(m)] }
    @module = [:constants, :const_get, :const_source_location, :autoload?, :class_variables, :class_variable_get].to_h { |m| [m, Module.instance_method(m)] }
    @fork = Process.method(:_fork) # without what the program adds to it
    watch_forks
    watch_exec
    at_exit { announce }
    connect unless launcher?
    serve(2)
  end

  # Removes this file from the options, so that only this process loads it.
  def hide
    option = "-r" + @file
    options = ENV["RUBYOPT"].to_s
    return unless options.start_with?(option)
    rest = options[option.length..-1]
    ENV["RUBYOPT"] = rest.empty? ? nil : rest[1..-1]
  end

  # Tells memcity that this Ruby is not supported.
  def refuse
    require "socket"
    UNIXSocket.open(@folder + "/socket") { |link| link.write("refused #{text("the program runs on #{RUBY_ENGINE} #{RUBY_VERSION}")}\n") }
  rescue StandardError, LoadError
    nil
  end

  # Reports whether the program is about to execute or load another.
  def launcher?
    %w[bundle bundler rails].include?(File.basename($0))
  end

  # Connects to memcity and introduces this process.
  def connect
    link = UNIXSocket.new(@folder + "/socket")
    link.write("hello #{Process.pid} #{RUBY_VERSION} #{text(@title)}\n")
    @link = link
  rescue SystemCallError
    link.close if link
  end

  # Starts the thread. A process that is not connected connects first, if it runs for a number of seconds.
  def serve(quiet)
    thread = Thread.new do
      Thread.current.report_on_exception = false
      begin
        forget
        wait(quiet)
        while (link = @link) && (request = receive(link))
          reply(link, request)
        end
      rescue Exception # memcity has ended
        nil
      end
      link, @link = @link, nil
      link.close if link
      @ended.push(true) if @ended
    end
    thread.name = "memcity"
    thread.thread_variable_set(:fork_safe, true) # puma warns of other threads
  end

  # Removes this file from the list of loaded files. Ruby adds it when it has loaded it.
  def forget
    100.times do
      @forgotten ||= $LOADED_FEATURES.delete(@file)
      return if @forgotten
      sleep 0.001
    end
  end

  # Connects after a number of seconds, or when a launcher has loaded the program.
  def wait(seconds)
    return if @link
    until seconds <= 0
      sleep 0.1
      seconds -= 0.1
      break if Process.pid == @first_launcher && !launcher?
    end
    @title = $0 if Process.pid == @first_launcher
    connect
  end

  # Returns a request: dump, last or end. The first two have a pipe.
  def receive(link)
    first = link.recv(1, Socket::MSG_PEEK)
    return if first.nil? || first.empty?
    request = "".b
    if first != "e"
      @pipe = link.recv_io(IO, "wb")
      request << first
    end
    until request.end_with?("\n")
      byte = link.recv(1)
      return if byte.nil? || byte.empty?
      request << byte
    end
    request.chomp
  end

  # Serves a request. last is a dump at the end of the program, and end is none.
  def reply(link, request)
    answer = nil
    begin
      answer = "forked #{take(@pipe)}\n" if @pipe
    rescue StandardError, NoMemoryError => error
      answer = "failed #{text("#{error.class}: #{error.message}")}\n"
    ensure
      pipe, @pipe = @pipe, nil
      pipe.close if pipe
    end
    link.write(answer) if answer
    @ended.push(true) if @ended && request != "dump"
  end

  # Forks a child that writes the objects to a pipe. It returns how long the program was stopped, in ns.
  def take(pipe)
    pipe.sync = true
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
    held = stacks
    child = @fork.call
    copy(pipe, held) if child == 0
    pause = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
    held.clear
    begin
      Process.wait(child)
    rescue SystemCallError
      nil # the program waited for it
    end
    pause
  end

  # Returns the other threads with their names and the objects that they hold. A child has no other threads.
  def stacks
    (Thread.list - [Thread.current]).map do |t|
      [t, t == Thread.main ? "main" : t.name || t.inspect[/ (\S+:\d+)/, 1], ObjectSpace.reachable_objects_from(t)]
    end
  end

  # ---- forks and the end of the program

  def watch_forks
    recorder, fork, daemon = self, @fork, Process.method(:daemon)
    Process.define_singleton_method(:_fork) do
      pid = fork.call
      recorder.forked if pid == 0
      pid
    end
    Process.define_singleton_method(:daemon) do |*words|
      result = daemon.call(*words)
      recorder.forked
      result
    end
  end

  # Connects a forked process, if it runs for some time.
  def forked
    [@link, @pipe].each { |io| io.close if io }
    @link = @pipe = @ended = @first_launcher = nil
    serve(1)
  rescue StandardError
    nil
  end

  # Makes a Ruby load this file if this process executes it, as bundle and rails do.
  def watch_exec
    recorder, @first_launcher = self, Process.pid
    original = Kernel.instance_method(:exec)
    body = lambda do |on, words, block|
      old = recorder.show(words)
      begin
        original.bind_call(on, *words, &block)
      ensure
        ENV["RUBYOPT"] = old[0] if old # exec failed
      end
    end
    Kernel.class_eval do
      define_method(:exec) { |*words, &block| body.call(self, words, block) }
      private :exec
    end
    [Kernel, Process].each { |m| m.define_singleton_method(:exec) { |*words, &block| body.call(self, words, block) } }
  end

  # Adds this file to the options again, before this process executes another Ruby. It returns the old options in a list; nil if unchanged.
  def show(words)
    return unless Process.pid == @pid
    word = words.find { |w| !(Hash === w) }
    word = word.is_a?(Array) ? word[0] : word.to_s.split(" ")[0]
    return unless ruby?(word.to_s)
    old = ENV["RUBYOPT"]
    ENV["RUBYOPT"] = "-r" + @file + (old ? " " + old : "")
    [old]
  rescue StandardError
    nil
  end

  # Reports whether a command is Ruby or a script that Ruby runs.
  def ruby?(word)
    return true if File.basename(word) =~ /\Aruby(\d+(\.\d+)?)?\z/
    paths = word.include?("/") ? [word] : ENV["PATH"].to_s.split(":").map { |folder| folder + "/" + word }
    path = paths.find { |p| File.file?(p) && File.executable?(p) }
    path && File.binread(path, 200).to_s =~ /\A#!.*\bruby/ ? true : false
  end

  # Announces the end of the program, and waits for the last request.
  def announce
    connect if @link.nil? && Process.pid == @pid && @ended.nil? && !launcher?
    return unless @link
    @ended = Thread::Queue.new
    @link.write("ending\n")
    @ended.pop
  rescue Exception
    nil # the exit status is that of the program
  end

  # ---- the child

  # Writes the objects in a further child, so that the program need not wait for it.
  def copy(pipe, held)
    GC.disable
    %w[HUP INT QUIT TERM USR1 USR2 ALRM CHLD].each { |name| trap(name, "IGNORE") }
    $VERBOSE = nil
    keep_only(pipe)
    exit!(0) if @fork.call != 0
    Process.setrlimit(:CPU, @limit)
    pipe.write("copy #{Process.pid}\n")
    Process.setpriority(Process::PRIO_PROCESS, 0, 10)
    prefer_to_end
    collect
    lines = thread_lines(held)
    held.each { |one| one[2].clear }.clear
    ObjectSpace.dump_all(output: pipe)
    names(lines) { |line| pipe.write(line) }
    pipe.write(lines, "end\n")
  rescue Exception => error
    pipe.write("error: #{error.class}: #{error.message}\n".tr("\n", " ") + "\n")
  ensure
    exit!(0)
  end

  # Closes all other descriptors, because others may wait for the program to close them.
  def keep_only(pipe)
    list = begin
      Dir.children("/dev/fd").map(&:to_i)
    rescue SystemCallError
      (0..4095).to_a
    end
    list.each do |n|
      next if n == pipe.fileno
      begin
        IO.for_fd(n).close
      rescue SystemCallError, ArgumentError
        nil # not open, or Ruby's own
      end
    end
    @null = Array.new(3) { File.open("/dev/null", "r+") }
  end

  # If memory runs out, the child ends rather than the program.
  def prefer_to_end
    File.write("/proc/self/oom_score_adj", "1000")
  rescue SystemCallError
    nil
  end

  # Collects garbage without running finalizers.
  def collect
    frozen = @kernel[:frozen?]
    ObjectSpace.each_object(BasicObject) do |o|
      ObjectSpace.undefine_finalizer(o) unless frozen.bind_call(o)
    end
    GC.enable
    GC.start
    GC.disable
    ObjectSpace.trace_object_allocations_stop if @exact
  end

  def thread_lines(held)
    own = %({"type":"NAMES","address":"#{address(Thread.current)}","name":"memcity"}\n)
    held.map do |t, name, refs|
      to = (refs || []).map { |o| %("#{address(o)}") }.join(",")
      %({"type":"NAMES","address":"#{address(t)}","name":#{text(name)}}\n{"type":"ROOT","root":"thread","address":"#{address(t)}","references":[#{to}]}\n)
    end.join + own
  end

  def call(o, method, *args)
    @kernel[method].bind_call(o, *args)
  end

  def of(m, method, *args)
    @module[method].bind_call(m, *args)
  end

  def address(o)
    (ObjectSpace::InternalObjectWrapper === o ? o.inspect : call(o, :to_s))[/0x\h+/]
  end

  def heap?(o)
    (a = address(o).hex) > 255 && a % 8 == 0
  end

  # Returns a text in JSON.
  def text(s)
    s = s.to_s.encode("UTF-8", invalid: :replace, undef: :replace).scrub
    '"' + s.gsub(/["\\\x00-\x1f\x7f]/) { |c| format("\\u%04x", c.ord) } + '"'
  end

  def pairs(hash)
    hash.map { |k, a| %(#{text(k)}:"#{a}") }.join(",")
  end

  def names(lines)
    globals = (global_variables.grep(/\A\$[a-zA-Z_]\w*\z/) - [:$FILENAME]).to_h { |g| [g, address(eval(g.to_s))] }
    yield %({"type":"NAMES","root":"global_tbl","names":{#{pairs(globals)}}}\n)
    libraries.each { |c| yield %({"type":"NAMES","root":"library","name":#{text(c)}}\n) }
    ObjectSpace.each_object(Module) { |m| yield %({"type":"NAMES","address":"#{address(m)}","names":{#{pairs(variables(m))}}}\n) }
    fields.each do |c, lists|
      lists.each { |list| yield %({"type":"NAMES","class":"#{address(c)}","ivars":[#{list.map { |v| text(v) }.join(",")}]}\n) }
    end
  end

  # Returns the names of the outermost modules that files of Ruby or of gems define.
  def libraries
    folders = %w[rubylibdir sitedir vendordir].map { |name| RbConfig::CONFIG[name] } + (defined?(::Gem) ? ::Gem.path : [])
    of(Object, :constants, false).select do |c|
      file = of(Object, :autoload?, c, false) ? nil : of(Object, :const_source_location, c, false)&.first
      file && folders.any? { |folder| folder && file.start_with?(folder + "/") }
    end
  rescue StandardError, LoadError
    []
  end

  def variables(m)
    found = {}
    return found if m.equal?(self)
    of(m, :constants, false).each { |c| found[c] = address(of(m, :const_get, c, false)) unless of(m, :autoload?, c, false) }
    of(m, :class_variables, false).each { |v| found[v] = address(of(m, :class_variable_get, v)) }
    call(m, :instance_variables).each { |v| found[v] = address(call(m, :instance_variable_get, v)) }
    found
  rescue StandardError, LoadError
    found
  end

  def fields
    members, values_of, class_of = Struct.instance_method(:members), Struct.instance_method(:to_a), @kernel[:class]
    lists, seen = Hash.new { |h, k| h[k] = [] }.compare_by_identity, Hash.new(0).compare_by_identity
    ObjectSpace.each_object(Object) do |o|
      c = class_of.bind_call(o)
      next if Module === o || (seen[c] += 1) > 100
      values = Struct === o ? members.bind_call(o).zip(values_of.bind_call(o)) : call(o, :instance_variables).map { |v| [v, call(o, :instance_variable_get, v)] }
      list = values.select { |_, v| heap?(v) }.map(&:first)
      lists[c] << list unless list.empty? || lists[c].include?(list)
    end
    lists
  end
end
recorder.extend(recorder)
exact = false # memcity replaces this line
recorder.start(__FILE__, exact)
