import type { SearchHit, SearchKind, SearchReply } from '#contract/across/search/search.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { listBy, read } from '../../http/endpoints.ts';
import { creatorTags } from '../../http/tags.ts';

export type SearchItemKind = Exclude<SearchKind, 'creator'>;

/** A page of one kind of results. */
export interface SearchPage extends Pick<SearchReply, 'corrected' | 'matches'> {
  readonly data: SearchHit[];
  readonly total: number;
  readonly isCounted: boolean;
  readonly nextCursor: string | null;
}

/** What a reply about one kind says. */
export function pageOfKind({ groups: [group], corrected, matches }: SearchReply): SearchPage {
  const { items = [], total = 0, isCounted = true, nextCursor = null } = group ?? {};
  return { data: items, total, isCounted, nextCursor, corrected, matches };
}
/** The creators among the results of all kinds. */
export const creatorsFound = ({ groups }: SearchReply): readonly PerformerRow[] =>
  groups.flatMap(({ performers }) => performers);

/** With a kind, its results page by page; without one, a few of each kind on a single page. */
export const searchSite = listBy('GET /search', (reply) => pageOfKind(reply).nextCursor, {
  tags: (pages, { query }) => (query?.kind ? [] : creatorTags(pages?.flatMap(creatorsFound))),
});
export const suggestSearches = read('GET /search/suggestions');
