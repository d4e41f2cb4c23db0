import { beforeAll, describe, expect, test } from 'vitest';
import { type Reply, askingOf } from '../../../matrix/asking.ts';
import { makeEverything } from '../../../matrix/everything.ts';
import { matrix } from '../../../matrix/matrix.ts';
import { type Row, statusesOf } from '../../../matrix/row.ts';
import { type Identity, identities } from '../../../matrix/scene.ts';
import { testBackend } from '../../../setup/backend.ts';

/*
 * A block of a person or a country applies everywhere: no reply of any operation contains a trace of the
 * other side.
 */
const app = await testBackend();
const all = await makeEverything(app, app.ports.geo);
const { repliesTo } = askingOf(app, all);

/**
 * Exceptions: purchases and their sellers remain visible, and so do one's own bids, because they may hold
 * tokens.
 */
const history = new Set([
  'GET /user/library',
  'GET /autions/users/search',
  'GET /wallet/charges/search',
  'GET /payment/transactions/user/search',
  'GET /orders/users/search',
  'GET /subscriptions/user/search',
]);
/** Sellers still have to ship orders placed before the block, and unblocking starts from this list. */
const sellers = new Set([
  'GET /block/users',
  'GET /orders/search',
  'GET /orders/:id',
  'GET /performer/earning/search',
  'GET /subscriptions/performer/search',
]);
const isKept = ({ input }: Pick<Reply, 'input'>) =>
  [...Object.values(input.params ?? {}), ...Object.values(input.query ?? {})].some((value) =>
    all.kept.has(value),
  );

describe('everyone who is blocked', () => {
  const replies = new Map<Identity, Reply[]>();
  beforeAll(async () => {
    for (const who of ['owner', 'fan', 'blocked', 'closed'] as const) replies.set(who, await repliesTo(who));
  }, 120_000);

  test.each(['blocked', 'closed'] as const)(
    '%s: no reply mentions the creator, except for what was paid for',
    (who) => {
      const traces = replies.get(who)!.filter(({ route, text, status, input }) => {
        if (history.has(route) || (route === 'GET /orders/:id' && status === 200) || isKept({ input }))
          return false;
        return text.includes(all.owner.id) || text.includes(`"${all.owner.username}"`);
      });
      expect(traces.map(({ route, input }) => ({ route, input }))).toEqual([]);
    },
  );

  test.each(['blocked', 'closed'] as const)('%s: purchases are still there', (who) => {
    const read = replies
      .get(who)!
      .filter((reply) => isKept(reply) && reply.status === 200 && reply.text.includes('"purchased"'));
    expect(new Set(read.map(({ route }) => route))).toEqual(
      new Set([
        'GET /user/feeds/:id',
        'GET /performer-assets/videos/:id',
        'GET /performer-assets/galleries/:id/view',
        'GET /performer-assets/photos',
        'GET /messages/:id',
      ]),
    );
  });

  test('the creator sees no trace of the blocked account either', () => {
    const { blocked } = all;
    const traces = replies
      .get('owner')!
      .filter(
        ({ route, text }) =>
          !sellers.has(route) && (text.includes(blocked.id) || text.includes(`"${blocked.username}"`)),
      );
    expect(traces.map(({ route, input }) => ({ route, input }))).toEqual([]);
  });

  test('others see both, so the scan would have found them', () => {
    expect(replies.get('fan')!.filter(({ text }) => text.includes(all.owner.id)).length).toBeGreaterThan(30);
    expect(
      replies
        .get('fan')!
        .some(({ route, text }) => route === 'GET /comments' && text.includes(all.blocked.id)),
    ).toBe(true);
  });
});

/** Rows about what someone made or bought themselves, or about a third person's content. */
const ownThings = /bought|own|their|oneself|a fan who was blocked/i;
const cellOf = (row: Row, who: Identity): number => statusesOf(row)[identities.indexOf(who)] ?? 0;
/** Whether a row addresses something by id that a stranger may access, but not everyone. */
const isAboutTheOwners = (row: Row): boolean =>
  row.id !== undefined && cellOf(row, 'otherFan') < 400 && !ownThings.test(row.case ?? '');

test("in the access matrix, no row lets a blocked account or a closed country do more with the owner's items than a stranger", () => {
  const rows = Object.entries(matrix).flatMap(([route, list]: [string, readonly Row[]]) =>
    list.filter(isAboutTheOwners).map((row) => ({ route, row })),
  );
  const open = rows.flatMap(({ route, row }) =>
    (['blocked', 'closed'] as const)
      .filter((who) => cellOf(row, who) < 400 && !row.asNobody?.includes(who))
      .map((who) => ({ route, case: row.case, who })),
  );
  expect(open).toEqual([]);
  expect(rows.length).toBeGreaterThan(20);
});
