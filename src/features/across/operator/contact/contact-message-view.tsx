import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { ContactCase } from '#contract/across/operator/messages.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { answerContact, getContact, setContactState } from '#services/across/operator/site.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { ActionDialog } from '../parts/action-dialog.tsx';
import styles from '../background/background.module.css';
import { ContactChip } from './contact-list-view.tsx';

function Answer({ message }: { message: ContactCase }) {
  const [answer] = useWrite(answerContact);
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => (text.trim() ? {} : { text: 'Write an answer.' }),
    submit: async ({ text }) => {
      await answer({ params: { id: message._id }, body: { text: text.trim() } }).unwrap();
      form.set('text', '');
      toast.success('Answer sent');
    },
  });
  return (
    <SectionCard
      title="Answer"
      text={`Emailed to ${message.email}, with the message below it. Your name isn’t shown.`}
    >
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextArea label="Answer" hideLabel required counted maxLength={10_000} {...form.text('text')} />
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              Send answer
            </Button>
          </div>
        </Stack>
      </Form>
    </SectionCard>
  );
}

function StateButton({ message: { _id, state } }: { message: ContactCase }) {
  const [isAsking, setAsking] = useState(false);
  const [setState] = useWrite(setContactState);
  const isOpen = state === 'open';
  const label = isOpen ? 'Close without answer' : 'Reopen';
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {isAsking ? (
        <ActionDialog
          onClose={() => setAsking(false)}
          action={{
            title: isOpen ? 'Close message' : 'Reopen message',
            text: isOpen ? 'It leaves the queue. Nothing is sent.' : 'It goes back into the queue.',
            confirmLabel: label,
            done: isOpen ? 'Message closed' : 'Message reopened',
            act: (reason) =>
              setState({ params: { id: _id }, body: { state: isOpen ? 'closed' : 'open', reason } }).unwrap(),
          }}
        />
      ) : null}
    </>
  );
}

const Entry = ({ who, at, text }: { who: string; at: string; text: string }) => (
  <Card>
    <Stack gap={12}>
      <p>
        <strong>{who}</strong> · <RelativeTime iso={at} />
      </p>
      <pre className={styles.mail}>{text}</pre>
    </Stack>
  </Card>
);

const Message = ({ message }: { message: ContactCase }) => (
  <Stack gap={24}>
    <PageHeader
      title={message.subject || 'No subject'}
      text={
        <>
          From {message.name} ({message.email})
          {message.accountId ? (
            <>
              , logged in as{' '}
              <Link href={deskRoutes.person(message.accountId)}>
                {message.username ? `@${message.username}` : 'an account without a username'}
              </Link>
            </>
          ) : null}
        </>
      }
      actions={<StateButton message={message} />}
    />
    <Row>
      <ContactChip row={message} />
    </Row>
    <Entry who={message.name} at={message.createdAt} text={message.message} />
    {message.replies.map(({ _id, author, createdAt, text }) => (
      <Entry key={_id} who={`${author} answered`} at={createdAt} text={text} />
    ))}
    <Answer message={message} />
  </Stack>
);

/** `/operator/contact/[id]`: one message, what was answered, and an answer by email. */
export function ContactMessageView() {
  const id = useRouteParam('id');
  const request = useRead(getContact, id === '' ? null : { params: { id } });
  return (
    <Stack gap={24}>
      <PageHead title="Message" unlisted />
      <LoadedView
        request={request}
        skeleton={
          <Skeleton label="Loading the message">
            <SkeletonBlock width="100%" height={360} />
          </Skeleton>
        }
        notFound={
          <NotFound
            title="Message not found"
            text="The link may be incomplete."
            action={<ButtonLink href={deskRoutes.contact}>All messages</ButtonLink>}
          />
        }
      >
        {(message) => <Message message={message} />}
      </LoadedView>
    </Stack>
  );
}
