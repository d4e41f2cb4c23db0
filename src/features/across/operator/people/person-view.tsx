import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import { routes } from '#config/routes.ts';
import type { DeskPerson } from '#contract/across/operator/people.ts';
import { plural } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import {
  addPersonNote,
  banPerson,
  getDeskPerson,
  removeSecondFactor,
  restorePerson,
  withdrawBan,
} from '#services/across/operator/people.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { PersonAdjustments } from '../adjustments/person-adjustments.tsx';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { CasePage } from '../parts/case-page.tsx';
import { formatPersonName } from '../parts/person-link.tsx';
import { ProposalNotice } from '../parts/proposal-notice.tsx';
import { type PersonAction, type ReasonedAction, noteWords, personWords } from './person-actions.ts';
import { SuspendDialog } from './suspend-dialog.tsx';
import { personStates } from './person-labels.ts';
import { PersonStatement } from './person-statement.tsx';
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
        <Sum label="Last seen">{lastSeenAt ? <RelativeTime iso={lastSeenAt} inSentence /> : 'Never'}</Sum>
        <Sum label="Two-factor authentication">{hasSecondFactor ? 'On' : 'Off'}</Sum>
        <Sum label="ID">{person._id}</Sum>
      </SummaryList>
    </Card>
  );
}

/** A label and a figure for each kind of work that there is any of. */
const workLabels = {
  posts: 'post',
  videos: 'video',
  galleries: 'gallery',
  products: 'product',
  auctions: 'auction',
  streams: 'stream',
} as const;

const worksText = (works: NonNullable<DeskPerson['figures']['works']>): string =>
  (Object.keys(workLabels) as (keyof typeof workLabels)[])
    .filter((kind) => works[kind] > 0)
    .map((kind) => plural(works[kind], workLabels[kind], kind))
    .join(', ') || 'Nothing yet';

/** What the person has, can be paid and made. */
function Figures({ figures }: { figures: DeskPerson['figures'] }) {
  const { wallet, earnings, works, openPayoutId } = figures;
  return (
    <Card>
      <SummaryList>
        <Sum label="Wallet">
          <Tokens tokens={wallet.balance} />
        </Sum>
        {wallet.held > 0 ? (
          <Sum label="Held for bids and private streams">
            <Tokens tokens={wallet.held} />
          </Sum>
        ) : null}
        {earnings ? (
          <>
            <Sum label="Earnings available">
              <Money cents={earnings.available} />
            </Sum>
            <Sum label="Earnings on hold">
              <Money cents={earnings.onHold} />
            </Sum>
          </>
        ) : null}
        {openPayoutId ? (
          <Sum label="Payout">
            <Link href={deskRoutes.payout(openPayoutId)}>Open payout</Link>
          </Sum>
        ) : null}
        {works ? <Sum label="Content">{worksText(works)}</Sum> : null}
      </SummaryList>
    </Card>
  );
}

const Suspension = ({ of }: { of: NonNullable<DeskPerson['suspension']> }) => (
  <Notice tone="danger" title={of.until ? 'Suspended' : 'Banned'}>
    {of.reason} · since {formatDay(of.since)}
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

/** What is asked about. */
type DialogAction = PersonAction | 'confirm-ban' | 'note';

function Actions({ person, onAsk }: { person: DeskPerson; onAsk: (requested: DialogAction) => void }) {
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
        <Button variant="quietDanger" onClick={() => onAsk(person.banProposal ? 'confirm-ban' : 'ban')}>
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

/** What each action does, for the reason given. */
function useActs({ _id: id }: DeskPerson) {
  const [ban] = useWrite(banPerson);
  const [withdraw] = useWrite(withdrawBan);
  const [restore] = useWrite(restorePerson);
  const [removeFactor] = useWrite(removeSecondFactor);
  const acts = {
    'confirm-ban': ban,
    'withdraw-ban': withdraw,
    restore,
    'remove-second-factor': removeFactor,
  };
  return (requested: ReasonedAction, reason: string) =>
    acts[requested]({ params: { id }, body: { reason } }).unwrap();
}

function Question({
  person,
  requested,
  onClose,
}: {
  person: DeskPerson;
  requested: DialogAction | null;
  onClose: () => void;
}) {
  const act = useActs(person);
  const [addNote] = useWrite(addPersonNote);
  if (requested === null) return null;
  if (requested === 'note')
    return (
      <ActionDialog
        onClose={onClose}
        action={{
          ...noteWords(person),
          act: (note) => addNote({ params: { id: person._id }, body: { note } }).unwrap(),
        }}
      />
    );
  if (requested === 'suspend' || requested === 'ban')
    return <SuspendDialog person={person} action={requested} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      action={{
        ...personWords(person, requested),
        act: (reason) => act(requested, reason),
      }}
    />
  );
}

function Content({ person }: { person: DeskPerson }) {
  const [requested, setAsked] = useState<DialogAction | null>(null);
  const { _id: id } = person;
  const links = (
    <>
      {person.isPerformer ? (
        <>
          <ButtonLink href={deskRoutes.creator(id)}>Verification</ButtonLink>
          <ButtonLink href={routes.profile(person.username ?? id)}>View profile</ButtonLink>
        </>
      ) : null}
      <ButtonLink href={deskRoutes.auditOf(id)}>Audit log</ButtonLink>
    </>
  );
  return (
    <Stack gap={24}>
      <PageHeader title={formatPersonName(person)} actions={links} />
      {person.suspension ? <Suspension of={person.suspension} /> : null}
      {person.banProposal ? (
        <ProposalNotice
          proposal={person.banProposal}
          what="Ban"
          onWithdraw={() => setAsked('withdraw-ban')}
        />
      ) : null}
      {person.isSelf ? (
        <Notice title="This is you">Another operator has to decide about your account.</Notice>
      ) : null}
      <Actions person={person} onAsk={setAsked} />
      <Facts person={person} />
      <Figures figures={person.figures} />
      <PersonAdjustments person={person} />
      {person.isPerformer ? <PersonStatement person={person} /> : null}
      <Section title="Timeline" actions={<Button onClick={() => setAsked('note')}>Add note</Button>}>
        <PersonTimeline id={id} />
      </Section>
      <Question person={person} requested={requested} onClose={() => setAsked(null)} />
    </Stack>
  );
}

/** `/operator/people/[id]`: an account, what happened to it, and what can be done about it. */
export function PersonView() {
  const id = useRouteParam('id');
  const request = useRead(getDeskPerson, id === '' ? null : { params: { id } });
  return (
    <CasePage title="Person" request={request} back={{ href: deskRoutes.search, label: 'Search' }}>
      {(person) => <Content person={person} />}
    </CasePage>
  );
}
