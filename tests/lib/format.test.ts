import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsOfTokens,
  formatAmount,
  formatBytes,
  formatCount,
  formatDuration,
  formatMoney,
  formatNumber,
  formatTokens,
  parseAmount,
  plural,
} from '#lib/format.ts';
import { exactTime, formatDay, formatUtcDay, relativeTime, timeAgo, timeLeft } from '#lib/format-time.ts';
import { minutesAhead } from '#lib/zone-days.ts';

describe('money and tokens', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [999, '$9.99'],
    [123_456_789, '$1,234,567.89'],
    [-250, '−$2.50'],
  ])('%i cents → %s', (cents, text) => expect(formatMoney(cents)).toBe(text));
  it('supports other currencies', () => expect(formatMoney(999, 'EUR')).toBe('€9.99'));
  it('converts tokens by the rate', () => {
    expect(centsOfTokens(120, 20)).toBe(600);
    expect(centsOfTokens(1, 20)).toBe(5);
    expect(centsOfTokens(1, 3)).toBe(33);
  });
  it('formats tokens', () =>
    expect([formatTokens(1), formatTokens(0), formatTokens(12_000)]).toEqual([
      '1 token',
      '0 tokens',
      '12,000 tokens',
    ]));
  it('parses its own output', () => {
    fc.assert(fc.property(fc.nat(), (cents) => parseAmount(formatAmount(cents)) === cents));
  });
  it.each([
    ['2.95', 295],
    ['2,9', 290],
    [' 10 ', 1000],
    ['0.01', 1],
  ])('parses %s', (text, cents) => expect(parseAmount(text)).toBe(cents));
  it.each(['', '-1', '1.234', '1e3', 'NaN', '.5', '1.', '12345678901', '１'])('rejects %j', (text) =>
    expect(parseAmount(text)).toBeNull(),
  );
});

describe('counts, lengths and sizes', () => {
  it('counts', () => {
    expect([plural(1, 'photo'), plural(8, 'photo'), plural(2, 'reply', 'replies')]).toEqual([
      '1 photo',
      '8 photos',
      '2 replies',
    ]);
    expect([formatCount(999), formatCount(1_234), formatCount(1_000_000)]).toEqual(['999', '1.2K', '1M']);
  });
  it.each([
    [0, '0:00'],
    [9.6, '0:10'],
    [192, '3:12'],
    [3_723, '1:02:03'],
    [-4, '0:00'],
  ])('%d s → %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [2_400_000, '2.4 MB'],
    [25_000_000, '25 MB'],
  ])('%d → %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('times', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T11:59:40Z', 'now'],
    ['2026-11-20T11:55:00Z', '5 min'],
    ['2026-11-20T10:00:00Z', '2 h'],
    ['2026-11-17T12:00:00Z', '3 d'],
    ['2026-11-12T12:00:00Z', 'Nov 12'],
    ['2025-11-12T12:00:00Z', 'Nov 12, 2025'],
    ['2026-11-20T14:00:00Z', 'in 2 h'],
  ])('%s → %s', (iso, text) => expect(relativeTime(iso, now)).toBe(text));
  it.each([
    ['2026-11-20T11:59:40Z', 'just now'],
    ['2026-11-20T11:55:00Z', '5 min ago'],
    ['2026-11-17T12:00:00Z', '3 d ago'],
    ['2026-11-12T12:00:00Z', 'Nov 12'],
    ['2026-11-20T14:00:00Z', 'in 2 h'],
  ])('%s in a sentence → %s', (iso, text) => expect(timeAgo(iso, now)).toBe(text));
  it('formats remaining time', () => {
    expect(timeLeft('2026-11-20T14:30:00Z', now)).toBe('2 h');
    expect(timeLeft('2026-11-20T12:00:20Z', now)).toBe('1 min');
    expect(timeLeft('2026-11-20T11:00:00Z', now)).toBe('now');
  });
});

describe("output without the platform's formatters", () => {
  const moments = fc.date({
    min: new Date('1990-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  // Some ICU versions put a narrow space before AM and PM.
  const plain = (text: string) => text.replaceAll('\u202F', ' ');

  it.each(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY'])('money in %s', (currency) => {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    fc.assert(
      fc.property(
        fc.integer(),
        (cents) => formatMoney(cents, currency) === format.format(cents / 100).replace('-', '−'),
      ),
    );
  });
  it('numbers', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        (value) => formatNumber(value) === value.toLocaleString('en-US').replace('-', '−'),
      ),
    );
  });
  it('counts', () => {
    const format = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
    const counts = fc.oneof(
      fc.nat(2_000_000),
      fc.nat(),
      fc.maxSafeInteger().map((value) => Math.abs(value) % 999_900_000_000_000),
      fc.constantFrom(999_949, 999_950, 999_999_999, 999_950_000_000),
    );
    fc.assert(
      fc.property(counts, (count) => formatCount(count) === format.format(count)),
      { numRuns: 1_000 },
    );
  });
  it('days and exact times', () => {
    fc.assert(
      fc.property(moments, (at) => {
        expect(formatDay(at.toISOString())).toBe(at.toLocaleDateString('en-US', day));
        expect(formatUtcDay(at)).toBe(at.toLocaleDateString('en-US', { ...day, timeZone: 'UTC' }));
        expect(exactTime(at.toISOString())).toBe(
          plain(at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })),
        );
      }),
    );
  });
  it.each(['Pacific/Kiritimati', 'Asia/Kathmandu', 'America/Los_Angeles', 'America/St_Johns', 'UTC'])(
    'days and exact times in %s',
    (timeZone) => {
      fc.assert(
        fc.property(moments, (at) => {
          const ahead = minutesAhead(timeZone, at.getTime());
          const text = at.toLocaleDateString('en-US', { ...day, timeZone });
          expect(formatDay(at.toISOString(), ahead)).toBe(text);
          expect([text, text.replace(/, \d+$/, '')]).toContain(
            relativeTime(at.toISOString(), Date.parse('2120-01-01T00:00:00Z'), ahead),
          );
          expect(exactTime(at.toISOString(), ahead)).toBe(
            plain(at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone })),
          );
        }),
      );
    },
  );
});
