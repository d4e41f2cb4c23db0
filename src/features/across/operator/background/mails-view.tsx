import { useState } from 'react';
import type { Mail, MailRow, MailState } from '#contract/across/operator/messages.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { getMail, listMails, resendMail } from '#services/across/operator/site.ts';
import { useList, useRead, useWrite } from '#state/query/hooks.ts';
import { Button, TextButton } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './background.module.css';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { allAnd, useStateFilter } from '../parts/state-filter.tsx';

const states: Readonly<Record<MailState, string>> = { waiting: 'Waiting', sent: 'Sent' };

const columnsWith = (onOpen: (mail: MailRow) => void): readonly Column<MailRow>[] => [
  {
    key: 'subject',
    title: 'Email',
    main: true,
    cell: (mail) => (
      <TextButton className={styles.subject} onClick={() => onOpen(mail)}>
        {mail.subject}
      </TextButton>
    ),
  },
  { key: 'to', title: 'To', cell: ({ to }) => to },
  {
    key: 'state',
    title: 'Status',
    cell: ({ sentAt }) => (
      <Chip tone={sentAt ? 'success' : 'warning'}>{sentAt ? states.sent : states.waiting}</Chip>
    ),
  },
  {
    key: 'written',
    title: 'Created',
    whole: true,
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
  },
];

const MailText = ({ mail }: { mail: Mail }) => (
  <Stack gap={12}>
    <p>To {mail.to}</p>
    <pre className={styles.mail}>{mail.text}</pre>
  </Stack>
);

function MailDialog({ mail, onClose }: { mail: MailRow; onClose: () => void }) {
  const request = useRead(getMail, { params: { id: mail._id } }, { refetchOnMountOrArgChange: true });
  const [isAsking, setAsking] = useState(false);
  const [resend] = useWrite(resendMail);
  if (isAsking)
    return (
      <ActionDialog
        onClose={onClose}
        action={{
          title: 'Send email again',
          text: `“${mail.subject}” is sent to ${mail.to} once more.`,
          confirmLabel: 'Send again',
          done: 'The email will be sent in a moment',
          act: (reason) => resend({ params: { id: mail._id }, body: { reason } }).unwrap(),
        }}
      />
    );
  const skeleton = (
    <Skeleton label="Loading the email">
      <SkeletonText lines={8} />
    </Skeleton>
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={mail.subject}
      footer={<Button onClick={() => setAsking(true)}>Send again</Button>}
    >
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {(loaded) => <MailText mail={loaded} />}
      </LoadedView>
    </Dialog>
  );
}

const choices = allAnd('All', states);

/** `/operator/mails`: what was emailed to users, and what still waits. */
export function MailsView() {
  const { get, set } = useQueryParams();
  const { state, filter } = useStateFilter(choices);
  const to = get('to');
  const query = useList(listMails, { query: { ...(state && { state }), ...(to && { to }) } });
  const [chosen, setChosen] = useState<MailRow | null>(null);
  return (
    <QueueView
      title="Emails"
      text="Emails to users, newest first. Opening one is recorded in the audit log."
      name="operator-mails"
      caption="Emails"
      filters={
        <Row>
          {filter}
          <SearchBox
            label="Recipient’s email address"
            placeholder="Recipient’s email address"
            value={to}
            onChange={(next) => set({ to: next })}
          />
        </Row>
      }
      columns={columnsWith(setChosen)}
      query={query}
      empty={{
        compact: true,
        title: to ? `No emails to ${to}` : 'No emails here',
        text: to ? 'Enter the whole address.' : 'Emails to users appear here.',
      }}
    >
      {chosen ? <MailDialog mail={chosen} onClose={() => setChosen(null)} /> : null}
    </QueueView>
  );
}
