import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskOrderCase, OrderDecision } from '#contract/across/operator/orders.ts';
import { formatTokens } from '#lib/format.ts';
import { trackingLink } from '#lib/tracking-link.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { orderEventLabels, problemLabels, problemOutcomeLabels } from '#components/trade/shop/order-texts.ts';
import { ProblemPhotos } from '#components/trade/shop/problem-photos.tsx';
import { decideOnOrder, getDeskOrder } from '#services/across/operator/orders.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Timeline } from '#ui/content/timeline.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ActionDialog, type DeskAction } from '../parts/action-dialog.tsx';
import { CasePage } from '../parts/case-page.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { RefundPartDialog } from './refund-part-dialog.tsx';

type Decision = OrderDecision['decision'];

const sides = {
  buyer: 'by the buyer',
  seller: 'by the creator',
  operator: 'by the site',
  system: '',
} as const;
const eventText = ({ event, by, tokens }: DeskOrderCase['timeline'][number]): string =>
  [tokens === null ? orderEventLabels[event] : `${formatTokens(tokens)} refunded`, sides[by]]
    .filter(Boolean)
    .join(' ');

function Parcel({ order: { carrier, tracking } }: { order: DeskOrderCase }) {
  if (!carrier || !tracking) return null;
  const href = trackingLink(carrier, tracking);
  const number = `${carrier}, ${tracking}`;
  return (
    <Sum label="Shipped with">
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {number}
        </a>
      ) : (
        number
      )}
    </Sum>
  );
}

const Facts = ({ order }: { order: DeskOrderCase }) => (
  <Card>
    <SummaryList>
      <Sum label="Problem">{order.problem ? problemLabels[order.problem.reason] : 'None'}</Sum>
      {order.problem?.outcome ? (
        <Sum label="Outcome">{problemOutcomeLabels[order.problem.outcome]}</Sum>
      ) : null}
      <Sum label="Buyer">
        <PersonLink person={order.buyer} />
      </Sum>
      <Sum label="Creator">
        <PersonLink person={order.performer} />
      </Sum>
      <Parcel order={order} />
      <Sum label="Quantity">{order.quantity}</Sum>
      <Sum label="Total">
        <Tokens tokens={order.total} />
      </Sum>
      <Sum label="Not refunded yet">
        <Tokens tokens={order.refundable} />
      </Sum>
      <Sum label="Ordered">
        <RelativeTime iso={order.orderedAt} />
      </Sum>
      <Sum label="Payment">
        <Link href={deskRoutes.payment(order.paymentId)}>View payment</Link>
      </Sum>
    </SummaryList>
  </Card>
);

const Actions = ({ order, onAsk }: { order: DeskOrderCase; onAsk: (decision: Decision) => void }) =>
  order.isOwn || order.problem?.state !== 'escalated' ? null : (
    <Row>
      <Button variant="primary" onClick={() => onAsk('refund')}>
        Refund in full
      </Button>
      <Button disabled={order.refundable < 2} onClick={() => onAsk('refund-part')}>
        Refund part
      </Button>
      <Button variant="quietDanger" onClick={() => onAsk('close')}>
        Close without a refund
      </Button>
    </Row>
  );

const questions: Readonly<Record<'refund' | 'close', (order: DeskOrderCase) => Omit<DeskAction, 'act'>>> = {
  refund: ({ refundable, number }) => ({
    title: `Refund order ${number}?`,
    text: `The buyer gets ${formatTokens(refundable)} back. Buyer and creator receive the reason. This can’t be undone.`,
    confirmLabel: 'Refund in full',
    isDanger: true,
    done: 'Order refunded',
  }),
  close: ({ number }) => ({
    title: `Close the problem of order ${number}?`,
    text: 'Nothing is refunded, and the creator’s earnings are no longer on hold for it. Buyer and creator receive the reason.',
    confirmLabel: 'Close without a refund',
    isDanger: true,
    done: 'Problem closed',
  }),
};

function Content({ order }: { order: DeskOrderCase }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const [decide] = useWrite(decideOnOrder);
  const close = () => setAsked(null);
  return (
    <Stack gap={24}>
      <PageHeader title={`${order.title} · ${order.number}`} />
      {order.isOwn && order.problem ? (
        <Notice tone="warning" title="This is your own order">
          Another operator has to decide about it.
        </Notice>
      ) : null}
      <Actions order={order} onAsk={setAsked} />
      <Facts order={order} />
      <Section title="Timeline">
        <Timeline
          events={order.timeline.map((event) => ({
            ...event,
            what: eventText(event),
            more: event.event === 'reported' ? <ProblemPhotos photos={order.photos} /> : null,
          }))}
        />
      </Section>
      {asked === 'refund' || asked === 'close' ? (
        <ActionDialog
          onClose={close}
          action={{
            ...questions[asked](order),
            act: (reason) =>
              decide({ params: { id: order._id }, body: { decision: asked, reason } }).unwrap(),
          }}
        />
      ) : null}
      {asked === 'refund-part' ? <RefundPartDialog order={order} onClose={close} /> : null}
    </Stack>
  );
}

/** `/operator/orders/[id]`: an order, and the decision about its problem. */
export function OrderCaseView() {
  const id = useRouteParam('id');
  const request = useRead(getDeskOrder, id === '' ? null : { params: { id } });
  return (
    <CasePage title="Order" request={request} back={{ href: deskRoutes.orders, label: 'All order problems' }}>
      {(order) => <Content order={order} />}
    </CasePage>
  );
}
