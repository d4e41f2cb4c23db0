import { useEffect, useRef, useState } from 'react';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { ReactionBody } from '#contract/content/reactions.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { type ReactionAction, type Reactions, isTurnedOn, turned } from '#state/community/reaction-record.ts';
import { useAppStore } from '#state/hooks.ts';
import { loginFirst } from '../../people/auth/login-first.ts';

/** An item's record, as far as its likes and bookmarks go. */
export type Reactable = Reactions & Pick<Post, '_id'>;

const actions: readonly ReactionAction[] = ['like', 'bookmark'];

const fingerprint = ({ isLiked, isBookmarked, counts }: Reactions): string =>
  [isLiked, isBookmarked, counts.likes, counts.bookmarks].join('/');

const sendingCode = async () => {
  const { reactTo, reactedTo, reactionSettled, spreadReaction } = await import('#state/community/react.ts');
  return { reactTo, reactedTo, reactionSettled, spreadReaction };
};

/** The store, with the code that sends: without a connection it can't be loaded, nor what is pressed be kept. */
function useSendingStore() {
  const store = useAppStore();
  useEffect(() => void store.deps.used().then(() => untilLoaded(sendingCode)), [store]);
  return store;
}

/** Offers to put a new bookmark into a collection; takes the offer away with the bookmark. */
async function offer({ objectType, objectId }: ReactionBody, on: boolean): Promise<void> {
  const { offerCollection } = await untilLoaded(() => import('./collect.tsx'));
  offerCollection({ objectType, objectId }, on);
}

type Wanted = Partial<Record<ReactionAction, boolean>>;

/**
 * Likes and bookmarks of an item, updated optimistically. Requests are sent one after another so that the
 * last press wins, and rolled back with an error message if the server rejects them. A newer record from the
 * server replaces confirmed values but not pending ones. The code that sends requests loads with the first
 * interaction. Without a connection, what is pressed is shown as done and sent later.
 */
export function useReactions(
  objectType: ObjectType,
  record: Reactable,
): { shown: Reactions; press: (action: ReactionAction) => void } {
  const store = useSendingStore();
  const [underWay, setUnderWay] = useState<Wanted>({});
  const [known, setKnown] = useState<{ over: string; shown: Reactions } | null>(null);
  const wanted = useRef<Wanted>({});
  const latest = useRef<Reactions>(record);
  useEffect(() => {
    latest.current = record;
  });
  const base: Reactions = known?.over === fingerprint(record) ? known.shown : record;
  const shown = actions.reduce(
    (now, action) => turned(now, action, underWay[action] ?? isTurnedOn(now, action)),
    base,
  );

  const keep = (settle: (before: Reactions) => Reactions) =>
    setKnown((before) => {
      const over = fingerprint(latest.current);
      return { over, shown: settle(before?.over === over ? before.shown : latest.current) };
    });
  const send = async (action: ReactionAction, from: boolean) => {
    const code = await untilLoaded(sendingCode);
    const reaction = { objectType, objectId: record._id, action };
    let isWaiting = false;
    for (let on = from; on !== wanted.current[action];) {
      on = wanted.current[action] === true;
      const reply = await code.reactTo(store, reaction, on);
      isWaiting = reply === 'waiting';
      if (!reply) break;
      if (reply === 'waiting') continue;
      keep((before) => code.reactedTo(before, action, reply));
      if (action === 'bookmark') void offer(reaction, on);
      if (on === wanted.current[action]) await code.spreadReaction(store, action, reply);
    }
    delete wanted.current[action];
    // A list that is loaded meanwhile doesn't know about it yet.
    if (isWaiting) await code.reactionSettled(reaction);
    if (wanted.current[action] === undefined) setUnderWay((before) => ({ ...before, [action]: undefined }));
  };
  const press = (action: ReactionAction) => {
    if (
      !loginFirst({
        why: `${action} this`,
        act: { do: 'react', reaction: { objectType, objectId: record._id, action } },
      })
    )
      return;
    const isSending = wanted.current[action] !== undefined;
    const on = !isTurnedOn(shown, action);
    wanted.current[action] = on;
    setUnderWay((before) => ({ ...before, [action]: on }));
    if (!isSending) void send(action, !on);
  };
  return { shown, press };
}
