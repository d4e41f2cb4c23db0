import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { useAppStore } from '#state/hooks.ts';
import { loginFirst } from '../../people/auth/login-first.ts';

export type Poll = NonNullable<Post['poll']>;

/** The poll after this vote, as far as the browser can tell. */
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

/**
 * `no` if nothing was sent, the server rejected the vote, or a later vote replaced it; `waiting` if it is sent
 * once the server can be reached.
 */
type Cast = 'counted' | 'waiting' | 'no';

/** Loaded with the first interaction: without a connection it can't be, nor the vote be kept. */
const voting = () =>
  untilLoaded(async () => {
    const { pollNow, vote, voteSettled } = await import('#state/community/vote.ts');
    return { pollNow, vote, voteSettled };
  });

/** The longest delay of `setTimeout`, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;
/** Retry delays in milliseconds: the delay doubles after each failed attempt, up to the longest. */
const again = { first: 5_000, longest: 80_000 } as const;

/**
 * Refetches the poll when it ends, at a random delay of a few seconds so that not every viewer requests it at
 * once. A page that was rendered before the end but opened after it does the same, because results become
 * visible once a poll has ended. Retries with increasing delays if the request fails or the poll hasn't ended
 * by the server's clock yet.
 */
function useEnd({ expiresAt, total }: Poll, learn: () => Promise<boolean>): boolean {
  const [endedAt, setEndedAt] = useState<string | null>(null);
  const isHidden = total === null;
  const isKnownNow = useEffectEvent(learn);
  useEffect(() => {
    const left = expiresAt === null ? Infinity : new Date(expiresAt).getTime() - Date.now();
    if (left > LONGEST_MS || (left <= 0 && !isHidden)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (next: number) => {
      setEndedAt(expiresAt);
      const isKnown = await isKnownNow();
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
  }, [expiresAt, isHidden]);
  return endedAt !== null && endedAt === expiresAt;
}

/**
 * A poll with optimistic voting: rolled back with an error message if the server rejects a vote, and replaced
 * by newer records. A vote that is changed while another is being sent follows it, so that the last one
 * counts.
 */
export function usePoll(postId: string, record: Poll) {
  const store = useAppStore();
  const over = JSON.stringify(record);
  const latest = useRef(over);
  useEffect(() => {
    latest.current = over;
  });
  useEffect(() => void store.deps.used().then(voting), [store]);
  const [known, setKnown] = useState<{ over: string; poll: Poll } | null>(null);
  const [underWay, setUnderWay] = useState<string[] | null>(null);
  const wanted = useRef<string[]>(null);
  const base = known?.over === over ? known.poll : record;
  const keep = (poll: Poll | null): boolean => {
    if (poll) setKnown({ over: latest.current, poll });
    return poll !== null;
  };
  const ended = useEnd(base, async () => {
    const poll = await (await voting()).pollNow(store, postId);
    return keep(poll) && poll?.total !== null;
  });
  const send = async (optionIds: string[]): Promise<Cast> => {
    const code = await voting();
    const reply = await code.vote(store, postId, optionIds);
    if (reply !== 'waiting') keep(reply);
    if (wanted.current && wanted.current !== optionIds) return send(wanted.current);
    wanted.current = null;
    if (reply === 'waiting') {
      // A record that is loaded meanwhile doesn't know about the vote yet.
      void code.voteSettled(postId).then(() => wanted.current ?? setUnderWay(null));
      return 'waiting';
    }
    setUnderWay(null);
    return reply ? 'counted' : 'no';
  };
  const cast = async (optionIds: string[]): Promise<Cast> => {
    if (!loginFirst({ why: 'vote', act: { do: 'vote', feedId: postId, optionIds } })) return 'no';
    const isSending = wanted.current !== null;
    wanted.current = optionIds;
    setUnderWay(optionIds);
    return isSending ? 'no' : send(optionIds);
  };
  return { poll: underWay ? votedPoll(base, underWay) : base, ended, cast };
}
