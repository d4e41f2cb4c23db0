import Clock from 'lucide-react/icons/clock';
import { useState } from 'react';
import type { ScheduledMessage } from '#contract/trade/broadcasts/scheduled-messages.ts';
import { plural } from '#lib/format.ts';
import { exactTime } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import {
  deleteScheduledMessage,
  listScheduledMessages,
  sendScheduledMessage,
} from '#services/trade/broadcasts/scheduled-messages.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { EditScheduled } from './send-later.tsx';
import styles from './creator.module.css';

const summarizeContent = ({ text, files }: ScheduledMessage): string =>
  text || (files.length > 0 ? plural(files.length, 'file') : '');

interface OneProps {
  readonly message: ScheduledMessage;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function One({ message, onEdit, onDelete }: OneProps) {
  const [send, { isLoading }] = useWrite(sendScheduledMessage);
  const sendNow = async () => {
    const { error } = await send({ params: { id: message._id } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Message sent');
  };
  return (
    <li className={styles.scheduled}>
      <p className={styles.quote}>{summarizeContent(message)}</p>
      {message.state === 'failed' ? (
        <p className={styles.failed}>Not sent: {message.reason}</p>
      ) : (
        <p className={styles.aside}>
          <time dateTime={message.sendAt}>{exactTime(message.sendAt)}</time>
        </p>
      )}
      <Row>
        <Button busy={isLoading} onClick={() => void sendNow()}>
          Send now
        </Button>
        <Button variant="quiet" onClick={onEdit}>
          Edit
        </Button>
        <Button variant="quiet" onClick={onDelete}>
          Delete
        </Button>
      </Row>
    </li>
  );
}

function DeleteOne({ message, onClose }: { message: ScheduledMessage; onClose: () => void }) {
  const [remove] = useWrite(deleteScheduledMessage);
  return (
    <ConfirmAction
      title="Delete this scheduled message?"
      confirmLabel="Delete message"
      action={() => remove({ params: { id: message._id } })}
      onClose={onClose}
    >
      It won’t be sent. This can’t be undone.
    </ConfirmAction>
  );
}

/** The messages that wait or failed, with what can be done about them. */
export function ScheduledMessages({ all }: { all: readonly ScheduledMessage[] }) {
  const [edited, setEdited] = useState<ScheduledMessage | null>(null);
  const [deleting, setDeleting] = useState<ScheduledMessage | null>(null);
  return (
    <>
      <ul className={styles.all}>
        {all.map((message) => (
          <One
            key={message._id}
            message={message}
            onEdit={() => setEdited(message)}
            onDelete={() => setDeleting(message)}
          />
        ))}
      </ul>
      {edited ? (
        <Dialog open wide onClose={() => setEdited(null)} title="Edit scheduled message">
          <EditScheduled message={edited} onDone={() => setEdited(null)} />
        </Dialog>
      ) : null}
      {deleting ? <DeleteOne message={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

const barText = (all: readonly ScheduledMessage[]): string => {
  const failed = all.filter(({ state }) => state === 'failed').length;
  const next = all.find(({ state }) => state === 'scheduled');
  return [
    failed > 0 ? `${plural(failed, 'scheduled message')} couldn’t be sent` : '',
    next ? `${plural(all.length - failed, 'scheduled message')}, next ${exactTime(next.sendAt)}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
};

/** Above the message field: how many messages wait, and the way to them. Nothing if there are none. */
export function ScheduledBar({ conversationId }: { conversationId: string }) {
  const { data } = useRead(listScheduledMessages, { query: { conversationId, limit: 100 } });
  const [open, setOpen] = useState(false);
  const all = data?.data ?? [];
  if (all.length === 0) return null;
  return (
    <div className={styles.bar}>
      <Button variant="quiet" block icon={<Clock size={18} />} onClick={() => setOpen(true)}>
        {barText(all)}
      </Button>
      {open ? (
        <Dialog open wide onClose={() => setOpen(false)} title="Scheduled messages">
          <Stack>
            <ScheduledMessages all={all} />
          </Stack>
        </Dialog>
      ) : null}
    </div>
  );
}
