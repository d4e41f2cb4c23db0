import { auctionImages, bids } from '#backend/db/schema/auctions.ts';
import {
  bookmarkCollectionItems,
  bookmarkCollections,
  comments,
  reactions,
} from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { messageFiles } from '#backend/db/schema/messages.ts';
import { orderProblemFiles } from '#backend/db/schema/shop.ts';
import { postSeries, postSeriesItems } from '#backend/db/schema/posts.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import { post } from '#backend/domain/base/ledger/ledger.ts';
import { transaction } from '#backend/kernel/context.ts';
import { and, eq } from 'drizzle-orm';
import { auctionsIn } from '../setup/auctions.ts';
import type { TestBackend } from '../setup/backend.ts';
import type { FakeGeo } from '../setup/fake-ports.ts';
import { postsIn } from '../setup/posts.ts';
import { shopIn } from '../setup/shop.ts';
import { videosIn } from '../setup/videos.ts';
import { worksIn } from '../setup/media-items.ts';
import { type Identity, identities, makeScene } from './scene.ts';

type Terms = 'open' | 'followers' | 'subscribers' | 'sold' | 'included' | 'bought' | 'archived';
const termValues = {
  open: { audience: 'public' },
  followers: { audience: 'followers' },
  subscribers: { audience: 'subscribers' },
  sold: { audience: 'public', price: 50 },
  included: { audience: 'public', price: 50, includedInSubscription: true },
  bought: { audience: 'public', price: 50, state: 'archived' },
  archived: { audience: 'public', state: 'archived' },
} as const satisfies Record<Terms, object>;
const allTerms = Object.keys(termValues) as Terms[];

/** Who may read content by its settings, according to the product page. Purchases are readable everywhere. */
const readers: Record<Terms, readonly Identity[]> = {
  open: [
    'anonymous',
    'fan',
    'otherFan',
    'subscriber',
    'owner',
    'otherCreator',
    'expired',
    'loggedOut',
    'operator',
  ],
  followers: ['subscriber', 'owner'],
  subscribers: ['subscriber', 'owner'],
  included: ['subscriber', 'owner'],
  sold: ['owner'],
  archived: ['owner'],
  bought: ['fan', 'blocked', 'closed', 'owner'],
};
/** Everyone who may see the creator. */
const meets = readers.open;

/**
 * The people of the matrix, and the owner's content of every kind with every kind of settings, with comments,
 * bookmarks, bids and purchases by those who made them before being blocked. Knows who may read each file.
 */
export async function makeEverything(app: TestBackend, geo: FakeGeo) {
  const { db, ports } = app;
  const scene = await makeScene(app, geo);
  const { owner, fan, blocked, closed, subscriber } = scene;
  const { makeFile, makePost } = postsIn(app);
  const { makeFilm, makeVideo } = videosIn(app);
  const { makeGallery, makePhoto } = worksIn(app);
  const { makeProduct, makeSold, makeOrder, makeAddress, makePicture } = shopIn(app);
  const { makeAuction } = auctionsIn(app);
  const moment = () => ports.clock.now();

  const mayRead = new Map<string, ReadonlySet<Identity>>();
  const read = (fileId: string, by: readonly Identity[]) => {
    mayRead.set(fileId, new Set(by));
    return fileId;
  };
  /** Ids of content, and which of it was bought by people who can no longer see the owner. */
  const ids: string[] = [];
  const kept = new Set<string>();

  async function buy(
    kind: 'feed' | 'video' | 'gallery' | 'message',
    itemId: string,
    fileIds: readonly string[],
  ): Promise<void> {
    for (const buyer of [fan, blocked, closed]) {
      await scene.buy(buyer.id, itemId, kind);
      const [bought] = await db
        .select({ id: purchases.id })
        .from(purchases)
        .where(and(eq(purchases.itemId, itemId), eq(purchases.accountId, buyer.id)));
      await db
        .insert(purchaseFiles)
        .values(fileIds.map((fileId) => ({ purchaseId: bought!.id, accountId: buyer.id, fileId })))
        .onConflictDoNothing();
    }
    kept.add(itemId);
  }

  /** Previews are visible as long as the item is. */
  const teaserReaders = (terms: Terms) =>
    terms === 'archived' || terms === 'bought' ? readers[terms] : meets;

  /** All posts of the owner are parts of one series. */
  const [series, begun] = [ports.ids(), moment()];
  await db.insert(postSeries).values({
    id: series,
    performerId: owner.id,
    title: 'From clay to kiln',
    description: 'Every step',
    createdAt: begun,
    updatedAt: begun,
  });
  let parts = 0;

  async function makePosts(terms: Terms): Promise<void> {
    const file = read(await makeFile(owner.id), readers[terms]);
    const thumbnailId = read(await makeFile(owner.id, { type: 'feed-thumbnail' }), readers[terms]);
    const teaserId = read(await makeFilm(owner.id, { type: 'feed-teaser' }), teaserReaders(terms));
    const feed = await makePost(
      owner.id,
      { ...termValues[terms], thumbnailId, teaserId, pinned: terms === 'sold' },
      [file],
    );
    ids.push(feed);
    await db.insert(postSeriesItems).values({ feedId: feed, seriesId: series, position: (parts += 1) });
    if (terms === 'bought') await buy('feed', feed, [file]);
  }
  async function makeVideos(terms: Terms): Promise<void> {
    const fileId = read(await makeFilm(owner.id), readers[terms]);
    const thumbnailId = read(await makeFile(owner.id, { type: 'video-thumbnail' }), readers[terms]);
    const teaserId = read(await makeFilm(owner.id, { type: 'video-teaser' }), teaserReaders(terms));
    const video = await makeVideo(owner.id, { ...termValues[terms], fileId, thumbnailId, teaserId });
    ids.push(video);
    if (terms === 'bought') await buy('video', video, [fileId]);
  }
  async function makePhotos(terms: Terms): Promise<void> {
    const values = termValues[terms];
    const gallery = await makeGallery(owner.id, values);
    for (const fileId of gallery.fileIds) read(fileId, readers[terms]);
    ids.push(gallery.id, ...gallery.photoIds);
    if (terms === 'bought') {
      await buy('gallery', gallery.id, gallery.fileIds);
      for (const photoId of gallery.photoIds) kept.add(photoId);
    }
    // Separate photos are never sold.
    if (!('price' in values))
      ids.push(
        await makePhoto(owner.id, {
          ...values,
          fileId: read(await makeFile(owner.id, { type: 'photo' }), readers[terms]),
        }),
      );
  }
  for (const terms of allTerms) for (const make of [makePosts, makeVideos, makePhotos]) await make(terms);
  // The first one, a post, is commented on below.
  ids.push(series);

  const productPicture = read(await makePicture(owner.id), meets);
  const digitalFile = read(await makeSold(owner.id), ['fan', 'owner']);
  const digital = await makeProduct(owner.id, { type: 'digital', fileId: digitalFile, stock: null }, [
    productPicture,
  ]);
  const physical = await makeProduct(owner.id, {}, [read(await makePicture(owner.id), meets)]);
  const snapshot = {
    name: 'Twelve patterns',
    description: '',
    type: 'digital' as const,
    unitPrice: 100,
    imageFileId: productPicture,
  };
  /** Paid without a wallet, so that nothing of it can be refunded. */
  const { transactionId } = await transaction(app.ctx, (tx) =>
    post(tx, {
      kind: 'charge',
      subject: 'product',
      actorId: null,
      performerId: owner.id,
      description: 'Stoneware mug',
      postings: [
        { site: 'exchangeMoney', amount: -120 },
        { kind: 'earnings', ownerId: owner.id, amount: 120 },
      ],
    }),
  );
  const orders = [
    await makeOrder(fan.id, owner.id, {
      productId: digital,
      transactionId,
      fileId: digitalFile,
      state: 'delivered',
      snapshot,
      address: null,
    }),
    await makeOrder(blocked.id, owner.id, {
      productId: physical,
      transactionId,
      snapshot: { ...snapshot, type: 'physical' },
    }),
  ];
  const broken = await makeFile(blocked.id, { type: 'message-photo' });
  await db.insert(orderProblemFiles).values({ orderId: orders[1]!, fileId: broken, position: 0 });
  // Seller and buyer see what shows a problem, even after a block.
  read(broken, ['blocked', 'owner']);
  // Buyers see the picture of what they ordered, even after a block.
  mayRead.set(productPicture, new Set([...meets, 'blocked']));
  const auction = await makeAuction(owner);
  for (const { fileId } of await db.select().from(auctionImages)) read(fileId, meets);
  await db.insert(bids).values(
    [blocked, fan].map((bidder, at) => ({
      id: ports.ids(),
      auctionId: auction,
      bidderId: bidder.id,
      seq: at + 1,
      amount: 10 + at,
      result: at === 0 ? ('outbid' as const) : ('leading' as const),
      createdAt: moment(),
    })),
  );

  const welcome = read(await makeFilm(owner.id, { type: 'welcome-video' }), meets);
  await db.update(performers).set({ welcomeVideoId: welcome }).where(eq(performers.accountId, owner.id));
  read(await makeFile(owner.id, { type: 'document' }), ['owner']);
  const paid = await scene.paidMessage();
  const boughtMessage = await scene.paidMessage();
  for (const { fileId, messageId } of await db.select().from(messageFiles))
    read(fileId, messageId === boughtMessage.id ? ['fan', 'owner', 'blocked', 'closed'] : ['owner']);
  await buy(
    'message',
    boughtMessage.id,
    (await db.select().from(messageFiles).where(eq(messageFiles.messageId, boughtMessage.id))).map(
      ({ fileId }) => fileId,
    ),
  );
  /** An upload by the fan that isn't used by anything. */
  const fansOwn = read(await makeFile(fan.id, { type: 'message-photo' }), ['fan']);

  const [openPost] = ids;
  const written: string[] = [];
  for (const author of [fan, blocked, subscriber]) {
    const id = ports.ids();
    await db.insert(comments).values({
      id,
      objectType: 'feed',
      objectId: openPost!,
      ownerId: owner.id,
      authorId: author.id,
      text: 'Lovely',
      createdAt: moment(),
      updatedAt: moment(),
    });
    written.push(id);
  }
  const mediaItems = [
    ['feed', openPost!],
    ['product', digital],
    ['auction', auction],
  ] as const;
  /** A collection with all of a person's bookmarks. */
  const collect = async (accountId: string): Promise<string> => {
    const [id, createdAt] = [ports.ids(), moment()];
    await db
      .insert(bookmarkCollections)
      .values({ id, accountId, name: 'Saved', createdAt, updatedAt: createdAt });
    await db.insert(bookmarkCollectionItems).values(
      mediaItems.map(([objectType, objectId]) => ({
        collectionId: id,
        accountId,
        objectType,
        objectId,
        createdAt,
      })),
    );
    return id;
  };
  for (const person of [fan, blocked, closed]) {
    await db.insert(reactions).values(
      mediaItems.map(([objectType, objectId]) => ({
        accountId: person.id,
        action: 'bookmark' as const,
        objectType,
        objectId,
        createdAt: moment(),
      })),
    );
    await makeAddress(person.id);
    ids.push(await collect(person.id));
  }

  ids.push(
    digital,
    physical,
    auction,
    paid.id,
    boughtMessage.id,
    scene.conversationId,
    scene.blockedConversationId,
    ...orders,
    ...written,
    fansOwn,
  );
  return {
    ...scene,
    identities,
    /** Everything with an id, including accounts. */
    ids: [...ids, owner.id, owner.username, fan.id],
    fileIds: [...mayRead.keys()],
    auction,
    /** Bought by everyone who can no longer see the owner, so they may still read it. */
    kept,
    mediaItems,
    mayRead: (who: Identity, fileId: string): boolean => mayRead.get(fileId)?.has(who) ?? false,
    /** Whether this scene knows who may read a file. */
    knows: (fileId: string): boolean => mayRead.has(fileId),
    read,
  };
}
export type Everything = Awaited<ReturnType<typeof makeEverything>>;
