import type { Api } from './api.ts';
import type { BodyOf } from './call.ts';

export const report = (api: Api, body: BodyOf<'POST /reports'>) => api.call('POST /reports', { body });
