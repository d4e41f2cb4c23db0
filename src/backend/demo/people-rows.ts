import { hashPassword } from '../domain/people/accounts/password-forms.ts';
import { demoAccounts } from '../domain/base/site/routes.ts';
import type { Ctx } from '../kernel/context.ts';
import { accounts } from '../db/schema/accounts.ts';
import { creatorListMembers, creatorLists, follows } from '../db/schema/community.ts';
import { performers } from '../db/schema/creators.ts';
import {
  type Creator,
  type Fan,
  creators,
  creatorNamed,
  demoFan,
  fans,
  joinedAgo,
  openCreators,
} from './cast.ts';
import { pictureKey } from './gallery.ts';
import { type Past, before, days, minutes } from './past.ts';
import { newcomerRows } from './people/newcomers.ts';
import { createRandom, demoId } from './random.ts';

const isDemo = (username: string): boolean =>
  username === demoAccounts.user || username === demoAccounts.performer;

/** Only the two demo accounts can log in and have an email address; emails to the others would go nowhere. */
async function accountRows(ctx: Ctx, today: Date): Promise<(typeof accounts.$inferInsert)[]> {
  const passwordHash = await hashPassword(ctx, demoAccounts.password);
  const row = (person: Creator | Fan, isPerformer: boolean): typeof accounts.$inferInsert => {
    const { id, username, name, bio, country } = person;
    const random = createRandom(`seen ${username}`);
    const joined = before(today, days(joinedAgo(person)));
    const login = isDemo(username)
      ? { email: `${username}@example.com`, emailVerifiedAt: joined, passwordHash }
      : {};
    return {
      id,
      username,
      name,
      bio,
      country,
      isPerformer,
      avatar: pictureKey(person, 'avatar'),
      cover: isPerformer ? pictureKey(person, 'cover') : null,
      ...login,
      lastSeenAt: before(
        today,
        minutes(random.chance(0.3) ? random.between(0, 4) : random.between(20, 6_000)),
      ),
      createdAt: joined,
      updatedAt: joined,
    };
  };
  return [
    ...creators.map((creator) => row(creator, true)),
    ...fans.map((fan) => row(fan, false)),
    ...newcomerRows(today),
  ];
}

const countMedia = (creator: Creator, type: 'photo' | 'video'): number =>
  creator.posts
    .filter((post) => post.type === type)
    .reduce((sum, post) => sum + (type === 'photo' ? (post.photos?.length ?? 0) : 1), 0);

/** Some creators offer 3 and 6 months at once, some only 3, and the others neither. */
const pickBundles = ({ username }: Creator) => {
  const kind = username === 'demo-creator' ? 0 : Math.floor(createRandom(`bundles ${username}`).next() * 3);
  return { quarterlyPercent: kind < 2 ? 10 : null, semiannualPercent: kind === 0 ? 15 : null };
};

function performerRow(
  creator: Creator,
  joined: Date,
  counts: { followers: number; likes: number },
): typeof performers.$inferInsert {
  return {
    accountId: creator.id,
    randomRank: createRandom(`shuffle ${creator.username}`).next(),
    verified: creator.pending ? 'pending' : 'approved',
    categories: [...creator.categories],
    languages: [...creator.languages],
    monthlyPrice: creator.monthly,
    yearlyPrice: creator.monthly * 10,
    ...pickBundles(creator),
    isFreeSubscription: creator.free ?? false,
    freeDays: creator.free ? 30 : 1,
    feeds: creator.posts.length,
    photos: countMedia(creator, 'photo'),
    videos: countMedia(creator, 'video'),
    ...counts,
    createdAt: joined,
    updatedAt: joined,
  };
}

/** Creators the demo fan follows; the last three are only subscribed to. */
export const demoFollows = [
  'demo-creator',
  'clay.and.ash',
  'saltandsorrel',
  'runwithines',
  'tiny.islands',
  'blue.hour.trio',
  'darksky.diary',
  'parlons.peu',
  'northlight',
] as const;

/** In days; the creator to log in as has had some for longer than the desk’s longest period. */
const oldestFollow = (fan: Fan, creator: Creator): number =>
  isDemo(creator.username) ? Math.min(170, joinedAgo(fan) - 1) : 80;

/** Follows with their dates: each creator's number of followers reflects their appeal. */
export function followRows(today: Date): (typeof follows.$inferInsert)[] {
  const since = (name: string, oldest = 80) => before(today, days(createRandom(name).between(2, oldest)));
  const demo = demoFollows.map((username) => ({
    followerId: demoFan.id,
    performerId: creatorNamed(username).id,
    createdAt: since(`follow demo ${username}`),
  }));
  const others = openCreators.flatMap((creator) =>
    fans
      .filter(
        (fan) =>
          fan !== demoFan &&
          createRandom(`follows ${fan.username} ${creator.username}`).chance(creator.appeal * 0.75),
      )
      .map((fan) => ({
        followerId: fan.id,
        performerId: creator.id,
        createdAt: since(`follow ${fan.username} ${creator.username}`, oldestFollow(fan, creator)),
      })),
  );
  return [...demo, ...others];
}

/** The demo fan's lists of creators, each with some of those they follow. */
async function insertLists(ctx: Ctx, followed: ReturnType<typeof followRows>): Promise<void> {
  const lists = [
    { name: 'Made by hand', members: followed.slice(0, 4) },
    { name: 'Read on Sunday', members: followed.slice(2, 5) },
  ].map((list) => ({ ...list, id: demoId(`list ${list.name}`) }));
  const at = ctx.ports.clock.now();
  await ctx.db
    .insert(creatorLists)
    .values(lists.map(({ id, name }) => ({ id, name, accountId: demoFan.id, createdAt: at, updatedAt: at })));
  await ctx.db
    .insert(creatorListMembers)
    .values(
      lists.flatMap(({ id, members }) =>
        members.map(({ performerId, createdAt }) => ({ listId: id, performerId, createdAt })),
      ),
    );
}

export async function insertPeople(ctx: Ctx, past: Past, likes: ReadonlyMap<string, number>): Promise<void> {
  const rows = await accountRows(ctx, past.today);
  const followed = followRows(past.today);
  await ctx.db.insert(accounts).values(rows);
  const joinedAt = new Map(rows.map((row) => [row.id, row.createdAt]));
  await ctx.db.insert(performers).values(
    creators.map((creator) =>
      performerRow(creator, joinedAt.get(creator.id) ?? past.today, {
        followers: followed.filter((row) => row.performerId === creator.id).length,
        likes: likes.get(creator.id) ?? 0,
      }),
    ),
  );
  await ctx.db.insert(follows).values(followed);
  await insertLists(
    ctx,
    followed.filter(({ followerId }) => followerId === demoFan.id),
  );
}
