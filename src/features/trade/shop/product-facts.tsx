import type { Product } from '#contract/trade/products.ts';
import { countryNames } from '#lib/country-names.ts';
import { formatBytes, formatNumber, plural } from '#lib/format.ts';
import { Tokens } from '#ui/content/money.tsx';
import styles from './product.module.css';

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/zip': 'ZIP archive',
  'application/epub+zip': 'E-book (EPUB)',
};

/** "PDF, 2.4 MB". */
export function fileText({ mime, bytes }: Product['files'][number]): string {
  const [family = '', format = ''] = mime.split('/');
  const words: Readonly<Record<string, string>> = { image: 'Picture', video: 'Video', audio: 'Recording' };
  return `${kinds[mime] ?? words[family] ?? format.toUpperCase()}, ${formatBytes(bytes)}`;
}

/** "PDF, 2.4 MB", or "5 files, 24 MB in all". */
export function filesText(files: Product['files']): string {
  const [first, ...others] = files;
  if (!first) return 'A file';
  if (others.length === 0) return fileText(first);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${plural(files.length, 'file')}, ${formatBytes(bytes)} in all`;
}

/** "In stock", or the number left if it is low. */
export const stockText = (stock: number | null): string =>
  stock === null
    ? 'Available'
    : stock === 0
      ? 'Sold out'
      : stock <= 5
        ? `${formatNumber(stock)} left`
        : 'In stock';

const readyText = (days: number): string =>
  days === 0 ? 'Ships right away' : `Ships within ${plural(days, 'day')}`;

const mostNamed = 6;
/** Where the product ships to. */
export function destinations(countries: readonly string[]): string {
  if (countries.length === 0) return 'Worldwide';
  const named = countryNames(countries);
  return named.length > mostNamed
    ? `${named.slice(0, mostNamed).join(', ')} and ${named.length - mostNamed} more`
    : named.join(', ');
}

function Physical({ product }: { product: Product }) {
  return (
    <>
      <div>
        <dt>Shipping</dt>
        <dd>{product.shippingPrice > 0 ? <Tokens tokens={product.shippingPrice} /> : 'Included'}</dd>
      </div>
      {/* Node and browsers name some countries differently. */}
      <div>
        <dt>Ships to</dt>
        <dd suppressHydrationWarning>{destinations(product.shippingCountries)}</dd>
      </div>
      <div>
        <dt>Shipping time</dt>
        <dd>{readyText(product.processingDays)}</dd>
      </div>
    </>
  );
}

/** What buyers want to know before a purchase. */
export const Facts = ({ product }: { product: Product }) => (
  <dl className={styles.facts}>
    <div>
      <dt>{product.type !== 'digital' ? 'Stock' : product.files.length > 1 ? 'Files' : 'File'}</dt>
      <dd>{product.type === 'digital' ? filesText(product.files) : stockText(product.stock)}</dd>
    </div>
    {product.type === 'physical' ? <Physical product={product} /> : null}
  </dl>
);
