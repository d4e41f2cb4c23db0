import type { PrivateStream } from '#contract/talk/streams/private.ts';

type State = PrivateStream['state'];

/** A state in words, for lists. */
export const privateStates: Readonly<Record<State, string>> = {
  requested: 'Pending',
  later: 'Later',
  accepted: 'Accepted',
  live: 'Live',
  paused: 'Paused',
  ended: 'Ended',
  declined: 'Declined',
  cancelled: 'Canceled',
  expired: 'Expired',
};

const ends: Readonly<Record<NonNullable<PrivateStream['endReason']>, (by: Names) => string>> = {
  creator: ({ creator }) => `${creator} ended the stream.`,
  fan: ({ fan }) => `${fan} ended the stream.`,
  tokens: () => 'The tokens ran out.',
  interrupted: () => 'The connection was lost and didn’t come back.',
  access: () => 'It ended because one of you lost access.',
};
/** Of requests from which no stream came. */
const refusals: Partial<Record<State, (by: Names) => string>> = {
  declined: ({ creator }) => `${creator} declined the request. Nothing was charged.`,
  cancelled: ({ fan }) => `${fan} canceled the request. Nothing was charged.`,
  expired: () => 'The request expired. Nothing was charged.',
};

/** The names of both sides, or “You”. */
interface Names {
  readonly creator: string;
  readonly fan: string;
}

/** How a private stream or its request came to an end, for the viewer. */
export function endText(
  { state, endReason, performer, user }: Pick<PrivateStream, 'state' | 'endReason' | 'performer' | 'user'>,
  viewerId: string | undefined,
): string {
  const formatName = ({ _id, name }: PrivateStream['user']) => (_id === viewerId ? 'You' : name);
  const names = { creator: formatName(performer), fan: formatName(user) };
  if (endReason) return ends[endReason](names);
  return refusals[state]?.(names) ?? `${privateStates[state]}.`;
}

export const isWaitingState = (state: State): boolean => state === 'requested' || state === 'later';
export const isRunningState = (state: State): boolean =>
  state === 'accepted' || state === 'live' || state === 'paused';
