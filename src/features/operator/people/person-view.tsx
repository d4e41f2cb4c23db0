import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import { routes } from '#config/routes.ts';
import type { DeskPerson } from '#contract/operator/people.ts';
import { useRouteParam } from '#components/lists/query-params.ts';
import {
  type PersonDeed,
  useActOnPersonMutation,
  useGetDeskPersonQuery,
} from '#state/api/operator/people.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { CasePage } from '../parts/case-page.tsx';
import { nameOf } from '../parts/person-link.tsx';
import { ProposalNotice } from '../parts/proposal-notice.tsx';
import { endAfter, personWords } from './person-actions.ts';
import { personStates } from './person-labels.ts';
import { PersonTimeline } from './person-timeline.tsx';

function Facts({ person }: { person: DeskPerson }) {
  const { isPerformer, isOperator, lastSeenAt, hasSecondFactor } = person;
  return (
    <Card>
      <SummaryList>
        <Sum label="Status">{personStates[person.state]}</Sum>
        <Sum label="Kind">
          {isPerformer ? 'Creator' : 'Fan'}
          {isOperator ? ', operator' : ''}
        </Sum>
        <Sum label="Name">{person.name}</Sum>
        <Sum label="Email">
          {person.email ?? 'None'}
          {person.email && person.emailVerifiedAt === null ? ' (not verified)' : ''}
        </Sum>
        <Sum label="Joined">
          <RelativeTime iso={person.createdAt} />
        </Sum>
        <Sum label="Last seen">{lastSeenAt ? <RelativeTime iso={lastSeenAt} /> : 'Never'}</Sum>
        <Sum label="Two-factor authentication">{hasSecondFactor ? 'On' : 'Off'}</Sum>
        <Sum label="ID">{person._id}</Sum>
      </SummaryList>
    </Card>
  );
}

const Suspension = ({ of }: { of: NonNullable<DeskPerson['suspension']> }) => (
  <Notice tone="danger" title={of.until ? 'Suspended' : 'Banned'}>
    {of.reason} · since <RelativeTime iso={of.since} />
    {of.until ? (
      <>
        , ends <RelativeTime iso={of.until} />
      </>
    ) : null}
  </Notice>
);

/** What the button for a ban says; null when there is nothing to press. */
function banLabel({ suspension, banProposal, bansNeedTwo }: DeskPerson): string | null {
  if (suspension?.until === null || banProposal?.isOwn) return null;
  if (banProposal) return 'Confirm ban';
  return bansNeedTwo ? 'Propose ban' : 'Ban';
}

function Actions({ person, onAsk }: { person: DeskPerson; onAsk: (deed: PersonDeed) => void }) {
  if (person.isSelf) return null;
  const ban = banLabel(person);
  return (
    <Row>
      {person.state === 'suspended' ? (
        <Button onClick={() => onAsk('restore')}>Lift suspension</Button>
      ) : (
        <Button onClick={() => onAsk('suspend')}>Suspend</Button>
      )}
      {ban === null ? null : (
        <Button variant="quietDanger" onClick={() => onAsk('ban')}>
          {ban}
        </Button>
      )}
      {person.hasSecondFactor ? (
        <Button variant="quietDanger" onClick={() => onAsk('remove-second-factor')}>
          Remove two-factor authentication
        </Button>
      ) : null}
    </Row>
  );
}

function Content({ person }: { person: DeskPerson }) {
  const [deed, setDeed] = useState<PersonDeed | null>(null);
  const [act] = useActOnPersonMutation();
  const { _id: id } = person;
  const links = person.isPerformer ? (
    <>
      <ButtonLink href={deskRoutes.creator(id)}>Verification</ButtonLink>
      <ButtonLink href={routes.profile(person.username ?? id)}>View profile</ButtonLink>
    </>
  ) : null;
  return (
    <Stack gap={24}>
      <PageHeader title={nameOf(person)} actions={links} />
      {person.suspension ? <Suspension of={person.suspension} /> : null}
      {person.banProposal ? (
        <ProposalNotice proposal={person.banProposal} what="Ban" onWithdraw={() => setDeed('withdraw-ban')} />
      ) : null}
      {person.isSelf ? (
        <Notice title="This is you">Another operator has to decide about your account.</Notice>
      ) : null}
      <Actions person={person} onAsk={setDeed} />
      <Facts person={person} />
      <Section title="Timeline">
        <PersonTimeline id={id} />
      </Section>
      {deed ? (
        <ActionDialog
          onClose={() => setDeed(null)}
          action={{
            ...personWords(person, deed),
            act: (reason, days) =>
              act({
                id,
                deed,
                reason,
                ...(deed === 'suspend' ? { until: endAfter(days, Date.now()) } : {}),
              }).unwrap(),
          }}
        />
      ) : null}
    </Stack>
  );
}

/** `/operator/people/[id]`: who somebody is, what happened, and what can be done about it. */
export function PersonView() {
  const id = useRouteParam('id');
  const request = useGetDeskPersonQuery(id, { skip: id === '' });
  return (
    <CasePage title="Person" request={request} back={{ href: deskRoutes.search, label: 'Search' }}>
      {(person) => <Content person={person} />}
    </CasePage>
  );
}
