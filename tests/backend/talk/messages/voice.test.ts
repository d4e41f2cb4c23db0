import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { picture } from '../../../matrix/row.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';
import { voiceForm, webmRecording } from '../../../setup/voice.ts';

const app = await testBackend();
const { backend, call, ok, raw, db, ports, fund, settings } = app;
const { makeFile } = postsIn(app);
const talk = talkOf(app);
const ask = askOf(app.backend);
afterEach(() => settings.set('voiceMessageSeconds', 300));

const upload = (who: Person, form: FormData) =>
  raw('POST /messages/private/file/audio', { token: who.token, form });
/** The id of a recording that is ready to be sent. */
async function recorded(who: Person, seconds = 4): Promise<string> {
  const { _id } = await ok('POST /messages/private/file/audio', {
    token: who.token,
    form: voiceForm(webmRecording(seconds), { peaks: '3,50,100' }),
  });
  await backend.runJobs();
  return _id;
}
const send = (
  from: Person,
  id: string,
  data: { text?: string; files?: string[]; price?: number; clientId?: string },
) =>
  call('POST /messages/conversations/:id', {
    token: from.token,
    params: { id },
    body: { conversationId: id, data },
  });
const fileOf = async (id: string) => (await db.select().from(files).where(eq(files.id, id)))[0];

describe('uploading a recording', () => {
  test('its length is what its frames say, not what the sender says', async () => {
    const { fan } = await talk.pair();
    const uploaded = await ok('POST /messages/private/file/audio', {
      token: fan.token,
      form: voiceForm(webmRecording(42), { seconds: '3', peaks: '0,50,100' }),
    });
    expect(uploaded).toMatchObject({
      type: 'message-audio',
      state: 'queued',
      duration: expect.closeTo(42, 0),
      peaks: [0, 50, 100],
    });
    await backend.runJobs();
    // The host made no waveform of its own, so the recorder's stays.
    expect(await fileOf(uploaded._id)).toMatchObject({ state: 'ready', peaks: [0, 50, 100] });
  });

  test('one that is too long is refused, and leaves nothing behind', async () => {
    const { fan } = await talk.pair();
    const before = (await db.select().from(files)).length;
    const { status, problem } = await upload(fan, voiceForm(webmRecording(302), { seconds: '3' }));
    expect([status, problem]).toMatchObject([
      422,
      { message: 'Voice messages can be at most 5 minutes long.' },
    ]);
    expect((await db.select().from(files)).length).toBe(before);
    expect((await upload(fan, voiceForm(webmRecording(300)))).status).toBe(201);
  });

  test('the limit is a setting', async () => {
    const { fan } = await talk.pair();
    await settings.set('voiceMessageSeconds', 30);
    expect((await ok('GET /settings/public')).voiceMessageSeconds).toBe(30);
    const { status, problem } = await upload(fan, voiceForm(webmRecording(40)));
    expect([status, problem]).toMatchObject([
      422,
      { message: 'Voice messages can be at most 30 seconds long.' },
    ]);
  });

  test.each([
    ['peaks above 100', { peaks: '1,101' }],
    ['peaks that aren’t numbers', { peaks: '1,x' }],
    ['too many peaks', { peaks: Array.from({ length: 201 }, () => '5').join(',') }],
    ['a negative length', { seconds: '-1' }],
    ['an unknown field', { price: '3' }],
  ])('%s: 422', async (_, fields) => {
    const { fan } = await talk.pair();
    expect((await upload(fan, voiceForm(webmRecording(2), fields as Record<string, string>))).status).toBe(
      422,
    );
  });

  test('a picture is no recording', async () => {
    const { fan } = await talk.pair();
    expect((await upload(fan, picture())).status).toBe(422);
  });
});

describe('a voice message', () => {
  test('is heard by both, each with their own URL, and only by them', async () => {
    const { fan, creator, id } = await talk.pair();
    const { status, data: sent } = await send(fan, id, { files: [await recorded(fan)] });
    expect([status, sent]).toMatchObject([
      201,
      { type: 'voice', text: '', media: { audios: 1, duration: 12 } },
    ]);
    const [told] = ports.transport.of('message/created', rooms.account(creator.id)).slice(-1);
    const [theirs] = told!.payload.message.files;
    expect(theirs).toMatchObject({ peaks: [3, 50, 100], duration: 12 });
    expect((await ask(theirs!.url!, { token: creator.token })).status).toBe(200);
    expect((await ask(theirs!.url!, { token: fan.token })).status).toBe(404);
    expect((await talk.view(creator, id)).lastMessage).toMatchObject({ type: 'voice', text: '' });
  });

  test('sent twice with the same id, is one message', async () => {
    const { fan, id } = await talk.pair();
    const draft = { files: [await recorded(fan)], clientId: 'voice-message-1' };
    const [one, two] = await Promise.all([send(fan, id, draft), send(fan, id, draft)]);
    expect(one.data._id).toBe(two.data._id);
    expect((await talk.history(fan, id)).total).toBe(1);
  });

  test('goes alone, once it is ready, and never with a recording made for something else', async () => {
    const { fan, creator, id } = await talk.pair();
    const voice = await recorded(fan);
    const photo = (await ok('POST /messages/private/file/photo', { token: fan.token, form: picture() }))._id;
    const [second, theirs] = [await recorded(fan), await recorded(creator)];
    const waiting = (
      await ok('POST /messages/private/file/audio', { token: fan.token, form: voiceForm(webmRecording(2)) })
    )._id;
    const song = await makeFile(fan.id, { type: 'feed-audio', mime: 'audio/mp4', duration: 8 });
    for (const [refused, sentence] of [
      [[voice, photo], 'Send a voice message separately, without other files.'],
      [[voice, second], 'Send a voice message separately, without other files.'],
      [[waiting], 'A file is still being processed. Wait a moment and send again.'],
      [[song], 'Only a recording made for a message can be sent. Record it again.'],
      [[theirs], 'The file isn’t among your uploads. Upload it again.'],
    ] as const)
      expect(await send(fan, id, { files: [...refused] })).toMatchObject({
        status: 422,
        problem: { message: sentence },
      });
    expect((await talk.history(fan, id)).total).toBe(0);
  });

  test.each([
    [302, 'Voice messages can be at most 5 minutes long.'],
    [null, 'The length of this recording is unknown. Record it again.'],
  ])('whatever way it came: %s seconds are refused', async (duration, message) => {
    const { fan, id } = await talk.pair();
    const voice = await recorded(fan);
    await db.update(files).set({ duration }).where(eq(files.id, voice));
    expect(await send(fan, id, { files: [voice] })).toMatchObject({ status: 422, problem: { message } });
  });

  test('can be sold: without buying, nothing of it leaves the server', async () => {
    const { fan, creator, id } = await talk.pair();
    await talk.send(fan, id, 'Sing for me?');
    await fund(fan.id, 1_000);
    const { data: sold } = await send(creator, id, { files: [await recorded(creator)], price: 40 });
    const read = () => ok('GET /messages/:id', { token: fan.token, params: { id: sold._id } });
    expect(await read()).toMatchObject({
      type: 'voice',
      price: 40,
      access: { allowed: false },
      files: [{ url: null, sources: [], peaks: null, duration: 12 }],
    });
    const bought = await call('POST /wallet/charges/message/:id', {
      token: fan.token,
      params: { id: sold._id },
      body: { expectedPrice: 40 },
    });
    expect(bought.status).toBe(201);
    const { isBought, files: heard } = await read();
    expect(isBought).toBe(true);
    expect((await ask(heard[0]!.url!, { token: fan.token })).status).toBe(200);
  });

  test('no mass message can have one', async () => {
    const { creator } = await talk.pair();
    const { status } = await raw('POST /messages/broadcast-message', {
      token: creator.token,
      body: { text: 'Hi', files: [await recorded(creator)] },
    });
    expect(status).toBe(422);
  });
});
