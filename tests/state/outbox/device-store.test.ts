import { Blob as NodeBlob } from 'node:buffer';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#config/limits.ts';
import { deviceStore } from '#state/messages/outbox/device-store.ts';
import type { OutboxEntry } from '#state/messages/outbox/outbox.ts';

// The test's document has a Blob that can't be stored.
const blobOf = (text: string) => new NodeBlob([text], { type: 'image/png' }) as unknown as Blob;
const entry = (clientId: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId,
  userId: 'me',
  conversationId: 'c1',
  order: 1,
  message: { conversationId: 'c1', clientId, senderId: 'me', text: clientId, at: '2026-11-20T10:00:00.000Z' },
  files: [],
  blobs: [],
  state: 'waiting',
  isSending: false,
  ...changes,
});
const ids = (entries: readonly OutboxEntry[]) => entries.map((each) => each.clientId);

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('messages on this device', () => {
  it('are there after a reload, in order, and only for their person', async () => {
    const before = deviceStore();
    expect(await before.put(entry('second', { order: 2 }))).toBe('saved');
    await before.put(entry('first'));
    await before.put(entry('hers', { userId: 'other' }));
    const after = deviceStore();
    expect(ids(await after.list('me'))).toEqual(['first', 'second']);
    expect(ids(await after.list('nobody'))).toEqual([]);
    await after.clear('me');
    expect([ids(await before.list('me')), ids(await before.list('other'))]).toEqual([[], ['hers']]);
  });

  it('change and go; one that is being sent isn’t canceled', async () => {
    const store = deviceStore();
    await store.put(entry('a'));
    expect(await store.change('a', { isSending: true })).toMatchObject({ clientId: 'a', isSending: true });
    expect(await store.remove('a', { unlessSending: true })).toBe('sending');
    expect(await store.remove('a')).toBe('removed');
    expect([await store.remove('a'), await store.change('a', { isSending: false })]).toEqual([
      'absent',
      null,
    ]);
  });

  it('keep their files, up to a total', async () => {
    const file = (text: string) => ({ name: 'a.png', blob: blobOf(text) });
    const before = deviceStore();
    expect(await before.put(entry('a', { blobs: [file('picture')] }))).toBe('saved');
    const [kept] = await deviceStore().list('me');
    expect(await kept!.blobs[0]!.blob.text()).toBe('picture');
    const big = Object.defineProperty(blobOf(''), 'size', { value: limits.outboxBytes - 6 });
    expect(await before.put(entry('b', { blobs: [{ name: 'b.png', blob: big }] }))).toBe('full');
    // It stays in the page, marked, and texts are still taken.
    expect(await before.list('me')).toMatchObject([{ clientId: 'a' }, { clientId: 'b', state: 'failed' }]);
    expect(ids(await deviceStore().list('me'))).toEqual(['a']);
    expect(await before.put(entry('c'))).toBe('saved');
  });

  it.each([
    ['has no database', undefined],
    [
      'refuses it',
      {
        open: () => {
          throw new DOMException('Full', 'QuotaExceededError');
        },
      },
    ],
  ])('stay in the page if the browser %s', async (_, factory) => {
    vi.stubGlobal('indexedDB', factory);
    const store = deviceStore();
    expect(await store.put(entry('a'))).toBe('memory');
    expect(await store.put(entry('b', { blobs: [{ name: 'b', blob: blobOf('b') }] }))).toBe('full');
    expect(await store.change('a', { isSending: true })).toMatchObject({ isSending: true });
    expect(ids(await store.list('me'))).toEqual(['a', 'b']);
    expect(await store.remove('a')).toBe('removed');
    await store.clear('me');
    expect(await store.list('me')).toEqual([]);
  });
});
