/** One key for the conversation of two accounts, whoever starts it. */
export const pairKeyOf = (a: string, b: string): string => [a, b].sort().join(':');

/** What the rule needs to know about two accounts. */
export interface WritingFacts {
  readonly writerIsPerformer: boolean;
  readonly other: {
    readonly isPerformer: boolean;
    /** Null for fans. */
    readonly verified: 'pending' | 'approved' | 'rejected' | null;
    readonly suspendedAt: Date | null;
  };
  /** The other account follows or subscribes to the writer. */
  readonly otherIsFan: boolean;
  /** The other account has written in this conversation. */
  readonly otherHasWritten: boolean;
}

/**
 * Who may message whom, given that they may see each other: null if allowed, else a message saying why not.
 * Anyone may message an approved creator; a creator may only message people who follow, subscribe to, or
 * messaged them first.
 */
export function refusalToWrite(facts: WritingFacts): string | null {
  const { other } = facts;
  if (other.suspendedAt) return 'This account isn’t available anymore.';
  if (other.isPerformer)
    return other.verified === 'approved' ? null : 'This creator can’t receive messages yet.';
  if (!facts.writerIsPerformer) return 'You can only message creators.';
  return facts.otherIsFan || facts.otherHasWritten
    ? null
    : 'You can message people who follow you, subscribe to you or messaged you first.';
}
