import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type BulkItem,
  bulkErrors,
  listChanges,
  listDates,
  nothingChanged,
} from '#components/content/media-items/bulk-edit-values.ts';

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));
afterEach(() => void vi.unstubAllEnvs());

const anItem = (changes: Partial<BulkItem> & { _id: string }): BulkItem => ({
  state: 'draft',
  createdAt: '2026-10-01T00:00:00.000Z',
  ...changes,
});
const scheduled = { ...nothingChanged, schedules: true, firstAt: '2026-10-31T18:00' };

describe('what changes for many items', () => {
  it('is nothing unless something was chosen', () => {
    expect(listChanges([anItem({ _id: 'a' })], nothingChanged)).toEqual([]);
  });

  it('is the audience, which takes the price away, or the price', () => {
    const [item] = [anItem({ _id: 'a' })];
    expect(listChanges([item], { ...nothingChanged, access: 'followers' })).toEqual([
      { item, change: { audience: 'followers', price: 0, includedInSubscription: false } },
    ]);
    expect(listChanges([item], { ...nothingChanged, access: 'sold', price: '120' })).toEqual([
      { item, change: { price: 120, includedInSubscription: true } },
    ]);
  });

  it('adds tags to what each has, once', () => {
    const item = anItem({ _id: 'a', tags: ['clay', 'kiln'] });
    expect(listChanges([item], { ...nothingChanged, tags: ['Kiln', 'Ash'] })).toEqual([
      { item, change: { tags: ['clay', 'kiln', 'Ash'] } },
    ]);
  });

  it('puts the oldest into a series first, or takes all out of theirs', () => {
    const [newer, older] = [
      anItem({ _id: 'newer', createdAt: '2026-10-03T00:00:00.000Z' }),
      anItem({ _id: 'older', state: 'published' }),
    ];
    expect(listChanges([newer, older], { ...nothingChanged, series: 's1' })).toEqual([
      { item: older, change: { seriesId: 's1' } },
      { item: newer, change: { seriesId: 's1' } },
    ]);
    expect(listChanges([newer], { ...nothingChanged, series: 'none' })).toEqual([
      { item: newer, change: { seriesId: null } },
    ]);
  });

  it('keeps the hour of the first when the clocks change', () => {
    expect(listDates(scheduled, 3)).toEqual([
      '2026-10-31T22:00:00.000Z',
      '2026-11-01T23:00:00.000Z',
      '2026-11-02T23:00:00.000Z',
    ]);
    expect(listDates({ ...scheduled, everyDays: 0 }, 2)).toEqual([
      '2026-10-31T22:00:00.000Z',
      '2026-10-31T22:00:00.000Z',
    ]);
  });

  it('schedules the oldest first, and only what isn’t published', () => {
    const items = [
      anItem({ _id: 'newer', createdAt: '2026-10-03T00:00:00.000Z' }),
      anItem({ _id: 'out', state: 'published', createdAt: '2026-10-02T00:00:00.000Z' }),
      anItem({ _id: 'older', state: 'scheduled' }),
    ];
    expect(listChanges(items, scheduled).map(({ item, change }) => [item._id, change])).toEqual([
      ['older', { state: 'published', scheduledAt: '2026-10-31T22:00:00.000Z' }],
      ['newer', { state: 'published', scheduledAt: '2026-11-01T23:00:00.000Z' }],
    ]);
  });

  it('needs a price that can be asked for, and a date', () => {
    expect(bulkErrors({ ...nothingChanged, access: 'sold', price: '0' }).price).toMatch(/^Enter a price/);
    expect(bulkErrors({ ...scheduled, firstAt: '' }).firstAt).toBe('Choose when to publish the first.');
    expect(bulkErrors(scheduled)).toEqual({});
  });
});
