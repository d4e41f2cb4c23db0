import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { follows } from '#backend/db/schema/community.ts';
import { files, type StoredRendition } from '#backend/db/schema/files.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { feedFiles, feeds } from '#backend/db/schema/posts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import type { Db } from '#backend/db/db.ts';
import type { Ports } from '#backend/ports/ports.ts';

type PostValues = typeof feeds.$inferInsert;
type FileValues = typeof files.$inferInsert;

const photo: StoredRendition[] = [320, 640].map((width) => ({
  name: `${width}.webp`,
  width,
  height: (width * 3) / 4,
  mime: 'image/webp',
  bytes: 4,
}));
photo.push({ name: 'blur.webp', width: 320, height: 240, mime: 'image/webp', bytes: 4 });

interface Around {
  readonly db: Db;
  readonly ports: Ports & { readonly clock: { move(by: '1m'): void } };
  fund(accountId: string, tokens: number): Promise<void>;
}

/** Rows inserted directly into the database, for what the API can't create or would take long to. */
export function postsIn({ db, ports, fund }: Around) {
  const moment = () => ports.clock.now();

  /** A photo as an upload leaves it: its row and its objects. */
  async function makeFile(
    ownerId: string,
    values: Partial<FileValues> & { renditions?: StoredRendition[] } = {},
  ): Promise<string> {
    const id = ports.ids();
    const { renditions = photo } = values;
    for (const { name, mime } of renditions)
      await ports.objects.put(`files/${id}/${name}`, new TextEncoder().encode(`${name} of ${id}`), mime);
    await db.insert(files).values({
      id,
      ownerId,
      type: 'feed-photo',
      mime: 'image/webp',
      bytes: 4,
      width: 640,
      height: 480,
      placeholder: 'cGxhY2U=',
      storageKey: `files/${id}`,
      state: 'ready',
      percent: 100,
      createdAt: moment(),
      updatedAt: moment(),
      ...values,
      renditions,
    });
    return id;
  }

  /** A video as processing leaves it. */
  const makeVideo = (ownerId: string, values: Partial<FileValues> = {}): Promise<string> =>
    makeFile(ownerId, {
      type: 'feed-video',
      mime: 'video/mp4',
      width: 1280,
      height: 720,
      duration: 12,
      renditions: [...photo, { name: '720.mp4', width: 1280, height: 720, mime: 'video/mp4', bytes: 4 }],
      ...values,
    });

  /**
   * A published post. Moves the clock by a minute, so that posts have an order unless `publishedAt` is given.
   */
  async function makePost(
    performerId: string,
    values: Partial<PostValues> = {},
    fileIds: readonly string[] = [],
  ): Promise<string> {
    ports.clock.move('1m');
    const id = values.id ?? ports.ids();
    const at = values.publishedAt ?? moment();
    await db.insert(feeds).values({
      performerId,
      type: fileIds.length > 0 ? 'photo' : 'text',
      text: `Post ${id}`,
      audience: 'public',
      state: 'published',
      createdAt: at,
      updatedAt: at,
      ...values,
      publishedAt: at,
      id,
    });
    if (fileIds.length > 0)
      await db
        .insert(feedFiles)
        .values(fileIds.map((fileId, position) => ({ feedId: id, fileId, position })));
    return id;
  }

  const follow = (followerId: string, performerId: string) =>
    db.insert(follows).values({ followerId, performerId, createdAt: moment() });
  const subscribe = (userId: string, performerId: string, days = 30) =>
    db.insert(subscriptions).values({
      id: ports.ids(),
      userId,
      performerId,
      type: 'monthly',
      state: 'active',
      price: 999,
      gateway: 'sandbox',
      startedAt: moment(),
      periodEnd: new Date(moment().getTime() + days * 86_400_000),
      createdAt: moment(),
      updatedAt: moment(),
    });
  /** A purchase, as far as the access rule needs it; its payment is a grant of tokens. */
  async function buy(accountId: string, feedId: string, performerId: string): Promise<string> {
    await fund(accountId, 10);
    const [payment] = await db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).limit(1);
    const id = ports.ids();
    await db.insert(purchases).values({
      id,
      accountId,
      kind: 'feed',
      itemId: feedId,
      performerId,
      transactionId: payment!.id,
      price: 10,
      createdAt: moment(),
    });
    return id;
  }
  const block = (blockerId: string, blockedId: string) =>
    db.insert(accountBlocks).values({ blockerId, blockedId, createdAt: moment() });
  const closeCountry = (blockerId: string, country: string) =>
    db.insert(countryBlocks).values({ blockerId, country, createdAt: moment() });

  return { makeFile, makeVideo, makePost, follow, subscribe, buy, block, closeCountry };
}
