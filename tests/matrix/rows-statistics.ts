import { type Row, creators, everybody } from './row.ts';

const given = () => ({ query: { from: '2026-01-01', to: '2026-01-31' } });

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
  'GET /performer/statistics': [{ cells: creators(200), given }],
  'GET /performer/statistics/items': [{ cells: creators(200), given }],
  'GET /performer/statistics/sources': [{ cells: creators(200), given }],
  'GET /performer/statistics/audience': [{ cells: creators(200), given }],
} satisfies Record<string, readonly Row[]>;
