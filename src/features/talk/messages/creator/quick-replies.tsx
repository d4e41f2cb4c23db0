import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { limits } from '#config/limits.ts';
import { fillName, filledLength, namePlaceholder } from '#config/name-placeholder.ts';
import type { QuickReply } from '#contract/trade/broadcasts/quick-replies.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { problemMessage } from '#lib/problem.ts';
import {
  addQuickReply,
  changeQuickReply,
  deleteQuickReply,
  listQuickReplies,
  orderQuickReplies,
} from '#services/trade/broadcasts/quick-replies.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './creator.module.css';

function check({ title, text }: { title: string; text: string }): Record<string, string> {
  return {
    ...(title.trim() === '' ? { title: 'Enter a title.' } : {}),
    ...(text.trim() === '' ? { text: 'Write something first.' } : {}),
    ...(filledLength(text.trim(), limits.text.name) > limits.text.message
      ? { text: 'This is too long once names are filled in. Shorten it.' }
      : {}),
  };
}

/** Adds a quick reply, or changes one. */
function ReplyForm({ reply, onDone }: { reply: QuickReply | null; onDone: () => void }) {
  const [add] = useWrite(addQuickReply);
  const [change] = useWrite(changeQuickReply);
  const form = useForm({
    initial: { title: reply?.title ?? '', text: reply?.text ?? '' },
    check,
    submit: async ({ title, text }) => {
      const body = { title: title.trim(), text: text.trim() };
      if (reply) await change({ params: { id: reply._id }, body }).unwrap();
      else await add({ body }).unwrap();
      onDone();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <TextInput label="Title" maxLength={limits.quickReply.title} {...form.text('title')} />
        <TextArea
          label="Text"
          rows={4}
          counted
          maxLength={limits.text.message}
          hint={`${namePlaceholder} becomes the name of the person you’re writing to.`}
          {...form.text('text')}
        />
        <Row>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

interface LineProps {
  readonly reply: QuickReply;
  readonly to: string;
  readonly onPick: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  /** Null at the ends. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
}

const Line = ({ reply: { title, text }, to, onPick, onEdit, onDelete, onUp, onDown }: LineProps) => (
  <li className={styles.line}>
    <button type="button" className={styles.pick} onClick={onPick}>
      <span className={styles.replyTitle}>{title}</span>
      <span className={styles.replyText}>{fillName(text, to)}</span>
    </button>
    <Row gap={4} wrap={false}>
      <IconButton label={`Move ${title} up`} disabled={!onUp} onClick={() => onUp?.()}>
        <ArrowUp size={18} />
      </IconButton>
      <IconButton label={`Move ${title} down`} disabled={!onDown} onClick={() => onDown?.()}>
        <ArrowDown size={18} />
      </IconButton>
      <IconButton label={`Edit ${title}`} onClick={onEdit}>
        <Pencil size={18} />
      </IconButton>
      <IconButton label={`Delete ${title}`} onClick={onDelete}>
        <Trash2 size={18} />
      </IconButton>
    </Row>
  </li>
);

function DeleteReply({ reply, onClose }: { reply: QuickReply; onClose: () => void }) {
  const [remove] = useWrite(deleteQuickReply);
  return (
    <ConfirmAction
      title={`Delete “${reply.title}”?`}
      confirmLabel="Delete quick reply"
      action={() => remove({ params: { id: reply._id } })}
      onClose={onClose}
    >
      Messages you sent with it aren’t affected. This can’t be undone.
    </ConfirmAction>
  );
}

interface ListProps extends Pick<QuickRepliesProps, 'to' | 'onPick'> {
  readonly all: readonly QuickReply[];
  readonly onEdit: (reply: QuickReply) => void;
}

function List({ all, to, onPick, onEdit }: ListProps) {
  const [order, { isLoading }] = useWrite(orderQuickReplies);
  const [deleting, setDeleting] = useState<QuickReply | null>(null);
  const ids = all.map(({ _id }) => _id);
  const moveTo = (from: number, to_: number) => async () => {
    const [id] = ids.slice(from, from + 1);
    if (id === undefined) return;
    const { error } = await order({ body: { ids: ids.toSpliced(from, 1).toSpliced(to_, 0, id) } });
    if (error) toast.error(problemMessage(error));
  };
  return (
    <>
      <ul className={styles.all} aria-busy={isLoading}>
        {all.map((reply, at) => (
          <Line
            key={reply._id}
            reply={reply}
            to={to}
            onPick={() => onPick(reply)}
            onEdit={() => onEdit(reply)}
            onDelete={() => setDeleting(reply)}
            onUp={at === 0 ? null : () => void moveTo(at, at - 1)()}
            onDown={at === all.length - 1 ? null : () => void moveTo(at, at + 1)()}
          />
        ))}
      </ul>
      {deleting ? <DeleteReply reply={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

const skeleton = (
  <Skeleton label="Loading quick replies">
    <SkeletonText lines={4} />
  </Skeleton>
);

export interface QuickRepliesProps {
  /** The name of whoever the message is for. */
  readonly to: string;
  /** Puts the reply into the message. Nothing is sent. */
  readonly onPick: (reply: QuickReply) => void;
  readonly onClose: () => void;
}

/** Quick replies to pick from, and to add, change, move and delete. */
export function QuickReplies({ to, onPick, onClose }: QuickRepliesProps) {
  const request = useRead(listQuickReplies);
  const [edited, setEdited] = useState<QuickReply | 'new' | null>(null);
  if (edited !== null)
    return (
      <Dialog open wide onClose={onClose} title={edited === 'new' ? 'New quick reply' : 'Edit quick reply'}>
        <ReplyForm reply={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
      </Dialog>
    );
  return (
    <Dialog open wide onClose={onClose} title="Quick replies">
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {({ data, max }) => (
          <Stack>
            {data.length === 0 ? (
              <EmptyState
                compact
                level={3}
                title="No quick replies yet"
                text="Save what you write often, then pick it here or type / in a message."
              />
            ) : (
              <List all={data} to={to} onPick={onPick} onEdit={setEdited} />
            )}
            {data.length < max ? (
              <Row>
                <Button onClick={() => setEdited('new')}>New quick reply</Button>
              </Row>
            ) : (
              <p className={styles.aside}>
                {max === 0
                  ? 'Quick replies are turned off on this site.'
                  : `You’ve reached the limit of ${max} quick replies.`}
              </p>
            )}
          </Stack>
        )}
      </LoadedView>
    </Dialog>
  );
}
