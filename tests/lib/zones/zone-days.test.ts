import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plusDays } from '#lib/utc-days.ts';
import {
  clocksIn,
  dayIn,
  isTimeZone,
  localIso,
  minutesAhead,
  momentsIn,
  startOfDayIn,
  wholeDaysIn,
} from '#lib/zone-days.ts';

const hours = (zone: string, day: string): number =>
  (Date.parse(startOfDayIn(zone, plusDays(day, 1))) - Date.parse(startOfDayIn(zone, day))) / 3_600_000;

describe('a day', () => {
  test.each([
    ['UTC', '2026-03-09', '2026-03-09T00:00:00.000Z', 24],
    ['America/Los_Angeles', '2026-03-01', '2026-03-01T08:00:00.000Z', 24],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', 23],
    ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z', 24],
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', 25],
    ['Pacific/Tongatapu', '2026-03-01', '2026-02-28T11:00:00.000Z', 24],
    ['Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15:00.000Z', 24],
    // Clocks go from 2:00 to 2:30.
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    // Clocks skip midnight: the day begins at 1:00.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    // The night's last hour is twice on the day before.
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', 25],
    // A zone that moved to the other side of the date line had no such day.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ])('in %s, %s begins at %s and has %d hours', (zone, day, ...wanted) => {
    expect([startOfDayIn(zone, day), hours(zone, day)]).toEqual(wanted);
  });

  test('every moment is on the day between whose moments it is, whatever the zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const between = { min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z') };
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.date({ ...between, noInvalidDate: true }), (zone, moment) => {
        const day = dayIn(zone, moment);
        const { from, to } = momentsIn(zone, { from: day, to: day });
        expect([Date.parse(from) <= moment.getTime(), moment.getTime() < Date.parse(to)]).toEqual([
          true,
          true,
        ]);
        expect(dayIn(zone, new Date(Date.parse(from) - 1)) < day).toBe(true);
        expect(wholeDaysIn(zone, { from, to })).toEqual({ from: day, to: day });
      }),
      { numRuns: 400 },
    );
  });

  test('clocks of a range stand at each moment as those of the zone do', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('America/Los_Angeles', 'Africa/Casablanca', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
        fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2027, 0) }),
        fc.tuple(fc.integer({ min: 0, max: 800 * 86_400_000 }), fc.double({ min: 0, max: 1, noNaN: true })),
        (zone, from, [length, part]) => {
          const clocks = clocksIn(zone, { from, to: from + length });
          const at = from + Math.floor(length * part);
          const minutes = clocks.findLast((each) => each.from <= at)?.minutes;
          expect(minutes).toBe(minutesAhead(zone, at));
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('whole days are told from parts of days, and from what can’t be counted', () => {
  const zone = 'America/Los_Angeles';
  const days = { from: '2026-03-01', to: '2026-03-28' };
  expect(wholeDaysIn(zone, momentsIn(zone, days))).toEqual(days);
  expect(wholeDaysIn(zone, momentsIn('UTC', days))).toBeNull();
  expect(wholeDaysIn(zone, { from: '0001-01-01T00:00:00Z', to: '2026-03-01T08:00:00Z' })).toBeNull();
  expect(wholeDaysIn(zone, { from: '2026-03-01T08:00:00Z', to: '9999-12-31T23:59:59Z' })).toBeNull();
});

test('a time zone is an IANA name', () => {
  for (const name of ['UTC', 'America/Los_Angeles', 'Asia/Calcutta', 'Asia/Kathmandu'])
    expect(isTimeZone(name)).toBe(true);
  for (const name of ['', '+05:45', 'Moon/Crater', 'America/Los Angeles', 'UTC\n'])
    expect(isTimeZone(name)).toBe(false);
});

test('a moment as the clocks of a zone show it', () => {
  const moment = '2026-03-02T04:00:00.000Z';
  expect(localIso('UTC', moment)).toBe(moment);
  expect(localIso('America/Los_Angeles', moment)).toBe('2026-03-01T20:00:00-08:00');
  expect(localIso('Asia/Kathmandu', moment)).toBe('2026-03-02T09:45:00+05:45');
});
