import { read, write } from '../http/endpoints.ts';
import type { Outcome } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';

const ifSaved = (_input: unknown, { problem }: Pick<Outcome<never>, 'problem'>): Tag[] =>
  problem ? [] : ['Addresses'];

/** With `everyAddress` as its input, one page holds all that an account can have. */
export const listAddresses = read('GET /addresses/search', { tags: ['Addresses'] });
export const everyAddress = { query: { limit: 100 } } as const;
export const createAddress = write('POST /addresses/create', { invalidates: ifSaved });
/** `version`: the `updatedAt` of what the change is about. */
export const updateAddress = write('PUT /addresses/:id', { invalidates: ifSaved });
export const deleteAddress = write('DELETE /addresses/:id', { invalidates: ['Addresses'] });
