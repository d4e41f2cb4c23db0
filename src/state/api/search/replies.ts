import type { PerformerRow } from '#contract/people/creators.ts';
import type { SearchHit, SearchKind, SearchReply } from '#contract/across/search/search.ts';

export type SearchItemKind = Exclude<SearchKind, 'creator'>;

/** A page of one kind of results. */
export interface SearchPage extends Pick<SearchReply, 'corrected' | 'matches'> {
  readonly data: SearchHit[];
  readonly total: number;
  readonly isCounted: boolean;
  readonly nextCursor: string | null;
}
export interface KindQuery {
  readonly q?: string;
  readonly kind: SearchItemKind;
  readonly sort?: 'best' | 'newest';
}

/** What a reply about one kind says. */
export function pageOfKind({ groups: [group], corrected, matches }: SearchReply): SearchPage {
  const { items = [], total = 0, isCounted = true, nextCursor = null } = group ?? {};
  return { data: items, total, isCounted, nextCursor, corrected, matches };
}
/** The creators among the results of all kinds. */
export const creatorsIn = ({ groups }: SearchReply): readonly PerformerRow[] =>
  groups.flatMap(({ performers }) => performers);
