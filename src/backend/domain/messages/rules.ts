/** What the rule needs to know about two accounts that may write to each other. */
export interface WritingFacts {
  readonly writerIsPerformer: boolean;
  readonly other: {
    readonly isPerformer: boolean;
    /** Null for fans. */
    readonly verified: 'pending' | 'approved' | 'rejected' | null;
    readonly suspendedAt: Date | null;
  };
  /** The other follows the writer or subscribes to them. */
  readonly otherIsFan: boolean;
  /** The other has written in this conversation before. */
  readonly otherHasWritten: boolean;
}

/**
 * Who may write to whom, once they may meet at all: null where it's allowed, else the sentence for the
 * person. Anybody may write to an approved creator; a creator only to people who turned to them first, by a
 * follow, a subscription or a message.
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
