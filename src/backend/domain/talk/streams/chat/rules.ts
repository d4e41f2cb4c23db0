import { type Facts, decideAccess } from '../../../base/access/access.ts';
import type { OpenChat } from './reach.ts';

const audienceRefusals = {
  everyone: 'You can’t write in this chat.',
  followers: 'Only followers can write in this chat.',
  subscribers: 'Only subscribers can write in this chat.',
} as const;
const open = { everyone: 'public', followers: 'followers', subscribers: 'subscribers' } as const;

/** Whether the viewer is among the people for whom the creator opened the chat. */
const isInvited = (facts: Facts, { rules }: OpenChat): boolean =>
  decideAccess(facts, {
    kind: 'stream',
    id: rules.streamId,
    ownerId: rules.performerId,
    audience: open[rules.audience],
    price: 0,
    includedInSubscription: false,
    isPublished: true,
    fileIds: [],
  }).allowed;

function publicTime(state: NonNullable<OpenChat['stream']>['state'], isModerator: boolean): string | null {
  if (state === 'ended' || state === 'cancelled') return 'The stream has ended, so the chat is closed.';
  // Before the stream nobody watches the chat, so only those who look after it can leave a note.
  return state === 'scheduled' && !isModerator ? 'The chat opens when the stream begins.' : null;
}
const running = ['accepted', 'live', 'paused'];
const waiting = ['requested', 'later'];
function privateTime(state: NonNullable<OpenChat['privateStream']>['state']): string | null {
  if (running.includes(state)) return null;
  return waiting.includes(state)
    ? 'The chat opens once the request is accepted.'
    : 'The stream has ended, so the chat is closed.';
}

/** Why nobody but those who look after the chat writes at this point of the stream, or null. */
function refusalByTime({ stream, privateStream, isModerator }: OpenChat): string | null {
  if (stream) return publicTime(stream.state, isModerator);
  return privateStream ? privateTime(privateStream.state) : null;
}

/** Whether the viewer only watches a private stream between two others. */
const onlyWatches = (viewerId: string, { rules, privateStream }: OpenChat): boolean =>
  privateStream !== null && ![rules.performerId, privateStream.accountId].includes(viewerId);

function refusalByRules(chat: OpenChat): string | null {
  if (chat.rules.isClosed) return 'The creator has closed the chat.';
  return chat.stream === null || isInvited(chat.facts, chat) ? null : audienceRefusals[chat.rules.audience];
}

/** Why the viewer can't write in a chat that they can read, or null. */
export function refusalToWrite(viewerId: string | null, chat: OpenChat): string | null {
  if (viewerId === null) return 'Log in to write in this chat.';
  const late = refusalByTime(chat);
  if (late) return late;
  if (onlyWatches(viewerId, chat)) return 'Spectators can read along, but not write.';
  if (chat.isBanned) return 'You can’t write in this creator’s chats.';
  return chat.isModerator ? null : refusalByRules(chat);
}
