import type { PostTemplate } from '#contract/content/posts/templates.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  deletePostTemplate,
  listPostTemplates,
  renamePostTemplate,
  savePostTemplate,
} from '#services/content/posts/templates.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

const stale = (_done: unknown, problem: unknown) => (problem ? [] : (['PostTemplates'] as const));

/** What a creator begins new posts with. */
export const postTemplatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPostTemplates: build.query<ReplyOf<'GET /performer/post-templates'>, void>({
      queryFn: queryWith(listPostTemplates),
      providesTags: ['PostTemplates'],
    }),
    savePostTemplate: build.mutation<PostTemplate, BodyOf<'POST /performer/post-templates'>>({
      queryFn: queryWith(savePostTemplate),
      invalidatesTags: stale,
    }),
    renamePostTemplate: build.mutation<PostTemplate, { readonly id: string; readonly title: string }>({
      queryFn: queryWith((services, { id, title }) => renamePostTemplate(services, id, title)),
      invalidatesTags: stale,
    }),
    deletePostTemplate: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deletePostTemplate),
      // Also after a failure: it may have been deleted elsewhere.
      invalidatesTags: ['PostTemplates'],
    }),
  }),
});

export const {
  useListPostTemplatesQuery,
  useSavePostTemplateMutation,
  useRenamePostTemplateMutation,
  useDeletePostTemplateMutation,
} = postTemplatesApi;
