import { followsLearned } from '../session/follow.ts';

interface Followable {
  readonly _id: string;
  readonly isFollowed: boolean;
}
interface Started<T> {
  readonly dispatch: (action: ReturnType<typeof followsLearned>) => unknown;
  readonly queryFulfilled: Promise<{ data: T }>;
}

/**
 * For `onQueryStarted`: follow states in a response replace what the browser assumed when it asked. Follows
 * since then are newer than the response.
 */
export const learnsFollows =
  <T>(creatorsOf: (data: T) => readonly Followable[]) =>
  async (_arg: unknown, { dispatch, queryFulfilled }: Started<T>): Promise<void> => {
    const asOf = Date.now();
    const answer = await queryFulfilled.catch(() => null);
    if (!answer) return;
    const creators = creatorsOf(answer.data).map(({ _id, isFollowed }) => ({ _id, isFollowed }));
    dispatch(followsLearned({ asOf, creators }));
  };
