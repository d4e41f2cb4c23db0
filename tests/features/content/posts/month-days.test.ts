import { afterAll, describe, expect, it } from 'vitest';
import { toDay, listDays, longDay, onDay, startOfDay } from '#features/content/posts/calendar/month-days.ts';
import { emptyPost, plannedFor } from '#features/content/posts/post-values.ts';

const zone = process.env.TZ;
process.env.TZ = 'Europe/Stockholm';
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('the days of a month', () => {
  it('are whole weeks from Sunday', () => {
    const days = listDays('2026-11');
    expect([days.length, days[0], days.at(-1)]).toEqual([35, '2026-11-01', '2026-12-05']);
    expect(listDays('2026-08')).toHaveLength(42);
    expect(listDays('2026-02')).toHaveLength(28);
  });

  it('begin at midnight here, whatever the clocks do', () => {
    expect(startOfDay('2026-03-29').toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(startOfDay('2026-03-30').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(toDay('2026-03-29T22:30:00.000Z')).toBe('2026-03-30');
    expect(longDay('2026-11-26', new Date('2026-11-20T10:00:00Z'))).toBe('Thursday, November 26');
  });
});

describe('a moved post', () => {
  it('keeps its hour over a clock change, in both directions', () => {
    expect(onDay('2026-10-24T07:00:00.000Z', '2026-10-26')).toBe('2026-10-26T08:00:00.000Z');
    expect(onDay('2026-10-26T08:00:00.000Z', '2026-10-24')).toBe('2026-10-24T07:00:00.000Z');
    expect(onDay('2026-03-28T08:00:00.000Z', '2026-03-30')).toBe('2026-03-30T07:00:00.000Z');
  });

  it('is published at the next hour that exists when the clocks skip its own', () => {
    // 2:30 AM becomes 3:30 AM.
    expect(onDay('2026-03-28T01:30:00.000Z', '2026-03-29')).toBe('2026-03-29T01:30:00.000Z');
  });
});

describe('a new post on a day', () => {
  const now = new Date('2026-11-26T13:20:00Z');
  it('is planned for noon, or for the time that was chosen before', () => {
    expect(plannedFor(emptyPost, '2026-12-03', now)).toMatchObject({
      later: true,
      scheduledAt: '2026-12-03T12:00',
    });
    const chosen = { ...emptyPost, later: true, scheduledAt: '2026-12-01T18:45' };
    expect(plannedFor(chosen, '2026-12-03', now).scheduledAt).toBe('2026-12-03T18:45');
  });
  it('is planned for the next full hour when the day’s time has passed', () => {
    expect(plannedFor(emptyPost, '2026-11-26', now).scheduledAt).toBe('2026-11-26T15:00');
  });
});
