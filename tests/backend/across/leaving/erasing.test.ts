import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountDeletions, accounts } from '#backend/db/schema/accounts.ts';
import { documents, files } from '#backend/db/schema/files.ts';
import { idempotencyKeys } from '#backend/db/schema/kernel.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { eraseAccount } from '#backend/domain/across/leaving/erasing/erase.ts';
import { post } from '#backend/domain/base/ledger/ledger.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { audit } from '#backend/domain/across/operator/audit.ts';
import { queueMail } from '#backend/domain/base/site/mails.ts';
import { tidy } from '#backend/jobs/tidy.ts';
import { transaction } from '#backend/kernel/context.ts';
import { makeEverything } from '../../../matrix/everything.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';
import { dump, fillIn, plantWords, planted } from './full-person.ts';

const app = await testBackend();
const { backend, ok, ctx, db, ports } = app;
const all = await makeEverything(app, ports.geo);
const { owner, fan } = all;
const running = { attempt: 1, signal: new AbortController().signal };
const bytes = (text: string) => new TextEncoder().encode(text);

const about = {
  name: 'Quirina Plankenstein',
  bio: 'I paint moths on roof tiles.',
  country: 'AT',
  avatar: 'public/avatar-of-quirina',
  cover: 'public/cover-of-quirina',
};

/** In no other row of the database. */
const zone = 'Antarctica/Troll';

/** Whatever of it was going on has come to its end. */
async function settle(): Promise<void> {
  await db.execute(sql`UPDATE orders SET state = 'closed'`);
  await db.execute(sql`UPDATE bids SET result = 'lost' WHERE result = 'leading'`);
  await db.execute(sql`UPDATE auctions SET state = 'unsold', bid_count = 2`);
  await db.execute(sql`UPDATE moderation_cases SET state = 'closed'`);
  await db.execute(sql`UPDATE moderation_appeals SET state = 'upheld'`);
}

async function askToGo({ id: accountId, username }: Person) {
  const { token } = await app.openSession(accountId);
  const { losses, obligations } = await ok('GET /auth/deletion', { token });
  expect(obligations).toEqual([]);
  return ok('POST /auth/deletion', { token, body: { confirmation: username, losses } });
}

async function graceIsOver(person: Person): Promise<void> {
  ports.clock.move('14d');
  await backend.runJobs();
  const [row] = await db.select().from(accountDeletions).where(eq(accountDeletions.accountId, person.id));
  if (!row?.erasedAt) throw new Error(`not erased: ${JSON.stringify(row)}`);
}

/** Objects for all of the person's files, pictures and a document. */
async function storeObjects(person: Person): Promise<{ fileIds: string[]; documentId: string }> {
  for (const key of [`${about.avatar}/256.webp`, `${about.cover}/640.webp`])
    await ports.objects.put(key, bytes('a picture'), 'image/webp');
  const own = await db.select().from(files).where(eq(files.ownerId, person.id));
  for (const { id, renditions, mime } of own)
    for (const { name } of renditions) await ports.objects.put(`files/${id}/${name}`, bytes('a file'), mime);
  const documentId = ports.ids();
  const createdAt = ports.clock.now();
  await db
    .insert(documents)
    .values({ id: documentId, ownerId: person.id, side: 'passport', mime: 'image/png', bytes: 3, createdAt });
  await ports.objects.put(`documents/${documentId}`, bytes('a face'), 'image/png');
  return { fileIds: own.map(({ id }) => id), documentId };
}

/** What the site wrote about the person for others. */
const mention = (person: Person, other: Person): Promise<void> =>
  transaction(ctx, async (tx) => {
    const text = `${about.name} started following you.`;
    const group = { key: 'followers', phrase: 'started following you' };
    const actor = { ...person.viewer, name: about.name };
    await notify(tx, { to: other.id, type: 'follow', actor, text, href: null, group });
    await queueMail(tx, { to: other.email, subject: 'News', text: `${about.name} wrote to you.` });
    // A call by the other one, too young to be tidied away by itself.
    await tx.db.insert(idempotencyKeys).values({
      accountId: other.id,
      key: `about-${person.id}`,
      fingerprint: 'of a call',
      reply: { _id: person.id, name: about.name },
      createdAt: new Date(ports.clock.now().getTime() + 60 * 86_400_000),
    });
    await post(tx, {
      kind: 'charge',
      subject: 'tip',
      actorId: other.id,
      performerId: person.id,
      description: `Tip to ${about.name}`,
      postings: [
        { site: 'exchangeMoney', amount: -1 },
        { site: 'commission', amount: 1 },
      ],
    });
    await audit(
      { ...tx, actor: 'olga', actorId: null },
      { action: 'account.suspended', subject: person.id, facts: { username: person.username } },
    );
  });

async function expectForgotten(
  person: Person,
  { fileIds, documentId }: Awaited<ReturnType<typeof storeObjects>>,
) {
  const lines = await dump(app);
  expect(lines.filter((line) => line.includes(planted))).toEqual([]);
  for (const word of [about.name, about.bio, about.avatar, zone, person.email, person.username])
    expect(
      lines.filter((line) => line.includes(word)),
      word,
    ).toEqual([]);
  const keys = ports.objects.keys();
  expect(keys.filter((key) => /avatar-of|cover-of/.test(key) || key.includes(documentId))).toEqual([]);
  const left = await db.select({ id: files.id }).from(files).where(eq(files.ownerId, person.id));
  const gone = fileIds.filter((each) => !left.some(({ id }) => id === each));
  expect(gone.length).toBeGreaterThan(0);
  expect(keys.filter((key) => gone.some((each) => key.includes(each)))).toEqual([]);
}

/** Settings of a whole life: every table has a row, and every column words. */
async function liveFully(person: Person, other: Person, timeZone: string | null) {
  await db
    .update(accounts)
    .set({ ...about, timeZone })
    .where(eq(accounts.id, person.id));
  const stored = await storeObjects(person);
  await mention(person, other);
  await backend.runJobs();
  expect((await fillIn(app, person)).length).toBeGreaterThan(30);
  await settle();
  expect((await plantWords(app, person)).size).toBeGreaterThan(60);
  return stored;
}

async function leave(person: Person): Promise<void> {
  const books = await checkLedger(ctx);
  await askToGo(person);
  await graceIsOver(person);
  // A second run has nothing to do.
  await eraseAccount(ctx, { accountId: person.id }, running);
  expect(await checkLedger(ctx)).toEqual(books);
  // The name stays reserved for a while.
  ports.clock.move('31d');
  await tidy(ctx);
}

test('of a deleted creator, nothing is left but what others bought and the books need; buyers open what they bought', async () => {
  const stored = await liveFully(owner, all.subscriber, zone);
  const bought = await db.select().from(purchases).where(eq(purchases.accountId, fan.id));
  await leave(owner);
  await expectForgotten(owner, stored);

  const { token } = await app.openSession(fan.id);
  const [post] = bought.filter(({ kind }) => kind === 'feed');
  const read = await ok('GET /user/feeds/:id', { params: { id: post!.itemId }, token });
  expect([read.access.reason, read.performer.name]).toEqual(['purchased', 'Deleted account']);
  const response = await backend.fetch(
    new Request(`https://limelight.test${read.files[0]?.url}`, { headers: { authorization: token } }),
    { ip: '203.0.113.1' },
  );
  expect([response.status, await response.text()]).toEqual([200, 'a file']);
  const [video] = bought.filter(({ kind }) => kind === 'video');
  const watch = await ok('GET /performer-assets/videos/:id', { params: { id: video!.itemId }, token });
  expect(watch.access.reason).toBe('purchased');
  const library = JSON.stringify(await ok('GET /user/library', { token }));
  for (const { itemId } of bought.filter(({ performerId }) => performerId === owner.id))
    expect(library).toContain(itemId);
}, 120_000);

test('of a deleted fan, nothing is left but what the books need', async () => {
  const stored = await liveFully(fan, all.otherCreator, null);
  await leave(fan);
  await expectForgotten(fan, stored);
}, 120_000);
