import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskPayment } from '#contract/across/operator/payments.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getDeskPayment, refundDeskPayment } from '#services/across/operator/cases.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { CasePage } from '../parts/case-page.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { paymentAmount } from './payment-amount.ts';

const reasons = [
  'You were charged twice.',
  'The content wasn’t as described.',
  'The purchase was made by mistake.',
  'The card was used without its owner’s permission.',
];

const Facts = ({ payment }: { payment: DeskPayment }) => (
  <Card>
    <SummaryList>
      <Sum label="Amount">{paymentAmount(payment)}</Sum>
      <Sum label="Status">{payment.isRefunded ? 'Refunded' : 'Paid'}</Sum>
      {payment.paidBy ? (
        <Sum label="Paid by">
          <PersonLink person={payment.paidBy} />
        </Sum>
      ) : null}
      {payment.earnedBy ? (
        <Sum label="Earned by">
          <PersonLink person={payment.earnedBy} />
        </Sum>
      ) : null}
      <Sum label="When">
        <RelativeTime iso={payment.createdAt} />
      </Sum>
      {payment.gatewayRef ? <Sum label="At the gateway">{payment.gatewayRef}</Sum> : null}
      <Sum label="ID">{payment._id}</Sum>
    </SummaryList>
  </Card>
);

function Content({ payment }: { payment: DeskPayment }) {
  const [isAsked, setAsked] = useState(false);
  const [refund] = useWrite(refundDeskPayment);
  const { _id: id, description } = payment;
  return (
    <Stack gap={24}>
      <PageHeader
        title={description}
        actions={
          payment.isRefunded ? null : (
            <Button variant="quietDanger" onClick={() => setAsked(true)}>
              Refund
            </Button>
          )
        }
      />
      <Facts payment={payment} />
      {isAsked ? (
        <ActionDialog
          onClose={() => setAsked(false)}
          action={{
            title: `Refund ${paymentAmount(payment)}?`,
            text: `“${description}” is refunded in full, and access to it ends. The payer receives the reason. This can’t be undone.`,
            confirmLabel: 'Refund payment',
            canned: reasons,
            isDanger: true,
            done: 'Payment refunded',
            act: (reason) => refund({ params: { id }, body: { reason } }).unwrap(),
          }}
        />
      ) : null}
    </Stack>
  );
}

/** `/operator/payments/[id]`: a payment, which can be refunded. */
export function PaymentView() {
  const id = useRouteParam('id');
  const request = useRead(getDeskPayment, id === '' ? null : { params: { id } });
  return (
    <CasePage title="Payment" request={request} back={{ href: deskRoutes.search, label: 'Search' }}>
      {(payment) => <Content payment={payment} />}
    </CasePage>
  );
}
