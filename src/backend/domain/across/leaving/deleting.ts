import { eq } from 'drizzle-orm';
import type { ReplyOf, ParsedInput } from '#contract/core/registry.ts';
import type { Deletion } from '#contract/across/leaving.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accountDeletions, accounts } from '../../../db/schema/accounts.ts';
import { conflict, invalid, notLoggedIn } from '../../../kernel/errors.ts';
import { mailAccount } from '../../people/accounts/account-mail.ts';
import { closeAccount } from '../../people/accounts/closing/deactivation.ts';
import { countOpenGifts } from '../../trade/subscriptions/gifts/returning.ts';
import { requireProof } from '../../people/accounts/factors/proof.ts';
import { loadBelongings } from './losses.ts';
import { loadDebts } from './obligations.ts';
import { loadWaits, waitTexts } from './waits.ts';

const dayMs = 24 * 60 * 60_000;

/** What the owner types to show that they mean this account. */
async function confirmationText(ctx: UserCtx): Promise<string> {
  const [row] = await ctx.db
    .select({ username: accounts.username, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  const confirmation = row?.username ?? row?.email;
  if (!confirmation) throw notLoggedIn();
  return confirmation;
}

const giftText = (count: number): string =>
  count === 1
    ? 'A gift of a subscription to you that hasn’t been redeemed: whoever bought it gets the money back.'
    : `${count} gifts of a subscription to you that haven’t been redeemed: whoever bought them gets the money back.`;

const erased = (isPerformer: boolean, openGifts: number): string[] => [
  'Your profile, pictures, email address, addresses and settings.',
  ...(isPerformer ? ['Your posts, videos, photos, products and identity documents, with their files.'] : []),
  ...(openGifts > 0 ? [giftText(openGifts)] : []),
  'Your comments, likes, bookmarks and follows, and the photos, videos and voice messages you sent.',
];

const listRemains = (isPerformer: boolean): string[] => [
  ...(isPerformer ? ['What people bought from you stays available to them only.'] : []),
  'Texts you sent in messages stay with whoever received them, from “Deleted account”.',
  'Records of payments and orders are kept without your name, as the law requires.',
];

export async function mayDelete(ctx: UserCtx): Promise<Deletion> {
  const { id, isPerformer } = ctx.viewer;
  const { losses, payable } = await loadBelongings(ctx, id);
  const { deletionGraceDays, currency } = await ctx.settings.all();
  return {
    obligations: await loadDebts(ctx, id, { payable }),
    waits: (await loadWaits(ctx, id)).filter((wait) => wait !== 'order').map((wait) => waitTexts[wait]),
    erased: erased(isPerformer, await countOpenGifts(ctx, id)),
    kept: listRemains(isPerformer),
    losses,
    currency,
    days: deletionGraceDays,
    confirmation: await confirmationText(ctx),
  };
}

async function mailRequested(tx: Ctx, accountId: string, dueAt: Date): Promise<void> {
  const day = formatUtcDay(dueAt);
  await mailAccount(tx, accountId, (site) => ({
    subject: `Your ${site} account will be deleted on ${day}`,
    lines: [
      `Your account will be deleted on ${day}, as you asked. Until then no one sees your profile, posts or messages, and no subscription renews.`,
      `To keep your account, log in before that day: ${tx.config.publicUrl}/auth/login`,
      'After that, it can’t be restored, and everything in it is permanently deleted.',
      'If this wasn’t you, log in and change your password.',
    ],
  }));
}

/**
 * Closes the viewer's account at once, and deletes it when the days to think it over have passed.
 * @throws AppError 403 `step_up_required`; 409 while something has to be settled, naming all of it; 422 on
 * `confirmation`, or on `losses` if the account has more to lose than was agreed to
 */
export async function requestDeletion(
  ctx: UserCtx,
  { confirmation, losses }: ParsedInput<'POST /auth/deletion'>['body'],
): Promise<ReplyOf<'POST /auth/deletion'>> {
  await requireProof(ctx);
  const { id } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    const wanted = await confirmationText(tx);
    if (confirmation.replace(/^@/, '').toLowerCase() !== wanted)
      throw invalid('confirmation', `Type ${wanted} to confirm.`);
    const { losses: present, payable } = await loadBelongings(tx, id);
    const debts = await loadDebts(tx, id, { payable });
    if (debts.length > 0)
      throw conflict(`Settle this first: ${debts.map(({ message }) => message).join(' ')}`);
    if (present.tokens > losses.tokens || present.earnings > losses.earnings)
      throw invalid('losses', 'Your balance has changed. Review what you would lose.');
    const { deletionGraceDays } = await tx.settings.all();
    const requestedAt = now(tx);
    const dueAt = new Date(requestedAt.getTime() + deletionGraceDays * dayMs);
    if (!(await closeAccount(tx, id))) throw notLoggedIn();
    await tx.db.insert(accountDeletions).values({ accountId: id, requestedAt, dueAt });
    await mailRequested(tx, id, dueAt);
    return { dueAt: dueAt.toISOString() };
  });
}
