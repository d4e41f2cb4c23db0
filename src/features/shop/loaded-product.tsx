import PackageX from 'lucide-react/icons/package-x';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { useGetProductQuery } from '#state/api/products.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { ProductSkeleton } from './product-skeleton.tsx';
import { ProductContent } from './product-content.tsx';

const Gone = () => (
  <>
    <PageHead title="Product not found" unlisted />
    <EmptyState
      level={1}
      icon={<PackageX size={28} />}
      title="Product not found"
      text="It may no longer be on sale, or the link may be broken. Your purchases are under Orders."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  </>
);

/** The product that the address names, where the page came without it. */
export function LoadedProduct() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetProductQuery(id, { skip: !isReady || id === '' });
  if (currentData) return <ProductContent key={currentData._id} product={currentData} />;
  if (error && problemCode(error) === 'not_found') return <Gone />;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <ProductSkeleton />;
}
