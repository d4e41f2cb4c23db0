import { useState } from 'react';
import { exactTime } from '#lib/format-time.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { problemFields, problemMessage } from '#lib/problem.ts';
import { updatePost } from '#services/content/posts/posts.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

export type Calendar = ReplyOf<'GET /performer/calendar'>;
export type Entry = Calendar['data'][number];

/** Only posts that aren't out yet can be moved. */
/** Whether it has been shown to others, perhaps for some time only. */
export const wasPublished = ({ state }: Entry): boolean => state === 'published' || state === 'expired';
export const isMovable = (entry: Entry): boolean => entry.kind === 'post' && !wasPublished(entry);

const reasonOfPast = (at: string): string | null =>
  Date.parse(at) <= Date.now() ? `${exactTime(at)} has passed. Choose a later day.` : null;

/** Moves posts to another time. They are shown there at once, and again where they were if that is refused. */
export function useMoving(entries: readonly Entry[], refetch: () => PromiseLike<unknown>) {
  const [update] = useWrite(updatePost);
  const [moving, setMoving] = useState<Readonly<Record<string, string>>>({});
  const [landed, setLanded] = useState<string | null>(null);
  const place = (id: string, at: string | null) =>
    setMoving(({ [id]: _before, ...others }) => (at === null ? others : { ...others, [id]: at }));
  /** Returns why the post couldn't be moved, or null. */
  const move = async (entry: Entry, at: string): Promise<string | null> => {
    if (at === entry.at) return null;
    const past = reasonOfPast(at);
    if (past) return past;
    place(entry._id, at);
    const { error } = await update({ params: { id: entry._id }, body: { scheduledAt: at } });
    if (!error) await refetch();
    place(entry._id, null);
    if (error) return problemFields(error).scheduledAt ?? problemMessage(error);
    setLanded(entry._id);
    toast.success(`Moved to ${exactTime(at)}`, {
      action: {
        label: 'Undo',
        until: Date.parse(entry.at),
        run: () => void moveOrSay({ ...entry, at }, entry.at),
      },
    });
    return null;
  };
  /** For a move without a form that could show the reason. */
  const moveOrSay = async (entry: Entry, at: string) => {
    const reason = await move(entry, at);
    if (reason) toast.error(reason);
  };
  return {
    entries: entries
      .map((entry) => ({ ...entry, at: moving[entry._id] ?? entry.at }))
      .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    isMoving: (id: string) => id in moving,
    move,
    moveOrSay,
    /** The post that was moved last, which gets the focus once. */
    landed,
    onFocused: () => setLanded(null),
  };
}
export type Moving = ReturnType<typeof useMoving>;
