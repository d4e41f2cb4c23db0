import type { PerformerCard } from '#contract/core/schemas.ts';

/** Whom a limit applies to, as part of a sentence. */
export const describeScope = (performer: Pick<PerformerCard, 'name'> | null): string =>
  performer ? `for ${performer.name}` : 'for all creators';
