import { expect, test } from 'vitest';
import { orderTotal } from '#lib/order-total.ts';

test('quantity times price, plus shipping once', () => {
  expect(orderTotal({ unitPrice: 100, quantity: 3, shippingPrice: 20 })).toEqual({
    subtotal: 300,
    shipping: 20,
    total: 320,
  });
  expect(orderTotal({ unitPrice: 50, quantity: 1, shippingPrice: 0 })).toEqual({
    subtotal: 50,
    shipping: 0,
    total: 50,
  });
});
