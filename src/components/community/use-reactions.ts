import { useEffect, useRef, useState } from 'react';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Post } from '#contract/posts.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import { useAppStore } from '#state/hooks.ts';
import { loginFirst } from '../auth/login-first.ts';

type Action = 'like' | 'bookmark';
/** The fields of an item's record that describe its likes and bookmarks. */
export type Reactable = Pick<Post, '_id' | 'counts' | 'isLiked' | 'isBookmarked'>;
type Shown = Pick<Reactable, 'counts' | 'isLiked' | 'isBookmarked'>;

const actions: readonly Action[] = ['like', 'bookmark'];
const names = {
  like: { flag: 'isLiked', count: 'likes' },
  bookmark: { flag: 'isBookmarked', count: 'bookmarks' },
} as const;

/** The same record with a like or bookmark added or removed. */
function turned(shown: Shown, action: Action, on: boolean): Shown {
  const { flag, count } = names[action];
  if (shown[flag] === on) return shown;
  return {
    ...shown,
    [flag]: on,
    counts: { ...shown.counts, [count]: Math.max(0, shown.counts[count] + (on ? 1 : -1)) },
  };
}

const told = ({ isLiked, isBookmarked, counts }: Shown): string =>
  [isLiked, isBookmarked, counts.likes, counts.bookmarks].join('/');

type Wanted = Partial<Record<Action, boolean>>;

/**
 * Likes and bookmarks of an item, updated optimistically. Requests are sent one after another so that the
 * last press wins, and rolled back with an error message if the server rejects them. A newer record from the
 * server replaces confirmed values but not pending ones. The code that sends requests loads on the first
 * press.
 */
export function useReactions(
  objectType: ObjectType,
  record: Reactable,
): { shown: Shown; press: (action: Action) => void } {
  const store = useAppStore();
  const [underWay, setUnderWay] = useState<Wanted>({});
  const [known, setKnown] = useState<{ over: string; shown: Shown } | null>(null);
  const wanted = useRef<Wanted>({});
  const latest = useRef<Shown>(record);
  useEffect(() => {
    latest.current = record;
  });
  const base: Shown = known?.over === told(record) ? known.shown : record;
  const shown = actions.reduce(
    (now, action) => turned(now, action, underWay[action] ?? now[names[action].flag]),
    base,
  );

  const keep = (settle: (before: Shown) => Shown) =>
    setKnown((before) => {
      const over = told(latest.current);
      return { over, shown: settle(before?.over === over ? before.shown : latest.current) };
    });
  const send = async (action: Action, from: boolean) => {
    const { reactTo, reactedTo, spreadReaction } = await untilLoaded(
      () => import('#state/community/react.ts'),
    );
    for (let on = from; on !== wanted.current[action];) {
      on = wanted.current[action] === true;
      const reply = await reactTo(store, { objectType, objectId: record._id, action }, on);
      if (!reply) break;
      keep((before) => reactedTo(before, action, reply));
      if (on === wanted.current[action]) await spreadReaction(store, action, reply);
    }
    delete wanted.current[action];
    setUnderWay((before) => ({ ...before, [action]: undefined }));
  };
  const press = (action: Action) => {
    if (
      !loginFirst({
        why: `${action} this`,
        act: { do: 'react', reaction: { objectType, objectId: record._id, action } },
      })
    )
      return;
    const isSending = wanted.current[action] !== undefined;
    const on = !shown[names[action].flag];
    wanted.current[action] = on;
    setUnderWay((before) => ({ ...before, [action]: on }));
    if (!isSending) void send(action, !on);
  };
  return { shown, press };
}
