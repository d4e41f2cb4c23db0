import type { Losses } from '#contract/across/leaving.ts';
import type { Api } from '../http/api.ts';
import { withProof } from '../http/proof.ts';

export const getDataExport = (api: Api, signal?: AbortSignal) => api.call('GET /auth/export', { signal });
export const requestDataExport = (api: Api) => withProof(() => api.call('POST /auth/export'));
export const getDeactivation = (api: Api, signal?: AbortSignal) =>
  api.call('GET /auth/deactivation', { signal });
export const deactivateAccount = (api: Api) => withProof(() => api.call('POST /auth/deactivation'));
export const getDeletion = (api: Api, signal?: AbortSignal) => api.call('GET /auth/deletion', { signal });
export const deleteAccount = (api: Api, body: { confirmation: string; losses: Losses }) =>
  withProof(() => api.call('POST /auth/deletion', { body }));
