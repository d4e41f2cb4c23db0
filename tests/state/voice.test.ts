import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { live } from '#state/live/live-events.ts';
import { messageDiscarded, messageRetryRequested, messageSendRequested } from '#state/messages/message.ts';
import { conversationClosed, conversationOpenRequested } from '#state/messages/conversation.ts';
import { deleteAllRecordings, saveRecording, loadRecording } from '#state/messages/voice/saved-recordings.ts';
import { localVoice } from '#state/messages/voice/local-voice.ts';
import { loggedOut, logoutRequested } from '#state/session/auth.ts';
import { aFile } from '../setup/factories/files.ts';
import { aMessage } from '../setup/factories/messages.ts';
import { problem } from './setup/fake-api.ts';
import { settle } from './setup/fake-deps.ts';
import { openThread } from './setup/messages.ts';

const blob = new Blob(['sound'], { type: 'audio/webm' });
const about = { conversationId: 'c1', senderId: 'me', seconds: 4.26, peaks: [1, 100], price: 0 };
const upload = 'POST /messages/private/file/audio';
const send = 'POST /messages/conversations/:id';
const status = 'GET /files/:id/status';

/** Sends a recording as the recorder does: kept on the device first. */
async function openAndSend(answers: Parameters<typeof openThread>[1] = {}) {
  const opened = await openThread(undefined, {
    [status]: () => aFile({ _id: 'f9', type: 'message-audio', mime: 'audio/mp4' }),
    [send]: ({ body: { data } }) =>
      aMessage(4, { senderId: 'me', type: 'voice', text: '', clientId: data.clientId ?? null }),
    ...answers,
  });
  const clientId = 'voice-1';
  await saveRecording({
    ...about,
    clientId,
    at: new Date().toISOString(),
    blob,
    replyTo: null,
    fileId: null,
  });
  const file = localVoice({ ...about, clientId, url: 'blob:x', mime: 'audio/webm', bytes: 5 });
  const { price, conversationId, senderId } = about;
  opened.dispatch(
    messageSendRequested({ conversationId, senderId, price, clientId, text: '', files: [file] }),
  );
  await settle();
  const { uploads } = opened.deps.api;
  const arrive = async (at = 0) => {
    uploads[at]!.arrive(aFile({ _id: 'f9', type: 'message-audio', state: 'queued' }));
    await settle();
  };
  const sent = () =>
    opened.deps.api.calls.flatMap(([route, input]) =>
      route === send ? [(input as { body: { data: unknown } }).body.data] : [],
    );
  return { ...opened, uploads, arrive, sent, last: () => opened.thread().items.at(-1), clientId };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  vi.useRealTimers();
  await deleteAllRecordings();
  localStorage.clear();
});

describe('sending a recording', () => {
  it('shows it at once, uploads it with its length and waveform, then sends the file', async () => {
    const { uploads, arrive, sent, last, clientId } = await openAndSend();
    expect(last()).toMatchObject({
      type: 'voice',
      status: 'pending',
      files: [{ url: 'blob:x', duration: 4.26 }],
    });
    expect(uploads).toMatchObject([
      { route: upload, body: { seconds: 4.3, peaks: '1,100' }, files: { file: blob } },
    ]);
    expect(sent()).toEqual([]);
    await arrive();
    expect(sent()).toMatchObject([{ clientId, text: '', files: ['f9'] }]);
    expect(last()).toMatchObject({ status: 'sent', type: 'voice' });
    // The server has it, so the device forgets it.
    expect(await loadRecording(clientId)).toBeUndefined();
  });

  it('waits until the server has processed it, which it says on the live connection', async () => {
    let state: 'processing' | 'ready' = 'processing';
    const { arrive, sent, dispatch } = await openAndSend({ [status]: () => aFile({ _id: 'f9', state }) });
    await arrive();
    dispatch(live['file/state']({ fileId: 'f9', state: 'processing', percent: 40 }));
    dispatch(live['file/state']({ fileId: 'other', state: 'ready', percent: 100 }));
    await settle();
    expect(sent()).toEqual([]);
    state = 'ready';
    dispatch(live['file/state']({ fileId: 'f9', state: 'ready', percent: 100 }));
    await settle();
    expect(sent()).toHaveLength(1);
  });

  it('that fails keeps it, and a retry uploads and sends it once', async () => {
    const { uploads, arrive, sent, last, dispatch, clientId } = await openAndSend();
    uploads[0]!.fail(problem(500, { message: 'No connection.' }));
    await settle();
    expect(last()).toMatchObject({ status: 'failed', problem: { message: 'No connection.' } });
    expect((await loadRecording(clientId))?.blob).toBe(blob);
    dispatch(messageRetryRequested({ conversationId: 'c1', clientId }));
    await settle();
    expect(uploads).toHaveLength(2);
    await arrive(1);
    expect([sent().length, last()?.status]).toEqual([1, 'sent']);
  });

  it('isn’t uploaded twice if only the message failed', async () => {
    let fails = true;
    const { uploads, arrive, sent, last, dispatch, clientId } = await openAndSend({
      [send]: ({ body: { data } }) => {
        if (fails) throw problem(500);
        return aMessage(4, { senderId: 'me', type: 'voice', clientId: data.clientId ?? null });
      },
    });
    await arrive();
    expect(last()?.status).toBe('failed');
    fails = false;
    dispatch(messageRetryRequested({ conversationId: 'c1', clientId }));
    await settle();
    expect([uploads.length, sent().length, last()?.status]).toEqual([1, 2, 'sent']);
  });

  it('is uploaded again if the server has dropped the file, or couldn’t process it', async () => {
    let answer = () => aFile({ _id: 'f9', state: 'failed', reason: 'It’s damaged.' });
    const { uploads, arrive, last, dispatch, clientId } = await openAndSend({ [status]: () => answer() });
    await arrive();
    expect(last()).toMatchObject({ status: 'failed', problem: { message: 'It’s damaged.' } });
    answer = () => {
      throw problem(404, { code: 'not_found' });
    };
    dispatch(messageRetryRequested({ conversationId: 'c1', clientId }));
    await settle();
    expect(uploads).toHaveLength(2);
  });
});

describe('a kept recording', () => {
  it('is forgotten when the person discards its message', async () => {
    const { uploads, dispatch, clientId } = await openAndSend();
    uploads[0]!.fail(problem(500));
    await settle();
    dispatch(messageDiscarded({ conversationId: 'c1', clientId }));
    await settle();
    expect(await loadRecording(clientId)).toBeUndefined();
  });

  it('is forgotten when the person logs out', async () => {
    const { dispatch, clientId, deps } = await openAndSend({
      'POST /auth/logout': () => ({ success: true }),
    });
    deps.storage.local.write('recordings-kept', '1');
    dispatch(logoutRequested());
    await settle();
    expect(await loadRecording(clientId)).toBeUndefined();
  });

  it('outlives a session that ends by itself', async () => {
    const { dispatch, clientId } = await openAndSend();
    dispatch(loggedOut());
    await settle();
    expect((await loadRecording(clientId))?.blob).toBe(blob);
  });

  it('isn’t shown twice when its conversation is opened again', async () => {
    const { thread, dispatch, uploads } = await openAndSend();
    uploads[0]!.fail(problem(500));
    await settle();
    dispatch(conversationClosed('c1'));
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    expect(thread().items.filter((each) => each.type === 'voice')).toHaveLength(1);
  });
});
