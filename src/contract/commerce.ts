import { pending } from './op.ts';

export const orders = {
  'GET /orders/search': pending('performer', 'Orders received'),
  'GET /orders/users/search': pending('user', 'Orders made'),
  'GET /orders/:id': pending('user', 'One order'),
  'PUT /orders/:id/update': pending('performer', 'Move an order on'),
  'PUT /orders/:id/update/delivery-address': pending('user', 'Change where an order goes'),
};
/** The specification's misspelt paths are kept; the code says auctions. */
export const auctions = {
  'GET /autions/search': pending('anyone', 'Find auctions'),
  'GET /autions/users/search': pending('user', 'Auctions the caller bid in'),
  'POST /autions': pending('performer', 'Open an auction'),
  'GET /autions/:id/view': pending('anyone', 'One auction'),
  'GET /autions/users/:id': pending('anyone', 'Auctions of a creator'),
  'PUT /autions/:id': pending('performer', 'Change an auction'),
  'DELETE /autions/:id': pending('performer', 'Cancel an auction'),
  'GET /aution-item/search': pending('anyone', 'Bids of an auction'),
  'POST /aution-item': pending('user', 'Bid'),
};
export const addresses = {
  'POST /addresses/create': pending('user', 'Keep a delivery address'),
  'GET /addresses/search': pending('user', 'The own addresses'),
  'PUT /addresses/:id': pending('user', 'Change an address'),
  'DELETE /addresses/:id': pending('user', 'Remove an address'),
};
