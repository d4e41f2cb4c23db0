import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { takenDownFiles } from '#backend/db/schema/moderation.ts';
import { operators } from '#backend/db/schema/operator.ts';
import { orderProblemFiles, orders } from '#backend/db/schema/shop.ts';
import { eraseAccount } from '#backend/domain/across/leaving/erasing/erase.ts';
import { limits } from '#config/limits.ts';
import { picture } from '../../../matrix/row.ts';
import { askOf } from '../../../setup/media.ts';
import { newOperator } from '../../../setup/operators.ts';
import { orderApp } from '../../../setup/ordering.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await orderApp();
const { db, call, ok, order, move, see, after, ship, makeFan, backend } = app;
const { makeFile, block } = postsIn(app);
const talk = talkOf(app);
const ask = askOf(backend);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
});

async function shipped(): Promise<string> {
  const id = await order();
  await move(creator, id, { action: 'accept' });
  await move(creator, id, ship);
  return id;
}
const uploaded = (who: Person = fan) => makeFile(who.id, { type: 'message-photo' });
const report = (id: string, photos?: string[], who = fan) =>
  move(who, id, {
    action: 'report',
    problem: 'damaged',
    text: 'The handle is off.',
    ...(photos && { photos }),
  });
const opens = async (url: string | null | undefined, who: Person) =>
  (await ask(url ?? '', { token: who.token })).status === 200;
const refusal = async (answer: ReturnType<typeof report>) => {
  const { status, problem } = await answer;
  return [status, problem.errors?.[0]];
};
/** Sends a photo to the creator in a message. */
async function send(photo: string) {
  const { _id: id } = await talk.open(fan, creator);
  const body = { conversationId: id, data: { files: [photo] } };
  return ok('POST /messages/conversations/:id', { token: fan.token, params: { id }, body });
}
/** The same order as its problem waits for the desk. */
async function escalated(photos: string[]): Promise<string> {
  const id = await shipped();
  expect((await report(id, photos)).status).toBe(200);
  await move(creator, id, { action: 'answer', text: 'It left in one piece.' });
  await move(fan, id, { action: 'escalate', text: 'See for yourself.' });
  return id;
}

describe('who sees them', () => {
  test('buyer, seller and operators, in the order they were added, each with their own URLs', async () => {
    const one = (await ok('POST /messages/private/file/photo', { token: fan.token, form: picture() }))._id;
    const photos = [one, await uploaded()];
    const id = await escalated(photos);
    const olga = await newOperator(app);
    const atDesk = () => ok('GET /operator/orders/:id', { token: olga.token, params: { id } });
    const views = { fan: await see(fan, id), creator: await see(creator, id), olga: await atDesk() };
    const other = await makeFan();
    for (const [name, { photos: shown }] of Object.entries(views)) {
      expect(
        shown.map(({ _id }) => _id),
        name,
      ).toEqual(photos);
      const url = shown[1]!.sizes.at(-1)!.url;
      for (const [who, person] of Object.entries({ fan, creator, olga, other }))
        // The owner of a file opens it by any address that was made for them.
        expect(await opens(url, person), `${name}’s, opened by ${who}`).toBe(who === name);
    }
    expect((await call('GET /orders/:id', { token: other.token, params: { id } })).status).toBe(404);
    expect((await call('GET /operator/orders/:id', { token: other.token, params: { id } })).status).toBe(404);
  });

  test('a block doesn’t take them from the seller, but the end of an operator’s work does from them', async () => {
    const id = await escalated([await uploaded()]);
    const olga = await newOperator(app);
    const atDesk = await ok('GET /operator/orders/:id', { token: olga.token, params: { id } });
    const url = atDesk.photos[0]!.sizes[0]!.url;
    const sellers = (await see(creator, id)).photos[0]!.sizes[0]!.url;
    await block(fan.id, creator.id);
    expect([await opens(sellers, creator), await opens(url, olga)]).toEqual([true, true]);
    expect((await see(creator, id)).photos).toHaveLength(1);
    await db.delete(operators).where(eq(operators.accountId, olga.id));
    expect(await opens(url, olga)).toBe(false);
  });

  test('one that was taken down is closed to the seller at once, and left out of the order', async () => {
    const photo = await uploaded();
    const id = await escalated([photo]);
    const sellers = (await see(creator, id)).photos[0]!.sizes[0]!.url;
    expect(await opens(sellers, creator)).toBe(true);
    await db.transaction(async (tx) => {
      await tx.execute(`SET LOCAL session_replication_role = replica`);
      await tx.insert(takenDownFiles).values({ decisionId: app.ports.ids(), fileId: photo });
    });
    expect(await opens(sellers, creator)).toBe(false);
    expect((await see(creator, id)).photos).toEqual([]);
    expect((await see(fan, id)).photos).toEqual([]);
  });

  test('a message with the same photo that is deleted later takes nothing from the order', async () => {
    const photo = await uploaded();
    const id = await escalated([photo]);
    const sellers = (await see(creator, id)).photos[0]!.sizes[0]!.url;
    const sent = await send(photo);
    await ok('DELETE /messages/:id', { token: fan.token, params: { id: sent._id } });
    expect(await opens(sellers, creator)).toBe(true);
  });
});

describe('which are taken', () => {
  const missing = { field: 'photos', message: 'The photo isn’t among your uploads. Upload it again.' };
  const used = {
    field: 'photos',
    message: 'A photo is already used in another place. Remove it here and upload it again.',
  };

  test('only the buyer’s own pictures', async () => {
    const id = await shipped();
    for (const photo of [
      await uploaded(creator),
      await uploaded(await makeFan()),
      await makeFile(fan.id, { type: 'message-video', mime: 'video/mp4' }),
      app.ports.ids(),
    ])
      expect(await refusal(report(id, [photo]))).toEqual([422, missing]);
    expect((await see(fan, id)).problem).toBeNull();
  });

  test('only those that nothing uses yet, each once, and never two problems with the same', async () => {
    const [first, second] = [await shipped(), await shipped()];
    const photo = await uploaded();
    expect(await refusal(report(first, [photo, photo]))).toEqual([
      422,
      { field: 'photos', message: 'Each photo can be added once.' },
    ]);
    expect((await report(first, [photo])).status).toBe(200);
    expect(await refusal(report(second, [photo]))).toEqual([422, used]);
    expect((await see(fan, second)).problem).toBeNull();
    const sent = await uploaded();
    await send(sent);
    expect(await refusal(report(second, [sent]))).toEqual([422, used]);
  });

  test('of two reports at once with the same photo, one', async () => {
    const [ids, photo] = [[await shipped(), await shipped()], await uploaded()];
    const statuses = (await Promise.all(ids.map((id) => report(id, [photo])))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await db.$count(orderProblemFiles, eq(orderProblemFiles.fileId, photo))).toBe(1);
  });

  test('up to six, and only once they are processed', async () => {
    const id = await shipped();
    const some = await Promise.all(Array.from({ length: limits.problemPhotos }, () => uploaded()));
    const [status, error] = await refusal(report(id, [...some, await uploaded()]));
    expect([status, error]).toEqual([422, { field: 'photos', message: 'Add at most 6 photos.' }]);
    await db.update(files).set({ state: 'processing' }).where(eq(files.id, some[0]!));
    expect(await refusal(report(id, some))).toEqual([
      422,
      { field: 'photos', message: 'A photo is still being processed. Wait a moment and try again.' },
    ]);
    await db.update(files).set({ state: 'ready' }).where(eq(files.id, some[0]!));
    expect((await report(id, some)).data.photos).toHaveLength(6);
  });

  test('none by the seller, and none without a problem', async () => {
    const id = await shipped();
    expect((await report(id, [await uploaded(creator)], creator)).status).toBe(409);
    expect((await report(id)).data.photos).toEqual([]);
  });
});

describe('how long they stay', () => {
  test('they are deleted with the account; the order and its problem stay', async () => {
    const photo = await uploaded();
    const id = await shipped();
    await report(id, [photo]);
    await move(fan, id, { action: 'solve' });
    await after(8);
    const token = await app.openSession(fan.id);
    const losses = { tokens: await app.wallet(), earnings: 0 };
    await ok('POST /auth/deletion', { token: token.token, body: { confirmation: fan.username, losses } });
    await after(14);
    await eraseAccount(app.ctx, { accountId: fan.id }, { attempt: 1, signal: new AbortController().signal });
    expect(await db.$count(files, inArray(files.id, [photo]))).toBe(0);
    const [left] = await db.select().from(orders).where(eq(orders.id, id));
    expect(left).toMatchObject({ problem: 'damaged', problemOutcome: 'solved' });
    expect((await see(creator, id)).photos).toEqual([]);
  });

  test('what isn’t used is deleted, what shows a problem isn’t', async () => {
    const upload = async () =>
      (await ok('POST /messages/private/file/photo', { token: fan.token, form: picture() }))._id;
    const [kept, unused] = [await upload(), await upload()];
    await report(await shipped(), [kept]);
    await after(limits.upload.unusedFileMs / 86_400_000 + 1);
    const left = await db
      .select({ id: files.id })
      .from(files)
      .where(inArray(files.id, [kept, unused]));
    expect(left).toEqual([{ id: kept }]);
  });
});
