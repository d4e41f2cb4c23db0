import type { OwnPerformer, Verification } from '#contract/people/creators.ts';
import { formatDay } from '#lib/format-time.ts';
import { Timeline } from '#ui/content/timeline.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { DocumentsForm } from './documents-form.tsx';

const steps: Readonly<Record<Verification['events'][number]['what'], string>> = {
  submitted: 'Documents sent',
  approved: 'Approved',
  rejected: 'Not accepted',
  expired: 'Document expired',
};

/** The state of the verification, who has to act, and by when. */
function describeState({ verified, verification: { next, submittedAt, expiresAt } }: OwnPerformer): string {
  const review = `We’re reviewing your documents${next.until ? ` and usually decide by ${formatDay(next.until)}` : ''}.`;
  if (verified === 'draft')
    return 'Next: send the front of an identity document and confirm the statements below.';
  if (verified === 'rejected') return 'Next: send your documents again.';
  if (verified === 'expired')
    return 'Your document has expired, so your page is hidden. Next: send a new one. Nothing is deleted in the meantime.';
  if (verified === 'pending') return review;
  const until = expiresAt ? `Approved until ${formatDay(expiresAt)}.` : 'Approved.';
  if (submittedAt) return `${until} ${review}`;
  return expiresAt
    ? `${until} Next: send a new document before then, so that your page stays public.`
    : until;
}

/** A creator's verification: its state, what happened so far, and the form for documents where they may be sent. */
export function VerificationSection({ performer }: { performer: OwnPerformer }) {
  const { verified, verification } = performer;
  const isSettled = verified === 'approved' && verification.expiresAt === null && !verification.submittedAt;
  return (
    <SectionCard
      title="Identity verification"
      text="What you send is stored encrypted. Only the site’s operator can open it."
    >
      <Stack>
        <p>{describeState(performer)}</p>
        {verification.events.length > 0 ? (
          <Timeline
            events={verification.events.map(({ what, at, reason }) => ({
              what: steps[what],
              at,
              note: reason ?? '',
            }))}
          />
        ) : null}
        {isSettled ? null : <DocumentsForm performer={performer} />}
      </Stack>
    </SectionCard>
  );
}
