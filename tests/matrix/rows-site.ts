import { type Row, everybody } from './row.ts';

export const siteRows = {
  'GET /block/countries/check': [{ cells: everybody(200) }],
  'GET /settings/public': [{ cells: everybody(200) }],
  'POST /settings/keys': [{ cells: everybody(200), given: () => ({ body: { keys: ['siteName'] } }) }],
  'POST /contact': [{ cells: everybody(201), given: () => ({ body: { name: 'Ann', email: 'ann@example.com', subject: 'Hello', message: 'Something of some length.' } }) }],
  'GET /countries/list': [{ cells: everybody(200) }],
  'GET /languages/list': [{ cells: everybody(200) }],
  'GET /phone-codes/list': [{ cells: everybody(200) }],
  'GET /site-promo/search': [{ cells: everybody(200) }],
} satisfies Record<string, readonly Row[]>;
