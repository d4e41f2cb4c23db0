import type { OwnProduct, Product } from '#contract/trade/products.ts';
import { aCard } from './creators.ts';
import { aFile } from './files.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aProduct = (changes: Partial<Product> = {}): Product => ({
  _id: 'pr1',
  performer: aCard(),
  title: 'Breakfast mug',
  description: 'Stoneware, 300 ml.',
  type: 'physical',
  price: 160,
  stock: 9,
  images: [aFile({ _id: 'i1' }), aFile({ _id: 'i2', alt: 'From above' })],
  files: [],
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
  createdAt: timeOf(changes._id ?? 'pr1'),
  updatedAt: at,
  ...changes,
});

export const aDownload = (changes: Partial<Product> = {}): Product =>
  aProduct({
    _id: 'pr2',
    title: 'Seven glazes',
    type: 'digital',
    price: 90,
    stock: null,
    shippingPrice: 0,
    processingDays: 0,
    files: [{ mime: 'application/pdf', bytes: 2_400_000 }],
    access: { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 90, unit: 'token' }] },
    ...changes,
  });

export const anOwnProduct = (changes: Partial<OwnProduct> = {}): OwnProduct => ({
  ...aProduct({ access: { allowed: true, reason: 'owner', routes: [] } }),
  uploads: [],
  recentViews: 0,
  sold: 2,
  earned: 1280,
  ...changes,
});
