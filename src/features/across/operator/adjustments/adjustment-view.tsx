import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { Adjustment } from '#contract/across/operator/adjustments.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import {
  approveAdjustment,
  declineAdjustment,
  getAdjustment,
} from '#services/across/operator/adjustments.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ActionDialog, type DeskAction } from '../parts/action-dialog.tsx';
import { CasePage } from '../parts/case-page.tsx';
import { PersonLink, formatPersonName } from '../parts/person-link.tsx';
import { adjustmentAmount, adjustmentStates, purseLabels, subjectHref } from './adjustment-labels.ts';

type DecisionKind = 'approve' | 'decline';

/** What is asked before each decision. */
function decisionTexts(adjustment: Adjustment, asked: DecisionKind): Omit<DeskAction, 'act'> {
  const what = `${adjustmentAmount(adjustment)} for ${formatPersonName(adjustment.person)}`;
  return asked === 'approve'
    ? {
        title: `Approve ${what}?`,
        text: 'It’s booked right away, and the person sees the reason it was proposed with. This can’t be undone.',
        confirmLabel: 'Approve adjustment',
        canned: ['Checked against the ledger.', 'Checked with the person.'],
        done: 'Adjustment approved',
      }
    : {
        title: adjustment.isOwn ? `Withdraw ${what}?` : `Decline ${what}?`,
        text: 'Nothing is booked, and the person isn’t notified.',
        confirmLabel: adjustment.isOwn ? 'Withdraw' : 'Decline adjustment',
        isDanger: true,
        done: adjustment.isOwn ? 'Adjustment withdrawn' : 'Adjustment declined',
      };
}

const Facts = ({ adjustment }: { adjustment: Adjustment }) => (
  <Card>
    <SummaryList>
      <Sum label="Status">{adjustmentStates[adjustment.state]}</Sum>
      <Sum label="Person">
        <PersonLink person={adjustment.person} />
      </Sum>
      <Sum label="Balance">{purseLabels[adjustment.purse]}</Sum>
      <Sum label="Reason">{adjustment.reason}</Sum>
      {adjustment.about ? (
        <Sum label="About">
          <Link href={subjectHref(adjustment.about)}>{adjustment.about.label}</Link>
        </Sum>
      ) : null}
      <Sum label="Proposed">
        {adjustment.proposedBy} · <RelativeTime iso={adjustment.createdAt} />
      </Sum>
      {adjustment.decidedAt ? (
        <Sum label={adjustmentStates[adjustment.state]}>
          {adjustment.decidedBy} · <RelativeTime iso={adjustment.decidedAt} />
        </Sum>
      ) : null}
      {adjustment.decision ? <Sum label="Why">{adjustment.decision}</Sum> : null}
    </SummaryList>
  </Card>
);

function Waiting({ adjustment, onAsk }: { adjustment: Adjustment; onAsk: (asked: DecisionKind) => void }) {
  if (adjustment.isSelf)
    return (
      <Notice tone="warning" title="This is about your own account">
        Another operator has to decide.
      </Notice>
    );
  return (
    <>
      {adjustment.isOwn ? (
        <Notice title="You proposed this">Another operator has to approve it.</Notice>
      ) : null}
      <Row>
        {adjustment.isOwn ? null : (
          <Button variant="primary" onClick={() => onAsk('approve')}>
            Approve
          </Button>
        )}
        <Button variant="quietDanger" onClick={() => onAsk('decline')}>
          {adjustment.isOwn ? 'Withdraw' : 'Decline'}
        </Button>
      </Row>
    </>
  );
}

function Content({ adjustment }: { adjustment: Adjustment }) {
  const [asked, setAsked] = useState<DecisionKind | null>(null);
  const [approve] = useWrite(approveAdjustment);
  const [decline] = useWrite(declineAdjustment);
  const { _id: id, person } = adjustment;
  return (
    <Stack gap={24}>
      <PageHeader
        title={`Adjustment of ${adjustmentAmount(adjustment)}`}
        actions={<ButtonLink href={deskRoutes.auditOf(person._id)}>Audit log</ButtonLink>}
      />
      {adjustment.state === 'proposed' ? <Waiting adjustment={adjustment} onAsk={setAsked} /> : null}
      {adjustment.isAlone ? (
        <Notice title="Approved by the operator who proposed it">There was no other operator.</Notice>
      ) : null}
      <Facts adjustment={adjustment} />
      {asked ? (
        <ActionDialog
          onClose={() => setAsked(null)}
          action={{
            ...decisionTexts(adjustment, asked),
            act: (reason) =>
              (asked === 'approve' ? approve : decline)({ params: { id }, body: { reason } }).unwrap(),
          }}
        />
      ) : null}
    </Stack>
  );
}

/** `/operator/adjustments/[id]`: a correction of someone's balance, and the decision about it. */
export function AdjustmentView() {
  const id = useRouteParam('id');
  const request = useRead(getAdjustment, id === '' ? null : { params: { id } });
  return (
    <CasePage
      title="Adjustment"
      request={request}
      back={{ href: deskRoutes.adjustments, label: 'All adjustments' }}
    >
      {(adjustment) => <Content adjustment={adjustment} />}
    </CasePage>
  );
}
