import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { PinnedViews } from '#components/base/lists/pinned-views.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { filters } from './product-states.tsx';
import { ProductsTable } from './products-table.tsx';

/** `/creator/products`. The filter is kept in the URL. */
export function StudioProductsView() {
  const router = useRouter();
  const asked = router.query['state'];
  const { state } = filters.find((each) => each.state === asked) ?? filters[0];
  const filter = (next: string | undefined) =>
    void router.replace({ pathname: routes.creatorProducts, query: next ? { state: next } : {} }, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <Stack gap={24}>
      <PageHead title="Your products" unlisted />
      <PageHeader
        title="Products"
        actions={
          <Row>
            <ButtonLink href={routes.creatorOrders}>View orders</ButtonLink>
            <ButtonLink href={routes.newProduct} variant="primary">
              New product
            </ButtonLink>
          </Row>
        }
      />
      <Stack gap={12}>
        <ChipRow label="Status">
          {filters.map((each) => (
            <ChipButton key={each.label} pressed={each.state === state} onClick={() => filter(each.state)}>
              {each.label}
            </ChipButton>
          ))}
        </ChipRow>
        <PinnedViews list="products" />
      </Stack>
      <ProductsTable state={state} />
    </Stack>
  );
}
