import type { Post } from '#contract/content/posts/posts.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { TagPage } from '#contract/across/search/tags.ts';
import { getTag, listTagged, suggestPeople, suggestTags } from '#services/across/search/tags.ts';
import { type Page, pagesByKey, queryWith } from '../../query/query-adapter.ts';
import { creatorTags, postListTags } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';

const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTag: build.query<TagPage, string>({
      queryFn: queryWith(getTag),
      providesTags: (tag) => creatorTags(tag?.performers ?? []),
    }),
    listTagged: build.infiniteQuery<Page<Post>, { tag: string; limit?: number }, string | null>({
      ...pagesByKey(listTagged),
      providesTags: (result) => postListTags('Timeline', result?.pages),
    }),
    suggestTags: build.query<{ data: string[] }, string>({ queryFn: queryWith(suggestTags) }),
    suggestPeople: build.query<{ data: PerformerCard[] }, string>({ queryFn: queryWith(suggestPeople) }),
  }),
});

export const { useGetTagQuery, useListTaggedInfiniteQuery, useSuggestTagsQuery, useSuggestPeopleQuery } =
  tagsApi;
