import { transaction } from '../../../kernel/context.ts';
import { type Renewed, renewMethods } from '../../trade/payouts/secret-renewal.ts';
import { renewBillingDetails } from '../../money/earnings/billing-details.ts';
import { renewFactors } from '../../people/accounts/factors/second-factor.ts';
import { renewPushKeys } from '../../people/notifications/push/keys.ts';
import { renewDocumentKeys } from '../../base/files/documents.ts';
import { type OperatorCtx, audit } from './audit.ts';

/** Of payout methods, and beside them of documents and of tax numbers. */
export interface RenewedSecret extends Renewed {
  readonly documents: Renewed;
  readonly taxNumbers: Renewed;
}

/**
 * Re-encrypts with the new secret everything that earlier secrets can decrypt, after the site's secret was
 * changed. All or nothing; repeating it changes nothing.
 */
export const renewSecret = (ctx: OperatorCtx): Promise<RenewedSecret> =>
  transaction(ctx, async (tx) => {
    const documents = await renewDocumentKeys(tx);
    const done = { ...(await renewMethods(tx)), documents, taxNumbers: await renewBillingDetails(tx) };
    await renewPushKeys(tx);
    await renewFactors(tx);
    await audit(tx, { action: 'secret.renewed', subject: 'payout_methods', facts: { ...done } });
    return done;
  });
