import { useState } from 'react';
import type { OrderRow } from '#contract/trade/orders.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { updateOrder } from '#services/trade/orders.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface OrdersBarProps {
  readonly orders: readonly OrderRow[];
  /** Selects every row on the page. */
  readonly onAll: () => void;
  readonly onNone: () => void;
}

/** Accepts orders one by one. One that was canceled meanwhile doesn't keep the others from being accepted. */
function useAccept() {
  const [update] = useWrite(updateOrder);
  const [busy, setBusy] = useState(false);
  const accept = async (orders: readonly OrderRow[]) => {
    setBusy(true);
    const problems: string[] = [];
    for (const { _id, number } of orders) {
      const { error } = await update({ params: { id: _id }, body: { action: 'accept' } });
      if (error) problems.push(`${number}: ${problemMessage(error)}`);
    }
    setBusy(false);
    const done = orders.length - problems.length;
    if (done > 0) toast.success(`${plural(done, 'order')} accepted`);
    if (problems[0])
      toast.error(
        problems.length === 1 ? problems[0] : `${problems.length} orders weren’t accepted. ${problems[0]}`,
      );
  };
  return { busy, accept };
}

/** What can be done with the selected orders. */
export function OrdersBar({ orders, onAll, onNone }: OrdersBarProps) {
  const { busy, accept } = useAccept();
  if (orders.length === 0) return null;
  const waiting = orders.filter(({ actions }) => actions.includes('accept'));
  return (
    <Card padding="tight" role="region" aria-label="Selected orders">
      <Row gap={12}>
        <strong role="status">{plural(orders.length, 'order')} selected</strong>
        <Button
          variant="primary"
          busy={busy}
          disabled={waiting.length === 0}
          onClick={() => void accept(waiting).then(onNone)}
        >
          {waiting.length > 0 && waiting.length < orders.length ? `Accept ${waiting.length}` : 'Accept'}
        </Button>
        <Button variant="quiet" onClick={onAll}>
          Select all
        </Button>
        <Button variant="quiet" onClick={onNone}>
          Clear selection
        </Button>
      </Row>
    </Card>
  );
}
