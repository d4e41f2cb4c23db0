import PackageX from 'lucide-react/icons/package-x';
import { routes } from '#config/routes.ts';
import type { Product } from '#contract/trade/products.ts';
import { shortText } from '#lib/short-text.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { Person, profilePath } from '#components/people/accounts/person.tsx';
import { Reactions } from '#components/content/community/reactions.tsx';
import { problemCode } from '#lib/problem.ts';
import { getProduct } from '#services/trade/products.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { BuyBox } from './buy-box.tsx';
import { Facts } from './product-facts.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { ProductSkeleton } from './product-skeleton.tsx';
import styles from './product.module.css';

const Head = ({ product: { _id, title, description, performer } }: { product: Product }) => (
  <PageHead
    title={`${title} by ${performer.name}`}
    description={shortText(description, 160) || `${title}, by ${performer.name}.`}
    preview
    canonical={routes.product(_id)}
  />
);

const stateLabels = {
  draft: 'Draft. Only you can see it.',
  archived: 'Archived. No longer on sale.',
  removed: 'No longer on sale.',
  published: '',
} as const;

/** Title, price, details and the purchase button. */
const Offer = ({ product }: { product: Product }) => (
  <Stack className={styles.offer}>
    <Row>
      <Chip tone={product.type === 'digital' ? 'primary' : 'neutral'}>
        {product.type === 'digital' ? 'Download' : 'Shipped item'}
      </Chip>
    </Row>
    <h1 className={styles.title}>{product.title}</h1>
    {stateLabels[product.state] ? <p className={styles.by}>{stateLabels[product.state]}</p> : null}
    <p className={styles.price}>
      <Tokens tokens={product.price} />
    </p>
    <Facts product={product} />
    <BuyBox product={product} />
  </Stack>
);

const Seller = ({ performer }: Pick<Product, 'performer'>) => (
  <Card padding="tight">
    <Row justify="between" gap={16}>
      <Person person={performer} />
      <ButtonLink href={profilePath(performer)}>
        Profile<VisuallyHidden> of {performer.name}</VisuallyHidden>
      </ButtonLink>
    </Row>
  </Card>
);

function Content({ product }: { product: Product }) {
  // Everyone who can see a product may comment on it, whether or not they bought it.
  const seen = { allowed: true, reason: product.access.reason } as const;
  return (
    <>
      <Head product={product} />
      <Stack gap={24}>
        <div className={styles.page}>
          <ProductPictures images={product.images} title={product.title} />
          <Offer product={product} />
        </div>
        {product.description ? (
          <Card>
            <LongText text={product.description} lines={12} />
          </Card>
        ) : null}
        <Seller performer={product.performer} />
        <Reactions
          objectType="product"
          record={product}
          access={seen}
          performer={product.performer}
          href={routes.product(product._id)}
          title={product.title}
        />
        <Comments
          objectType="product"
          objectId={product._id}
          owner={product.performer}
          access={seen}
          count={product.counts.comments}
        />
      </Stack>
    </>
  );
}

/** A product, with its stock and purchases here or in another tab. */
export function ProductDetail({ id, sent }: { id: string; sent: Product | undefined }) {
  const request = useSeeded(getProduct, id === '' ? null : { params: { id } }, sent);
  // It's no longer for sale, or a block between its creator and the viewer hides it.
  const isGone = problemCode(request.error) === 'not_found';
  return (
    <LoadedView
      request={request}
      skeleton={<ProductSkeleton />}
      notFound={
        <NotFound
          icon={<PackageX size={28} />}
          title="Product not found"
          text="It may no longer be on sale, or the link may be broken. What you bought is under Purchases."
        />
      }
    >
      {(product) => <Content product={isGone ? { ...product, state: 'removed' } : product} />}
    </LoadedView>
  );
}
