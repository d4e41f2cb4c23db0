import { type Row, everybody } from './row.ts';

export const statisticsRows = {
  // What doesn't exist for the caller is ignored, so the reply never differs.
  'POST /views': [
    {
      cells: everybody(200),
      given: async (scene) => ({
        body: { views: [{ kind: 'feed', itemId: await scene.post({ audience: 'public' }), source: 'home' }] },
      }),
    },
    {
      case: 'not published',
      cells: everybody(200),
      given: async (scene) => ({
        body: {
          views: [
            { kind: 'feed', itemId: await scene.post({ state: 'draft', publishedAt: null }), source: 'home' },
          ],
        },
      }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
