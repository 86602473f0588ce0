// A shop: customers put articles into their carts, and order them.
'use strict';
const snapshots = require('./snapshots');

class Item {
  constructor(article, count) {
    this.article = article;
    this.count = count;
  }
}

class Cart {
  constructor(customer) {
    this.customer = customer;
    this.items = [];
  }

  add(article) {
    this.items.push(new Item(article, 1));
  }
}

const articles = ['apples', 'bread', 'cheese', 'dates', 'eggs'];
const carts = new Map();
let sold = 0;

function cartOf(customer) {
  if (!carts.has(customer)) {
    carts.set(customer, new Cart(customer));
  }
  return carts.get(customer);
}

/** Sells what is in the customer's cart. */
function order(customer) {
  for (const item of cartOf(customer).items) {
    sold += item.count;
  }
}

let customers = 0;
for (let point = 0; point < 6; point++) {
  for (let i = 0; i < 500; i++) {
    const customer = customers++;
    for (let n = 0; n < 3; n++) {
      cartOf(customer).add(articles[(customer + n) % articles.length]);
    }
    order(customer);
  }
  snapshots.write();
}
console.log(`sold ${sold} articles`);
