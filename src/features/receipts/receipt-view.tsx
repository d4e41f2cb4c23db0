import Printer from 'lucide-react/icons/printer';
import { routes } from '#config/routes.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { useRouteParam } from '#components/lists/query-params.ts';
import { useGetReceiptQuery } from '#state/api/payments.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';

const payments = `${routes.wallet}?show=payments`;

const PageSkeleton = () => (
  <Skeleton label="Loading the receipt">
    <Stack gap={24}>
      <SkeletonText lines={2} />
      <SkeletonBlock height={480} width="100%" />
    </Stack>
  </Skeleton>
);

interface NoReceiptProps {
  readonly error: unknown;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Instead of the receipt: it is on its way, somebody else's, or didn't come. */
function NoReceipt({ error, busy, onRetry }: NoReceiptProps) {
  if (!error) return <PageSkeleton />;
  if (problemCode(error) !== 'not_found')
    return <ErrorState level={1} text={problemMessage(error)} onRetry={onRetry} busy={busy} />;
  return (
    <EmptyState
      level={1}
      title="Receipt not found"
      text="It may belong to another account."
      action={<ButtonLink href={payments}>All card payments</ButtonLink>}
    />
  );
}

/** `/user/receipts/[id]`: one card payment as it stands on paper. */
export function ReceiptView() {
  const id = useRouteParam('id');
  const { currentData: receipt, error, isFetching, refetch } = useGetReceiptQuery(id, { skip: id === '' });
  return (
    <>
      <PageHead title={receipt ? `Receipt ${receipt.number}` : 'Receipt'} unlisted />
      {receipt ? (
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
          <ReceiptPaper receipt={receipt} />
        </Stack>
      ) : (
        <NoReceipt error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  );
}
