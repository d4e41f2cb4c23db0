import { useState } from 'react';
import type { Dispatch } from 'react';
import type { ScheduledMessage } from '#contract/trade/broadcasts/scheduled-messages.ts';
import { limits } from '#config/limits.ts';
import { plural } from '#lib/format.ts';
import { fromLocalInput, toLocalInput } from '#lib/local-time.ts';
import { changeScheduledMessage, scheduleMessage } from '#services/trade/broadcasts/scheduled-messages.ts';
import { useWrite } from '#state/query/hooks.ts';
import { DateField } from '#ui/antd/date-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { AttachmentList } from '../attachment-list.tsx';
import type { AttachmentsState } from '../use-attachments.ts';
import { useAttachments } from '../use-attachments.ts';
import styles from './creator.module.css';

const checkTime = (sendAt: string): Record<string, string> =>
  fromLocalInput(sendAt) ? {} : { sendAt: 'Select a date and time.' };

const timeHint = (): string =>
  `Your local time (${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')}).`;

/** What is going to be sent, in short. */
function Summary({ text, files, price }: { text: string; files: number; price: number }) {
  const rate = useRate();
  return (
    <Stack gap={4}>
      {text === '' ? null : <p className={styles.quote}>{text}</p>}
      {files > 0 ? (
        <p className={styles.aside}>
          {plural(files, 'file')}
          {price > 0 ? ` for ${tokensText(price, rate)}` : ''}
        </p>
      ) : null}
    </Stack>
  );
}

export interface SendLaterProps {
  readonly conversationId: string;
  /** What is in the message field. */
  readonly text: string;
  readonly attachments: AttachmentsState;
  /** Called once the message is scheduled. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks when to send what is in the message field. */
export function SendLater({ conversationId, text, attachments, onDone, onClose }: SendLaterProps) {
  const { files, tokens } = attachments;
  const [schedule] = useWrite(scheduleMessage);
  // The same for every attempt, so that a repeated one doesn't schedule twice.
  const [clientId] = useState(() => crypto.randomUUID());
  const now = useNow();
  const form = useForm({
    initial: { sendAt: '' },
    check: ({ sendAt }) => checkTime(sendAt),
    submit: async ({ sendAt }) => {
      const body = { text: text.trim(), files: files.map(({ _id }) => _id), price: tokens };
      await schedule({
        body: { conversationId, clientId, ...body, sendAt: fromLocalInput(sendAt) ?? '' },
      }).unwrap();
      toast.success('Message scheduled');
      onDone();
    },
  });
  return (
    <Dialog open onClose={onClose} title="Send later">
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <Summary text={text.trim()} files={files.length} price={tokens} />
          <DateField
            kind="datetime"
            label="Send at"
            hint={timeHint()}
            min={toLocalInput(new Date(now))}
            {...form.picked('sendAt')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Schedule message
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Changes a message that waits or failed. */
export function EditScheduled({ message, onDone }: { message: ScheduledMessage; onDone: Dispatch<void> }) {
  const attachments = useAttachments(message);
  const { files, tokens, ready } = attachments;
  const [change] = useWrite(changeScheduledMessage);
  const now = useNow();
  const form = useForm({
    initial: { text: message.text, sendAt: toLocalInput(message.sendAt) },
    check: ({ text, sendAt }) => ({
      ...checkTime(sendAt),
      ...(text.trim() === '' && files.length === 0 ? { text: 'Write something first.' } : {}),
    }),
    submit: async ({ text, sendAt }) => {
      const body = { text: text.trim(), files: files.map(({ _id }) => _id), price: tokens };
      await change({
        params: { id: message._id },
        body: { ...body, sendAt: fromLocalInput(sendAt) ?? '' },
      }).unwrap();
      toast.success('Message scheduled');
      onDone();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <TextArea label="Message" rows={4} counted maxLength={limits.text.message} {...form.text('text')} />
        {attachments.uploads.items.length > 0 ? <AttachmentList attachments={attachments} sells /> : null}
        <DateField
          kind="datetime"
          label="Send at"
          hint={timeHint()}
          min={toLocalInput(new Date(now))}
          {...form.picked('sendAt')}
        />
        <Row>
          <Button type="submit" variant="primary" busy={form.busy} disabled={!ready}>
            Save
          </Button>
          <Button variant="quiet" onClick={() => onDone()}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}
