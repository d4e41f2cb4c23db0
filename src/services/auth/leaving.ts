import type { Api } from '../http/api.ts';
import { withProof } from '../http/proof.ts';

export const getDataExport = (api: Api, signal?: AbortSignal) => api.call('GET /auth/export', { signal });
export const requestDataExport = (api: Api) => withProof(() => api.call('POST /auth/export'));
export const getDeactivation = (api: Api, signal?: AbortSignal) =>
  api.call('GET /auth/deactivation', { signal });
export const deactivateAccount = (api: Api) => withProof(() => api.call('POST /auth/deactivation'));
