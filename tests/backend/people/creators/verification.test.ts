import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { creatorStatements } from '#config/creator-statements.ts';
import { accounts, consents } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { documents } from '#backend/db/schema/files.ts';
import { notifications } from '#backend/db/schema/notifications.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import {
  approvePerformer,
  rejectPerformer,
  withdrawApproval,
} from '#backend/domain/across/operator/performers.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

/* From the first document to its expiry and the next one. */
const { backend, call, ok, ctx, db, ports, settings, makeCreator, openSession } = await testBackend();
const operator = { ...ctx, actor: 'olga', actorId: null };
const pdf = new TextEncoder().encode('%PDF-1.7\nan identity document');
const { version } = creatorStatements;

function form(...fields: ('idFront' | 'idBack')[]) {
  const data = new FormData();
  for (const field of fields) data.set(field, new File([pdf], 'id.pdf'));
  return data;
}
/** A fresh session, because these tests go through months. */
const tokenOf = async ({ id }: Person) => (await openSession(id)).token;
const send = async (person: Person, fields: ('idFront' | 'idBack')[], statements?: string) =>
  call('POST /performers/documents/upload', {
    token: await tokenOf(person),
    form: form(...fields),
    body: statements === undefined ? {} : { statements },
  });
const mine = async (person: Person) => ok('GET /performers/me', { token: await tokenOf(person) });
const stateOf = async (person: Person) => (await mine(person)).verified;
const inDays = (days: number) => new Date(ports.clock.now().getTime() + days * 86_400_000);
const isPublic = async (person: Person) =>
  (await call('GET /performers/:id', { params: { id: person.id } })).status === 200;
const draft = () => makeCreator({}, { verified: 'draft' });
async function approved(days: number): Promise<Person> {
  const person = await draft();
  await send(person, ['idFront'], version);
  await approvePerformer(operator, person.username, { until: inDays(days) });
  return person;
}
const subjects = async (person: Person) =>
  (await db.select().from(emailOutbox).where(eq(emailOutbox.to, person.email)).orderBy(emailOutbox.id)).map(
    ({ subject }) => subject,
  );
const later = async (time: `${number}d`) => {
  ports.clock.move(time);
  await backend.runJobs();
};

test('a draft is complete with the front and both statements, whichever comes first', async () => {
  const person = await draft();
  await send(person, ['idBack'], version);
  expect((await mine(person)).verification).toMatchObject({ next: { who: 'you', until: null }, events: [] });
  await send(person, ['idFront']);
  const own = await mine(person);
  expect([own.verified, own.verification.next]).toEqual([
    'pending',
    { who: 'site', until: inDays(3).toISOString() },
  ]);
  expect(own.verification.events).toMatchObject([{ what: 'submitted' }]);
  const rows = await db.select().from(consents).where(eq(consents.accountId, person.id));
  expect(rows.map(({ kind, version: agreed, textDigest }) => [kind, agreed, textDigest])).toEqual([
    ['age', version, ports.crypto.sha256(creatorStatements.age)],
    ['consent', version, ports.crypto.sha256(creatorStatements.consent)],
  ]);
  expect(rows[0]?.acceptedAt).toEqual(ports.clock.now());
});

test('without the statements it stays a draft; those of another version store nothing', async () => {
  const person = await draft();
  expect((await send(person, ['idFront'])).status).toBe(200);
  expect(await stateOf(person)).toBe('draft');
  await expect(approvePerformer(operator, person.username)).rejects.toThrow(/hasn’t sent documents/);
  const objects = ports.objects.keys().length;
  const { status, problem } = await send(person, ['idFront'], '2020-01');
  expect([status, problem.errors]).toEqual([
    422,
    [
      {
        field: 'statements',
        message: 'These statements have changed. Reload the page and confirm them again.',
      },
    ],
  ]);
  expect(ports.objects.keys()).toHaveLength(objects);
});

test('a registration with documents and statements waits for review; without the statements it is a draft', async () => {
  for (const [index, statements] of [version, undefined].entries()) {
    const { data } = await call('POST /auth/performers/register', {
      body: {
        name: 'Rosa',
        username: `rosa-${index}`,
        email: `rosa-${index}@example.com`,
        password: 'a word of her own',
        ...(statements && { statements }),
      },
      form: form('idFront'),
      ip: `192.0.2.${index + 1}`,
    });
    expect((await ok('GET /performers/me', { token: data.token })).verified).toBe(
      statements ? 'pending' : 'draft',
    );
  }
});

test('a document reminds 30 and 7 days before it expires, once each, and hides the page on its day', async () => {
  const person = await approved(40);
  expect(await isPublic(person)).toBe(true);
  expect((await mine(person)).verification.next).toEqual({ who: 'you', until: inDays(40).toISOString() });
  await later('9d');
  expect(await subjects(person)).toEqual(['Welcome to Limelight']);
  await later('1d');
  await later('1d');
  await later('22d');
  await later('1d');
  const reminder = expect.stringMatching(/^Your identity document expires on /);
  expect(await subjects(person)).toEqual(['Welcome to Limelight', reminder, reminder]);
  expect([await stateOf(person), await isPublic(person)]).toEqual(['approved', true]);
  await later('6d');
  expect([await stateOf(person), await isPublic(person)]).toEqual(['expired', false]);
  expect((await subjects(person)).at(-1)).toBe('Your identity document has expired');
  expect((await mine(person)).verification).toMatchObject({
    next: { who: 'you', until: null },
    events: [{ what: 'submitted' }, { what: 'approved' }, { what: 'expired' }],
  });
  expect(
    (await db.select().from(notifications).where(eq(notifications.accountId, person.id))).every(
      ({ type }) => type === 'verification',
    ),
  ).toBe(true);
  await later('1d');
  expect(await subjects(person)).toHaveLength(4);
  // Nothing to decide on until a new document is there.
  await expect(approvePerformer(operator, person.username)).rejects.toThrow(/no new one was sent/);
  await send(person, ['idFront']);
  expect([await stateOf(person), await isPublic(person)]).toEqual(['pending', false]);
  await approvePerformer(operator, person.username, { until: inDays(300) });
  expect([await stateOf(person), await isPublic(person)]).toEqual(['approved', true]);
});

test('days of grace put the end off, as set', async () => {
  await settings.set('documentGraceDays', 5);
  const person = await approved(1);
  await later('4d');
  expect(await stateOf(person)).toBe('approved');
  await later('2d');
  expect(await stateOf(person)).toBe('expired');
  await settings.set('documentGraceDays', 0);
});

test('newer documents keep the approval until they are decided or the old one expires', async () => {
  const person = await approved(20);
  const rows = () => db.select().from(documents).where(eq(documents.ownerId, person.id));
  await send(person, ['idFront']);
  expect(await rows()).toHaveLength(2);
  expect((await mine(person)).verification).toMatchObject({
    next: { who: 'site' },
    expiresAt: inDays(20).toISOString(),
  });
  expect(await isPublic(person)).toBe(true);
  await rejectPerformer(operator, person.username, 'Blurred.');
  expect(await mine(person)).toMatchObject({ verified: 'approved', verifiedReason: 'Blurred.' });
  expect((await subjects(person)).at(-1)).toBe('Your documents on Limelight');
  await send(person, ['idFront']);
  expect(await rows()).toHaveLength(2);
  await approvePerformer(operator, person.username, { until: inDays(400) });
  expect(await rows()).toHaveLength(1);
  expect(await mine(person)).toMatchObject({
    verified: 'approved',
    verifiedReason: null,
    verification: { submittedAt: null, expiresAt: inDays(400).toISOString() },
  });
  await send(person, ['idFront']);
  await later('401d');
  // The site is the one to act, and the page is hidden until it has.
  expect([await stateOf(person), await isPublic(person)]).toEqual(['pending', false]);
  await rejectPerformer(operator, person.username, 'Not yours.');
  expect(await stateOf(person)).toBe('rejected');
});

test('of two decisions at once one holds, and a rejection never undoes an approval of a moment ago', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await draft();
    await send(person, ['idFront'], version);
    const decisions = await Promise.allSettled([
      approvePerformer(operator, person.username, { until: inDays(10) }),
      rejectPerformer(operator, person.username, 'Blurred.'),
      approvePerformer(operator, person.username, { until: inDays(99) }),
    ]);
    const [first, rejection, second] = decisions.map(({ status }) => status === 'fulfilled');
    const [row] = await db.select().from(performers).where(eq(performers.accountId, person.id));
    // A rejection that came first doesn't keep anyone from approving after all.
    expect([row?.verified, Number(first) + Number(second)]).toEqual(['approved', 1]);
    expect((await mine(person)).verification.events.map(({ what }) => what)).toEqual([
      'submitted',
      ...(rejection ? ['rejected'] : []),
      'approved',
    ]);
  }
});

test('an approval is withdrawn only by saying so; days in the past and creators that aren’t there are refused', async () => {
  const person = await approved(20);
  await expect(rejectPerformer(operator, person.username, 'x')).rejects.toThrow(/already approved/);
  await withdrawApproval(operator, person.username, 'Reported.');
  expect(await mine(person)).toMatchObject({ verified: 'rejected', verifiedReason: 'Reported.' });
  await expect(withdrawApproval(operator, person.username, 'x')).rejects.toThrow(/isn’t approved/);
  await expect(approvePerformer(operator, person.username, { until: inDays(-1) })).rejects.toThrow(
    /in the future/,
  );
  await expect(withdrawApproval(operator, 'nobody-here', 'x')).rejects.toThrow(/no creator/);
  await db.update(accounts).set({ email: null }).where(eq(accounts.id, person.id));
  await approvePerformer(operator, person.username);
  expect((await mine(person)).verification.next).toEqual({ who: 'nobody', until: null });
});

test('a decision is told in the app too, with its reason', async () => {
  const person = await draft();
  const told = async () =>
    (
      await db
        .select()
        .from(notifications)
        .where(eq(notifications.accountId, person.id))
        .orderBy(notifications.createdAt, notifications.id)
    ).map(({ type, text }) => [type, text]);
  await send(person, ['idFront'], version);
  await rejectPerformer(operator, person.username, 'The photo is blurred.');
  const refusal = ['verification', 'We couldn’t approve your documents. The photo is blurred.'];
  expect(await told()).toEqual([refusal]);
  ports.clock.move('1d');
  await send(person, ['idFront'], version);
  await approvePerformer(operator, person.username, {});
  expect(await told()).toEqual([refusal, ['verification', 'You’re approved, and your page is public.']]);
  expect((await subjects(person)).filter((subject) => subject.startsWith('Welcome to'))).toHaveLength(1);
});
