import { limits } from '#config/limits.ts';
import type { OwnProduct, ProductCreate, ProductUpdate } from '#contract/trade/products.ts';
import { formatTokens } from '#lib/format.ts';

/** Form values of a product. */
export interface ProductValues {
  readonly type: 'digital' | 'physical';
  readonly title: string;
  readonly description: string;
  readonly price: string;
  /** Empty for downloads, which aren't limited. */
  readonly stock: string;
  readonly processingDays: string;
  readonly shippingPrice: string;
  readonly countries: readonly string[];
  readonly commentsEnabled: boolean;
}
export type ProductField =
  | 'title'
  | 'price'
  | 'stock'
  | 'processingDays'
  | 'shippingPrice'
  | 'pictures'
  | 'files';
export type ProductErrors = Partial<Record<ProductField, string>>;

export const emptyProduct: ProductValues = {
  type: 'physical',
  title: '',
  description: '',
  price: '',
  stock: '1',
  processingDays: '2',
  shippingPrice: '0',
  countries: [],
  commentsEnabled: true,
};

/** A draft kept by an earlier version has the title as `name`. */
export const upgradeDraft = ({
  name,
  ...kept
}: Partial<ProductValues> & { readonly name?: string }): Partial<ProductValues> =>
  name === undefined ? kept : { title: name, ...kept };

export const toProductValues = (product: OwnProduct): ProductValues => ({
  type: product.type,
  title: product.title,
  description: product.description,
  price: String(product.price),
  stock: product.stock === null ? '' : String(product.stock),
  processingDays: String(product.processingDays),
  shippingPrice: String(product.shippingPrice),
  countries: product.shippingCountries,
  commentsEnabled: product.commentsEnabled,
});

export const parseWhole = (typed: string): number | null =>
  /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
const within = (typed: string, min: number, max: number): boolean => {
  const value = parseWhole(typed);
  return value !== null && value >= min && value <= max;
};

const mostStock = 1_000_000;
const mostDays = 60;

function parcelErrors({
  stock,
  processingDays,
  shippingPrice,
}: ProductValues): Partial<Record<ProductField, string | undefined>> {
  return {
    stock: within(stock, 0, mostStock) ? undefined : 'Enter the quantity in stock.',
    processingDays: within(processingDays, 0, mostDays)
      ? undefined
      : `Enter a number of days, at most ${mostDays}.`,
    shippingPrice: within(shippingPrice, 0, limits.itemPrice.max)
      ? undefined
      : 'Enter whole tokens, or 0 for free shipping.',
  };
}

export interface Sent {
  readonly count: number;
  readonly failed: boolean;
}

const sentError = ({ failed }: Sent, what: string): string | undefined =>
  failed
    ? `${what[0]?.toUpperCase()}${what.slice(1)} couldn’t be uploaded. Try again or remove it.`
    : undefined;

/**
 * Error messages by field; empty if the product can be saved. A file is required only to put it on sale,
 * and a pending upload isn't an error.
 */
export function productErrors(
  values: ProductValues,
  { pictures, files, onSale }: { pictures: Sent; files: Sent; onSale: boolean },
): ProductErrors {
  const { min, max } = limits.itemPrice;
  const found: Partial<Record<ProductField, string | undefined>> = {
    title: values.title.trim() ? undefined : 'Enter a title.',
    price: within(values.price, min, max)
      ? undefined
      : `Enter a price from ${formatTokens(min)} to ${formatTokens(max)}.`,
    pictures: sentError(pictures, 'a picture'),
    ...(values.type === 'physical'
      ? parcelErrors(values)
      : {
          files:
            sentError(files, 'a file') ??
            (onSale && files.count === 0 ? 'Add a file for buyers to download.' : undefined),
        }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined));
}

export type Body = Omit<ProductCreate, 'state' | 'type'>;

/** The request fields of a product, except its type. */
export function toProductBody(
  values: ProductValues,
  { imageIds, fileIds }: { imageIds: string[]; fileIds: string[] },
): Body {
  const physical = values.type === 'physical';
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    price: parseWhole(values.price) ?? 0,
    imageIds,
    commentsEnabled: values.commentsEnabled,
    stock: physical ? parseWhole(values.stock) : null,
    fileIds: physical ? [] : fileIds,
    processingDays: physical ? (parseWhole(values.processingDays) ?? 0) : 0,
    shippingPrice: physical ? (parseWhole(values.shippingPrice) ?? 0) : 0,
    shippingCountries: physical ? [...values.countries] : [],
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields that would save a product as it is. */
export const toSavedBody = (product: OwnProduct): Body =>
  toProductBody(toProductValues(product), {
    imageIds: product.images.map(({ _id }) => _id),
    fileIds: product.uploads.map(({ _id }) => _id),
  });

/** Only the fields that were changed in the editor. */
export function changedFields(product: OwnProduct, body: Body): ProductUpdate {
  const before = toSavedBody(product);
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !same(value, before[name as keyof Body])),
  );
}
