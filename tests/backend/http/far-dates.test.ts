import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { testBackend } from '../../setup/backend.ts';
import { toFollowers } from '../../setup/broadcasting.ts';

const app = await testBackend();
const { raw, makeCreator } = app;
const far = '9999-12-31T23:00:00.000Z';

/** Dates in the bodies of the contract, which say when something shall happen. */
function datesIn(schema: z.core.$ZodType, at = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return datesIn(def.innerType, at);
  if (def.type === 'union') return def.options.flatMap((option) => datesIn(option, at));
  if (def.type === 'pipe') return datesIn(def.in, at);
  if (def.type === 'array') return datesIn(def.element, at);
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) => datesIn(field, at ? `${at}.${name}` : name));
  return def.type === 'string' && 'format' in def && def.format === 'datetime' ? [at] : [];
}

const poll = { question: 'Which?', options: ['a', 'b'], expiresAt: far };
/** What sends each; null where the date isn't a wish, or has a test of its own. */
const sends: Readonly<Record<string, object | null>> = {
  'POST /performer/feeds scheduledAt': { type: 'text', text: 'A', scheduledAt: far },
  'POST /performer/feeds expiresAt': { type: 'text', text: 'A', expiresAt: far },
  // Polls are written by the calls below.
  'POST /performer/feeds poll.expiresAt': null,
  'POST /performer/feeds/polls scheduledAt': {
    text: 'A',
    poll: { ...poll, expiresAt: null },
    scheduledAt: far,
  },
  'POST /performer/feeds/polls expiresAt': { text: 'A', poll: { ...poll, expiresAt: null }, expiresAt: far },
  'POST /performer/feeds/polls poll.expiresAt': { text: 'A', poll },
  // With a file; refused by `parseScheduledAt` of galleries, photos and videos.
  'POST /performer/performer-assets/photos/upload scheduledAt': null,
  'POST /performer/performer-assets/videos/upload scheduledAt': null,
  'POST /messages/broadcast-message scheduledAt': { text: 'A', audience: toFollowers, scheduledAt: far },
  'POST /streaming/live scheduledAt': { title: 'A', scheduledAt: far },
  'POST /promotions endsAt': { percent: 20, endsAt: far },
  'POST /promotions/trial endsAt': { days: 7, endsAt: far },
};

test.each(Object.entries(sends).filter(([, body]) => body))('%s isn’t centuries away', async (name, body) => {
  const { token } = await makeCreator();
  const route = name.split(' ').slice(0, 2).join(' ');
  const answer = await raw(route, { token, body: body ?? {} });
  expect(answer.status, answer.text).toBe(422);
  expect(answer.problem.errors?.[0]?.field).toBe(name.split(' ')[2]);
});

test('every date that a creating call takes is looked at here', () => {
  const dates = Object.entries(contract as Record<string, OpDef>).flatMap(([route, { body }]) =>
    body && route.startsWith('POST ') && !route.includes('/operator/')
      ? [...new Set(datesIn(body))]
          .filter((at) => /(scheduledAt|expiresAt|endsAt|startsAt)$/.test(at))
          .map((at) => `${route} ${at}`)
      : [],
  );
  expect(dates.filter((name) => !(name in sends))).toEqual([]);
  expect(dates.length).toBeGreaterThan(4);
});
