import type { Address } from '#contract/addresses.ts';
import type { Order, OrderRow } from '#contract/orders.ts';
import type { OwnProduct, Product } from '#contract/products.ts';
import { aCard } from '../../state/setup/records.ts';
import { aFile } from './records.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aProduct = (changes: Partial<Product> = {}): Product => ({
  _id: 'pr1',
  performer: aCard(),
  name: 'Breakfast mug',
  description: 'Stoneware, 300 ml.',
  type: 'physical',
  price: 160,
  stock: 9,
  images: [aFile({ _id: 'i1' }), aFile({ _id: 'i2', alt: 'From above' })],
  file: null,
  processingDays: 5,
  shippingPrice: 70,
  shippingCountries: [],
  commentsEnabled: true,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
  isLiked: false,
  isBookmarked: false,
  access: { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 160, unit: 'token' }] },
  state: 'published',
  publishedAt: at,
  createdAt: at,
  updatedAt: at,
  ...changes,
});
export const aDownload = (changes: Partial<Product> = {}): Product =>
  aProduct({
    _id: 'pr2',
    name: 'Seven glazes',
    type: 'digital',
    price: 90,
    stock: null,
    shippingPrice: 0,
    processingDays: 0,
    file: { mime: 'application/pdf', bytes: 2_400_000 },
    access: { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 90, unit: 'token' }] },
    ...changes,
  });
export const anOwnProduct = (changes: Partial<OwnProduct> = {}): OwnProduct => ({
  ...aProduct({ access: { allowed: true, reason: 'owner', routes: [] } }),
  upload: null,
  sold: 2,
  earned: 1280,
  ...changes,
});

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
  createdAt: at,
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
  seller: aCard({ name: 'Tomas' }),
  name: 'Breakfast mug',
  type: 'physical',
  image: null,
  quantity: 2,
  total: 390,
  state: 'paid',
  deadline: { at: '2026-11-23T10:00:00.000Z', effect: 'expire' },
  actions: ['cancel'],
  createdAt: at,
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
  timeline: [{ event: 'paid', by: 'buyer', note: '', at }],
  ...changes,
});

/** As much of the list of countries as a test needs. */
export const someCountries = () => ({
  data: [
    ['DE', 'Germany'],
    ['FR', 'France'],
    ['GB', 'United Kingdom'],
  ].map(([code = '', name = '']) => ({
    name,
    code,
    capital: '',
    region: 'EU' as const,
    currency: { code: 'EUR', name: 'Euro', symbol: '€' },
    language: { code: 'de', name: 'German' },
    flag: '',
  })),
  total: 3,
});
