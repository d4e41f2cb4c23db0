import type { Ctx } from '../../kernel/context.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import {
  automaticMessageFiles,
  automaticMessages,
  quickReplies,
  scheduledMessages,
} from '../../db/schema/creator-messages.ts';
import { subscriberNotes } from '../../db/schema/subscriptions.ts';
import { creatorNamed, demoFan } from '../cast.ts';
import { photoId } from '../gallery.ts';
import { type Past, before, days } from '../past.ts';
import { demoId } from '../random.ts';

/** Titles and texts. */
const replies = [
  ['Thanks', 'Thank you, {name}. That keeps me going into the fog.'],
  ['Shipping', 'Prints leave on Fridays and take about a week. You’ll find the tracking under your orders.'],
  ['Which film', 'Mostly Tri-X, one stop over, and HP5 when the light gives up.'],
] as const;

const automatic = [
  {
    kind: 'follow',
    isOn: true,
    type: 'text',
    text: 'Welcome, {name}. New contact sheets go up on Sundays; start with the night roll.',
  },
  {
    kind: 'subscribe',
    isOn: true,
    type: 'photo',
    text: 'Thank you for subscribing, {name}. Here is a frame that nobody else has seen.',
  },
  {
    kind: 'renewal-failed',
    isOn: true,
    type: 'text',
    text: 'Your card didn’t want to renew, {name}. A new one takes a minute, and the archive waits for you.',
  },
  {
    kind: 'subscription-ended',
    isOn: false,
    type: 'text',
    text: 'It was good to have you here, {name}. The door stays open.',
  },
] as const;

async function insertAutomatic(ctx: Ctx, performerId: string, updatedAt: Date): Promise<void> {
  await ctx.db
    .insert(automaticMessages)
    .values(automatic.map((each) => ({ ...each, performerId, updatedAt })));
  await ctx.db.insert(automaticMessageFiles).values({
    performerId,
    kind: 'subscribe',
    fileId: photoId(creatorNamed('demo-creator'), 0, 0),
    position: 0,
  });
}

/** What the demo creator has prepared: quick replies, automatic messages, a note, and a message for tomorrow. */
export async function insertCreatorMessages(ctx: Ctx, { today }: Past): Promise<void> {
  const { id: performerId, username } = creatorNamed('demo-creator');
  const updatedAt = before(today, days(20));
  await ctx.db.insert(quickReplies).values(
    replies.map(([title, text], position) => ({
      id: demoId(`quick reply ${title}`),
      performerId,
      title,
      text,
      position,
      createdAt: updatedAt,
      updatedAt,
    })),
  );
  await insertAutomatic(ctx, performerId, updatedAt);
  await ctx.db.insert(subscriberNotes).values({
    performerId,
    userId: demoFan.id,
    text: 'Comes in November, by train. Asked about roads; send her the coast one.',
    updatedAt: before(today, days(1)),
  });
  const scheduledId = demoId('message for tomorrow');
  const sendAt = new Date(today.getTime() + days(1));
  await ctx.db.insert(scheduledMessages).values({
    id: scheduledId,
    conversationId: demoId(`talk ${demoFan.username} ${username}`),
    senderId: performerId,
    state: 'scheduled',
    text: 'Low water is at seven tomorrow. Start with the coast road, and bring boots.',
    sendAt,
    createdAt: before(today, days(1)),
    updatedAt: before(today, days(1)),
  });
  await enqueue(ctx, { kind: 'scheduled-message', payload: { scheduledId }, runAt: sendAt });
}
