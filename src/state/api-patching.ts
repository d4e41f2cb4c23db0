import { api } from './api.ts';
import type { AppDispatch } from './store.ts';

interface Kept { readonly endpointName?: string; readonly originalArgs?: unknown; readonly data?: unknown }
/** A record of a work as answers hold it. */
interface Work { readonly _id: string; counts: { likes: number; comments: number; bookmarks: number } }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isWork = (value: Record<string, unknown>, id: string): boolean => value['_id'] === id && isObject(value['counts']);

/** Every record of the work within an answer: in a page of a list, beside another, by itself. */
function worksIn(value: unknown, id: string): Work[] {
  if (!isObject(value)) return [];
  if (isWork(value, id)) return [value as unknown as Work];
  return Object.values(value).flatMap((inner) => worksIn(inner, id));
}

/** Writes what is known anew of one work into every answer kept that holds it, without asking the server again. */
export function patchRecord(store: { readonly dispatch: AppDispatch; readonly getState: () => unknown }, id: string, change: (record: Work) => unknown): void {
  const { queries } = (store.getState() as { api: { queries: Record<string, Kept | undefined> } }).api;
  for (const kept of Object.values(queries)) {
    if (!kept?.endpointName || worksIn(kept.data, id).length === 0) continue;
    const update = (draft: unknown) => worksIn(draft, id).forEach((record) => change(record));
    // Which endpoint it is, is known only by name here.
    store.dispatch(api.util.updateQueryData(kept.endpointName as never, kept.originalArgs as never, update as never) as never);
  }
}
