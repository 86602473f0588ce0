# ruby known.rb FOLDER: two dumps with 100 and 200 Order in Shop.@@orders, each with a String, an Array and 2 Line.
require "objspace"

class Line
  def initialize(order)
    @order = order
  end
end

class Order
  def initialize(id)
    @id = id
    @label = "order-#{id}"
    @lines = [Line.new(id), Line.new(id)]
  end
end

class Shop
  @@orders = {}
  EMPTY = [].freeze

  def self.sell(id)
    @@orders[id] = Order.new(id)
  end
end

Pair = Struct.new(:left, :right)
$pairs = Array.new(10) { |i| Pair.new("left", i) }
$single = Order.new(-1)
def $single.extra; end
$anonymous = Class.new(Order).new(-2)

ObjectSpace.trace_object_allocations_start
1.upto(2) do |k|
  100.times { |i| Shop.sell(100 * k + i) }
  GC.start
  File.open("#{ARGV[0]}/#{k}.rubyheap.json", "w") { |f| ObjectSpace.dump_all(output: f) }
end
counts = ObjectSpace.count_objects
puts counts[:TOTAL] - counts[:FREE]
