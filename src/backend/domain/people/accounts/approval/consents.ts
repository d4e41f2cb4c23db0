import { and, eq } from 'drizzle-orm';
import { type ConsentKind, creatorStatements } from '#config/creator-statements.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { consents } from '../../../../db/schema/accounts.ts';
import { invalid } from '../../../../kernel/errors.ts';

/** A text that an account's owner agrees to. */
export interface AgreedText {
  readonly kind: ConsentKind;
  readonly version: string;
  readonly text: string;
}

/** Records that an account agreed to these texts now, with a hash of each as it was shown. */
export async function recordConsents(
  tx: Ctx,
  accountId: string,
  agreed: readonly AgreedText[],
): Promise<void> {
  if (agreed.length === 0) return;
  const acceptedAt = now(tx);
  const rows = agreed.map(({ kind, version, text }) => ({
    id: tx.ports.ids(),
    accountId,
    kind,
    version,
    textDigest: tx.ports.crypto.sha256(text),
    acceptedAt,
  }));
  await tx.db.insert(consents).values(rows).onConflictDoNothing();
}

/** Throws before anything is stored if the statements have changed since they were shown. */
export function checkStatements(version: string | undefined): void {
  if (version !== undefined && version !== creatorStatements.version)
    throw invalid('statements', 'These statements have changed. Reload the page and confirm them again.');
}

/** Records the statements about age and consent that a creator confirmed. */
export async function confirmStatements(tx: Ctx, accountId: string): Promise<void> {
  const { version, age, consent } = creatorStatements;
  await recordConsents(tx, accountId, [
    { kind: 'age', version, text: age },
    { kind: 'consent', version, text: consent },
  ]);
}

/** Whether a creator has confirmed the statements in their present version. */
export async function hasConfirmedStatements(ctx: Ctx, accountId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ kind: consents.kind })
    .from(consents)
    .where(and(eq(consents.accountId, accountId), eq(consents.version, creatorStatements.version)));
  return (['age', 'consent'] as const).every((kind) => rows.some((row) => row.kind === kind));
}
