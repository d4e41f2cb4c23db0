import type { Conversation } from '#contract/talk/messages/messages.ts';
import { pause, read, send } from '../effects.ts';
import type { Saga } from '../effects.ts';
import type { SagaDeps } from '../deps.ts';
import { conversationSeen, selectConversationState } from './conversation.ts';
import type { ConversationState } from './conversation.ts';

/** Pause before asking again, in milliseconds. */
const retryDelayMs = 1_000;
/** In a conversation that never rests, the events are enough. */
const maxTries = 5;

type Mapping = ConversationState['mapping'];

/** Whether events told of nothing newer while a list was on its way. */
export const isCurrent = (before: Mapping, now: Mapping, answer: readonly Conversation[]): boolean => {
  const answered = new Map(answer.map(({ _id, lastSeq }) => [_id, lastSeq]));
  return Object.values(now).every(
    ({ _id, lastSeq }) => (answered.get(_id) ?? before[_id]?.lastSeq ?? 0) >= lastSeq,
  );
};

/**
 * Repeats a request whose answer was overtaken by events. Those are kept, but they were counted onto what was
 * known before, and others may have been missed.
 */
export function* retryUntilCurrent(request: () => Saga<boolean>): Saga {
  for (let tries = 1; !(yield* request()) && tries < maxTries; tries += 1) yield* pause(retryDelayMs);
}

/** Messages that no event told of are read as well if the person is looking at them. */
export function* markOpenSeen(deps: SagaDeps): Saga {
  const { activeConversation: id, mapping } = yield* read(selectConversationState);
  if (id !== null && deps.isVisible() && (mapping[id]?.totalNotSeenMessages ?? 0) > 0)
    yield* send(conversationSeen(id));
}
