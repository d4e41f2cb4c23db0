import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { PostalAddress } from '../people/addresses.ts';
import {
  AccessView,
  CountryCode,
  Counts,
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  Tokens,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

export const ProductType = z.enum(['digital', 'physical']);
export type ProductType = z.infer<typeof ProductType>;
export const ProductState = z.enum(['draft', 'published', 'archived', 'removed']);
export type ProductState = z.infer<typeof ProductState>;

export const Product = z.object({
  _id: Id,
  performer: PerformerCard,
  title: z.string(),
  description: z.string(),
  type: ProductType,
  /** Per unit. */
  price: Tokens,
  stock: z.int().describe('Number of pieces in stock; null: any number.').nullable(),
  images: z.array(FileView),
  /** The files a digital product delivers. Their URLs come only from the download links. */
  files: z.array(z.object({ mime: z.string(), bytes: z.int().describe('Size in bytes.') })),
  processingDays: z.int().describe('Days until the product ships.'),
  /** Per order, whatever the quantity. */
  shippingPrice: Tokens,
  /** Countries it ships to. Empty: everywhere. */
  shippingCountries: z.array(z.string()),
  commentsEnabled: z.boolean(),
  counts: Counts,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  access: AccessView,
  state: ProductState,
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Product = z.infer<typeof Product>;
/**
 * The creator's own view: the files, number of sales, and earnings (cents after commission, without refunds).
 */
export const OwnProduct = Product.extend({
  /** The files for buyers, each by the name it was uploaded with. */
  uploads: z.array(FileView.extend({ name: z.string() })),
  sold: z.int().describe('Number of sales.'),
  earned: z.int().describe('Earnings after commission and refunds, in cents.'),
  recentViews: z.int().describe('Views of the last 28 days; one viewer counts once a day.'),
});
export type OwnProduct = z.infer<typeof OwnProduct>;

export const Downloads = z.object({
  files: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      mime: z.string(),
      bytes: z.int().describe('Size in bytes.'),
    }),
  ),
});
export type Downloads = z.infer<typeof Downloads>;

const tokens = (min: number, what: string) =>
  z
    .int('Enter whole tokens.')
    .describe('Amount in tokens.')
    .min(min, min > 0 ? `${what} is at least ${min} token.` : 'Enter whole tokens.')
    .max(limits.itemPrice.max, `${what} is at most ${limits.itemPrice.max} tokens.`);
const ProductFields = {
  title: lineText()
    .min(1, 'Enter a title.')
    .max(limits.text.title, `Use at most ${limits.text.title} characters.`),
  description: z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`),
  price: tokens(limits.itemPrice.min, 'The price'),
  stock: z
    .int('Enter a whole number.')
    .describe('Number of pieces in stock; null: any number.')
    .min(0, 'Enter a whole number.')
    .max(1_000_000, 'Enter at most a million.')
    .nullable(),
  imageIds: z.array(Id).max(limits.photosPerPost, `Add at most ${limits.photosPerPost} pictures.`),
  fileIds: z.array(Id).max(limits.filesPerProduct, `Add at most ${limits.filesPerProduct} files.`),
  processingDays: z
    .int('Enter whole days.')
    .describe('Days until the product ships.')
    .min(0, 'Enter whole days.')
    .max(60, 'Send it within 60 days.'),
  shippingPrice: tokens(0, 'Shipping'),
  shippingCountries: z.array(CountryCode).max(250),
  commentsEnabled: z.boolean(),
  state: z.enum(['draft', 'published']),
};
export const ProductCreate = z.strictObject({
  ...ProductFields,
  type: ProductType,
  description: ProductFields.description.default(''),
  stock: ProductFields.stock.default(null),
  imageIds: ProductFields.imageIds.default([]),
  fileIds: ProductFields.fileIds.default([]),
  processingDays: ProductFields.processingDays.default(0),
  shippingPrice: ProductFields.shippingPrice.default(0),
  shippingCountries: ProductFields.shippingCountries.default([]),
  commentsEnabled: ProductFields.commentsEnabled.default(true),
  state: ProductFields.state.default('published'),
});
export type ProductCreate = z.infer<typeof ProductCreate>;
export const ProductUpdate = z
  .strictObject({
    ...ProductFields,
    state: z.enum(['draft', 'published', 'archived']),
    /** The stock shown when the new `stock` was entered. If it has changed since, nothing is updated. */
    stockSeen: ProductFields.stock.describe('Number of pieces that were shown in stock; null: any number.'),
  })
  .partial();
export type ProductUpdate = z.infer<typeof ProductUpdate>;

/** The body of `POST /wallet/charges/product/:id`. */
export const ProductPurchase = z
  .strictObject({
    quantity: z
      .int('Enter a whole number.')
      .describe('Number of pieces.')
      .min(1, 'Take at least one.')
      .max(100, 'Take at most 100 at once.')
      .default(1),
    /** A saved address, or one given here. Physical products require one of them. */
    addressId: Id.optional(),
    address: PostalAddress.optional(),
    /** The total shown to the buyer, including shipping. */
    expectedPrice: Tokens,
  })
  .refine((body) => body.addressId === undefined || body.address === undefined, {
    message: 'Give one address.',
    path: ['addressId'],
  });
export type ProductPurchase = z.infer<typeof ProductPurchase>;

const search = { ...KeyPage, q: z.string().trim().max(100).optional(), type: ProductType.optional() };

export const products = {
  'POST /performer/performer-assets/products': op({
    summary: 'Create a product',
    access: 'performer',
    body: ProductCreate,
    reply: OwnProduct,
    creates: true,
    status: 201,
  }),
  'GET /performer/performer-assets/products/search': op({
    summary: 'Your products, newest first',
    access: 'performer',
    query: z.strictObject({ ...search, state: z.enum(['draft', 'published', 'archived']).optional() }),
    reply: listReply(OwnProduct),
  }),
  'PUT /performer/performer-assets/products/:id': op({
    summary: 'Update, publish or archive a product',
    access: 'performer',
    params: IdParams,
    body: ProductUpdate,
    reply: OwnProduct,
  }),
  'DELETE /performer/performer-assets/products/:id': op({
    summary: 'Delete a product; buyers keep their orders and downloads',
    access: 'performer',
    params: IdParams,
    reply: Done,
  }),
  'GET /performer/performer-assets/products/:id/view': op({
    summary: 'One of your products',
    access: 'performer',
    params: IdParams,
    reply: OwnProduct,
  }),
  'GET /performer-assets/products/search': op({
    summary: 'Products on sale, newest first',
    access: 'anyone',
    query: z.strictObject({ ...search, performerId: Id.optional() }),
    reply: listReply(Product),
  }),
  'GET /performer-assets/products/:id': op({
    summary: 'One product',
    access: 'anyone',
    params: IdParams,
    reply: Product,
  }),
  'GET /performer-assets/products/:id/download-link': op({
    summary: 'A short-lived URL of a purchased file; each download is counted on the order',
    access: 'user',
    params: IdParams,
    /** Without it, the first file. */
    query: z.strictObject({ fileId: Id.optional() }),
    reply: z.object({ url: z.string(), filename: z.string(), expiresAt: z.iso.datetime() }),
  }),
  'GET /performer-assets/products/:id/downloads': op({
    summary: 'The files of a purchased product, as they were when it was bought',
    access: 'user',
    params: IdParams,
    reply: Downloads,
    ours: true,
  }),
  'POST /performer-assets/products/:id/download-all': op({
    summary: 'A URL of all files of a purchased product as one ZIP; counted on the order as one download',
    access: 'user',
    params: IdParams,
    reply: z.object({
      url: z.string(),
      filename: z.string(),
      files: z.int().describe('Number of files in the ZIP.'),
      bytes: z.int().describe('Size of the ZIP in bytes.'),
      expiresAt: z.iso.datetime(),
    }),
    ours: true,
  }),
};
