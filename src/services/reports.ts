import type { Api } from './http/api.ts';
import type { BodyOf } from './http/call.ts';

export const report = (api: Api, body: BodyOf<'POST /reports'>) => api.call('POST /reports', { body });
