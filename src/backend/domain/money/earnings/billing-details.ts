import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { BillingDetails } from '#contract/money/earnings.ts';
import { countryName } from '#lib/country-names.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { billingDetails } from '../../../db/schema/earnings.ts';
import { invalid } from '../../../kernel/errors.ts';
import { open, seal, siteSeal } from '../../../kernel/sealing.ts';
import { isCountry } from '../../base/site/countries.ts';

/** A side of a statement, as printed. */
export interface Party {
  readonly name: string;
  readonly address: string[];
  readonly taxNumber: string;
}
type Row = typeof billingDetails.$inferSelect;

const taxNumberSeal = (ctx: Ctx, accountId: string) =>
  siteSeal(ctx, { purpose: 'billing-details', about: accountId });

async function findRow(ctx: Ctx, accountId: string): Promise<Row | null> {
  const [row] = await ctx.db.select().from(billingDetails).where(eq(billingDetails.accountId, accountId));
  return row ?? null;
}

/** @throws when no known secret opens it, so that a statement is never printed without a number it should have. */
const decryptTaxNumber = async (ctx: Ctx, { accountId, sealedTaxNumber }: Row): Promise<string> =>
  sealedTaxNumber === null ? '' : (await open(taxNumberSeal(ctx, accountId), sealedTaxNumber)).plain;

/** What a creator entered, or null. */
export async function readBillingDetails(ctx: Ctx, accountId: string): Promise<BillingDetails | null> {
  const row = await findRow(ctx, accountId);
  if (!row) return null;
  const { name, line1, line2, city, state, zip, country } = row;
  return { name, line1, line2, city, state, zip, country, taxNumber: await decryptTaxNumber(ctx, row) };
}

/**
 * Replaces what the viewer entered before.
 * @throws AppError 422 when there is no such country.
 */
export async function saveBillingDetails(ctx: UserCtx, details: BillingDetails): Promise<BillingDetails> {
  if (!(await isCountry(details.country))) throw invalid('country', 'Choose a country from the list.');
  const accountId = ctx.viewer.id;
  const { taxNumber, ...rest } = details;
  const sealedTaxNumber = taxNumber ? await seal(taxNumberSeal(ctx, accountId), taxNumber) : null;
  const time = now(ctx);
  const values = { ...rest, sealedTaxNumber, updatedAt: time };
  await ctx.db
    .insert(billingDetails)
    .values({ accountId, ...values, createdAt: time })
    .onConflictDoUpdate({ target: billingDetails.accountId, set: values });
  return details;
}

const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);

async function creatorParty(ctx: Ctx, accountId: string): Promise<Party> {
  const details = await readBillingDetails(ctx, accountId);
  if (!details) {
    const [row] = await ctx.db
      .select({ name: accounts.name })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    return { name: row?.name ?? '', address: [], taxNumber: '' };
  }
  const { name, line1, line2, zip, city, state, country, taxNumber } = details;
  const place = filled([zip, city]).join(' ');
  return {
    name,
    address: filled([line1, line2, filled([place, state]).join(', '), countryName(country)]),
    taxNumber,
  };
}

/** Both sides of a creator's statement, as they are now. */
export async function statementParties(
  ctx: Ctx,
  creatorId: string,
): Promise<{ site: Party; performer: Party }> {
  const { siteName, legalName, legalAddress, taxNumber } = await ctx.settings.all();
  return {
    site: { name: legalName ?? siteName, address: filled(legalAddress.split('\n')), taxNumber },
    performer: await creatorParty(ctx, creatorId),
  };
}

const atOnce = 200;

/** Re-encrypts tax numbers with the site's present secret. Returns the accounts whose number no known secret opens. */
export async function renewBillingDetails(
  tx: Ctx,
): Promise<{ renewed: number; current: number; unreadable: string[] }> {
  const done = { renewed: 0, current: 0, unreadable: [] as string[] };
  for (let last: string | null = ''; last !== null;) {
    const rows: { accountId: string; sealed: string | null }[] = await tx.db
      .select({ accountId: billingDetails.accountId, sealed: billingDetails.sealedTaxNumber })
      .from(billingDetails)
      .where(
        and(
          isNotNull(billingDetails.sealedTaxNumber),
          last === '' ? undefined : gt(billingDetails.accountId, last),
        ),
      )
      .orderBy(asc(billingDetails.accountId))
      .limit(atOnce)
      .for('update');
    for (const { accountId, sealed } of rows) {
      const found = await open(taxNumberSeal(tx, accountId), sealed ?? '').catch(() => null);
      if (!found) done.unreadable.push(accountId);
      else if (found.isCurrent) done.current += 1;
      else {
        const sealedTaxNumber = await seal(taxNumberSeal(tx, accountId), found.plain);
        await tx.db
          .update(billingDetails)
          .set({ sealedTaxNumber })
          .where(eq(billingDetails.accountId, accountId));
        done.renewed += 1;
      }
    }
    last = rows.length < atOnce ? null : (rows.at(-1)?.accountId ?? null);
  }
  return done;
}
