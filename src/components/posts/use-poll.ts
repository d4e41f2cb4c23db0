import { useEffect, useRef, useState } from 'react';
import type { Post } from '#contract/posts.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import { useAppStore } from '#state/hooks.ts';
import { loginFirst } from '../auth/login-first.ts';

export type Poll = NonNullable<Post['poll']>;

/** The poll as it will be once this vote is counted, as far as that is known here. */
export function votedPoll(poll: Poll, optionIds: readonly string[]): Poll {
  const by = (id: string) => Number(optionIds.includes(id)) - Number(poll.ownVotes.includes(id));
  return {
    ...poll,
    ownVotes: [...optionIds],
    total: poll.total === null ? null : poll.total + (poll.ownVotes.length === 0 ? 1 : 0),
    options: poll.options.map((option) => ({
      ...option,
      votes: option.votes === null ? null : option.votes + by(option._id),
    })),
  };
}

/** What votes and asks comes when it is needed: most who read a poll only look. */
const voting = () =>
  untilLoaded(async () => {
    const { pollNow, vote } = await import('#state/community/vote.ts');
    return { pollNow, vote };
  });

/** Longer than this a timer can't wait. */
const LONGEST_MS = 2 ** 31 - 1;
/**
 * A question that brought nothing is asked again after so long, then after twice as long, up to the longest.
 */
const again = { first: 5_000, longest: 80_000 } as const;

/**
 * Whoever looks on at the end sees the result: the page asks at the end, spread over some seconds so that not
 * everybody asks in the same one. So does a page that came before the end and is opened after it: once a vote
 * has ended, its result is no secret any more. Where the answer fails, or the server's clock isn't there yet,
 * it asks again, later each time.
 */
function useEnd({ expiresAt, total }: Poll, learn: () => Promise<boolean>): boolean {
  const [endedAt, setEndedAt] = useState<string | null>(null);
  const isHidden = total === null;
  useEffect(() => {
    const left = expiresAt === null ? Infinity : new Date(expiresAt).getTime() - Date.now();
    if (left > LONGEST_MS || (left <= 0 && !isHidden)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (next: number) => {
      setEndedAt(expiresAt);
      const isKnown = await learn();
      if (timer !== undefined && !isKnown && next <= again.longest) askIn(next, next * 2);
    };
    const askIn = (wait: number, next: number) => {
      timer = setTimeout(() => void ask(next), wait);
    };
    askIn(Math.max(0, left) + 500 + Math.random() * 3_000, again.first);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the end is what it waits for
  }, [expiresAt, isHidden]);
  return endedAt !== null && endedAt === expiresAt;
}

/**
 * A poll as one votes in it: shown at once, taken back with the reason when the server refuses; a newer
 * record replaces what was voted here. A vote that is changed while it is on its way is sent after it, so
 * that the last one counts.
 */
export function usePoll(feedId: string, record: Poll) {
  const store = useAppStore();
  const over = JSON.stringify(record);
  const latest = useRef(over);
  useEffect(() => {
    latest.current = over;
  });
  const [known, setKnown] = useState<{ over: string; poll: Poll } | null>(null);
  const [underWay, setUnderWay] = useState<string[] | null>(null);
  const wanted = useRef<string[]>(null);
  const base = known?.over === over ? known.poll : record;
  const keep = (poll: Poll | null): boolean => {
    if (poll) setKnown({ over: latest.current, poll });
    return poll !== null;
  };
  const ended = useEnd(base, async () => {
    const poll = await (await voting()).pollNow(store, feedId);
    return keep(poll) && poll?.total !== null;
  });
  const send = async (optionIds: string[]): Promise<boolean> => {
    const counted = keep(await (await voting()).vote(store, feedId, optionIds));
    if (wanted.current && wanted.current !== optionIds) return send(wanted.current);
    wanted.current = null;
    setUnderWay(null);
    return counted;
  };
  /** False when nothing was sent, or the server refused; also where a later vote took its place. */
  const cast = async (optionIds: string[]): Promise<boolean> => {
    if (!loginFirst({ why: 'vote', act: { do: 'vote', feedId, optionIds } })) return false;
    const isSending = wanted.current !== null;
    wanted.current = optionIds;
    setUnderWay(optionIds);
    return isSending ? false : send(optionIds);
  };
  return { poll: underWay ? votedPoll(base, underWay) : base, ended, cast };
}
