import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import type { TestApp } from './test-app.ts';

/**
 * Plants one kind of corruption: runs statements with triggers disabled, returns the findings of the ledger
 * check (without ids), and rolls everything back.
 */
export const plantedIn =
  ({ ctx, db }: Pick<TestApp, 'ctx' | 'db'>) =>
  async (...statements: string[]): Promise<string[]> => {
    const found: string[] = [];
    const before = await checkLedger(ctx);
    const undo = new Error('undo');
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL session_replication_role = replica`);
        for (const statement of statements) await tx.execute(sql.raw(statement));
        found.push(
          ...(await checkLedger({ ...ctx, db: tx })).map(
            ({ rule, detail }) => `${rule} ${detail.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`,
          ),
        );
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    expect(await checkLedger(ctx)).toEqual(before);
    return found;
  };
