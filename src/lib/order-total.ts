import type { Tokens } from './units.ts';

/** What an order costs, in tokens. */
export interface OrderTotal {
  readonly subtotal: number;
  readonly shipping: Tokens;
  readonly total: number;
}

/**
 * The one sum that the buyer sees before paying and that the server charges. The sending is paid once an
 * order, whatever its quantity.
 */
export function orderTotal(order: {
  readonly unitPrice: Tokens;
  readonly quantity: number;
  readonly shippingPrice: Tokens;
}): OrderTotal {
  const subtotal = order.unitPrice * order.quantity;
  return { subtotal, shipping: order.shippingPrice, total: subtotal + order.shippingPrice };
}
