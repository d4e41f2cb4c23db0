import type { VerificationState } from '#contract/people/creators.ts';
import type { Tokens } from '#lib/units.ts';

/** One key for the conversation of two accounts, whoever starts it. */
export const buildPairKey = (a: string, b: string): string => [a, b].sort().join(':');

/** A creator's terms for first messages. */
export interface FirstMessageTerms {
  readonly writeFirst: 'everyone' | 'followers' | 'subscribers';
  /** First messages wait as requests. */
  readonly asksFirst: boolean;
  /** Price of a request; 0 is free. */
  readonly firstMessagePrice: Tokens;
}
/** For creators who never chose. */
export const openTerms: FirstMessageTerms = {
  writeFirst: 'everyone',
  asksFirst: false,
  firstMessagePrice: 0,
};

export type RequestState = 'pending' | 'accepted' | 'declined' | 'expired' | 'cancelled';

/** What the rule needs to know about two accounts. */
export interface WritingFacts {
  readonly writerIsPerformer: boolean;
  readonly other: {
    readonly isPerformer: boolean;
    /** Null for fans. */
    readonly verified: VerificationState | null;
    readonly suspendedAt: Date | null;
  };
  /** The other account follows or subscribes to the writer. */
  readonly otherIsFan: boolean;
  /** The other account has written in this conversation. Mass and automatic messages don't count. */
  readonly otherHasWritten: boolean;
  /** The writer has written in this conversation. */
  readonly hasWritten: boolean;
  /** Whether the writer follows or subscribes to the other account. A subscriber counts as a follower. */
  readonly follows: boolean;
  readonly subscribes: boolean;
  /** The other account's; ignored for fans. */
  readonly terms: FirstMessageTerms;
  /** State of the writer's own request in this conversation; null if there is none. */
  readonly request: RequestState | null;
}

/** `refusal`: why the account can't write, else null. `request`: its next message would be a request. */
export interface Writing {
  readonly refusal: string | null;
  readonly request: { readonly price: Tokens } | null;
}
const refused = (refusal: string): Writing => ({ refusal, request: null });
const allowed: Writing = { refusal: null, request: null };

/** Whether an account that isn't known to a creator may write, and on what terms. */
function decideFirst({ terms, follows, subscribes }: WritingFacts): Writing {
  if (terms.writeFirst === 'subscribers' && !subscribes)
    return refused('Only subscribers can message this creator first.');
  if (terms.writeFirst === 'followers' && !follows && !subscribes)
    return refused('Only followers can message this creator first.');
  return terms.asksFirst ? { refusal: null, request: { price: terms.firstMessagePrice } } : allowed;
}

function decideToCreator(facts: WritingFacts): Writing {
  const { other, otherHasWritten, request, hasWritten } = facts;
  if (other.verified !== 'approved') return refused('This creator can’t receive messages yet.');
  if (otherHasWritten || request === 'accepted') return allowed;
  if (request === 'pending')
    return refused('Your message request is waiting for an answer. You can write again once it’s accepted.');
  if (request === 'declined') return refused('This creator declined your message request.');
  // Whoever wrote before a creator changed the terms is known already.
  return request === null && hasWritten ? allowed : decideFirst(facts);
}

/** To or from an account that is suspended. */
export const unavailable = 'This account isn’t available anymore.';

/**
 * Who may message whom, given that they may see each other. Anyone may message an approved creator, on that
 * creator's terms; a creator may only message people who follow, subscribe to, or messaged them first.
 */
export function decideWriting(facts: WritingFacts): Writing {
  const { other } = facts;
  if (other.suspendedAt) return refused(unavailable);
  if (other.isPerformer) return decideToCreator(facts);
  if (!facts.writerIsPerformer) return refused('You can only message creators.');
  return facts.otherIsFan || facts.otherHasWritten
    ? allowed
    : refused('You can message people who follow you, subscribe to you or messaged you first.');
}
