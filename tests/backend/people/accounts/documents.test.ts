import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { documents } from '#backend/db/schema/files.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { readDocument } from '#backend/domain/base/files/documents.ts';
import { signFile } from '#backend/domain/base/files/media-addresses.ts';
import { renewSecret } from '#backend/domain/across/operator/secret.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { testBackend } from '../../../setup/backend.ts';
import { pngOf } from '../../../setup/png.ts';

const { backend, call, ok, ctx, db, ports, makeCreator } = await testBackend({
  ports: { media: createMediaProcessor() },
});
const folder = await mkdtemp(join(tmpdir(), 'limelight-documents-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => db.delete(auditLog));

type Bytes = Uint8Array<ArrayBuffer>;
const picture = async (format: 'jpeg' | 'png' | 'webp'): Promise<Bytes> =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
      [format]()
      .toBuffer(),
  );
const pdf: Bytes = new TextEncoder().encode('%PDF-1.7\nan identity document');
const form = (parts: Record<string, Bytes>) => {
  const data = new FormData();
  for (const [field, bytes] of Object.entries(parts))
    data.set(field, new File([bytes], '../../evil.sh', { type: 'text/plain' }));
  return data;
};

let count = 0;
const joining = (parts: Record<string, Bytes>) => {
  count += 1;
  return call('POST /auth/performers/register', {
    body: {
      name: 'Wanda',
      username: `wanda-${count}`,
      email: `wanda-${count}@example.com`,
      password: 'a word of her own',
    },
    form: form(parts),
    ip: `192.0.2.${count}`,
  });
};

test.each([
  [
    '30,000 × 30,000 pixels',
    () => pngOf(30_000, 30_000),
    'This picture has 900 megapixels. The maximum is 100. Make it smaller and upload it again.',
  ],
  [
    'what ends soon after its beginning',
    () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    'This file ends before the picture does: it wasn’t copied whole. Upload it again.',
  ],
])(
  '%s is rejected as a document, on the side it was sent for, before anything is stored',
  async (_, bytesOf, message) => {
    const creator = await makeCreator();
    const good = await picture('jpeg');
    const kept = [ports.objects.keys().length, await db.$count(documents)];
    const answers = [
      await joining({ idFront: good, idBack: bytesOf() }),
      await call('POST /performers/documents/upload', {
        token: creator.token,
        form: form({ idFront: good, idBack: bytesOf() }),
      }),
    ];
    for (const { status, problem } of answers)
      expect([status, problem.code, problem.errors]).toEqual([
        422,
        'unsupported_file',
        [{ field: 'idBack', message }],
      ]);
    expect([ports.objects.keys().length, await db.$count(documents)]).toEqual(kept);
  },
);

test.each(['jpeg', 'png', 'webp'] as const)('a valid %s is accepted, byte for byte', async (format) => {
  const bytes = await picture(format);
  const { status, data } = await joining({ idFront: bytes });
  expect(status).toBe(201);
  expect((await ok('GET /performers/me', { token: data.token })).documents).toMatchObject([
    { mime: `image/${format}`, bytes: bytes.byteLength },
  ]);
});

async function operator(...words: string[]): Promise<{ printed: string; failed: string | null }> {
  const printed: string[] = [];
  const keeping = {
    backUp: () => Promise.reject(new Error('none')),
    read: () => Promise.reject(new Error('none')),
    restore: () => Promise.reject(new Error('none')),
  };
  const program = await operatorProgram({
    asOperator: (work) => work({ ...ctx, actor: 'olga', actorId: null }),
    backups: keeping,
    print: (line) => printed.push(line),
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
    command.exitOverride().configureOutput({ writeErr: () => {} });
  const failed = await program.parseAsync(words, { from: 'user' }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  return { printed: printed.join('\n'), failed };
}

test("the operator saves a creator's documents, readable only by the operator, and the audit log records it", async () => {
  const creator = await makeCreator({ username: 'anna' }, { verified: 'pending' });
  const front = await picture('png');
  const sent = await ok('POST /performers/documents/upload', {
    token: creator.token,
    form: form({ idFront: front, idBack: pdf }),
  });
  const to = join(folder, 'anna');
  const { printed, failed } = await operator('performers', 'documents', 'Anna', '--to', to);
  expect([failed, printed]).toEqual([
    null,
    `Saved ${to}/idFront.png and ${to}/idBack.pdf. Remove them once you have decided.`,
  ]);
  expect([(await readdir(to)).toSorted(), (await stat(to)).mode & 0o777]).toEqual([
    ['idBack.pdf', 'idFront.png'],
    0o700,
  ]);
  for (const [name, bytes] of [
    ['idFront.png', front],
    ['idBack.pdf', pdf],
  ] as const) {
    expect([
      new Uint8Array(await readFile(join(to, name))),
      (await stat(join(to, name))).mode & 0o777,
    ]).toEqual([bytes, 0o600]);
  }
  const entries = await db
    .select({
      actor: auditLog.actor,
      action: auditLog.action,
      subject: auditLog.subject,
      facts: auditLog.facts,
    })
    .from(auditLog);
  expect(entries).toEqual([
    {
      actor: 'olga',
      action: 'performer.documents',
      subject: creator.id,
      facts: { username: 'anna', documents: sent.data.map(({ _id }) => _id) },
    },
  ]);
  expect(
    JSON.parse(
      (await operator('--json', 'performers', 'documents', 'anna', '--to', join(folder, 'again'))).printed,
    ),
  ).toEqual({ saved: [join(folder, 'again', 'idFront.png'), join(folder, 'again', 'idBack.pdf')] });
});

test("nothing is overwritten or made up, and nothing is logged that didn't happen", async () => {
  const creator = await makeCreator({ username: 'bare' });
  await writeFile(join(folder, 'mine.txt'), 'mine');
  expect(await operator('performers', 'documents', creator.username, '--to', folder)).toEqual({
    printed: '',
    failed: `${folder} isn’t empty. Name a folder that is empty or doesn’t exist.`,
  });
  const to = (name: string) => ['--to', join(folder, name)];
  expect((await operator('performers', 'documents', creator.username, ...to('b'))).failed).toBe(
    'bare has sent no documents.',
  );
  expect((await operator('performers', 'documents', 'nobody-here', ...to('c'))).failed).toBe(
    'There is no creator with the username nobody-here.',
  );
  expect((await operator('performers', 'documents', creator.username)).failed).toBe(
    "error: required option '--to <folder>' not specified",
  );
  expect(await db.$count(auditLog)).toBe(0);
});

const bytesAt = async (key: string): Promise<Uint8Array> => {
  const object = await ports.objects.get(key);
  return new Uint8Array(await new Response(object?.body as BodyInit).arrayBuffer());
};
const contains = (whole: Uint8Array, part: Uint8Array): boolean =>
  Buffer.from(whole).includes(Buffer.from(part.subarray(0, 24)));
const rowsOf = (id: string) => db.select().from(documents).where(eq(documents.ownerId, id));

test('a document is encrypted in storage, has no URL, and no URL of media leads to it', async () => {
  const creator = await makeCreator({}, { verified: 'pending' });
  const front = await picture('jpeg');
  const {
    data: [sent],
  } = await ok('POST /performers/documents/upload', { token: creator.token, form: form({ idFront: front }) });
  expect(sent).toMatchObject({ url: null, sizes: [], sources: [], thumbnails: [] });
  const keys = ports.objects.keys().filter((key) => key.includes(sent!._id));
  expect(keys).toEqual([`documents/${sent!._id}`]);
  expect(contains(await bytesAt(keys[0]!), front)).toBe(false);
  // Signed as a file's URL would be, for its owner.
  const viewer = { id: creator.id, isPerformer: true, name: 'x', username: null } as never;
  const signed = signFile({ ...ctx, viewer }, sent!._id, { readable: true })('document.jpeg');
  const { status } = await backend.fetch(
    new Request(`http://localhost${signed}`, { headers: { authorization: creator.token } }),
    { ip: '192.0.2.1' },
  );
  expect(status).toBe(404);
});

test('another creator’s object can’t be put in its place, and a changed one isn’t shown', async () => {
  const [anna, berta] = [await makeCreator(), await makeCreator()];
  for (const { token } of [anna, berta])
    await ok('POST /performers/documents/upload', { token, form: form({ idFront: pdf }) });
  const [mine] = await rowsOf(anna.id);
  const [hers] = await rowsOf(berta.id);
  await ports.objects.copy(`documents/${hers!.id}`, `documents/${mine!.id}`, 'application/octet-stream');
  await expect(readDocument(ctx, mine!)).rejects.toThrow(/can’t be decrypted/);
  // Not even together with its key.
  await expect(readDocument(ctx, { ...mine!, sealedKey: hers!.sealedKey })).rejects.toThrow(
    /can’t be decrypted/,
  );
  const bytes = await bytesAt(`documents/${hers!.id}`);
  bytes[bytes.length - 1]! ^= 1;
  await ports.objects.put(`documents/${hers!.id}`, bytes, 'application/octet-stream');
  await expect(readDocument(ctx, hers!)).rejects.toThrow(/can’t be decrypted/);
});

test('after a change of the secret, keys are encrypted again and the objects stay', async () => {
  const creator = await makeCreator();
  await ok('POST /performers/documents/upload', { token: creator.token, form: form({ idFront: pdf }) });
  const [before] = await rowsOf(creator.id);
  const changed = (previousSecrets: readonly string[]) => ({
    ...ctx,
    actor: 'olga',
    actorId: null,
    config: { ...ctx.config, secret: 'another secret for tests only', previousSecrets },
  });
  await expect(readDocument(changed([]), before!)).rejects.toThrow(/SECRET_PREVIOUS/);
  expect(await readDocument(changed([ctx.config.secret]), before!)).toEqual(pdf);
  const stored = await bytesAt(`documents/${before!.id}`);
  const { documents: done } = await renewSecret(changed([ctx.config.secret]));
  expect(done).toMatchObject({ current: 0, unreadable: [] });
  const [after] = await rowsOf(creator.id);
  expect(await readDocument(changed([]), after!)).toEqual(pdf);
  expect(await bytesAt(`documents/${before!.id}`)).toEqual(stored);
  const again = await renewSecret(changed([]));
  expect(again.documents).toEqual({ renewed: 0, current: done.renewed, unreadable: [] });
  // Back, for the other tests.
  await renewSecret({
    ...changed([]),
    config: { ...ctx.config, previousSecrets: ['another secret for tests only'] },
  });
});

test('documents of an earlier version are encrypted by a job, and readable before it and after', async () => {
  const creator = await makeCreator({ username: 'early' });
  const [id, replaced, lost] = [ports.ids(), ports.ids(), ports.ids()];
  const row = {
    ownerId: creator.id,
    mime: 'application/pdf',
    bytes: pdf.byteLength,
    createdAt: ports.clock.now(),
  };
  await db.insert(documents).values([
    { ...row, id, side: 'idFront' },
    { ...row, id: replaced, side: 'idBack' },
    { ...row, id: lost, side: 'release' },
  ]);
  for (const each of [id, replaced])
    await ports.objects.put(`files/${each}/document.pdf`, pdf, 'application/pdf');
  const find = async (wanted: string) => (await rowsOf(creator.id)).find((each) => each.id === wanted);
  expect(await readDocument(ctx, (await find(id))!)).toEqual(pdf);
  ports.clock.move('2h');
  await backend.runJobs();
  await backend.runJobs();
  expect((await find(id))!.sealedKey).not.toBeNull();
  // What is missing from storage stops nothing else.
  expect((await find(lost))!.sealedKey).toBeNull();
  const keys = ports.objects.keys();
  expect(keys).not.toContain(`files/${id}/document.pdf`);
  expect(contains(await bytesAt(`documents/${id}`), pdf)).toBe(false);
  expect(await readDocument(ctx, (await find(id))!)).toEqual(pdf);
});
