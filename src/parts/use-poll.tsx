import { useEffect, useState } from 'react';
import type { Feed } from '#contract/feeds';
import { useAppStore } from '#state/hooks';
import { pollNow, vote } from '#state/voting';
import { loginFirst } from './login-first.tsx';

export type Poll = NonNullable<Feed['poll']>;

/** The poll as it will be once this vote is counted, as far as that is known here. */
export function votedPoll(poll: Poll, optionIds: readonly string[]): Poll {
  const by = (id: string) => Number(optionIds.includes(id)) - Number(poll.ownVotes.includes(id));
  return {
    ...poll,
    ownVotes: [...optionIds],
    total: poll.total === null ? null : poll.total + (poll.ownVotes.length === 0 ? 1 : 0),
    options: poll.options.map((option) => ({ ...option, votes: option.votes === null ? null : option.votes + by(option._id) })),
  };
}

/** Longer than this a timer can't wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whoever looks on at the end sees the result: the page asks once, spread over some seconds so that not everybody asks in the same one. */
function useEnd(expiresAt: string | null, onEnd: () => void): boolean {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    const left = expiresAt === null ? Infinity : new Date(expiresAt).getTime() - Date.now();
    if (left <= 0 || left > LONGEST_MS) return undefined;
    const timer = setTimeout(() => {
      setEnded(true);
      onEnd();
    }, left + 500 + Math.random() * 3_000);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the end is what it waits for
  }, [expiresAt]);
  return ended;
}

/** A poll as one votes in it: shown at once, taken back with the reason when the server refuses; a newer record replaces what was voted here. */
export function usePoll(feedId: string, record: Poll) {
  const store = useAppStore();
  const over = JSON.stringify(record);
  const [own, setOwn] = useState<{ over: string; poll: Poll } | null>(null);
  const poll = own?.over === over ? own.poll : record;
  const ended = useEnd(record.expiresAt, () => void pollNow(store, feedId).then((now) => now && setOwn({ over, poll: now })));
  /** False when nothing was sent, or the server refused. */
  const cast = async (optionIds: string[]): Promise<boolean> => {
    if (!loginFirst()) return false;
    setOwn({ over, poll: votedPoll(poll, optionIds) });
    const counted = await vote(store, feedId, optionIds);
    setOwn({ over, poll: counted ?? poll });
    return counted !== null;
  };
  return { poll, ended, cast };
}
