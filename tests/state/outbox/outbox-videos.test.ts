import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#config/limits.ts';
import { leftPage } from '#services/http/left-page.ts';
import { hashFile } from '#services/http/unfinished-uploads.ts';
import { conversationOpenRequested } from '#state/messages/conversation.ts';
import { messageCancelRequested, messageSendRequested, selectThread } from '#state/messages/message.ts';
import { outboxWoken } from '#state/messages/outbox/outbox-actions.ts';
import { waitingKey } from '#state/messages/outbox/outbox.ts';
import { logoutRequested } from '#state/session/auth.ts';
import { type FakeCloudUpload, type Replies, problem } from '../setup/fake-api.ts';
import { settle, startLoggedIn } from '../setup/fake-deps.ts';
import type { FakeDeps } from '../setup/make-fake-deps.ts';
import { messageServer } from '../setup/messages.ts';
import { aUser } from '../../setup/factories/accounts.ts';
import { aFile } from '../../setup/factories/files.ts';
import { aMessage } from '../../setup/factories/messages.ts';

const send = 'POST /messages/conversations/:id';
const route = 'POST /messages/private/file/video';
const object = { filename: '1.mp4', path: 'uploads/me/1.mp4' };
const large = (name = 'kiln.mp4', type = 'video/mp4') =>
  new File([new Uint8Array(limits.upload.partBytes + 1)], name, { type, lastModified: 7 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answers: Replies = {
  ...messageServer([]),
  [send]: ({ body: { data } }) => aMessage(1, { senderId: 'me', clientId: data.clientId ?? null }),
  'POST /auth/logout': () => ({ success: true }),
};

async function open(before?: (deps: FakeDeps) => void) {
  const running = await startLoggedIn(aUser({ _id: 'me' }), { answers, ...(before && { before }) });
  running.dispatch(conversationOpenRequested({ id: 'c1' }));
  await settle();
  const { api } = running.deps;
  return {
    ...running,
    api,
    cloud: (at: number): FakeCloudUpload => api.cloud[at]!,
    items: () => selectThread(running.state(), 'c1').items,
    message: () => selectThread(running.state(), 'c1').items.at(-1),
    of: () => ({
      conversationId: 'c1',
      clientId: selectThread(running.state(), 'c1').items.at(-1)?.clientId ?? '',
    }),
    attach: async (file: File) => {
      const blobs = [{ file, at: 0 }];
      running.dispatch(messageSendRequested({ conversationId: 'c1', text: '', senderId: 'me', blobs }));
      await settle();
    },
  };
}

describe('a large video of a message', () => {
  it('goes in parts, shows how far it is, and is named to the call that a smaller one goes within', async () => {
    const tab = await open();
    await tab.attach(large());
    expect(tab.api.uploads).toEqual([]);
    tab.cloud(0).progress(34);
    await settle();
    expect(tab.message()).toMatchObject({ status: 'pending', uploading: 34 });
    tab.cloud(0).arrive(object);
    await settle();
    const named = tab.api.uploads[0]!;
    expect(named).toMatchObject({ route, body: object, customData: { name: 'kiln.mp4' } });
    expect(named.files).toEqual({});
    named.arrive(aFile({ _id: 'f1' }));
    await settle();
    expect(tab.message()).toMatchObject({ status: 'sent' });
    const sent = tab.api.calls.find(([each]) => each === send);
    expect(sent?.[1]).toMatchObject({ body: { data: { files: ['f1'] } } });
  });

  it.each([
    ['IMG_1.MOV', '', ['upload.mov', 'video/quicktime']],
    ['a.m4v', 'video/x-m4v', ['upload.mp4', 'video/mp4']],
    ['film', 'video/webm', ['upload.webm', 'video/webm']],
  ] as const)('under a name and type that cloud storage takes: %s, %s', async (name, type, [stored, as]) => {
    const tab = await open();
    await tab.attach(large(name, type));
    expect(tab.cloud(0).file).toMatchObject({ name: stored, type: as, lastModified: 7 });
  });

  it('within the call up to the size of a part', async () => {
    const tab = await open();
    await tab.attach(new File([new Uint8Array(limits.upload.partBytes)], 'kiln.mp4', { type: 'video/mp4' }));
    expect([tab.api.cloud.length, tab.api.uploads[0]!.route]).toEqual([0, route]);
  });

  it('waits for a connection without holding up the outbox, and goes on with what has arrived', async () => {
    const tab = await open();
    await tab.attach(large());
    tab.cloud(0).progress(40);
    tab.cloud(0).pause(problem(0));
    await settle();
    expect(tab.message()).toMatchObject({ status: 'pending', isDelayed: true });
    expect([tab.cloud(0).isStopped(), tab.cloud(0).reason()]).toEqual([true, leftPage]);
    tab.dispatch(outboxWoken());
    await settle();
    expect(await hashFile(tab.cloud(1).file)).toBe(await hashFile(tab.cloud(0).file));
    tab.cloud(1).progress(40);
    await settle();
    expect(tab.message()).toMatchObject({ isDelayed: false, uploading: 40 });
  });

  it('fails with the reason when trying again wouldn’t help', async () => {
    const tab = await open();
    await tab.attach(large());
    tab.cloud(0).pause(problem(500, { message: 'The storage is broken.' }));
    await settle();
    expect(tab.message()).toMatchObject({
      status: 'failed',
      problem: { message: 'The storage is broken.' },
    });
  });

  it('goes on in the next page: the device gives it back as the same file', async () => {
    const before = await open();
    await before.attach(large());
    // Browsers give back a file without its name and date.
    const { store } = await before.deps.outbox();
    const [entry] = await store.list('me');
    const blobs = entry!.blobs.map((each) => ({
      ...each,
      blob: new Blob([each.blob], { type: 'video/mp4' }),
    }));
    await store.change(entry!.clientId, { blobs });
    const after = await open((deps) => {
      // The same browser.
      Object.assign(deps, { outbox: before.deps.outbox });
      deps.storage.local.write(waitingKey('me'), '1');
    });
    before.cloud(0).fail(problem(0));
    await settle();
    expect(await hashFile(after.cloud(0).file)).toBe(await hashFile(before.cloud(0).file));
  });

  it('is canceled with its message: while it is uploaded', async () => {
    const tab = await open();
    await tab.attach(large());
    tab.cloud(0).progress(10);
    await settle();
    const of = tab.of();
    await tab.attach(large('next.mp4'));
    tab.dispatch(messageCancelRequested(of));
    await settle();
    expect(tab.items().map(({ clientId }) => clientId)).not.toContain(of.clientId);
    // Whatever has arrived is deleted then.
    expect([tab.cloud(0).isStopped(), tab.cloud(0).reason() === leftPage]).toEqual([true, false]);
    expect(await (await tab.deps.outbox()).store.list('me')).toHaveLength(1);
    expect(tab.deps.said).toEqual([]);
    // The next message needn't wait for anything.
    expect([tab.api.cloud.length, tab.message()?.isDelayed ?? false]).toEqual([2, false]);
  });

  it('is sent when it arrives in the moment in which it is canceled', async () => {
    const tab = await open();
    await tab.attach(large());
    tab.cloud(0).arrive(object);
    await settle();
    tab.dispatch(messageCancelRequested(tab.of()));
    tab.api.uploads[0]!.arrive(aFile({ _id: 'f1' }));
    await settle();
    expect(tab.message()?.status).toBe('sent');
  });

  it('stops with the session, and keeps what has arrived', async () => {
    const tab = await open();
    await tab.attach(large());
    tab.dispatch(logoutRequested());
    await settle(1_000);
    expect([tab.cloud(0).isStopped(), tab.cloud(0).reason()]).toEqual([true, leftPage]);
  });
});
