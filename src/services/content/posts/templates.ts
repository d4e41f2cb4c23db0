import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

export const listPostTemplates = (api: Api, _all?: unknown, signal?: AbortSignal) =>
  api.call('GET /performer/post-templates', { signal });
export const savePostTemplate = (api: Api, body: BodyOf<'POST /performer/post-templates'>) =>
  api.call('POST /performer/post-templates', { body });
export const renamePostTemplate = (api: Api, id: string, title: string) =>
  api.call('PUT /performer/post-templates/:id', { params: { id }, body: { title } });
export const deletePostTemplate = (api: Api, id: string) =>
  api.call('DELETE /performer/post-templates/:id', { params: { id } });
