import { list, write } from '../../http/endpoints.ts';
import type { Tag } from '../../http/tags.ts';

const unlessRefused = (_input: unknown, { problem }: { readonly problem?: unknown }): readonly Tag[] =>
  problem ? [] : ['FanLists'];

/** A creator's lists of fans. */
export const listFanLists = list('GET /fan-lists', { tags: ['FanLists'], by: 'offset' });
export const createFanList = write('POST /fan-lists', { invalidates: unlessRefused });
export const renameFanList = write('PUT /fan-lists/:id', { invalidates: unlessRefused });
export const deleteFanList = write('DELETE /fan-lists/:id', { invalidates: unlessRefused });
export const listFanListMembers = list('GET /fan-lists/:id/members', { tags: ['FanLists'], by: 'offset' });
export const addFanListMember = write('PUT /fan-lists/:id/members/:accountId', {
  invalidates: unlessRefused,
});
export const removeFanListMember = write('DELETE /fan-lists/:id/members/:accountId', {
  invalidates: unlessRefused,
});
