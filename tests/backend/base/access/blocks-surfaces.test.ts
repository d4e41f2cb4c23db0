import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { broadcastRecipients } from '#backend/db/schema/broadcasts.ts';
import { follows, postAlerts } from '#backend/db/schema/community.ts';
import { pollOptions } from '#backend/db/schema/posts.ts';
import { signFile } from '#backend/domain/base/files/media-addresses.ts';
import { accountsSeen } from '#backend/domain/people/accounts/signs-of-life.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { transaction } from '#backend/kernel/context.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { chattingIn } from '../../../setup/chatting.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';
import { videosIn } from '../../../setup/videos.ts';
import { worksIn } from '../../../setup/media-items.ts';

/*
 * The rule of blocks and closed places, walked over every surface: what a fan sees of a creator, does to them,
 * and receives from them, and the other way around. Every cell is asked twice: for a fan who is kept out, and for
 * one who isn't, so that a question that nobody gets an answer to fails as well.
 */

vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
afterAll(() => void vi.useRealTimers());
const app = await testBackend();
const { backend, raw, ok, db, ports, ctx, ctxOf, makeCreator, makeFan, fund } = app;
const { makePost, makeFile, subscribe } = postsIn(app);
const talk = talkOf(app);
const { makeStream, say, bodyOf } = chattingIn(app);

const open = '198.51.100.9';
const [inFrance, inCalifornia, behindVpn] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
for (const [ip, country] of [
  [open, 'DE'],
  [inFrance, 'FR'],
  [inCalifornia, 'US'],
  [behindVpn, 'DE'],
] as const)
  ports.geo.countries.set(ip, country);
ports.geo.regions.set(inCalifornia, 'California');
ports.geo.vpns.add(behindVpn);

/** How fans are kept out, and from where they connect. */
const ways = {
  'a fan whom the creator blocked': { kind: 'person', ip: open },
  'a fan who blocked the creator': { kind: 'person', ip: open },
  'a fan in a closed country': { kind: 'place', ip: inFrance },
  'a fan in a closed state': { kind: 'place', ip: inCalifornia },
  'a fan behind a VPN who is asked where they are': { kind: 'place', ip: behindVpn },
} as const;
type Way = keyof typeof ways;

class Connection {
  readonly id = ports.ids();
  readonly rooms = new Set<string>();
  readonly heard: string[] = [];
  join(room: string) {
    this.rooms.add(room);
  }
  leave(room: string) {
    this.rooms.delete(room);
  }
  emit(event: string) {
    this.heard.push(event);
  }
  disconnect() {}
}
// Rooms are left by account or session; the recorded transport has no connections of its own.
const connections = new Set<Connection>();
ports.transport.leave = (room?: string, other?: string) => {
  for (const connection of connections)
    if (room !== undefined && other !== undefined && connection.rooms.has(room)) connection.leave(other);
};

interface Fan extends Person {
  readonly ip: string;
  readonly connection: Connection;
  readonly socket: Awaited<ReturnType<typeof backend.connect>>;
  readonly conversation: string;
}

/** Their session outlasts the day that passes until a digest. */
async function staying(person: Person): Promise<Person> {
  const { token, sessionId } = await app.openSession(person.id, 24 * 365);
  return { ...person, token, viewer: { ...person.viewer, sessionId } };
}

async function join(creator: Person, someone: Person, ip: string): Promise<Fan> {
  const person = await staying(someone);
  await fund(person.id, 10_000);
  await subscribe(person.id, creator.id);
  const { _id: conversation } = await talk.open(person, creator);
  await talk.send(person, conversation, 'Hello');
  await talk.send(creator, conversation, 'Hi there');
  await ok('POST /notifications/push', {
    token: person.token,
    body: {
      endpoint: `https://push.limelight.dev/${person.id}`,
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    },
  });
  const connection = new Connection();
  connections.add(connection);
  const socket = await backend.connect(connection, { token: person.token, ip });
  return { ...person, ip, connection, socket, conversation };
}

let scenes = 0;
async function makeScene(way: Way) {
  const creator = await staying(await makeCreator({ name: `Clementine ${(scenes += 1)}` }));
  const third = await staying(await makeCreator());
  const fan = await join(creator, await makeFan({ name: 'Fabian Oak' }), ways[way].ip);
  const other = await join(creator, await makeFan({ name: 'Olive Reed' }), open);
  const people = [fan, other];
  for (const { id } of people) {
    const row = { performerId: creator.id, createdAt: ports.clock.now() };
    await db.insert(follows).values({ followerId: id, ...row });
    await db.insert(postAlerts).values({ accountId: id, ...row });
  }
  const fileId = await makeFile(creator.id);
  const feed = await makePost(creator.id, { text: 'Quillwork' }, [fileId]);
  const sold = await makePost(creator.id, { price: 20 }, [await makeFile(creator.id)]);
  const { _id: poll } = await ok('POST /performer/feeds/polls', {
    token: creator.token,
    body: { poll: { question: 'Which ink?', options: ['Iron gall', 'Sepia'] }, audience: 'public' },
  });
  const thirds = await makePost(third.id, {});
  const comment = async (who: Person & { ip?: string }, objectId: string, text: string) =>
    (
      await ok('POST /comments', {
        token: who.token,
        ip: who.ip ?? open,
        body: { objectType: 'feed', objectId, text },
      })
    )._id;
  const elsewhere = await comment(creator, thirds, 'Well said');
  const product = await shopIn(app).makeProduct(creator.id, {}, [await shopIn(app).makePicture(creator.id)]);
  const digital = await shopIn(app).makeDigital(creator.id);
  const auction = await auctionsIn(app).makeAuction(creator);
  const { id: gallery } = await worksIn(app).makeGallery(creator.id);
  const video = await videosIn(app).makeVideo(creator.id, {
    fileId: await videosIn(app).makeFilm(creator.id),
  });
  const stream = await makeStream(creator.id);
  const thirdStream = await makeStream(third.id);
  for (const { token, ip } of people)
    await ok('POST /reactions', {
      token,
      ip,
      body: { objectType: 'feed', objectId: feed, action: 'bookmark' },
    });
  const theirs = new Map<string, string>();
  for (const person of people) theirs.set(person.id, await comment(person, thirds, 'So do I'));
  for (const { socket } of people) {
    expect(await socket.on('auction/join', { auctionId: auction })).toMatchObject({ ok: true });
    expect(await socket.on('stream/join', { streamId: stream.id })).toMatchObject({ ok: true });
    expect(await socket.on('stream/join', { streamId: thirdStream.id })).toMatchObject({ ok: true });
  }
  return {
    creator,
    third,
    fan,
    other,
    feed,
    fileId,
    sold,
    poll,
    thirds,
    elsewhere,
    theirs,
    product,
    digital,
    auction,
    gallery,
    video,
    stream,
    thirdStream,
  };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

async function shut(way: Way, { creator, fan }: Scene): Promise<void> {
  const close = (body: object) =>
    ok('POST /block/countries', { token: creator.token, body: { countries: [], ...body } });
  if (way === 'a fan whom the creator blocked')
    await ok('POST /block/users', { token: creator.token, body: { userId: fan.id } });
  else if (way === 'a fan who blocked the creator')
    await ok('POST /block/users', { token: fan.token, body: { userId: creator.id } });
  else if (way === 'a fan in a closed country') await close({ countries: ['FR'] });
  else if (way === 'a fan in a closed state') await close({ states: ['US-CA'] });
  else await close({ vpn: 'ask' });
  // Open connections are looked at every five seconds.
  await vi.advanceTimersByTimeAsync(5_000);
}

/** Whether a question or an action reached the other side. */
type Probe = (scene: Scene, person: Fan) => Promise<boolean>;
type Input = NonNullable<Parameters<typeof raw>[1]>;

/** Whether a reply to the fan tells of the creator. */
const shows =
  (route: string, inputOf: (scene: Scene, person: Fan) => Input = () => ({})): Probe =>
  async (scene, person) => {
    const { token, ip } = person;
    const { status, text } = await raw(route, { ...inputOf(scene, person), token, ip });
    return status < 300 && (text.includes(scene.creator.id) || text.includes(scene.creator.viewer.name));
  };
const at =
  (id: keyof Scene): ((scene: Scene) => Input) =>
  (scene) => ({ params: { id: scene[id] as string } });

const sees: Record<string, Probe> = {
  'the profile': shows('GET /performers/:id', ({ creator }) => ({ params: { id: creator.username } })),
  'the account': shows('GET /users/view/:id', ({ creator }) => ({ params: { id: creator.id } })),
  'their feed': shows('GET /user/feeds', ({ creator }) => ({ query: { performerId: creator.id } })),
  'the home feed': shows('GET /user/feeds'),
  'creator search': shows('GET /performers/user/search', () => ({ query: { q: 'Clementine' } })),
  'top creators': shows('GET /performers/top', () => ({ query: { limit: '24' } })),
  'followed creators': shows('GET /follows/following'),
  'a post': shows('GET /user/feeds/:id', at('feed')),
  'a video': shows('GET /performer-assets/videos/:id', at('video')),
  'a gallery': shows('GET /performer-assets/galleries/:id/view', at('gallery')),
  'a product': shows('GET /performer-assets/products/:id', at('product')),
  'an auction': shows('GET /autions/:id/view', at('auction')),
  auctions: shows('GET /autions/search', () => ({ query: { limit: '100' } })),
  'a stream': shows('GET /streaming/:id', ({ stream }) => ({ params: { id: stream.id } })),
  'live streams': shows('GET /streaming/user/search'),
  bookmarks: shows('GET /reactions/feeds/bookmark'),
  conversations: shows('GET /conversations'),
  'conversation search': shows('GET /conversations/search', () => ({ query: { q: 'Clementine' } })),
  'a comment on someone else’s post': shows('GET /comments', ({ thirds }) => ({
    query: { objectType: 'feed', objectId: thirds },
  })),
  'a file’s address from before': async ({ fileId }, { viewer, token, ip }) =>
    (
      await backend.fetch(
        new Request(
          `https://limelight.test${signFile(ctxOf(viewer), fileId, { readable: true, by: 'subscriber' })('320.webp')}`,
          { headers: { authorization: token } },
        ),
        { ip },
      )
    ).status === 200,
  'unread messages in the badge': async (_, { token, ip }) =>
    (await ok('GET /users/me', { token, ip })).totalNotSeenMessages > 0,
};

/** Whether what a fan does to the creator or their things is accepted. */
const does =
  (route: string, inputOf: (scene: Scene, person: Fan) => Input): Probe =>
  async (scene, person) => {
    const { token, ip } = person;
    const answer = await raw(route, { ...inputOf(scene, person), token, ip, key: ports.ids() });
    if (answer.status >= 500) throw new Error(`${route} answered ${answer.status}: ${answer.text}`);
    return answer.status < 300;
  };
const onFeed = ({ feed }: Scene, more: object = {}): Input => ({
  body: { objectType: 'feed', objectId: feed, ...more },
});

const acts: Record<string, Probe> = {
  comments: does('POST /comments', (scene) => onFeed(scene, { text: 'Lovely' })),
  'replies to their comment elsewhere': does('POST /comments', ({ thirds, elsewhere }) => ({
    body: { objectType: 'feed', objectId: thirds, text: 'Indeed', parentId: elsewhere },
  })),
  likes: does('POST /reactions', (scene) => onFeed(scene, { action: 'like' })),
  bookmarks: does('POST /reactions', ({ video }) => ({
    body: { objectType: 'video', objectId: video, action: 'bookmark' },
  })),
  votes: async (scene, person) => {
    const [option] = await db.select().from(pollOptions).where(eq(pollOptions.feedId, scene.poll));
    return does('POST /user/feeds/vote/:id', ({ poll }) => ({
      params: { id: poll },
      body: { optionIds: [option!.id] },
    }))(scene, person);
  },
  bids: does('POST /aution-item', ({ auction }) => ({ body: { auctionId: auction, amount: 10 } })),
  orders: does('POST /wallet/charges/product/:id', ({ digital }) => ({
    params: { id: digital },
    body: { quantity: 1 },
  })),
  tips: does('POST /wallet/charges/tip/:id', ({ creator }) => ({
    params: { id: creator.id },
    body: { amount: 10 },
  })),
  unlocks: does('POST /wallet/charges/feed/:id', at('sold')),
  follows: does('POST /follows/:id', ({ creator }) => ({ params: { id: creator.id } })),
  'starts a conversation': does('POST /conversations', ({ creator }) => ({
    body: { source: 'performer', sourceId: creator.id },
  })),
  messages: does('POST /messages/conversations/:id', (_, { conversation }) => ({
    params: { id: conversation },
    body: { conversationId: conversation, data: { text: 'Hello?' } },
  })),
  types: async (_, { socket, conversation }) =>
    (await socket.on('conversation/typing', { conversationId: conversation })).ok,
  reports: does('POST /reports', ({ creator }) => ({
    body: { targetType: 'account', targetId: creator.id, category: 'spam' },
  })),
  'joins a stream': async ({ stream }, { socket }) =>
    (await socket.on('stream/join', { streamId: stream.id })).ok,
  'watches a stream': does('GET /streaming/join/:id', ({ stream }) => ({ params: { id: stream.id } })),
  'writes in a stream’s chat': does('POST /messages/stream/public/conversations/:id', ({ stream }) =>
    bodyOf(stream.conversationId, { text: 'Good evening' }),
  ),
  'watches an auction': async ({ auction }, { socket }) =>
    (await socket.on('auction/join', { auctionId: auction })).ok,
};

const roomsOf = ({ id, viewer }: Person) => [rooms.account(id), rooms.session(viewer.sessionId)];
const isHeard = (event: string, { connection, ...person }: Fan): boolean =>
  ports.transport.emitted.some(
    ({ event: told, room, except = [] }) =>
      told === event &&
      (roomsOf(person).includes(room) || connection.rooms.has(room)) &&
      !except.some((left) => connection.rooms.has(left)),
  );
/** What reaches a fan's connection once the creator does something. */
const hears =
  (
    event: Parameters<typeof ports.transport.of>[0],
    act: (scene: Scene, person: Fan) => Promise<unknown>,
  ): Probe =>
  async (scene, person) => {
    ports.clock.move('30s');
    ports.transport.clear();
    await act(scene, person).catch(() => {});
    // Events of one room are sent in batches.
    await new Promise((resolve) => setTimeout(resolve, 250));
    return isHeard(event, person);
  };
const tell = ({ creator }: Scene, { id }: Person, type: 'order' | 'new-post') =>
  transaction(ctx, (tx) =>
    notify(tx, {
      to: id,
      type,
      actor: { id: creator.id, name: creator.viewer.name },
      text: `${creator.viewer.name} did something.`,
      href: null,
    }),
  );
const mailed = ({ creator }: Scene, { email }: Person) =>
  ports.mailer.sent.some(({ to, text }) => to === email && text.includes(creator.viewer.name));

const receives: Record<string, Probe> = {
  'a message': hears('message/created', ({ creator }, { conversation }) =>
    talk.send(creator, conversation, 'Are you there?'),
  ),
  'a mass message': async ({ creator }, { id }) => {
    await ok('POST /messages/broadcast-message', {
      token: creator.token,
      body: {
        text: 'To all',
        audience: { include: [{ kind: 'followers' }, { kind: 'subscribers', plans: [] }] },
      },
    });
    await backend.runJobs();
    return (
      (await db.$count(
        broadcastRecipients,
        and(eq(broadcastRecipients.accountId, id), isNotNull(broadcastRecipients.deliveredAt)),
      )) > 0
    );
  },
  'a notification': async (scene, { token, ip }) => {
    await makePostBy(scene);
    const { data } = await ok('GET /notifications', { token, ip, query: { limit: 50 } });
    return data.some(({ text }) => text.includes('Clementine'));
  },
  'a notification at once': hears('notification/created', (scene, person) => tell(scene, person, 'new-post')),
  'an email at once': async (scene, person) => {
    ports.mailer.sent.length = 0;
    await tell(scene, person, 'order');
    await backend.runJobs();
    return mailed(scene, person);
  },
  'a push': async (scene, person) => {
    ports.push.sent.length = 0;
    await tell(scene, person, 'order');
    ports.clock.move('10m');
    for (let round = 0; round < 2; round += 1) await backend.runJobs();
    return ports.push.sent.some(
      ({ endpoint, payload }) => endpoint.endsWith(person.id) && payload.includes('Clementine'),
    );
  },
  'bids of an auction watched before': hears('auction/bid', async ({ creator, auction }) => {
    const bidder = await staying(await makeFan());
    await fund(bidder.id, 1_000);
    const { minimumBid } = await ok('GET /autions/:id/view', {
      token: creator.token,
      params: { id: auction },
    });
    await ok('POST /aution-item', {
      token: bidder.token,
      key: ports.ids(),
      body: { auctionId: auction, amount: minimumBid },
    });
  }),
  'the chat of a stream joined before': hears('stream/message', ({ creator, stream }) =>
    say(creator, stream.conversationId, 'Welcome'),
  ),
  'changes of a stream’s page': hears('stream/changed', ({ creator, stream }) =>
    ok('PUT /streaming/live/:id', {
      token: creator.token,
      params: { id: stream.id },
      body: { title: 'Later' },
    }),
  ),
  'their coming and going': hears('presence/changed', async ({ creator, fan, other }) => {
    await accountsSeen(db, [fan.id, other.id], ports.clock.now());
    const connection = new Connection();
    const socket = await backend.connect(connection, { token: creator.token, ip: open });
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.closed();
  }),
  // The last, because a day passes.
  'a digest': async (scene, person) => {
    await tell(scene, person, 'new-post');
    ports.mailer.sent.length = 0;
    ports.clock.move('25h');
    await backend.runJobs();
    return mailed(scene, person);
  },
};
async function makePostBy({ creator }: Scene): Promise<void> {
  await ok('POST /performer/feeds', {
    token: creator.token,
    body: { type: 'text', text: 'News', audience: 'public', state: 'published' },
  });
  await backend.runJobs();
}

/**
 * Chat of another creator's stream between the two, and what the creator sees of the fan. A closed place doesn't
 * hide people from its creator: followers and subscribers there stay, because people travel.
 */
const creatorSees: Record<string, Probe> = {
  'the account': async ({ creator }, { id }) =>
    (await raw('GET /users/view/:id', { token: creator.token, params: { id } })).status === 200,
  'a comment on someone else’s post': async ({ creator, thirds }, { id }) =>
    (
      await raw('GET /comments', { token: creator.token, query: { objectType: 'feed', objectId: thirds } })
    ).text.includes(id),
  'the follower': async ({ creator }, { id }) =>
    (await raw('GET /follows/followers', { token: creator.token })).text.includes(id),
  'the conversation': async ({ creator }, { id }) =>
    (await raw('GET /conversations', { token: creator.token })).text.includes(id),
};

describe.each(Object.keys(ways) as Way[])('%s', (way) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene(way);
    await shut(way, scene);
  }, 60_000);
  const walk = (surfaces: Record<string, Probe>, reached: boolean) =>
    test.each(Object.entries(surfaces))(
      '%s',
      async (_, probe) => {
        expect({ someoneElse: await probe(scene, scene.other), them: await probe(scene, scene.fan) }).toEqual(
          {
            someoneElse: true,
            them: reached,
          },
        );
      },
      20_000,
    );
  describe('sees nothing of the creator', () => walk(sees, false));
  describe('does nothing to them', () => walk(acts, false));
  describe('receives nothing from them', () => walk(receives, false));
  describe('is seen by the creator only if a place is closed', () =>
    walk(creatorSees, ways[way].kind === 'place'));
});
