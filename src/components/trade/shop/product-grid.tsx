import type { Product } from '#contract/trade/products.ts';
import { cx } from '#ui/theme/class-names.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import type { InfinitePages } from '../../base/lists/infinite-list.ts';
import { ProductCard } from './product-card.tsx';
import styles from './shop-card.module.css';

export const ProductGridSkeleton = ({ count = 6 }: { count?: number }) => (
  <Skeleton label="Loading products">
    <div className={cx(styles.grid, styles.narrow)}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at}>
          <SkeletonBlock ratio={4 / 3} width="100%" />
          <div className={styles.body}>
            <SkeletonText lines={3} />
          </div>
        </div>
      ))}
    </div>
  </Skeleton>
);

/** A multiple of every possible column count, so that only the last row can have gaps. */
const rowSize = 12;
const toRows = (products: readonly Product[]): Product[][] =>
  Array.from({ length: Math.ceil(products.length / rowSize) }, (_, at) =>
    products.slice(at * rowSize, (at + 1) * rowSize),
  );

/** Products in a grid, loaded page by page. */
export const ProductGrid = ({
  list: { items, more, ...rest },
}: {
  list: Pick<InfinitePages<Product>, 'items' | 'hasMore' | 'loading' | 'more' | 'error'>;
}) => (
  <InfiniteList
    items={toRows(items)}
    getKey={(row) => row[0]?._id ?? ''}
    {...rest}
    onMore={more}
    skeleton={<ProductGridSkeleton count={4} />}
    estimate={900}
    label="Products"
  >
    {(row) => (
      <ul className={cx(styles.grid, styles.narrow)}>
        {row.map((product) => (
          <li key={product._id} className={styles.cell}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    )}
  </InfiniteList>
);
