import type { TestBackend } from '../setup/backend.ts';
import { type Json, type Subject, each, edit } from './edit.ts';
import { among } from './stage.ts';

async function pinned({ ok, makeCreator }: TestBackend): Promise<Subject> {
  const [by, other] = [await makeCreator(), await makeCreator()];
  const { _id: id } = await ok('POST /performer/pinned-views', {
    token: by.token,
    body: { list: 'posts', name: 'Drafts', filters: { state: 'draft' } },
  });
  const readBy = async (token: string) =>
    among(await ok('GET /performer/pinned-views', { token, query: { list: 'posts' } }), id);
  return {
    params: { id },
    by,
    read: async () => (await readBy(by.token)) as Json,
    onlookers: [
      { name: 'other creator', read: async () => [await readBy(other.token)], sight: () => 'hidden' },
    ],
  };
}
export const pinnedViewEdit = edit<'pinned'>({
  states: { pinned },
  fields: {
    name: each(
      { value: 'Unfinished' },
      { value: ' ', refused: 422 },
      { value: 'x'.repeat(41), refused: 422 },
    ),
  },
});
