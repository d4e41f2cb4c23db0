import { lt } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { Ctx } from '../kernel/context.ts';
import { postAlerts } from '../db/schema/community.ts';
import { notificationDigests, notifications } from '../db/schema/notifications.ts';
import type { NotificationEvent } from '../domain/people/notifications/notification-event.ts';
import { notify } from '../domain/people/notifications/notify.ts';
import { creatorNamed, demoFan, fans } from './cast.ts';
import { type Past, before, days, minutes } from './past.ts';
import { demoFollows } from './people-rows.ts';
import { plannedPosts } from './post-rows.ts';

/** What the story of the past month told is read by now, but for the last day. */
async function readOlder(ctx: Ctx, { today }: Past): Promise<void> {
  await ctx.db
    .update(notifications)
    .set({ readAt: today })
    .where(lt(notifications.updatedAt, before(today, days(1))));
  // The demo's mails go nowhere: a first start doesn't begin with a heap of digests.
  await ctx.db.update(notifications).set({ digest: 'none' });
  await ctx.db.delete(notificationDigests);
}

/** What the demo creator finds at the first start: a group of likes, a comment, new followers. */
function forCreator(creatorId: string, post: string): { ago: number; news: NotificationEvent }[] {
  const by = (
    at: number,
    more: Omit<NotificationEvent, 'to' | 'text' | 'actor'> & { group: { phrase: string } },
  ): NotificationEvent[] => {
    const fan = fans[at];
    if (!fan) return [];
    return [{ to: creatorId, actor: fan, text: `${fan.name} ${more.group.phrase}.`, ...more }];
  };
  const liked = Array.from({ length: 12 }, (_, at) =>
    by(at, {
      type: 'like',
      href: routes.feed(post),
      group: { key: `like:${post}`, phrase: 'liked your post' },
    }),
  ).flat();
  const commented = by(13, {
    type: 'comment',
    kind: 'comment',
    href: `${routes.feed(post)}#comments`,
    group: { key: `comment:${post}`, phrase: 'commented on your post' },
  });
  const followed = [14, 15].flatMap((at) =>
    by(at, { type: 'follow', href: null, group: { key: 'follow', phrase: 'started following you' } }),
  );
  return [
    ...followed.map((news, at) => ({ ago: 300 - at, news })),
    ...liked.map((news, at) => ({ ago: 90 - at * 5, news })),
    ...commented.map((news) => ({ ago: 12, news })),
  ];
}

/** Fills the lists of the two demo accounts, in the way events do. */
export async function insertNotifications(ctx: Ctx, past: Past): Promise<void> {
  await readOlder(ctx, past);
  const { today } = past;
  const demoCreator = creatorNamed('demo-creator');
  const newest = (creatorId: string) =>
    plannedPosts(today)
      .filter(({ creator }) => creator.id === creatorId)
      .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())[0];
  const own = newest(demoCreator.id);
  const followed = demoFollows.map((username) => creatorNamed(username))[0];
  const theirs = followed && newest(followed.id);
  const notices = own ? forCreator(demoCreator.id, own.id) : [];
  if (followed && theirs) {
    await ctx.db
      .insert(postAlerts)
      .values({ accountId: demoFan.id, performerId: followed.id, createdAt: before(today, minutes(45)) });
    notices.push({
      ago: 45,
      news: {
        to: demoFan.id,
        type: 'new-post',
        actor: followed,
        text: `${followed.name} published a new post.`,
        href: routes.feed(theirs.id),
        group: { key: `new-post:${theirs.id}` },
      },
    });
  }
  for (const { ago, news } of notices.toSorted((a, b) => b.ago - a.ago)) {
    past.set(before(today, minutes(ago)));
    await notify(ctx, news);
  }
  past.set(today);
  await ctx.db.update(notifications).set({ digest: 'none' });
  await ctx.db.delete(notificationDigests);
}
