import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { files } from '#backend/db/schema/files.ts';
import { removedPictureHashes } from '#backend/db/schema/moderation.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { fetchRows } from '#backend/db/db.ts';
import { storeUpload } from '#backend/domain/base/files/uploads.ts';
import { decideAppeal } from '#backend/domain/across/moderation/appeals.ts';
import { decide, liftDecision } from '#backend/domain/across/moderation/deciding.ts';
import { transaction } from '#backend/kernel/context.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import type { MediaProcessor } from '#backend/ports/media-processor.ts';
import { testBackend } from '../../../setup/backend.ts';
import { altered, photo, subjects } from '../../../setup/demo-photos.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { postsIn } from '../../../setup/posts.ts';
import { clip } from '../../../setup/recordings.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * A picture of something that was removed can't be uploaded again, anywhere on the site, as long as the decision is
 * in force.
 */
const images = createMediaProcessor();
/** What the posters of processed videos show. */
let posterOf: Uint8Array = new Uint8Array();
const made = { name: '720.mp4', width: 960, height: 720, mime: 'video/mp4', bytes: 3 };
const media: MediaProcessor = {
  ...images,
  async video(_source, { keep, widths }) {
    await keep(made, new Uint8Array([1, 2, 3]));
    const poster = await images.image(posterOf, { widths });
    return {
      width: 960,
      height: 720,
      duration: 5,
      peaks: null,
      poster,
      renditions: [made],
      asUploaded: false,
    };
  },
};
const app = await testBackend({ ports: { media } });
const { db, ports, raw, ok, call, backend, ctxOf, makeCreator, makeFan } = app;
const { olga, oscar, report, caseOf, draft, decideOn } = moderationIn(app);
const { makePost, makeFile } = postsIn(app);
const wheel = await clip('wheel.mp4');

const message =
  'This picture was removed from the site before, so it can’t be uploaded again. If you think that’s a mistake, contact us.';
const formOf = (bytes: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData();
  form.set('file', new File([bytes], 'picture.png', { type: 'image/png' }));
  return form;
};
const upload = (who: Person, bytes: Uint8Array<ArrayBuffer>, route = 'POST /performer/feeds/photo/upload') =>
  raw<{ _id: string }>(route, { token: who.token, form: formOf(bytes) });
const uploadVideo = (who: Person) =>
  storeUpload(ctxOf(who.viewer), {
    type: 'feed-video',
    kind: 'video',
    fields: {},
    file: {
      field: 'file',
      name: 'a.mp4',
      mime: '',
      size: wheel.length,
      head: wheel.subarray(0, 4096),
      key: null,
      bytes: async () => wheel,
    },
  });
const listed = () => db.select().from(removedPictureHashes);
const everythingStored = async () => ({
  objects: ports.objects.keys().toSorted((a, b) => (a < b ? -1 : 1)),
  files: (await db.select({ id: files.id }).from(files)).length,
});

/** A creator's post with a picture, reported and decided. */
async function takeDown(
  bytes: Uint8Array<ArrayBuffer>,
  action: 'hide' | 'remove' = 'remove',
): Promise<{ creator: Person; decisionId: string; fileId: string; postId: string }> {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const fileId = (await upload(creator, bytes)).data._id;
  const postId = await makePost(creator.id, {}, [fileId]);
  const { id } = await decideOn(fan, ['feed', postId], draft(action));
  return { creator, decisionId: id, fileId, postId };
}

beforeEach(async () => {
  await db.delete(removedPictureHashes);
  ports.clock.move('2h');
});

describe('a removed picture', () => {
  test('is refused everywhere, also altered, and by whomever; nothing of it is stored', async () => {
    const bytes = await photo('bird');
    const { creator } = await takeDown(bytes);
    const [other, fan] = [await makeCreator(), await makeFan()];
    const before = await everythingStored();
    const routes: [Person, string][] = [
      [creator, 'POST /performer/feeds/photo/upload'],
      [other, 'POST /performer/feeds/photo/upload'],
      [other, 'POST /performer/feeds/thumbnail/upload'],
      [other, 'POST /performer/performer-assets/photos/upload'],
      [other, 'POST /performers/cover/upload'],
      [other, 'POST /performers/avatar/upload'],
      [fan, 'POST /users/avatar/upload'],
      [fan, 'POST /messages/private/file/photo'],
      [fan, 'POST /messages/public/file/photo'],
    ];
    for (const [who, route] of routes)
      for (const each of [bytes, await altered(bytes)]) {
        const { status, problem } = await upload(who, each, route);
        expect({ route, status, code: problem.code, message: problem.message }).toEqual({
          route,
          status: 422,
          code: 'removed_picture',
          message,
        });
      }
    expect(await everythingStored()).toEqual(before);
    const [row] = await db.select().from(accounts).where(eq(accounts.id, other.id));
    expect([row?.avatar, row?.cover]).toEqual([null, null]);

    // Other pictures are welcome.
    for (const name of subjects.filter((each) => each !== 'bird').slice(0, 6))
      expect((await upload(other, await photo(name))).status).toBe(201);
  });

  test('is found in cloud storage, too', async () => {
    const bytes = await photo('bike');
    await takeDown(bytes);
    const other = await makeCreator();
    const filename = '1700000000000.png';
    const path = `uploads/${other.id}/${filename}`;
    await ports.objects.put(path, bytes, 'image/png');
    const answer = await call('POST /files', {
      token: other.token,
      body: { type: 'product-image', filename, path },
    });
    expect(answer.problem.code).toBe('removed_picture');
  });

  test('that is only hidden, or isn’t decided, can be uploaded', async () => {
    const bytes = await photo('chess');
    await takeDown(bytes, 'hide');
    expect(await listed()).toEqual([]);
    expect((await upload(await makeCreator(), bytes)).status).toBe(201);
  });

  test('that was hidden first is refused once it is removed', async () => {
    const bytes = await photo('cups');
    const { decisionId, postId } = await takeDown(bytes, 'hide');
    const fan = await makeFan();
    await report(fan, 'feed', postId).catch(() => undefined);
    const row = await caseOf(postId);
    const removed = await decide(olga, row.id, draft('remove', { seen: 1 }));
    expect(removed.id).not.toBe(decisionId);
    expect((await upload(await makeCreator(), bytes)).status).toBe(422);
  });

  test.each(['appeal', 'lift'] as const)('is welcome again after the %s', async (way) => {
    const bytes = await photo('film');
    const { creator, decisionId } = await takeDown(bytes);
    expect((await upload(creator, bytes)).status).toBe(422);
    if (way === 'lift') await liftDecision(olga, decisionId, 'A mistake');
    else {
      await ok('POST /decisions/:id/appeal', {
        token: creator.token,
        params: { id: decisionId },
        body: { text: 'It’s a film.' },
      });
      await decideAppeal(oscar, decisionId, { outcome: 'reversed', answer: '' });
    }
    expect(await listed()).toEqual([]);
    expect((await upload(creator, bytes)).status).toBe(201);
  });

  test('that two decisions removed stays refused until both have ended', async () => {
    const bytes = await photo('keys');
    const [one, two] = [await makeCreator(), await makeCreator()];
    const fan = await makeFan();
    const posts = await Promise.all(
      [one, two].map(async (who) => makePost(who.id, {}, [(await upload(who, bytes)).data._id])),
    );
    const decisions = [];
    for (const id of posts) decisions.push(await decideOn(fan, ['feed', id], draft('remove')));
    await liftDecision(olga, decisions[0]!.id, 'Theirs');
    expect((await upload(one, bytes)).status).toBe(422);
    await liftDecision(olga, decisions[1]!.id, 'Theirs');
    expect((await upload(one, bytes)).status).toBe(201);
  });

  test('is never a plain one', async () => {
    const { default: sharp } = await import('sharp');
    const flat = async (background: string) =>
      new Uint8Array(
        await sharp({ create: { width: 400, height: 300, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      );
    await takeDown(await flat('#102030'));
    await backend.runJobs();
    expect(await listed()).toEqual([]);
    const creator = await makeCreator();
    expect((await upload(creator, await flat('#102030'))).status).toBe(201);
    expect((await upload(creator, await flat('#ffffff'))).status).toBe(201);
  });

  test('that an earlier version stored is listed by a job', async () => {
    const bytes = await photo('leaves');
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { renditions } = await images.image(bytes, { widths: [320] });
    const fileId = await makeFile(creator.id);
    for (const { name, mime, bytes: data } of renditions)
      await ports.objects.put(`files/${fileId}/${name}`, data, mime);
    const post = await makePost(creator.id, {}, [fileId]);
    const { id } = await decideOn(fan, ['feed', post], draft('remove'));
    expect(await listed()).toEqual([]);
    await backend.runJobs();
    expect((await listed()).map(({ decisionId }) => decisionId)).toEqual([id]);
    expect((await upload(creator, bytes)).status).toBe(422);

    // Lifted before the job: nothing is listed.
    await liftDecision(olga, id, 'A mistake');
    expect(await listed()).toEqual([]);
  });
});

describe('a video', () => {
  test('whose poster was removed fails, with the reason and without renditions', async () => {
    const bytes = await photo('pots');
    await takeDown(bytes);
    const creator = await makeCreator();
    posterOf = await altered(bytes);
    const { id } = await uploadVideo(creator);
    await backend.runJobs();
    expect(await ok('GET /files/:id/status', { token: creator.token, params: { id } })).toMatchObject({
      state: 'failed',
      reason: message,
      sources: [],
    });
    await backend.runJobs();
    const kept = ports.objects.keys().filter((key) => key.startsWith(`files/${id}/`));
    expect(kept.map((key) => key.split('/').at(-1))).toEqual([expect.stringMatching(/^original/)]);
  });

  test('that was removed makes its poster refused as a picture', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    posterOf = await photo('quilt');
    const { id } = await uploadVideo(creator);
    await backend.runJobs();
    const post = await makePost(creator.id, { type: 'video' }, [id]);
    await decideOn(fan, ['feed', post], draft('remove'));
    expect((await upload(fan, await photo('quilt'), 'POST /users/avatar/upload')).status).toBe(422);
  });
});

test('a removal at the moment of an upload: the upload waits for it and is refused', async () => {
  const bytes = await photo('ridges');
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const post = await makePost(creator.id, {}, [(await upload(creator, bytes)).data._id]);
  await report(fan, 'feed', post);
  const { id } = await caseOf(post);
  const before = await everythingStored();
  const waiting = async () =>
    (
      await fetchRows(
        db.execute(
          sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        ),
      )
    ).length;
  let uploads: Promise<{ status: number }[]> | undefined;
  await transaction(olga, async (tx) => {
    await decide(tx, id, draft('remove'));
    uploads = Promise.all([upload(creator, bytes), upload(fan, bytes, 'POST /users/avatar/upload')]);
    // Both found nothing in the list, and stored their objects already.
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
  });
  expect((await uploads!).map(({ status }) => status)).toEqual([422, 422]);
  expect(await everythingStored()).toEqual(before);
});

describe('operators', () => {
  async function run(...words: string[]): Promise<{ printed: string; failed: string | null }> {
    const printed: string[] = [];
    const none = () => Promise.reject(new Error('none here'));
    const program = await operatorProgram({
      asOperator: (work) => work(olga),
      backups: { backUp: none, read: none, restore: none },
      print: (line) => printed.push(line),
    });
    for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
      command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
    const failed = await program.parseAsync(words, { from: 'user' }).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
    return { printed: printed.join('\n'), failed };
  }
  const json = async (...words: string[]) =>
    JSON.parse((await run('--json', ...words)).printed) as Record<string, unknown>[];
  const entries = (action: string, subject: string) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, action), eq(auditLog.subject, subject)));

  test('read who uploaded what again, and can let a picture in', async () => {
    const bytes = await photo('strings');
    const { creator, decisionId } = await takeDown(bytes);
    const other = await makeFan();
    await upload(other, bytes, 'POST /users/avatar/upload');
    await upload(other, bytes, 'POST /users/avatar/upload');
    await backend.runJobs();
    const [picture, ...more] = await json('pictures', 'list', '--decision', decisionId);
    expect(more).toEqual([]);
    expect(picture).toMatchObject({ decisionId, of: creator.username, refusals: 2 });
    const [entry] = await entries('picture.refused', other.id);
    expect(entry).toMatchObject({
      actor: 'site',
      facts: { pictureId: picture?.['id'], decisionId, bits: 0 },
    });

    const id = String(picture?.['id']);
    expect((await run('pictures', 'forget', id)).failed).toContain('--reason');
    expect((await run('pictures', 'forget', id, '--reason', 'A logo')).printed).toContain('again');
    expect(await entries('picture.forgotten', id)).toMatchObject([
      { actor: 'olga', subject: id, facts: { decisionId, reason: 'A logo' } },
    ]);
    expect((await upload(other, bytes, 'POST /users/avatar/upload')).status).toBe(200);
    expect((await run('pictures', 'forget', id, '--reason', 'again')).failed).toContain('no removed picture');
    expect((await run('pictures', 'list')).printed).toContain('There are no removed pictures.');
    expect((await run('pictures', 'list', '--decision', 'nonsense')).failed).toBeNull();
  });
});
