import type { ReplyOf } from '#contract/core/registry.ts';
import { type UserCtx, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { deactivateAccount } from '../../people/accounts/closing/deactivation.ts';
import { requireProof } from '../../people/accounts/factors/proof.ts';
import { loadObligations } from './obligations.ts';

export const mayDeactivate = async (ctx: UserCtx): Promise<ReplyOf<'GET /auth/deactivation'>> => ({
  obligations: await loadObligations(ctx, ctx.viewer.id),
});

/** @throws AppError 403 `step_up_required`; 409 while others wait for something, naming all of it */
export async function deactivate(ctx: UserCtx): Promise<void> {
  await requireProof(ctx);
  await transaction(ctx, async (tx) => {
    const obligations = await loadObligations(tx, tx.viewer.id);
    if (obligations.length > 0)
      throw conflict(`Settle this first: ${obligations.map(({ message }) => message).join(' ')}`);
    await deactivateAccount(tx, tx.viewer.id);
  });
}
