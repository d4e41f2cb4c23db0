import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { routes } from '#config/routes.ts';
import type { Product } from '#contract/trade/products.ts';
import { formatNumber } from '#lib/format.ts';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { Picture } from '#ui/content/picture.tsx';
import styles from './shop-card.module.css';

const Shown = ({
  product: {
    images: [image],
  },
  priority,
}: ProductCardProps) =>
  image ? (
    <Picture
      sources={image.sizes}
      placeholder={image.placeholder}
      alt=""
      ratio={4 / 3}
      sizes="(min-width: 1024px) 330px, (min-width: 640px) 50vw, 100vw"
      priority={priority}
    />
  ) : (
    <span className={styles.none}>
      <ShoppingBag size={28} aria-hidden="true" />
    </span>
  );

function Stock({ product: { stock, access } }: Pick<ProductCardProps, 'product'>) {
  if (access.reason === 'purchased') return <Chip tone="success">Bought</Chip>;
  if (stock === 0) return <Chip tone="warning">Sold out</Chip>;
  return stock !== null && stock <= 5 ? <Chip>{formatNumber(stock)} left</Chip> : null;
}

export interface ProductCardProps {
  readonly product: Product;
  readonly priority?: boolean;
}

/** A product in a list. The whole card is a link. */
export const ProductCard = ({ product, priority }: ProductCardProps) => (
  <LinkCard padding="none" className={styles.card} aria-label={product.title}>
    <div className={styles.picture}>
      <Shown product={product} priority={priority} />
    </div>
    <div className={styles.body}>
      <div className={styles.facts}>
        <span className={styles.word}>{product.type === 'digital' ? 'Download' : 'Shipped item'}</span>
        <Stock product={product} />
      </div>
      <h3 className={styles.title}>
        <CardLink href={routes.product(product._id)}>{product.title}</CardLink>
      </h3>
      <p className={styles.price}>
        <Tokens tokens={product.price} />
      </p>
    </div>
  </LinkCard>
);
