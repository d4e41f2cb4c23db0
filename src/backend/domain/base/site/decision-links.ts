import { routes } from '#config/routes.ts';
import type { Ctx } from '../../../kernel/context.ts';

/*
 * The person a decision concerns may be locked out by it. The link in the email, and the one in the answer to their
 * login, opens the decision and its appeal without logging in, for as long as the decision is kept.
 */

const signDecision = ({ config, ports }: Ctx, decisionId: string, secret = config.secret): string =>
  ports.crypto.hmac(secret, `decision:${decisionId}`);

/** The path of the decision's page, with the token that opens it. */
export const decisionPath = (ctx: Ctx, decisionId: string): string =>
  `${routes.decision(decisionId)}?token=${signDecision(ctx, decisionId)}`;

/** Whether this site made the token for this decision. */
export const opensDecision = (ctx: Ctx, decisionId: string, token: string): boolean =>
  [ctx.config.secret, ...(ctx.config.previousSecrets ?? [])].some((secret) =>
    ctx.ports.crypto.equal(token, signDecision(ctx, decisionId, secret)),
  );
