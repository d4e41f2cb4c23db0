import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

export const listAgreedPages = (api: Api, signal?: AbortSignal) => api.call('GET /auth/consents', { signal });
export const acceptPages = (api: Api, body: BodyOf<'POST /auth/consents'>) =>
  api.call('POST /auth/consents', { body });
