import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { problemMessage } from '#lib/problem.ts';
import { placeInSeries } from '#services/content/posts/series.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

/** Debounce delay for saving a move, in milliseconds, because a dragged post passes many places. */
const restMs = 600;

interface Move {
  readonly postId: string;
  /** From 0. */
  readonly to: number;
}

/** Posts by the given ids; those that aren't listed keep their order at the end. */
export function inOrder(posts: readonly OwnPost[], wanted: readonly string[] | null): readonly OwnPost[] {
  if (!wanted) return posts;
  const places = new Map(wanted.map((id, at) => [id, at]));
  return posts.toSorted((a, b) => (places.get(a._id) ?? Infinity) - (places.get(b._id) ?? Infinity) || 0);
}

/**
 * The order of a series' posts while it is edited: shown at once, saved one move after the other once a post has come to
 * rest, and rolled back with a message if the server refuses.
 */
export function useSeriesOrder(seriesId: string, known: readonly OwnPost[]) {
  const [place] = useWrite(placeInSeries);
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const resting = useRef<Move | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const posts = inOrder(known, wanted);
  const send = ({ postId, to }: Move) => {
    turn.current = turn.current.then(async () => {
      const { error } = await place({ params: { id: seriesId, postId }, body: { position: to + 1 } });
      if (!error) return;
      setWanted(null);
      toast.error(problemMessage(error));
    });
  };
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    const move = resting.current;
    resting.current = null;
    if (move) send(move);
  });
  useEffect(() => () => flush(), []);
  return {
    posts,
    move: (postId: string, to: number) => {
      const others = posts.map(({ _id }) => _id).filter((id) => id !== postId);
      if (to < 0 || to > others.length) return;
      // Places depend on the moves before.
      if (resting.current && resting.current.postId !== postId) send(resting.current);
      setWanted(others.toSpliced(to, 0, postId));
      resting.current = { postId, to };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const move = resting.current;
        resting.current = null;
        if (move) send(move);
      }, restMs);
    },
  };
}
