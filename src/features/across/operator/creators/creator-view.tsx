import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { CreatorCase } from '#contract/across/operator/creators.ts';
import { formatDay } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import {
  approveCreator,
  getDeskCreator,
  openCreatorDocuments,
  openCreatorReleases,
  rejectCreator,
} from '#services/across/operator/cases.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { CasePage } from '../parts/case-page.tsx';
import { formatPersonName } from '../parts/person-link.tsx';
import { Releases, Shown } from '../parts/releases.tsx';
import styles from './creator.module.css';

const rejections = [
  'The photo of your ID is blurred or cut off. Upload a sharp photo of the whole document.',
  'Your ID has expired. Upload a valid one.',
  'The name on your ID doesn’t match your account.',
  'We need both sides of your ID.',
  'You must be at least 18 years old to be a creator.',
];

/** Nothing is opened before it is asked for, because every time is noted in the audit log. */
function Documents({ creator }: { creator: CreatorCase }) {
  const [open, { data, error, isLoading }] = useWrite(openCreatorDocuments);
  return (
    <SectionCard title="Documents" text="Opening them is noted in the audit log.">
      <Stack>
        {error ? <Notice tone="danger" announce title={problemMessage(error)} /> : null}
        {data ? (
          <div className={styles.documents}>
            {data.data.map((each) => (
              <Shown key={each._id} document={each} />
            ))}
          </div>
        ) : creator.documents === 0 ? (
          <p>They haven’t sent any documents.</p>
        ) : (
          <Row>
            <Button busy={isLoading} onClick={() => void open({ params: { id: creator._id }, body: {} })}>
              Show documents
            </Button>
          </Row>
        )}
      </Stack>
    </SectionCard>
  );
}

function CreatorReleases({ creator }: { creator: CreatorCase }) {
  const [open, request] = useWrite(openCreatorReleases);
  return creator.releases > 0 ? (
    <Releases request={request} onOpen={() => void open({ params: { id: creator._id }, body: {} })} />
  ) : null;
}

/** Sent with a decision: another operator may decide, or the creator send more, while this page is open. */
const seenVersion = ({ verified, submittedAt }: CreatorCase) => ({ verified, submittedAt });

function ApproveDialog({ creator, onClose }: { creator: CreatorCase; onClose: () => void }) {
  const [approve] = useWrite(approveCreator);
  const form = useForm({
    initial: { expiresOn: creator.expiresAt?.slice(0, 10) ?? '', note: '', message: '' },
    submit: async ({ expiresOn, note, message }) => {
      const body = { expiresOn: expiresOn || null, note, message, seen: seenVersion(creator) };
      await approve({ params: { id: creator._id }, body }).unwrap();
      toast.success(`${formatPersonName(creator)} is approved`);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Approve ${formatPersonName(creator)}?`} dismissible={!form.busy}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>Their page becomes public, and we email them about it.</p>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Document expires on"
            optional
            type="date"
            hint="They’re reminded 30 and 7 days before. From that day on, their page is hidden until they send a new one."
            {...form.text('expiresOn')}
          />
          <TextArea
            label="Note"
            optional
            compact
            counted
            maxLength={limits.text.reason}
            hint="For operators, in the audit log. The creator doesn’t see it."
            {...form.text('note')}
          />
          <TextArea
            label="Message to the creator"
            optional
            compact
            counted
            maxLength={limits.text.reason}
            hint="Added to the email."
            {...form.text('message')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Approve creator
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

function Decision({ creator }: { creator: CreatorCase }) {
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const [reject] = useWrite(rejectCreator);
  const close = () => setAsked(null);
  return (
    <>
      {creator.verified === 'approved' && !creator.submittedAt ? null : (
        <Button variant="primary" onClick={() => setAsked('approve')}>
          Approve
        </Button>
      )}
      {creator.verified === 'rejected' ? null : (
        <Button variant="quietDanger" onClick={() => setAsked('reject')}>
          Reject
        </Button>
      )}
      {asked === 'approve' ? <ApproveDialog creator={creator} onClose={close} /> : null}
      {asked === 'reject' ? (
        <ActionDialog
          onClose={close}
          action={{
            title: `Reject ${formatPersonName(creator)}?`,
            text: 'Their page is hidden. They receive the reason by email and can send new documents.',
            confirmLabel: 'Reject creator',
            canned: rejections,
            isDanger: true,
            done: `${formatPersonName(creator)} is rejected`,
            act: (reason) =>
              reject({ params: { id: creator._id }, body: { reason, seen: seenVersion(creator) } }).unwrap(),
          }}
        />
      ) : null}
    </>
  );
}

const states: Readonly<Record<CreatorCase['verified'], string>> = {
  draft: 'Draft: documents or statements are missing',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Document expired',
};

const Facts = ({ creator }: { creator: CreatorCase }) => (
  <Card>
    <SummaryList>
      <Sum label="Status">{states[creator.verified]}</Sum>
      <Sum label="Name">{creator.name}</Sum>
      <Sum label="Email">{creator.email ?? 'None'}</Sum>
      <Sum label="Country">{creator.country ?? 'Not given'}</Sum>
      {creator.submittedAt ? (
        <Sum label="Documents sent">
          <RelativeTime iso={creator.submittedAt} />
        </Sum>
      ) : null}
      {creator.expiresAt ? <Sum label="Document expires">{formatDay(creator.expiresAt)}</Sum> : null}
      <Sum label="Joined">
        <RelativeTime iso={creator.createdAt} />
      </Sum>
    </SummaryList>
  </Card>
);

/** `/operator/creators/[id]`: what a creator sent, and the decision about it. */
export function CreatorView() {
  const id = useRouteParam('id');
  const request = useRead(getDeskCreator, id === '' ? null : { params: { id } });
  return (
    <CasePage title="Creator" request={request} back={{ href: deskRoutes.creators, label: 'All creators' }}>
      {(creator) => (
        <Stack gap={24}>
          <PageHeader title={formatPersonName(creator)} actions={<Decision creator={creator} />} />
          {creator.verified === 'rejected' && creator.reason ? (
            <Notice tone="danger" title="Why they were rejected">
              {creator.reason}
            </Notice>
          ) : null}
          <Facts creator={creator} />
          {creator.bio ? <SectionCard title="About">{creator.bio}</SectionCard> : null}
          <Documents creator={creator} />
          <CreatorReleases creator={creator} />
          <Row>
            <ButtonLink href={deskRoutes.person(creator._id)}>Person and timeline</ButtonLink>
            <ButtonLink href={routes.profile(creator.username ?? creator._id)}>View profile</ButtonLink>
          </Row>
        </Stack>
      )}
    </CasePage>
  );
}
