import { expect } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { firstOf } from './money-moments.ts';
import type { Moment } from './moments.ts';
import { call } from './people.ts';

const page = (path: string) => (each: Page) => each.goto(path);
async function conversation(each: Page): Promise<void> {
  const { data } = await call<{ data: { _id: string }[] }>(each, 'GET /conversations?limit=1&offset=0');
  await each.goto(`/messages/${data.data[0]?._id}`);
  await expect(each.getByPlaceholder('Write a message')).toBeVisible();
}
const within = (button: RegExp | string, then?: string) => async (each: Page) => {
  await conversation(each);
  await each.getByRole('button', { name: button }).filter({ visible: true }).first().click();
  if (then) await each.getByRole('menuitem', { name: then }).click();
  await expect(each.getByRole('dialog').or(each.getByRole('menu')).first()).toBeVisible();
};
/** Beside the conversation where there is room for both, else in a drawer. */
const fanPanel = async (each: Page) => {
  await conversation(each);
  const docked = each.getByRole('complementary', { name: /^About / });
  const button = each.getByRole('button', { name: /^About / });
  await expect(docked.or(button).first()).toBeVisible();
  if (!(await docked.isVisible())) await button.filter({ visible: true }).first().click();
  await expect(docked.or(each.getByRole('dialog')).first()).toBeVisible();
};
const commented = firstOf(
  '/feeds',
  'GET /user/feeds?limit=12',
  (post) =>
    (post.access as { allowed: boolean }).allowed && (post.counts as { comments: number }).comments > 0,
);

export const fansTalk = ({
  creator,
  goLive,
}: {
  creator: string;
  goLive: () => Promise<string>;
}): Moment[] => [
  { name: 'messages', reach: page('/messages') },
  { name: 'a conversation', reach: conversation },
  { name: 'a conversation’s menu', reach: within(/^More options for/), closes: true },
  { name: 'a message’s menu', reach: within('Message options'), closes: true },
  { name: 'a tip in a conversation', reach: within(/^(Send a )?[Tt]ip/) },
  { name: 'comments', reach: commented },
  {
    name: 'answering a comment',
    reach: async (each) => {
      await commented(each);
      // Comments are fetched when they come near, and below a tall photo they aren't.
      await each.getByRole('heading', { name: /^Comments/ }).scrollIntoViewIfNeeded();
      await each.getByRole('button', { name: 'Reply', exact: true }).first().click();
      await expect(each.getByLabel(/^Reply to /)).toBeVisible();
    },
  },
  { name: 'notifications', reach: page('/notifications') },
  {
    name: 'a stream and its chat',
    reach: async (each) => {
      await each.goto(`/live/${await goLive()}`);
      await expect(each.getByRole('textbox', { name: 'Message to the chat' })).toBeVisible();
    },
  },
  {
    name: 'asking for a private stream',
    reach: async (each) => {
      await each.goto(`/${creator}`);
      await each.getByRole('heading', { level: 1 }).click();
      await each.getByRole('button', { name: 'Ask for a private stream' }).click();
      await expect(each.getByRole('dialog')).toBeVisible();
    },
  },
];

export const creatorsTalk: Moment[] = [
  { name: 'a creator’s messages', reach: page('/messages') },
  { name: 'a creator’s conversation', reach: conversation },
  { name: 'the panel about a fan', reach: fanPanel },
  { name: 'quick replies', reach: within('More ways to write', 'Quick replies') },
  { name: 'mass messages', reach: page('/creator/broadcast') },
  {
    name: 'a new mass message',
    reach: async (each) => {
      await each.goto('/creator/broadcast');
      await each.getByRole('button', { name: 'New message' }).click();
      await expect(each.getByText(/will receive it/)).toBeVisible();
    },
  },
  { name: 'comments in the studio', reach: page('/creator/comments') },
];
