import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { is } from 'drizzle-orm';
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { exported } from '#backend/domain/across/leaving/export/contents.ts';
import { listHeads } from '#backend/domain/across/leaving/export/rows.ts';

/** Columns that refer to an account, but whose rows aren't that account's own data, and why. */
const notExported: Readonly<Record<string, string>> = {
  'one_time_tokens.account_id': 'secrets of links in emails, which work once',
  'login_challenges.account_id': 'secrets of logins under way, kept for ten minutes',
  'account_deletions.account_id': 'logging in cancels a deletion, and an export takes a login',
  'recovery_codes.account_id': 'hashes of secrets',
  'audit_log.actor_id': 'what operators did; kept for accounting to others, not theirs to take along',
  'operators.account_id': 'who runs the site, named by its command line',
  'adjustments.account_id': 'the site’s own work; what was booked is among the transactions, with its reason',
  'adjustments.proposed_by_id': 'the site’s own work, which its operators share',
  'adjustments.decided_by_id': 'the site’s own work, which its operators share',
  'operator_proposals.proposed_by': 'the site’s own work, which its operators share',
  'auctions.leader_id': 'who leads is masked; the person’s own bids are exported',
  'account_blocks.blocked_id': 'whoever blocks somebody does so without their knowing',
  'broadcast_recipients.account_id': 'bookkeeping of deliveries; the messages are exported',
  'fan_list_members.account_id': 'a creator’s private lists; the creator’s own are exported',
  'creator_mutes.performer_id': 'people mute without the creator’s knowing',
  'post_alerts.performer_id': 'fans’ own choices, without the creator’s knowing; a fan’s own are exported',
  'creator_list_members.performer_id': 'fans’ private lists; a fan’s own are exported',
  'mass_message_mutes.performer_id': 'fans mute without the creator’s knowing',
  'comment_bans.account_id': 'a creator’s private list',
  'comments.owner_id': 'the words of whoever wrote them',
  'automatic_deliveries.performer_id': 'bookkeeping of deliveries; the messages are exported',
  'automatic_deliveries.account_id': 'bookkeeping of deliveries; the messages are exported',
  'automatic_message_files.performer_id': 'which files belong to a message; the files are exported',
  'creator_search.performer_id': 'the index of the profile, which is exported',
  'trending_creators.performer_id': 'a score computed from what others did',
  'site_search.performer_id': 'the index of what is published, which is exported',
  'idempotency_keys.account_id': 'bookkeeping of repeated calls, kept for a week',
  'conversation_members.other_id': 'the same conversations from the other side',
  'notification_actors.account_id': 'other people’s notifications',
  'notification_digests.account_id': 'when the next digest is due',
  'gateway_customers.account_id': 'the payment provider’s own number; the cards are exported',
  'part_uploads.owner_id': 'uploads that aren’t files yet, deleted after two days',
  'purchase_files.account_id': 'which files belong to a purchase; the purchases are exported',
  'purchases.performer_id': 'the buyer’s purchases; sales are among the transactions',
  'gifts.performer_id': 'gifts by others; what they brought is among the transactions',
  'spend_caps.performer_id': 'a fan’s private limits',
  'subscriber_notes.user_id': 'a creator’s private notes',
  'stream_bans.account_id': 'a creator’s private list',
  'stream_bans.banned_by': 'the creator’s list, whoever wrote into it',
  'moderation_cases.account_id': 'reports by others; the decisions are exported',
  'payout_holds.account_id': 'bookkeeping of decisions, which are exported',
  'stream_moderators.account_id': 'a creator’s own list',
};

const folder = fileURLToPath(new URL('../../../../src/backend/db/schema/', import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const modules: object[] = await Promise.all(
  names.map((name): Promise<object> => import(/* @vite-ignore */ `${folder}${name}`)),
);
const tables = [...new Set(modules.flatMap((each) => Object.values(each) as unknown[]))].filter((each) =>
  is(each, PgTable),
);

/** Every column of the schema that refers to an account, as `table.column`. */
const references = tables.flatMap((table) => {
  const { name, foreignKeys } = getTableConfig(table);
  return foreignKeys
    .map((key) => key.reference())
    .filter(({ foreignTable }) => foreignTable === accounts)
    .flatMap(({ columns }) => columns.map((column) => `${name}.${column.name}`));
});
const covered = exported.flatMap(({ table, mine }) =>
  mine.map((column) => `${getTableConfig(table).name}.${column.name}`),
);

test('every column that refers to an account is exported, or named with the reason why not', () => {
  expect(references.length).toBeGreaterThan(90);
  const known = new Set([...covered, ...Object.keys(notExported)]);
  expect(references.filter((column) => !known.has(column))).toEqual([]);
  // Nothing is named that isn't there, or twice.
  expect(Object.keys(notExported).filter((column) => !references.includes(column))).toEqual([]);
  expect(Object.keys(notExported).filter((column) => covered.includes(column))).toEqual([]);
  expect(new Set(exported.map(({ file }) => file)).size).toBe(exported.length);
});

test('no secret and no key of a provider is exported', () => {
  const secret =
    /hash|sealed|fingerprint|token$|secret|endpoint|p256dh|^auth$|key$|gatewayid|gatewayref|customerid|chargeid/i;
  const leaked = exported.flatMap((kind) =>
    listHeads(kind)
      .filter((head) => secret.test(head))
      .map((head) => `${kind.file}: ${head}`),
  );
  expect(leaked).toEqual([]);
  // What is left out exists: a renamed column would otherwise be exported again.
  for (const { file, table, omit } of exported)
    for (const name of omit) expect(Object.keys(table), `${file} leaves out ${name}`).toContain(name);
});
