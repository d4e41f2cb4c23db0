import type { Facts } from './access.ts';

/** What a visitor is to a creator, in a preview: nobody in particular, or somebody whose place they block. */
export type Pretended = 'visitor' | 'follower' | 'subscriber' | 'closed';

/** The facts of a visitor as if they were that to the creator. Nothing is bought. */
export function pretend(facts: Facts, ownerId: string, as: Pretended): Facts {
  const only = (kind: Pretended) => new Set(as === kind ? [ownerId] : []);
  return {
    ...facts,
    viewerId: null,
    follows: only('follower'),
    subscribes: only('subscriber'),
    countries: only('closed'),
  };
}
