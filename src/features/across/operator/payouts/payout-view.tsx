import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { PayoutCase } from '#contract/across/operator/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getDeskPayout, openPayoutDetails, processDeskPayout } from '#services/across/operator/cases.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Timeline } from '#ui/content/timeline.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { CasePage } from '../parts/case-page.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { ProposalNotice } from '../parts/proposal-notice.tsx';
import { type PayoutAction, payoutWords } from './payout-actions.ts';
import { payoutEventText, payoutStateLabels } from './payout-labels.ts';
import { ReturnPayoutDialog } from './return-payout-dialog.tsx';
import { usePayoutAction } from './use-payout-action.ts';

function Process({ payout }: { payout: PayoutCase }) {
  const [process, { isLoading }] = useWrite(processDeskPayout);
  const start = async () => {
    const { error } = await process({ params: { id: payout._id }, body: {} });
    if (error) toast.error(problemMessage(error));
    else toast.success('The creator can’t cancel it anymore. Instruct the bank now.');
  };
  return (
    <Button variant="primary" busy={isLoading} onClick={() => void start()}>
      Start bank transfer
    </Button>
  );
}

const approveLabel = ({ proposal, needsTwo }: PayoutCase): string => {
  if (proposal) return 'Confirm approval';
  return needsTwo ? 'Propose approval' : 'Approve';
};

type DialogAction = PayoutAction | 'return';

/** The buttons of the steps that ask for something first, the primary one first. */
function listButtons(payout: PayoutCase): { action: DialogAction; label: string; isPrimary?: boolean }[] {
  const buttons = [
    { action: 'approve', label: approveLabel(payout), isPrimary: true },
    { action: 'pay', label: 'Mark as paid', isPrimary: true },
    { action: 'fail', label: 'Mark as failed' },
    { action: 'reject', label: 'Reject' },
    { action: 'return', label: 'Mark as returned' },
  ] as const;
  // Who proposed an approval can only wait for another operator.
  return buttons.filter(
    ({ action }) => payout.steps.includes(action) && !(action === 'approve' && payout.proposal?.isOwn),
  );
}

function Actions({ payout, onAsk }: { payout: PayoutCase; onAsk: (action: DialogAction) => void }) {
  if (payout.isOwn || payout.steps.length === 0) return null;
  return (
    <Row>
      {payout.steps.includes('process') ? <Process payout={payout} /> : null}
      {listButtons(payout).map(({ action, label, isPrimary }) => (
        <Button key={action} variant={isPrimary ? 'primary' : 'quietDanger'} onClick={() => onAsk(action)}>
          {label}
        </Button>
      ))}
    </Row>
  );
}

function BankDetails({ payout }: { payout: PayoutCase }) {
  const [open, { data, error, isLoading }] = useWrite(openPayoutDetails);
  return (
    <SectionCard title="Bank details" text="Opening them is noted in the audit log.">
      <Stack>
        {error ? <Notice tone="danger" announce title={problemMessage(error)} /> : null}
        {data?.details ? (
          <SummaryList>
            {data.details.map(({ label, value }) => (
              <Sum key={label} label={label}>
                {value}
              </Sum>
            ))}
          </SummaryList>
        ) : (
          <Row>
            <Button busy={isLoading} onClick={() => void open({ params: { id: payout._id }, body: {} })}>
              Show bank details
            </Button>
          </Row>
        )}
      </Stack>
    </SectionCard>
  );
}

const Facts = ({ payout }: { payout: PayoutCase }) => (
  <Card>
    <SummaryList>
      <Sum label="Status">{payoutStateLabels[payout.state]}</Sum>
      <Sum label="Creator">
        <PersonLink person={payout.performer} />
      </Sum>
      <Sum label="To">
        {payout.method.bank} ···· {payout.method.last4}
      </Sum>
      <Sum label="Requested">
        <RelativeTime iso={payout.createdAt} />
      </Sum>
      {payout.lockedUntil ? (
        <Sum label="New method, locked until">
          <RelativeTime iso={payout.lockedUntil} />
        </Sum>
      ) : null}
      {payout.note ? <Sum label="Creator’s note">{payout.note}</Sum> : null}
      {payout.reason ? <Sum label="Reason">{payout.reason}</Sum> : null}
      {payout.reference ? <Sum label="Reference">{payout.reference}</Sum> : null}
    </SummaryList>
  </Card>
);

function Content({ payout }: { payout: PayoutCase }) {
  const [action, setAction] = useState<DialogAction | null>(null);
  const act = usePayoutAction(payout);
  const { _id: id, proposal } = payout;
  return (
    <Stack gap={24}>
      <PageHeader
        title={`Payout of ${formatMoney(payout.amount, payout.currency)}`}
        actions={<ButtonLink href={deskRoutes.auditOf(id)}>Audit log</ButtonLink>}
      />
      {proposal ? (
        <ProposalNotice proposal={proposal} what="Approval" onWithdraw={() => setAction('withdraw')} />
      ) : null}
      {payout.isOwn ? (
        <Notice tone="warning" title="This is your own payout">
          Another operator has to decide on it.
        </Notice>
      ) : null}
      <Actions payout={payout} onAsk={setAction} />
      <Facts payout={payout} />
      {payout.method.type === 'bank' ? <BankDetails payout={payout} /> : null}
      <Section title="Timeline">
        <Timeline
          events={payout.timeline.map(({ event, by, note, at }) => ({
            what: payoutEventText(event, by),
            note,
            at,
          }))}
        />
      </Section>
      {action === 'return' ? <ReturnPayoutDialog payout={payout} onClose={() => setAction(null)} /> : null}
      {action && action !== 'return' ? (
        <ActionDialog
          onClose={() => setAction(null)}
          action={{
            ...payoutWords(payout, action),
            act: (text) => act(action, text),
          }}
        />
      ) : null}
    </Stack>
  );
}

/** `/operator/payouts/[id]`: a payout, and what can be done with it. */
export function PayoutView() {
  const id = useRouteParam('id');
  const request = useRead(getDeskPayout, id === '' ? null : { params: { id } });
  return (
    <CasePage title="Payout" request={request} back={{ href: deskRoutes.payouts, label: 'All payouts' }}>
      {(payout) => <Content payout={payout} />}
    </CasePage>
  );
}
