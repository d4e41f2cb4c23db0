import { useState } from 'react';
import type { OrderRow, OrderState } from '#contract/trade/orders.ts';
import type { CsvCell } from '#lib/csv.ts';
import { localIso, momentsIn } from '#lib/zone-days.ts';
import { daysText, useOwnZone, useToday } from '#components/base/ranges/own-zone.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { RangeChoice } from '#components/base/ranges/range-choice.tsx';
import { type ChosenRange, periodDays } from '#components/base/ranges/ranges.ts';
import { problemLabels, problemOutcomeLabels } from '#components/trade/shop/order-texts.ts';
import { everyRow } from '#services/http/every-page.ts';
import { listSales } from '#services/trade/orders.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { orderStateText } from './order-labels.tsx';

const heads = ['Order', 'Ordered', 'Status', 'Item', 'Quantity', 'Total in tokens', 'Buyer', 'Problem', 'ID'];

const problemText = ({ problem }: OrderRow): string | null =>
  problem && (problem.outcome ? problemOutcomeLabels[problem.outcome] : problemLabels[problem.reason]);

const toCsvRow = (order: OrderRow, zone: string): CsvCell[] => [
  order.number,
  localIso(zone, order.createdAt),
  orderStateText(order.state, 'seller'),
  order.title,
  order.quantity,
  order.total,
  order.buyer.name,
  problemText(order),
  order._id,
];

interface ExportProps {
  /** The status that the list is filtered by. */
  readonly state: OrderState | undefined;
}

function ExportDialog({ state, onClose }: ExportProps & { onClose: () => void }) {
  const api = useApi();
  const zone = useOwnZone();
  const today = useToday(zone);
  const [range, setRange] = useState<ChosenRange>({ period: '28', days: periodDays('28', today) });
  const query = { ...momentsIn(zone, range.days), ...(state && { state }) };
  const rows = async () => (await everyRow(api, listSales, { query })).map((order) => toCsvRow(order, zone));
  return (
    <Dialog open onClose={onClose} title="Download orders">
      <Stack>
        <p>
          {state ? `Orders with the status “${orderStateText(state, 'seller')}”` : 'All orders'} of the
          period. {daysText(zone)}
        </p>
        <RangeChoice range={range} today={today} onChoose={(period, days) => setRange({ period, days })} />
        <div>
          <CsvButton filename={`orders-${range.days.from}-${range.days.to}`} heads={heads} rows={rows} />
        </div>
      </Stack>
    </Dialog>
  );
}

/** Downloads the orders of a period, with the status of the list, as a CSV file. */
export function OrdersExport({ state }: ExportProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Download as CSV</Button>
      {open ? <ExportDialog state={state} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
