import { read, write } from '../../http/endpoints.ts';

const stale = (_input: unknown, { problem }: { readonly problem?: unknown }) =>
  problem ? [] : (['PostTemplates'] as const);

/** What a creator begins new posts with. */
export const listPostTemplates = read('GET /performer/post-templates', { tags: ['PostTemplates'] });
export const savePostTemplate = write('POST /performer/post-templates', { invalidates: stale });
export const renamePostTemplate = write('PUT /performer/post-templates/:id', { invalidates: stale });
export const deletePostTemplate = write('DELETE /performer/post-templates/:id', {
  // Also after a failure: it may have been deleted elsewhere.
  invalidates: ['PostTemplates'],
});
