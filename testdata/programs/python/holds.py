"""A theater: seats are on hold while a customer pays, and sold afterwards."""
import heap


class Seat:
    __slots__ = ("row", "number")

    def __init__(self, row, number):
        self.row = row
        self.number = number


class Hold:
    __slots__ = ("customer", "seats")

    def __init__(self, customer, seats):
        self.customer = customer
        self.seats = seats


on_hold = {}
sold = []


def hold(customer):
    seats = [Seat((customer + i) % 30 + 1, i + 1) for i in range(3)]
    on_hold[customer] = Hold(customer, seats)


def pay(customer):
    sold.append(len(on_hold[customer].seats))


def main():
    customer = 0
    for point in range(1, 7):
        for _ in range(500):
            customer += 1
            hold(customer)
            pay(customer)
        heap.write(f"{point}.objects.jsonl")
    print(f"{sum(sold)} seats are sold")
