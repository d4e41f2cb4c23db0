import Ban from 'lucide-react/icons/ban';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Comment } from '#contract/content/comments.ts';
import { problemMessage } from '#lib/problem.ts';
import { banCommenter, pinComment, unbanCommenter } from '#services/content/comments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { sendDeletion } from '#state/community/comments.ts';
import { useAppStore } from '#state/hooks.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { CommentContext } from './comment-row.tsx';
import { reportItem } from '../../people/accounts/person-menu.tsx';

interface MenuProps {
  readonly comment: Comment;
  readonly context: CommentContext;
  readonly onEdit: () => void;
}

/** Runs a mutation and shows a toast if it fails, else calls `done`. */
async function reportOutcome(change: PromiseLike<{ error?: unknown }>, done: () => void): Promise<void> {
  const { error } = await change;
  if (error) toast.error(problemMessage(error));
  else done();
}

function useCommentActions({ comment, context }: Omit<MenuProps, 'onEdit'>) {
  const store = useAppStore();
  const [pin] = useWrite(pinComment);
  const [ban] = useWrite(banCommenter);
  const [unban] = useWrite(unbanCommenter);
  const { _id: id, parentId, author, heldBy } = comment;
  const thread = { ...context.thread, ...(parentId && { parentId }) };
  const name = author?.name ?? '';
  return {
    remove: () =>
      reportOutcome(sendDeletion(store, { id, thread, isHeld: heldBy !== null }), () =>
        context.say('Comment deleted'),
      ),
    pin: (pinned: boolean) =>
      reportOutcome(pin({ params: { id }, body: { pinned } }), () =>
        context.say(pinned ? 'Comment pinned' : 'Comment unpinned'),
      ),
    ban: () =>
      reportOutcome(
        ban({ params: { id } }),
        () => void toast.success(`${name} can’t comment on your content anymore.`),
      ),
    unban: () =>
      reportOutcome(
        unban({ params: { id: author?._id ?? '' } }),
        () => void toast.success(`${name} can comment again.`),
      ),
  };
}

type Ask = 'delete' | 'ban';

/**
 * What the viewer may do with a comment: the author edits and deletes, the content's creator deletes, pins
 * and bans.
 */
function buildItems(
  { comment, context, onEdit }: MenuProps,
  act: ReturnType<typeof useCommentActions>,
  ask: (what: Ask) => void,
): MenuItem[] {
  const mine = comment.author?._id === context.viewerId;
  const onOwn = context.ownerId === context.viewerId;
  const pin: MenuItem = comment.pinned
    ? { label: 'Unpin', icon: <PinOff />, onSelect: () => void act.pin(false) }
    : { label: 'Pin to top', icon: <Pin />, onSelect: () => void act.pin(true) };
  const ban: MenuItem = comment.isBanned
    ? { label: 'Allow commenting', icon: <Ban />, onSelect: () => void act.unban() }
    : { label: 'Ban from commenting', icon: <Ban />, danger: true, onSelect: () => ask('ban') };
  const all: (readonly [boolean, MenuItem])[] = [
    [onOwn && comment.parentId === null && comment.heldBy === null, pin],
    [mine, { label: 'Edit', icon: <Pencil />, onSelect: onEdit }],
    [mine || onOwn, { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => ask('delete') }],
    [onOwn && !mine, ban],
    [!mine, reportItem({ type: 'comment', id: comment._id, name: 'this comment' })],
  ];
  return all.filter(([may]) => may).map(([, item]) => item);
}

/** The menu of one comment. Renders nothing if the viewer can't do anything with it. */
export function CommentMenu(props: MenuProps) {
  const [asked, setAsked] = useState<Ask | null>(null);
  const act = useCommentActions(props);
  const items = buildItems(props, act, setAsked);
  const name = props.comment.author?.name ?? '';
  const close = () => setAsked(null);
  const confirm = () => {
    close();
    void (asked === 'ban' ? act.ban() : act.remove());
  };
  if (props.context.viewerId === null || items.length === 0) return null;
  return (
    <>
      <Menu label={`More options for the comment by ${name}`} items={items} />
      {asked === 'delete' ? (
        <LazyConfirmDialog
          open
          title={
            props.comment.author?._id === props.context.viewerId
              ? 'Delete your comment?'
              : `Delete ${name}’s comment?`
          }
          text={props.comment.replies > 0 ? 'Its text is removed. Replies stay.' : 'You can’t undo this.'}
          confirmLabel="Delete comment"
          onConfirm={confirm}
          onClose={close}
        />
      ) : null}
      {asked === 'ban' ? (
        <LazyConfirmDialog
          open
          title={`Ban ${name} from commenting?`}
          text="They can’t comment on anything you publish. Their comments stay until you delete them. You can lift the ban at any time."
          confirmLabel="Ban from commenting"
          onConfirm={confirm}
          onClose={close}
        />
      ) : null}
    </>
  );
}
