import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { DecisionGround } from '#contract/across/decisions.ts';
import type { AddressKind } from '#backend/domain/base/access/media-revocation.ts';
import { liftDecision, decide } from '#backend/domain/across/moderation/deciding.ts';
import { refundBuyers } from '#backend/domain/across/moderation/buyers.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { files } from '#backend/db/schema/files.ts';
import { signFile } from '#backend/domain/base/files/media-addresses.ts';
import { askOf } from '../../../setup/media.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { newOperator } from '../../../setup/operators.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * What is against the law is closed to everyone, whichever way they got to it: every ground, every kind of address,
 * every identity. Buyers keep only what merely broke the rules.
 */
const app = await testBackend();
const { backend, db, call, ok, ctxOf, makeCreator, makeFan, fund, openSession } = app;
const { makePost, makeFile, follow, subscribe } = postsIn(app);
const { olga, draft, report, caseOf, decisionById, linkTo } = moderationIn(app);
const ask = askOf(backend);
const talk = talkOf(app);

const audited = (subject: string) =>
  db
    .select({ action: auditLog.action, actor: auditLog.actor, facts: auditLog.facts })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.action, 'case.file-opened')));

const identities = ['owner', 'buyer', 'subscriber', 'follower', 'stranger', 'visitor', 'operator'] as const;
type Identity = (typeof identities)[number];
/** How each kind of address comes to be signed. */
const ways: Record<AddressKind, Omit<Parameters<typeof signFile>[2], 'duration'>> = {
  own: { readable: true, by: 'owner' },
  subscriber: { readable: true, by: 'subscriber' },
  follower: { readable: true, by: 'follower' },
  bought: { readable: true, by: 'purchased' },
  open: { readable: true },
  preview: { readable: false },
  evidence: { readable: true, as: 'evidence' },
  order: { readable: true, as: 'order' },
};
const kinds = Object.keys(ways) as AddressKind[];

async function sold() {
  const [owner, buyer, subscriber, follower, stranger, operator] = [
    await makeCreator(),
    await makeFan(),
    await makeFan(),
    await makeFan(),
    await makeFan(),
    await newOperator(app),
  ];
  const fileId = await makeFile(owner.id);
  const postId = await makePost(owner.id, { price: 20, text: 'Against the law' }, [fileId]);
  await fund(buyer.id, 100);
  await ok('POST /wallet/charges/feed/:id', {
    token: buyer.token,
    params: { id: postId },
    key: `buy-${postId}`,
    body: { expectedPrice: 20 },
  });
  await subscribe(subscriber.id, owner.id);
  await follow(follower.id, owner.id);
  const people: Record<Identity, Person | null> = {
    owner,
    buyer,
    subscriber,
    follower,
    stranger,
    visitor: null,
    operator,
  };
  return { people, owner, fileId, postId };
}

const addressFor = (who: Person | null, fileId: string, kind: AddressKind): string =>
  signFile(
    who ? ctxOf(who.viewer) : ctxOf(null),
    fileId,
    ways[kind],
  )(kind === 'preview' ? 'blur.webp' : '640.webp');

/** Who opens the file how, with addresses signed now. */
async function opened({ people, fileId }: Pick<Awaited<ReturnType<typeof sold>>, 'people' | 'fileId'>) {
  const found: string[] = [];
  for (const identity of identities)
    for (const kind of kinds) {
      const who = people[identity];
      const { status } = await ask(addressFor(who, fileId, kind), { token: who?.token ?? null });
      if (status === 200) found.push(`${identity} ${kind}`);
    }
  return found;
}

describe.each<DecisionGround>(['illegal', 'terms'])('on the ground %s', (ground) => {
  test.each(['hide', 'remove'] as const)('%s', async (action) => {
    const scene = await sold();
    const { people, postId, owner } = scene;
    const before = await opened(scene);
    expect(before).toEqual(expect.arrayContaining(['owner own', 'buyer bought', 'visitor preview']));

    await report(people.stranger!, 'feed', postId);
    await decide(olga, (await caseOf(postId)).id, draft(action, { ground }));
    if (action === 'hide')
      expect((await linkTo(owner)).text).toContain(
        `is hidden. ${ground === 'illegal' ? 'No one' : 'Only you'} can see it.`,
      );
    const after = await opened(scene);
    const page = async (identity: Identity) =>
      call('GET /user/feeds/:id', { token: people[identity]?.token, params: { id: postId } });
    const pages: Identity[] = [];
    for (const identity of identities) if ((await page(identity)).status === 200) pages.push(identity);
    if (ground === 'illegal') {
      expect(after).toEqual(['operator evidence']);
      expect(pages).toEqual([]);
    } else {
      expect(after).toEqual(expect.arrayContaining(['owner own', 'buyer bought', 'visitor preview']));
      expect(after).not.toContain('subscriber subscriber');
      expect(pages).toContain('buyer');
    }
    expect(after.filter((one) => one.startsWith('operator'))).toContain('operator evidence');
  });
});

test('it is left out of the owner’s data, and a copy made before is closed', async () => {
  const { owner, people, postId, fileId } = await sold();
  const exported = async ({ token }: { token: string }) => {
    await ok('POST /auth/export', { token });
    await backend.runJobs();
    const { export: latest } = await ok('GET /auth/export', { token });
    return ask(latest?.url ?? '', { token });
  };
  const before = await exported(owner);
  expect(before.status).toBe(200);
  expect(before.text).toContain(`files/${fileId}`);
  const { export: earlier } = await ok('GET /auth/export', { token: owner.token });
  await report(people.stranger!, 'feed', postId);
  await decide(olga, (await caseOf(postId)).id, draft('remove', { ground: 'illegal' }));
  expect((await ask(earlier?.url ?? '', { token: owner.token })).status).toBe(404);
  app.ports.clock.move('8d');
  const after = await exported(await openSession(owner.id));
  expect(after.status).toBe(200);
  expect(after.text).not.toContain(`files/${fileId}`);
});

test('a lifted decision opens everything again', async () => {
  const scene = await sold();
  await report(scene.people.stranger!, 'feed', scene.postId);
  const decision = await decide(
    olga,
    (await caseOf(scene.postId)).id,
    draft('remove', { ground: 'illegal' }),
  );
  await liftDecision(olga, decision.id, 'It was a mistake.');
  expect(await opened(scene)).toEqual(
    expect.arrayContaining(['owner own', 'buyer bought', 'visitor preview']),
  );
});

describe.each(['hide', 'remove'] as const)('what was taken down under the rules: %s', (first) => {
  test.each(['hide', 'remove'] as const)('can be sealed as illegal later: %s', async (second) => {
    const scene = await sold();
    const { people, postId, owner } = scene;
    await report(people.stranger!, 'feed', postId);
    const { id } = await caseOf(postId);
    const earlier = await decide(olga, id, draft(first));
    expect(await opened(scene)).toContain('buyer bought');
    const sealing = await decide(olga, id, draft(second, { ground: 'illegal', seen: 1 }));
    expect(await opened(scene)).toEqual(['operator evidence']);
    expect((await decisionById(earlier.id))?.state).toBe('lifted');
    await expect(decide(olga, id, draft(second, { ground: 'illegal', seen: 2 }))).rejects.toThrow(
      'taken down already',
    );
    await expect(decide(olga, id, draft('remove', { seen: 2 }))).rejects.toThrow('taken down already');
    const copy = await makePost(owner.id, {}, [scene.fileId]);
    await backend.runJobs();
    expect(await caseOf(copy)).toMatchObject({ state: 'open' });
    // Lifting it puts everything back as it was before the first decision.
    await liftDecision(olga, sealing.id, 'It was a mistake.');
    expect(await opened(scene)).toEqual(expect.arrayContaining(['owner own', 'visitor preview']));
    await ok('GET /user/feeds/:id', { params: { id: postId } });
  });
});

describe('deleting doesn’t keep it from being sealed', () => {
  const messageWith = async (fileId: (creatorId: string) => Promise<string>, price?: number) => {
    const { fan, creator, id } = await talk.pair();
    await talk.send(fan, id, 'Hello');
    const file = await fileId(creator.id);
    const { _id } = await ok('POST /messages/conversations/:id', {
      token: creator.token,
      params: { id },
      body: { conversationId: id, data: { files: [file], ...(price && { price }) } },
    });
    return { fan, creator, messageId: _id, fileId: file };
  };

  test('a reported message, whose file its sender still had', async () => {
    const { fan, creator, messageId, fileId } = await messageWith(makeFile);
    await report(fan, 'message', messageId);
    await ok('DELETE /messages/:id', { token: creator.token, params: { id: messageId } });
    const { id } = await caseOf(messageId);
    const own = () => ask(addressFor(creator, fileId, 'own'), { token: creator.token });
    expect((await own()).status).toBe(200);
    await expect(decide(olga, id, draft('remove'))).rejects.toThrow('doesn’t exist anymore');
    const sealing = await decide(olga, id, draft('remove', { ground: 'illegal' }));
    expect((await own()).status).toBe(404);
    const evidence = await newOperator(app);
    expect((await ask(addressFor(evidence, fileId, 'evidence'), { token: evidence.token })).status).toBe(200);
    // Lifted, the file is its owner's again, and the message stays deleted.
    await liftDecision(olga, sealing.id, 'It was a mistake.');
    expect((await own()).status).toBe(200);
    expect(
      (await call('GET /messages/:id', { token: creator.token, params: { id: messageId } })).data,
    ).toMatchObject({ isDeleted: true });
  });

  test('what was removed under the rules and buyers still have gets a case', async () => {
    const scene = await sold();
    const { people, owner, fileId, postId } = scene;
    const sale = await messageWith(async (creatorId) => {
      await db.update(files).set({ checksum: 4242 }).where(eq(files.id, fileId));
      return makeFile(creatorId, { checksum: 4242 });
    }, 20);
    await fund(sale.fan.id, 100);
    await ok('POST /wallet/charges/message/:id', {
      token: sale.fan.token,
      params: { id: sale.messageId },
      key: `buy-${sale.messageId}`,
      body: { expectedPrice: 20 },
    });
    const [unsold, first] = [await makePost(owner.id, {}, [fileId]), await makePost(owner.id, {}, [fileId])];
    for (const [type, id] of [
      ['feed', postId],
      ['feed', unsold],
      ['message', sale.messageId],
    ] as const) {
      await report(type === 'message' ? sale.fan : people.stranger!, type, id);
      await decide(olga, (await caseOf(id)).id, draft('remove'));
    }
    await report(people.stranger!, 'feed', first);
    await decide(olga, (await caseOf(first)).id, draft('remove', { ground: 'illegal' }));
    await backend.runJobs();
    const states = await Promise.all(
      [postId, sale.messageId, unsold].map(async (id) => (await caseOf(id)).state),
    );
    expect(states).toEqual(['open', 'open', 'closed']);
  });
});

describe('at the desk', () => {
  const decideAt = (operator: Person, id: string, refundBuyers: boolean) =>
    ok('POST /operator/cases/:id/decisions', {
      token: operator.token,
      params: { id },
      body: {
        action: 'remove',
        ground: 'illegal',
        rule: 'A law',
        facts: 'It breaks it.',
        refundBuyers,
        seen: 0,
      },
    });

  test('the evidence is blurred until an operator opens it, which is audited, sealed or not', async () => {
    const { people, postId, fileId } = await sold();
    const operator = people.operator!;
    await report(people.stranger!, 'feed', postId);
    const { id } = await caseOf(postId);
    const shown = () => ok('GET /operator/cases/:id', { token: operator.token, params: { id } });
    const [before] = (await shown()).evidence[0]!.files;
    expect(before).toMatchObject({ _id: fileId, url: null, sizes: [] });
    expect(before!.thumbnails).toHaveLength(1);
    await decideAt(operator, id, false);
    expect((await shown()).evidence[0]!.files[0]).toMatchObject({ _id: fileId, thumbnails: [] });

    const { sizes } = await ok('POST /operator/cases/:id/files/:fileId/open', {
      token: operator.token,
      params: { id, fileId },
      body: {},
    });
    const url = sizes[0]!.url;
    expect((await ask(url, { token: operator.token })).status).toBe(200);
    for (const who of [people.owner!, people.buyer!, null, await newOperator(app)])
      expect((await ask(url, { token: who?.token ?? null })).status).toBe(404);
    expect(await audited(id)).toEqual([
      { action: 'case.file-opened', actor: operator.username, facts: { fileId } },
    ]);
    const elsewhere = await sold();
    expect(
      (
        await call('POST /operator/cases/:id/files/:fileId/open', {
          token: operator.token,
          params: { id, fileId: elsewhere.fileId },
          body: {},
        })
      ).status,
    ).toBe(404);
  });

  test('the buyers are refunded in the same decision, once', async () => {
    const { people, postId } = await sold();
    await report(people.stranger!, 'feed', postId);
    const { id } = await caseOf(postId);
    const operator = people.operator!;
    const balance = async () => (await ok('GET /wallet/balance', { token: people.buyer!.token })).balance;
    expect(await balance()).toBe(80);
    const { buyers } = await ok('GET /operator/cases/:id', { token: operator.token, params: { id } });
    expect(buyers).toBe(1);
    const decided = await decideAt(operator, id, true);
    await backend.runJobs();
    await refundBuyers(app.ctx, decided.decisions[0]!._id);
    expect(await balance()).toBe(100);
    expect((await ok('GET /operator/cases/:id', { token: operator.token, params: { id } })).buyers).toBe(0);
  });

  test('a refund that fails neither stops the others nor is forgotten, also after the removal replaced a hiding', async () => {
    const { people, postId } = await sold();
    const second = await makeFan();
    await fund(second.id, 100);
    await ok('POST /wallet/charges/feed/:id', {
      token: second.token,
      params: { id: postId },
      key: `second-${postId}`,
      body: { expectedPrice: 20 },
    });
    const [first] = await db
      .select()
      .from(purchases)
      .where(eq(purchases.itemId, postId))
      .orderBy(purchases.transactionId);
    // A payment that can't be refunded stands in for one that can't be just now.
    const [other] = await db.select().from(ledgerTransactions).where(eq(ledgerTransactions.kind, 'grant'));
    const paidBy = (transactionId: string) =>
      db.update(purchases).set({ transactionId }).where(eq(purchases.id, first!.id));
    await report(people.stranger!, 'feed', postId);
    const { id } = await caseOf(postId);
    const hiding = await decide(olga, id, draft('hide'));
    await paidBy(other!.id);
    const left = async () =>
      (await ok('GET /operator/cases/:id', { token: people.operator!.token, params: { id } })).buyers;
    await expect(refundBuyers(app.ctx, hiding.id)).rejects.toThrow(other!.id);
    expect(await left()).toBe(1);
    await decide(olga, id, draft('remove', { seen: 1 }));
    await paidBy(first!.transactionId);
    await refundBuyers(app.ctx, hiding.id);
    expect(await left()).toBe(0);
  });

  test('every other place with the same picture gets a case', async () => {
    const { people, owner, postId, fileId } = await sold();
    const other = await makeCreator();
    const picture = 0x0f0f_0f0f_0f0f_0f0fn;
    await db.update(files).set({ pictureHash: picture }).where(eq(files.id, fileId));
    const alike = await makeFile(other.id, { pictureHash: picture ^ 1n });
    const different = await makeFile(other.id, { pictureHash: ~picture & 0x7fff_ffff_ffff_ffffn });
    const again = await makePost(owner.id, {}, [fileId]);
    const copy = await makePost(other.id, {}, [alike]);
    const innocent = await makePost(other.id, {}, [different]);
    await report(people.stranger!, 'feed', postId);
    const { id } = await caseOf(postId);
    await decideAt(people.operator!, id, false);
    await backend.runJobs();
    const { copies } = await ok('GET /operator/cases/:id', { token: people.operator!.token, params: { id } });
    expect(copies.map(({ targetId }) => targetId).toSorted()).toEqual([again, copy].toSorted());
    await expect(caseOf(innocent)).rejects.toThrow();
    const opened = await ok('GET /operator/cases/:id', {
      token: people.operator!.token,
      params: { id: (await caseOf(copy)).id },
    });
    expect(opened.evidence).toMatchObject([{ source: 'site', reporter: null, files: [{ _id: alike }] }]);
    // Nobody is thanked for a report that nobody made.
    await decideAt(people.operator!, (await caseOf(copy)).id, false);
  });
});
