import { useId, useState } from 'react';
import { limits } from '#config/limits.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { StreamConversation } from '#contract/talk/streams/chat.ts';
import {
  endChatModerator,
  listChatPeople,
  removeAllStreamMessages,
  unbanFromChat,
  updateStreamChat,
} from '#services/talk/streams/chat.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './chat.module.css';
import { toastResult } from './chat-menu.tsx';

const audiences = [
  { value: 'everyone', label: 'Everyone who watches' },
  { value: 'followers', label: 'Followers and subscribers' },
  { value: 'subscribers', label: 'Subscribers' },
] as const;
const pauses = [0, 3, 5, 10, 30, 60, 120];
const slowOptions = (now: number) =>
  [...new Set([...pauses, now])]
    .toSorted((a, b) => a - b)
    .map((seconds) => ({
      value: `${seconds}`,
      label: seconds === 0 ? 'Off' : `One message every ${seconds} seconds`,
    }));
const parseWords = (text: string): string[] =>
  [...new Set(text.split(/[\n,]/).map((word) => word.trim()))]
    .filter((word) => word !== '')
    .slice(0, limits.stream.heldWords);

interface PeopleProps {
  readonly title: string;
  readonly people: readonly PerformerCard[];
  readonly action: string;
  readonly onAct: (id: string) => void;
}
const People = ({ title, people, action, onAct }: PeopleProps) =>
  people.length === 0 ? null : (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.people}>
        {people.map(({ _id, name }) => (
          <li key={_id}>
            <span>{name}</span>
            <Button onClick={() => onAct(_id)} aria-label={`${action}: ${name}`}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );

function Named() {
  const { data, error, refetch } = useRead(listChatPeople);
  const [end] = useWrite(endChatModerator);
  const [unban] = useWrite(unbanFromChat);
  if (error)
    return (
      <ErrorState compact level={3} text="We couldn’t load these people." onRetry={() => void refetch()} />
    );
  return (
    <>
      <People
        title="Moderators"
        people={data?.moderators ?? []}
        action="Remove"
        onAct={(id) => void toastResult(end({ params: { id } }), 'They’re no longer a moderator.')}
      />
      <People
        title="Banned"
        people={data?.banned ?? []}
        action="Unban"
        onAct={(id) => void toastResult(unban({ params: { id } }), 'They can write again.')}
      />
    </>
  );
}

function useRules(conversation: StreamConversation, onClose: () => void) {
  const [update] = useWrite(updateStreamChat);
  return useForm({
    initial: {
      chatAudience: conversation.chatAudience,
      slowSeconds: String(conversation.slowSeconds),
      heldWords: conversation.heldWords.join('\n'),
      isClosed: conversation.isClosed,
    },
    submit: async ({ slowSeconds, heldWords, ...rules }) => {
      const body = { ...rules, slowSeconds: Number(slowSeconds), heldWords: parseWords(heldWords) };
      await update({ params: { id: conversation._id }, body }).unwrap();
      toast.success('Changes saved');
      onClose();
    },
  });
}

function Clear({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false);
  const [clear] = useWrite(removeAllStreamMessages);
  return (
    <>
      <Button variant="quietDanger" onClick={() => setAsked(true)}>
        Delete all messages
      </Button>
      {isAsked ? (
        <LazyConfirmDialog
          open
          title="Delete all messages?"
          text="Everything written in this chat so far is deleted for everyone. You can’t undo this."
          confirmLabel="Delete all"
          cancelLabel="Keep them"
          onConfirm={() => {
            setAsked(false);
            void toastResult(clear({ params: { id } }), 'All messages deleted');
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

/** Who may write in the chat and how, for its creator. */
export function ChatSettings({
  conversation,
  onClose,
}: {
  conversation: StreamConversation;
  onClose: () => void;
}) {
  const id = useId();
  const form = useRules(conversation, onClose);
  return (
    <Dialog
      open
      title="Chat settings"
      onClose={onClose}
      footer={
        <Button type="submit" form={id} variant="primary" busy={form.busy}>
          Save
        </Button>
      }
    >
      <Stack>
        <Form id={id} onSubmit={form.onSubmit}>
          <Stack>
            <FormErrors errors={form.errors} />
            <Checkbox
              label="Close the chat"
              hint="Only you and your moderators can write."
              {...form.flag('isClosed')}
            />
            <RadioCards
              label="Who can chat"
              name="chatAudience"
              options={audiences}
              value={form.values.chatAudience}
              onChange={(chatAudience) => form.change({ chatAudience })}
            />
            <Select
              label="Slow mode"
              options={slowOptions(conversation.slowSeconds)}
              {...form.text('slowSeconds')}
            />
            <TextArea
              label="Filtered words"
              optional
              hint="One on each line. Messages with one of these words are held until you or a moderator approves them."
              {...form.text('heldWords')}
            />
          </Stack>
        </Form>
        {conversation.type === 'public_stream' ? <Named /> : null}
        <Row justify="end">
          <Clear id={conversation._id} />
        </Row>
      </Stack>
    </Dialog>
  );
}
