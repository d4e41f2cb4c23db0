import { useRouter } from 'next/router';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { Decision } from '#contract/across/decisions.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { appealDecision, getDecision } from '#services/across/decisions.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { formatDay } from '#lib/format-time.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { describeDecision, groundLabels, stateLabel, targetNoun } from './decision-labels.ts';

interface Opened {
  readonly decision: Decision;
  /** From the link in the email, which opens the decision without logging in. */
  readonly token: string;
}

function AppealForm({ decision: { _id: id, appealBy }, token }: Opened) {
  const [send] = useWrite(appealDecision);
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: 'Write why the decision is wrong.' } : {}),
    submit: async ({ text }) =>
      void (await send({ params: { id }, body: { text: text.trim(), ...(token && { token }) } }).unwrap()),
  });
  return (
    <SectionCard title="Appeal" text="You can appeal once. Tell us why, and we’ll review it again.">
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextArea
            label="Why is the decision wrong?"
            counted
            maxLength={limits.text.appeal}
            {...form.text('text')}
          />
          {appealBy ? <p>You can appeal until {formatDay(appealBy)}.</p> : null}
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              Send appeal
            </Button>
          </div>
        </Stack>
      </Form>
    </SectionCard>
  );
}

const appealTitles = {
  pending: 'Your appeal is under review',
  upheld: 'Your appeal was rejected',
  reversed: 'Your appeal was successful',
} as const;

const OwnAppeal = ({ appeal }: { appeal: NonNullable<Decision['appeal']> }) => (
  <Section title="Appeal">
    <Stack>
      <Notice
        announce
        tone={appeal.state === 'reversed' ? 'success' : 'info'}
        title={appealTitles[appeal.state]}
      >
        {appeal.answer || 'We’ll email you when it’s decided.'}
      </Notice>
      <Card>
        <p>{appeal.text}</p>
      </Card>
    </Stack>
  </Section>
);

function describeProcess({ automated, reported }: Decision): string {
  const who = automated ? 'Automatically' : 'By a person';
  return `${who}, ${reported ? 'after a report' : 'after our own review'}`;
}

function Content({ decision, token }: Opened) {
  const { about, href, action, targetType } = decision;
  const isThere = href !== null && action !== 'remove' && token === '';
  return (
    <Stack gap={24}>
      <PageHeader title={describeDecision(decision)} text={stateLabel(decision).label} />
      <Card>
        <SummaryList>
          {about ? (
            <Sum label={`Your ${targetNoun(targetType)}`}>
              {isThere ? <Link href={href}>{about}</Link> : about}
            </Sum>
          ) : null}
          <Sum label="Why">{decision.facts}</Sum>
          <Sum label={groundLabels[decision.ground]}>{decision.rule}</Sum>
          <Sum label="Decided">
            <RelativeTime iso={decision.decidedAt} />
          </Sum>
          {decision.until ? (
            <Sum label="Ends">
              <RelativeTime iso={decision.until} />
            </Sum>
          ) : null}
          <Sum label="How">{describeProcess(decision)}</Sum>
        </SummaryList>
      </Card>
      {decision.appeal ? <OwnAppeal appeal={decision.appeal} /> : null}
      {decision.appealBy ? <AppealForm decision={decision} token={token} /> : null}
    </Stack>
  );
}

/** `/user/decisions/[id]`: what was decided and why, and the appeal. The email's link opens it without a login. */
export function DecisionView() {
  const id = useRouteParam('id');
  const { query } = useRouter();
  const token = typeof query['token'] === 'string' ? query['token'] : '';
  const request = useRead(getDecision, id === '' ? null : { params: { id }, query: token ? { token } : {} });
  return (
    <>
      <PageHead title="Decision" unlisted />
      <LoadedView
        request={request}
        skeleton={
          <Skeleton label="Loading the decision">
            <Stack gap={24}>
              <SkeletonBlock width="60%" height={32} />
              <SkeletonBlock width="100%" height={220} />
            </Stack>
          </Skeleton>
        }
        notFound={
          <NotFound
            title="Decision not found"
            text="Open the link from the email again, or log in to see decisions about your account."
            action={<ButtonLink href={routes.decisions}>Your decisions</ButtonLink>}
          />
        }
      >
        {(decision) => <Content decision={decision} token={token} />}
      </LoadedView>
    </>
  );
}
