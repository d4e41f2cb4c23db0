import type { AutomaticKind } from '#contract/trade/broadcasts/automatic-messages.ts';
import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

export const listAutomaticMessages = (api: Api, _all?: unknown, signal?: AbortSignal) =>
  api.call('GET /automatic-messages', { signal });
export const setAutomaticMessage = (
  api: Api,
  kind: AutomaticKind,
  body: BodyOf<'PUT /automatic-messages/:kind'>,
) => api.call('PUT /automatic-messages/:kind', { params: { kind }, body });
