import { useRef, useState } from 'react';
import type { ObjectType } from '#contract/common';
import type { Feed } from '#contract/feeds';
import { useAppStore } from '#state/hooks';
import { reactTo, spreadReaction } from '#state/reacting';
import { loginFirst } from './login-first.tsx';

type Action = 'like' | 'bookmark';
/** What every work's record says of likes and bookmarks. */
export type Reactable = Pick<Feed, '_id' | 'counts' | 'isLiked' | 'isBookmarked'>;
type Shown = Pick<Reactable, 'counts' | 'isLiked' | 'isBookmarked'>;

const names = { like: { flag: 'isLiked', count: 'likes' }, bookmark: { flag: 'isBookmarked', count: 'bookmarks' } } as const;

/** The same with one like or bookmark more or less. */
function turned(shown: Shown, action: Action, on: boolean): Shown {
  const { flag, count } = names[action];
  if (shown[flag] === on) return shown;
  return { ...shown, [flag]: on, counts: { ...shown.counts, [count]: Math.max(0, shown.counts[count] + (on ? 1 : -1)) } };
}

const told = ({ isLiked, isBookmarked, counts }: Shown): string => [isLiked, isBookmarked, counts.likes, counts.bookmarks].join('/');

/**
 * Likes and bookmarks of a thing as they are pressed: shown at once, sent one after the other so that the last press wins, and taken back
 * with the reason when the server refuses. A newer record from the server replaces what was pressed.
 */
export function useReactions(objectType: ObjectType, record: Reactable): { shown: Shown; press: (action: Action) => void } {
  const store = useAppStore();
  const [pressed, setPressed] = useState<{ over: string; shown: Shown } | null>(null);
  const wanted = useRef<Partial<Record<Action, boolean>>>({});
  const sending = useRef<Partial<Record<Action, boolean>>>({});
  const over = told(record);
  const shown = pressed?.over === over ? pressed.shown : record;
  const show = (next: (before: Shown) => Shown) => setPressed((before) => ({ over, shown: next(before?.over === over ? before.shown : record) }));

  const send = async (action: Action, from: boolean) => {
    for (let known = from; wanted.current[action] !== known; ) {
      const on = wanted.current[action] ?? known;
      const reply = await reactTo(store, { objectType, objectId: record._id, action }, on);
      if (!reply) {
        wanted.current[action] = known;
        return show((before) => turned(before, action, known));
      }
      known = on;
      if (wanted.current[action] === known) {
        show(() => reply);
        await spreadReaction(store, reply);
      }
    }
    return undefined;
  };
  const press = (action: Action) => {
    if (!loginFirst()) return;
    const before = shown[names[action].flag];
    wanted.current[action] = !before;
    show((now) => turned(now, action, !before));
    if (sending.current[action]) return;
    sending.current[action] = true;
    void send(action, before).finally(() => {
      sending.current[action] = false;
    });
  };
  return { shown, press };
}
