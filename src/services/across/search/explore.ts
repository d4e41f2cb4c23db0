import type { Api } from '../../http/api.ts';

export const getExplore = (api: Api, signal?: AbortSignal) => api.call('GET /explore', { signal });
export const suggestCreators = (api: Api, signal?: AbortSignal) =>
  api.call('GET /explore/suggestions', { signal });
