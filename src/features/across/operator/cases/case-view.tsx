import { deskRoutes } from '#config/desk-routes.ts';
import type { ListedCase, ModerationCase } from '#contract/across/operator/moderation.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { openCaseReleases } from '#services/across/operator/cases.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { getCase } from '#services/across/operator/moderation.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { categoryLabels, kindLabels, stateLabels } from './case-labels.ts';
import { DecideForm } from './decide-form.tsx';
import { DecisionCard } from './decision-list.tsx';
import { Releases } from '../parts/releases.tsx';
import { EvidenceCard } from './evidence.tsx';
import styles from './case.module.css';

const formatPerson = ({ person: { username, name } }: ListedCase): string =>
  username === null ? name : `@${username}`;

const Facts = ({ found }: { found: ModerationCase }) => (
  <Card>
    <SummaryList>
      <Sum label="Status">{stateLabels[found.state]}</Sum>
      <Sum label="Reason">{categoryLabels[found.category]}</Sum>
      <Sum label="Person">
        <Link href={deskRoutes.person(found.person._id)}>{formatPerson(found)}</Link>
      </Sum>
      <Sum label="First reported">
        <RelativeTime iso={found.createdAt} />
      </Sum>
      {found.href ? (
        <Sum label="On the site">
          <Link href={found.href}>Open {kindLabels[found.targetType].toLowerCase()}</Link>
        </Sum>
      ) : null}
    </SummaryList>
  </Card>
);

/** What can name people without an account. */
const named: readonly ModerationCase['targetType'][] = ['video', 'gallery', 'photo'];

function CaseReleases({ id }: { id: string }) {
  const [open, request] = useWrite(openCaseReleases);
  return <Releases request={request} onOpen={() => void open({ params: { id }, body: {} })} />;
}

const Content = ({ found }: { found: ModerationCase }) => (
  <Stack gap={24}>
    <PageHeader
      title={`${kindLabels[found.targetType]} of ${formatPerson(found)}`}
      actions={<ButtonLink href={deskRoutes.auditOf(found._id)}>Audit log</ButtonLink>}
    />
    {found.isOwn ? (
      <Notice tone="warning" title="You’re part of this case">
        Another operator has to decide it.
      </Notice>
    ) : null}
    <Facts found={found} />
    <Section title={found.evidence.length > 1 ? `${found.evidence.length} reports` : 'Report'}>
      <Stack>
        {found.evidence.length === 0 ? <p>No one reported this. An operator opened the case.</p> : null}
        {found.evidence.map((report) => (
          <EvidenceCard key={report._id} caseId={found._id} report={report} />
        ))}
      </Stack>
    </Section>
    {named.includes(found.targetType) ? <CaseReleases id={found._id} /> : null}
    {found.copies.length > 0 ? (
      <Section title="Same files elsewhere">
        <Card>
          <ul className={styles.copies}>
            {found.copies.map((copy) => (
              <li key={copy._id}>
                <Link href={deskRoutes.case(copy._id)}>
                  {kindLabels[copy.targetType]} of {formatPerson(copy)}
                </Link>
                {` · ${stateLabels[copy.state]}`}
              </li>
            ))}
          </ul>
        </Card>
      </Section>
    ) : null}
    {found.decisions.length > 0 ? (
      <Section title="Decisions">
        <Stack>
          {found.decisions.map((decision) => (
            <DecisionCard key={decision._id} decision={decision} />
          ))}
        </Stack>
      </Section>
    ) : null}
    {found.isOwn ? null : <DecideForm key={found.seen} found={found} />}
    {found.earlier.length > 0 ? (
      <Section title="Earlier decisions about this person">
        <Stack>
          {found.earlier.map((decision) => (
            <DecisionCard key={decision._id} decision={decision} isPast />
          ))}
        </Stack>
      </Section>
    ) : null}
  </Stack>
);

/** `/operator/cases/[id]`: a case with its evidence, what was decided, and the form to decide it. */
export function CaseView() {
  const id = useRouteParam('id');
  const request = useRead(getCase, id === '' ? null : { params: { id } });
  return (
    <>
      <PageHead title="Case" unlisted />
      <LoadedView
        request={request}
        skeleton={
          <Skeleton label="Loading the case">
            <Stack gap={24}>
              <SkeletonBlock width="50%" height={32} />
              <SkeletonBlock width="100%" height={160} />
              <SkeletonBlock width="100%" height={240} />
            </Stack>
          </Skeleton>
        }
        notFound={
          <NotFound
            title="Case not found"
            text="The link may be incomplete."
            action={<ButtonLink href={deskRoutes.cases}>All reports</ButtonLink>}
          />
        }
      >
        {(found) => <Content found={found} />}
      </LoadedView>
    </>
  );
}
