import type { Api } from '../../http/api.ts';

export const getDesk = (api: Api, signal?: AbortSignal) => api.call('GET /operator/me', { signal });
