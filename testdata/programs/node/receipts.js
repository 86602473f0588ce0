// A till: it computes each sale, and prints a receipt if a customer asks for one later.
'use strict';
const snapshots = require('./snapshots');

const reprints = [];

class Line {
  constructor(article, amount, price) {
    this.article = article;
    this.amount = amount;
    this.price = price;
  }
}

/** Sells articles, and returns the sum. */
function sell(number) {
  const lines = [];
  for (let i = 0; i < 12; i++) {
    lines.push(new Line((number + i) % 90, 1 + i % 3, 0.5 * i));
  }
  const total = () => lines.reduce((sum, line) => sum + line.amount * line.price, 0);
  const sum = total();
  reprints.push(() => `sale ${number}: ${sum}`);
  return sum;
}

let sales = 0;
let income = 0;
for (let point = 0; point < 6; point++) {
  for (let i = 0; i < 300; i++) {
    income += sell(sales++);
  }
  snapshots.write();
}
console.log(income, reprints[0]());
