import type { PerformerRow } from '#contract/creators.ts';
import type { SearchHit, SearchKind, SearchReply } from '#contract/search/search.ts';
import type { Api } from '../http/api.ts';
import type { QueryOf } from '../http/call.ts';

export type SearchItemKind = Exclude<SearchKind, 'creator'>;

export const searchSite = (api: Api, query: QueryOf<'GET /search'>, signal?: AbortSignal) =>
  api.call('GET /search', { query, signal });
export const suggestSearches = (api: Api, q: string, signal?: AbortSignal) =>
  api.call('GET /search/suggestions', { query: { q }, signal });

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
}

/** What a reply about one kind says. */
export function pageOfKind({ groups: [group], corrected, matches }: SearchReply): SearchPage {
  const { items = [], total = 0, isCounted = true, nextCursor = null } = group ?? {};
  return { data: items, total, isCounted, nextCursor, corrected, matches };
}
export const searchKind = async (
  api: Api,
  query: KindQuery & { cursor: string | undefined },
  signal?: AbortSignal,
): Promise<SearchPage> => pageOfKind(await searchSite(api, query, signal));

/** The creators among the results of all kinds. */
export const creatorsIn = ({ groups }: SearchReply): readonly PerformerRow[] =>
  groups.flatMap(({ performers }) => performers);
