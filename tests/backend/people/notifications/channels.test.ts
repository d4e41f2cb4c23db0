import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { notificationKinds, notificationTypes } from '#config/notification-types.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { notificationDigests, notifications } from '#backend/db/schema/notifications.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { sendDigests } from '#backend/domain/people/notifications/digests.ts';
import type { NotificationEvent } from '#backend/domain/people/notifications/notification-event.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { afterQuietHours, isQuiet, nextDigest } from '#backend/domain/people/notifications/quiet-hours.ts';
import { buildToken } from '#backend/domain/people/notifications/unsubscribing.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, raw, db, ports, ctx, backend, makeFan } = app;

const tell = (to: Person, type: NotificationEvent['type'], more: Partial<NotificationEvent> = {}) =>
  transaction(ctx, (tx) =>
    notify(tx, { to: to.id, type, text: 'Something happened.', href: '/wallet', ...more }),
  );
const settle = (who: Person, body: object) => ok('PUT /notifications/settings', { token: who.token, body });
const mailsTo = (who: Person) => db.select().from(emailOutbox).where(eq(emailOutbox.to, who.email));
const list = async (who: Person) => (await ok('GET /notifications', { token: who.token })).data;

describe.each(notificationTypes)('%s', (type) => {
  const { isUrgent } = notificationKinds[type];
  it.each([
    { app: true, email: true },
    { app: true, email: false },
    { app: false, email: true },
    { app: false, email: false },
  ])('app $app, email $email', async (channels) => {
    const fan = await makeFan();
    await settle(fan, { channels: { [type]: channels } });
    ports.transport.clear();
    await tell(fan, type);
    expect(await list(fan)).toHaveLength(channels.app ? 1 : 0);
    expect((await ok('GET /notifications/unread', { token: fan.token })).unread).toBe(channels.app ? 1 : 0);
    expect(await mailsTo(fan)).toHaveLength(channels.email && isUrgent ? 1 : 0);
    // Open pages refetch their records either way; a turned-off notification isn't shown.
    expect(
      ports.transport.of('notification/created', `account:${fan.id}`).map(({ payload }) => payload.isQuiet),
    ).toEqual([channels.app ? undefined : true]);
    await db.update(notificationDigests).set({ dueAt: ports.clock.now() });
    await sendDigests(ctx);
    expect(await mailsTo(fan)).toHaveLength(channels.email ? 1 : 0);
    // A notification turned off in the app isn't stored once its digest is sent.
    expect(await db.$count(notifications, eq(notifications.accountId, fan.id))).toBe(channels.app ? 1 : 0);
  });
});

describe('settings', () => {
  it('keep what a change leaves out, even with two at once', async () => {
    const fan = await makeFan();
    await Promise.all([
      settle(fan, { channels: { like: { app: false } } }),
      settle(fan, { channels: { like: { email: true } } }),
      settle(fan, { digest: 'hourly' }),
      settle(fan, { quietHours: { from: '22:00', to: '07:30' } }),
    ]);
    const chosen = await ok('GET /notifications/settings', { token: fan.token });
    expect(chosen).toMatchObject({
      channels: { like: { app: false, email: true }, tip: { app: true, email: true } },
      digest: 'hourly',
      quietHours: { from: '22:00', to: '07:30' },
    });
  });

  it('reject invalid values', async () => {
    const { token } = await makeFan();
    for (const body of [
      { timeZone: 'Asia/Tokyo' },
      { quietHours: { from: '25:00', to: '07:00' } },
      { quietHours: { from: '22:00', to: '22:00' } },
      { quietHours: { from: '22:00' } },
      { digest: 'weekly' },
      { channels: { gossip: { app: true } } },
      { channels: { like: { pigeon: true } } },
      { everything: false },
    ])
      expect((await raw('PUT /notifications/settings', { token, body })).status).toBe(422);
  });
});

describe('the digest', () => {
  it('collects unread notifications, once', async () => {
    const fan = await makeFan();
    await tell(fan, 'comment', { text: 'Read before.' });
    const [read] = await list(fan);
    await ok('POST /notifications/:id/read', { token: fan.token, params: { id: read!._id } });
    await tell(fan, 'comment', { text: 'Mara commented on your post.' });
    await tell(fan, 'tip', { text: 'Ben tipped you for 50 tokens.' });
    await backend.runJobs();
    expect(await mailsTo(fan)).toEqual([]);
    ports.clock.move('25h');
    await backend.runJobs();
    const [mail, ...others] = await mailsTo(fan);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('2 new notifications on Limelight');
    expect(mail!.text).toContain('Mara commented on your post.\nhttps://limelight.test/wallet');
    expect(mail!.text).toContain('Ben tipped you for 50 tokens.');
    expect(mail!.text).not.toContain('Read before.');
    ports.clock.move('25h');
    await backend.runJobs();
    expect(await mailsTo(fan)).toHaveLength(1);
  });

  it('is emailed once by ten processes, and by one that died at any point', async () => {
    const fan = await makeFan();
    await tell(fan, 'comment');
    ports.clock.move('25h');
    // Dies before the commit: nothing has happened, and the next round sends it.
    await expect(
      transaction(ctx, async (tx) => {
        await sendDigests(tx);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await mailsTo(fan)).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, () => sendDigests(ctx)));
    await sendDigests(ctx);
    expect(await mailsTo(fan)).toHaveLength(1);
  });

  it("waits for the end of quiet hours; money and safety notifications don't", async () => {
    ports.clock.set('2027-03-01T12:30:00Z');
    const fan = await makeFan();
    await ok('PUT /users/time-zone', { token: fan.token, body: { timeZone: 'Asia/Tokyo' } });
    await settle(fan, { digest: 'hourly', quietHours: { from: '21:00', to: '07:00' } });
    await tell(fan, 'comment');
    await tell(fan, 'payout');
    expect(await mailsTo(fan)).toHaveLength(1);
    ports.clock.set('2027-03-01T20:00:00Z');
    await sendDigests(ctx);
    expect(await mailsTo(fan)).toHaveLength(1);
    ports.clock.set('2027-03-01T22:01:00Z');
    await sendDigests(ctx);
    expect(await mailsTo(fan)).toHaveLength(2);
  });

  it('respects quiet hours that were set after it was scheduled', async () => {
    ports.clock.set('2027-04-01T10:30:00Z');
    const fan = await makeFan();
    await settle(fan, { digest: 'hourly' });
    await tell(fan, 'comment');
    await settle(fan, { quietHours: { from: '10:00', to: '15:00' } });
    ports.clock.set('2027-04-01T11:05:00Z');
    await sendDigests(ctx);
    expect(await mailsTo(fan)).toEqual([]);
    ports.clock.set('2027-04-01T15:00:00Z');
    await sendDigests(ctx);
    expect(await mailsTo(fan)).toHaveLength(1);
  });

  it("isn't sent to anyone who is suspended or has turned it off meanwhile", async () => {
    const [suspended, off] = [await makeFan(), await makeFan()];
    for (const who of [suspended, off]) await tell(who, 'comment');
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended.id));
    await settle(off, { digest: 'off' });
    ports.clock.move('25h');
    await sendDigests(ctx);
    expect(await mailsTo(suspended)).toEqual([]);
    expect(await mailsTo(off)).toEqual([]);
  });
});

it('a failing mail server delays nothing else, and is retried', async () => {
  const fan = await makeFan();
  const { send } = ports.mailer;
  ports.mailer.send = () => Promise.reject(new Error('no route to host'));
  await tell(fan, 'payout');
  expect(await list(fan)).toHaveLength(1);
  while ((await backend.runJobs()) > 0);
  expect(await mailsTo(fan)).toMatchObject([{ sentAt: null }]);
  ports.mailer.send = send;
  ports.clock.move('1h');
  while ((await backend.runJobs()) > 0);
  expect(ports.mailer.sent.filter(({ to }) => to === fan.email)).toHaveLength(1);
  expect(await db.$count(jobs, eq(jobs.kind, 'mail-send'))).toBeGreaterThan(0);
});

describe('unsubscribing', () => {
  const stop = (method: string, token: string, headers: Record<string, string> = {}) =>
    backend.fetch(
      new Request(`https://limelight.test/api/v1/email/unsubscribe?token=${encodeURIComponent(token)}`, {
        method,
        headers,
        ...(method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {}),
      }),
      { ip: '203.0.113.1' },
    );

  it('works with one click in the mail program, without a session', async () => {
    const fan = await makeFan();
    await tell(fan, 'payout');
    while ((await backend.runJobs()) > 0);
    const mail = ports.mailer.sent.findLast(({ to }) => to === fan.email);
    const token = new URL(mail!.unsubscribeUrl!).searchParams.get('token')!;
    expect(mail!.text).toContain(`https://limelight.test/unsubscribe?token=${token}`);
    expect(mail!.parts.footer.at(-1)).toBe(
      `Stop these emails: https://limelight.test/unsubscribe?token=${token}`,
    );
    // A link scanner's GET changes nothing, and is redirected to the page that asks first.
    const looked = await stop('GET', token);
    expect([looked.status, looked.headers.get('location')]).toEqual([
      303,
      `https://limelight.test/unsubscribe?token=${token}`,
    ]);
    await tell(fan, 'payout');
    expect(await mailsTo(fan)).toHaveLength(2);
    for (let time = 0; time < 2; time += 1)
      expect(
        (await stop('POST', token, { 'content-type': 'application/x-www-form-urlencoded' })).status,
      ).toBe(204);
    await tell(fan, 'payout');
    expect(await mailsTo(fan)).toHaveLength(2);
    expect((await ok('GET /notifications/settings', { token: fan.token })).channels.payout).toEqual({
      app: true,
      email: false,
      push: true,
    });
  });

  it('stops digests with their own token', async () => {
    const fan = await makeFan();
    const token = buildToken(ctx, { accountId: fan.id, what: 'digest' });
    expect(await ok('POST /notifications/unsubscribe', { body: { token } })).toEqual({ what: 'digest' });
    expect((await ok('GET /notifications/settings', { token: fan.token })).digest).toBe('off');
  });

  it('rejects tampered tokens', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    const token = buildToken(ctx, { accountId: fan.id, what: 'digest' });
    const [, what, signed] = token.split('.');
    for (const forged of [
      `${other.id}.${what}.${signed}`,
      `${fan.id}.payout.${signed}`,
      `${fan.id}.__proto__.${signed}`,
      `${fan.id}.${what}.`,
      'nonsense',
      '',
    ])
      expect((await stop('POST', forged)).status).toBe(404);
    expect((await ok('GET /notifications/settings', { token: other.token })).digest).toBe('daily');
  });
});

describe("the account's time zone", () => {
  it('is what quiet hours and daily digests of fans and creators follow, also when another is chosen', async () => {
    ports.clock.set('2027-04-01T20:30:00Z');
    for (const person of [await makeFan(), await app.makeCreator()]) {
      const { token } = person;
      await settle(person, { digest: 'daily', quietHours: { from: '08:30', to: '10:00' } });
      const due = async () => {
        await db.delete(notificationDigests);
        await tell(person, 'comment');
        const [row] = await db.select().from(notificationDigests);
        return row?.dueAt.toISOString();
      };
      // Nine in the morning is in the quiet hours. Without a zone, it is nine in UTC.
      expect(await due()).toBe('2027-04-02T10:00:00.000Z');
      for (const [timeZone, ten] of [
        ['Asia/Tokyo', '2027-04-02T01:00:00.000Z'],
        ['America/New_York', '2027-04-02T14:00:00.000Z'],
      ] as const) {
        await ok('PUT /users/time-zone', { token, body: { timeZone } });
        expect(await due()).toBe(ten);
      }
    }
  });
});

describe("a person's local time", () => {
  const hours = { quietFrom: '22:00', quietTo: '07:00', timeZone: 'America/New_York' };

  it('supports quiet hours past midnight', () => {
    expect(isQuiet(new Date('2026-12-01T03:00:00Z'), hours)).toBe(true);
    expect(isQuiet(new Date('2026-12-01T12:30:00Z'), hours)).toBe(false);
    expect(isQuiet(new Date('2026-12-01T12:30:00Z'), { ...hours, quietFrom: null })).toBe(false);
  });

  it('ends them at the local hour, even in the night of a clock change', () => {
    expect(afterQuietHours(new Date('2026-12-01T03:10:00Z'), hours).toISOString()).toBe(
      '2026-12-01T12:00:00.000Z',
    );
    // On 2027-03-14 clocks go from 2:00 to 3:00, and back on 2027-11-07.
    expect(afterQuietHours(new Date('2027-03-14T04:00:00Z'), hours).toISOString()).toBe(
      '2027-03-14T11:00:00.000Z',
    );
    expect(afterQuietHours(new Date('2027-11-07T03:00:00Z'), hours).toISOString()).toBe(
      '2027-11-07T12:00:00.000Z',
    );
  });

  it('digests are sent on the hour, or at nine in the morning', () => {
    const none = { quietFrom: null, quietTo: null, timeZone: 'Europe/Berlin' };
    const at = new Date('2026-12-01T08:00:00Z');
    expect(nextDigest(at, { ...none, digest: 'hourly' }).toISOString()).toBe('2026-12-01T09:00:00.000Z');
    expect(nextDigest(at, { ...none, digest: 'daily' }).toISOString()).toBe('2026-12-02T08:00:00.000Z');
  });
});
