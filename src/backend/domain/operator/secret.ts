import { transaction } from '../../kernel/context.ts';
import { type Renewed, renewMethods } from '../payouts/secret-renewal.ts';
import { renewFactors } from '../accounts/factors/second-factor.ts';
import { renewPushKeys } from '../notifications/push/keys.ts';
import { type OperatorCtx, audit } from './audit.ts';

/**
 * Re-encrypts with the new secret everything that earlier secrets can decrypt, after the site's secret was
 * changed. All or nothing; repeating it changes nothing.
 */
export const renewSecret = (ctx: OperatorCtx): Promise<Renewed> =>
  transaction(ctx, async (tx) => {
    const done = await renewMethods(tx);
    await renewPushKeys(tx);
    await renewFactors(tx);
    await audit(tx, { action: 'secret.renewed', subject: 'payout_methods', facts: { ...done } });
    return done;
  });
