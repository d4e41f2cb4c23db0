import Printer from 'lucide-react/icons/printer';
import { routes } from '#config/routes.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getReceipt } from '#services/money/payments.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ReceiptPrint } from './receipt-print.tsx';

const payments = `${routes.wallet}?show=payments`;

const PageSkeleton = () => (
  <Skeleton label="Loading the receipt">
    <Stack gap={24}>
      <SkeletonText lines={2} />
      <SkeletonBlock height={480} width="100%" />
    </Stack>
  </Skeleton>
);

/** `/user/receipts/[id]`: the receipt of a card payment. */
export function ReceiptView() {
  const id = useRouteParam('id');
  const request = useRead(getReceipt, id === '' ? null : { params: { id } });
  const number = request.currentData?.number;
  return (
    <>
      <PageHead title={number ? `Receipt ${number}` : 'Receipt'} unlisted />
      <LoadedView
        request={request}
        skeleton={<PageSkeleton />}
        notFound={
          <NotFound
            title="Receipt not found"
            text="It may belong to another account."
            action={<ButtonLink href={payments}>All card payments</ButtonLink>}
          />
        }
      >
        {(receipt) => (
          <Stack gap={24}>
            <PageHeader
              title="Receipt"
              actions={
                <>
                  <ButtonLink href={payments}>All card payments</ButtonLink>
                  <Button variant="primary" icon={<Printer size={18} />} onClick={() => window.print()}>
                    Print
                  </Button>
                </>
              }
            />
            <ReceiptPrint receipt={receipt} />
          </Stack>
        )}
      </LoadedView>
    </>
  );
}
