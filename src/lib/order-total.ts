import type { Tokens } from './units.ts';

/** The cost of an order in tokens. */
export interface OrderTotal {
  readonly subtotal: number;
  readonly shipping: Tokens;
  readonly total: number;
}

/**
 * The total the buyer sees before paying and the server charges. Shipping is charged once per order, whatever
 * the quantity.
 */
export function orderTotal(order: {
  readonly unitPrice: Tokens;
  readonly quantity: number;
  readonly shippingPrice: Tokens;
}): OrderTotal {
  const subtotal = order.unitPrice * order.quantity;
  return { subtotal, shipping: order.shippingPrice, total: subtotal + order.shippingPrice };
}
