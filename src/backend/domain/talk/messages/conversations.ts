import { and, eq } from 'drizzle-orm';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { conversationMembers, conversations, messageSettings } from '../../../db/schema/messages.ts';
import { invalid, notAllowed, notFound } from '../../../kernel/errors.ts';
import { countAsNew } from '../../people/accounts/new-accounts/limits.ts';
import { mayMeet } from './conversation-members.ts';
import {
  conversationView,
  findConversation,
  firstMessageColumns,
  firstMessageFacts,
  isFanOfViewer,
} from './conversation-presenters.ts';
import { buildPairKey, decideWriting } from './rules.ts';

/** @throws AppError 404 when the conversation isn't the viewer's or the members may not see each other. */
export const getConversation = async (ctx: UserCtx, id: string): Promise<Conversation> =>
  conversationView(ctx, await findConversation(ctx, id));

/** The account to write to, if the viewer may see it. */
async function findAddressee(ctx: UserCtx, target: { id: string; isPerformer: boolean }) {
  const [row] = await ctx.db
    .select({
      isPerformer: accounts.isPerformer,
      suspendedAt: accounts.suspendedAt,
      verified: performers.verified,
      otherIsFan: isFanOfViewer(ctx, accounts.id),
      first: firstMessageColumns(ctx, accounts.id),
    })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .leftJoin(messageSettings, eq(messageSettings.performerId, accounts.id))
    .where(
      and(
        eq(accounts.id, target.id),
        eq(accounts.isPerformer, target.isPerformer),
        mayMeet(ctx, accounts.id),
      ),
    );
  if (!row) throw notFound();
  return row;
}

/** Creates the conversation of two accounts. Of two concurrent calls, the second finds the first one's. */
async function makeConversation(ctx: UserCtx, otherId: string): Promise<string> {
  const pairKey = buildPairKey(ctx.viewer.id, otherId);
  return transaction(ctx, async (tx) => {
    const time = now(tx);
    const made = await tx.db
      .insert(conversations)
      .values({ id: tx.ports.ids(), type: 'private', pairKey, createdAt: time, updatedAt: time })
      .onConflictDoNothing({ target: conversations.pairKey })
      .returning({ id: conversations.id });
    const conversationId = made[0]?.id;
    if (conversationId === undefined) {
      const [found] = await tx.db
        .select({ id: conversations.id })
        .from(conversations)
        .where(eq(conversations.pairKey, pairKey));
      if (!found) throw new Error('a conversation vanished');
      return found.id;
    }
    await countAsNew(tx, 'conversations');
    await tx.db.insert(conversationMembers).values([
      { conversationId, accountId: tx.viewer.id, otherId, lastMessageAt: time },
      { conversationId, accountId: otherId, otherId: tx.viewer.id, lastMessageAt: time },
    ]);
    return conversationId;
  });
}

/**
 * The conversation with an account, created when there is none and the viewer may write to it.
 * @throws AppError 404 when the two may not see each other (two fans never do), 403 when the viewer must be
 * written to first, or the creator doesn't accept first messages from them, 429 `new_account_limit`.
 */
export async function openConversationWith(
  ctx: UserCtx,
  body: ParsedInput<'POST /conversations'>['body'],
): Promise<Conversation> {
  if (body.sourceId === ctx.viewer.id) throw invalid('sourceId', 'You can’t message yourself.');
  const addressee = await findAddressee(ctx, { id: body.sourceId, isPerformer: body.source === 'performer' });
  const [existing] = await ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.pairKey, buildPairKey(ctx.viewer.id, body.sourceId)));
  if (existing) return getConversation(ctx, existing.id);
  if (addressee.suspendedAt || (!addressee.isPerformer && !ctx.viewer.isPerformer)) throw notFound();
  if (addressee.isPerformer && addressee.verified !== 'approved') throw notFound();
  const { refusal } = decideWriting({
    writerIsPerformer: ctx.viewer.isPerformer,
    other: addressee,
    otherIsFan: addressee.otherIsFan,
    otherHasWritten: false,
    hasWritten: false,
    ...firstMessageFacts(addressee.first),
    request: null,
  });
  if (refusal) throw notAllowed(refusal);
  return getConversation(ctx, await makeConversation(ctx, body.sourceId));
}
