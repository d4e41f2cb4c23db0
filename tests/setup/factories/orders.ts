import type { Address } from '#contract/people/addresses.ts';
import type { Order, OrderRow } from '#contract/trade/orders.ts';
import { aCard } from './creators.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const anAddress = (changes: Partial<Address> = {}): Address => ({
  _id: 'a1',
  name: 'Nora Field',
  line1: '14 Albion Terrace',
  line2: '',
  city: 'Bristol',
  state: '',
  zip: 'BS6 5DR',
  country: 'GB',
  phone: '',
  isDefault: true,
  createdAt: timeOf(changes._id ?? 'a1'),
  updatedAt: at,
  ...changes,
});

export const anOrderRow = (changes: Partial<OrderRow> = {}): OrderRow => ({
  _id: 'o1',
  number: 'K7Q3F-92XMA',
  source: 'product',
  productId: 'pr1',
  auctionId: null,
  buyer: aCard({ _id: 'fan', name: 'Nora', username: 'nora', isPerformer: false, isVerified: false }),
  performer: aCard({ name: 'Tomas' }),
  title: 'Breakfast mug',
  type: 'physical',
  cover: null,
  quantity: 2,
  total: 390,
  state: 'paid',
  deadline: { at: '2026-11-23T10:00:00.000Z', effect: 'expire' },
  actions: ['cancel'],
  problem: null,
  createdAt: timeOf(changes._id ?? 'o1'),
  updatedAt: at,
  ...changes,
});

export const anOrder = (changes: Partial<Order> = {}): Order => ({
  ...anOrderRow(),
  role: 'buyer',
  description: '',
  unitPrice: 160,
  subtotal: 320,
  shipping: 70,
  refundable: 390,
  photos: [],
  address: {
    name: 'Nora Field',
    line1: '14 Albion Terrace',
    line2: '',
    city: 'Bristol',
    state: '',
    zip: 'BS6 5DR',
    country: 'GB',
    phone: '',
  },
  shippingCountries: [],
  canChangeAddress: true,
  carrier: null,
  tracking: null,
  downloads: 0,
  canDownload: false,
  timeline: [{ event: 'paid', by: 'buyer', note: '', tokens: null, at }],
  ...changes,
});
