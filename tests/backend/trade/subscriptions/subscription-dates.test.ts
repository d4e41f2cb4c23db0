import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  nextAttempt,
  nextPeriod,
  periodEndAfter,
  wholeMonths,
} from '#backend/kernel/subscription-dates.ts';

const at = (text: string) => new Date(`${text}T10:30:00.000Z`);
const day = (moment: Date | null) => moment?.toISOString().slice(0, 10);

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', 1, '2026-09-30'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-03-31', 11, '2027-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', 48, '2032-02-29'],
  ['2026-05-10', 0, '2026-05-10'],
])('%s and %i months: %s', (from, months, to) => {
  expect(addMonths(at(from), months)).toEqual(at(to));
});

describe('a series of periods', () => {
  const run = (anchor: string, type: 'monthly' | 'yearly', count: number) => {
    const ends = [at(anchor)];
    for (let period = 0; period < count; period += 1)
      ends.push(periodEndAfter(at(anchor), type, ends.at(-1)!));
    return ends.slice(1).map(day);
  };

  test('returns to the 31st after every short month', () => {
    expect(run('2026-01-31', 'monthly', 13)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
  });

  test('of years from a leap day ends on February 28, and on the 29th in leap years', () => {
    expect(run('2028-02-29', 'yearly', 5)).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
      '2033-02-28',
    ]);
  });

  test("whatever the anchor: no month is skipped or paid twice, and the day is the anchor's or the month's last", () => {
    const anchor = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        anchor,
        fc.constantFrom('monthly' as const, 'yearly' as const),
        fc.integer({ min: 1, max: 60 }),
        (from, type, count) => {
          const step = type === 'monthly' ? 1 : 12;
          let end = from;
          for (let period = 1; period <= count; period += 1) {
            const next = periodEndAfter(from, type, end);
            expect(next > end).toBe(true);
            expect(
              (next.getUTCFullYear() - from.getUTCFullYear()) * 12 + next.getUTCMonth() - from.getUTCMonth(),
            ).toBe(period * step);
            const isLastDay = addDays(next, 1).getUTCDate() === 1;
            expect(
              next.getUTCDate() === from.getUTCDate() || (isLastDay && next.getUTCDate() < from.getUTCDate()),
            ).toBe(true);
            expect(next.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000);
            end = next;
          }
        },
      ),
    );
  });

  test('the first end after a moment far from the anchor is found too', () => {
    expect(day(periodEndAfter(at('2020-01-31'), 'monthly', at('2026-02-28')))).toBe('2026-03-31');
    expect(day(periodEndAfter(at('2020-01-31'), 'yearly', at('2026-01-30')))).toBe('2026-01-31');
    expect(day(periodEndAfter(at('2026-05-10'), 'monthly', at('2026-05-10')))).toBe('2026-06-10');
    expect(day(periodEndAfter(at('2026-05-10'), 'monthly', at('2026-05-01')))).toBe('2026-06-10');
  });
});

describe('what a payment covers', () => {
  const current = { anchor: at('2026-01-31'), periodEnd: at('2026-02-28') };
  test.each([
    ['in the last hour', new Date('2026-02-28T09:40:00Z'), '2026-01-31', '2026-03-31'],
    ['a little late', new Date('2026-03-01T10:29:59Z'), '2026-01-31', '2026-03-31'],
    [
      'a day late: the period begins with the payment',
      new Date('2026-03-01T10:30:00Z'),
      '2026-03-01',
      '2026-04-01',
    ],
    ['five days late', new Date('2026-03-05T10:30:00Z'), '2026-03-05', '2026-04-05'],
  ])('paid %s', (...[, paidAt, anchor, end]) => {
    const next = nextPeriod(current, 'monthly', paidAt);
    expect([day(next.anchor), day(next.periodEnd)]).toEqual([anchor, end]);
  });

  test('a first period begins with the payment', () => {
    expect(nextPeriod(null, 'yearly', at('2026-02-10'))).toEqual({
      anchor: at('2026-02-10'),
      periodEnd: at('2027-02-10'),
    });
  });
});

test('retries come 1, 3 and 5 days after the period, never two within a day, and then end', () => {
  const end = at('2026-03-10');
  expect([
    day(nextAttempt(end, 0, end)),
    day(nextAttempt(end, 1, at('2026-03-11'))),
    day(nextAttempt(end, 2, at('2026-03-13'))),
    nextAttempt(end, 3, at('2026-03-15')),
  ]).toEqual(['2026-03-11', '2026-03-13', '2026-03-15', null]);
  // After a week of downtime, missed attempts aren't all made at once.
  expect(day(nextAttempt(end, 1, at('2026-03-18')))).toBe('2026-03-19');
});

test('months between two days, whatever the days', () => {
  expect([
    wholeMonths(at('2025-11-30'), at('2026-02-01')),
    wholeMonths(at('2026-02-01'), at('2025-11-30')),
    wholeMonths(at('2026-02-01'), at('2026-02-28')),
    wholeMonths(at('2024-01-31'), at('2026-12-31')),
  ]).toEqual([3, -3, 0, 35]);
});
