import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { is } from 'drizzle-orm';
import { type AnyPgColumn, PgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { accounts } from '#backend/db/schema/accounts.ts';
import { lastSteps, personSteps } from '#backend/domain/across/leaving/erasing/tables.ts';

const books = 'the books keep amounts and times, under an account without a name';
const buyers = 'what was bought stays for its buyers; the rest is deleted as its creator would have';
const theirs = 'the account is nobody any longer; the rows belong to others';
const sold = 'buyers see it beside what they bought; other files are deleted with their rows';
const codes = 'terms of the site, the gateway or the law, not of a person';

/** Columns whose words another function of `erasing/` takes out, which `erasing.test.ts` proves. */
export const elsewhere: Readonly<Record<string, string>> = {
  'former_usernames.username': 'kept from everybody else for 30 days',
  'auctions.title': 'remains',
  'auctions.description': 'remains',
  'products.name': 'remains',
  'products.description': 'remains',
  'fan_list_members.account_id': 'remains',
  'comments.text': 'content',
  'search_terms.word': 'remains',
  'search_terms.keys': 'remains',
  'files.custom_data': 'remains',
  'files.original_name': 'remains',
  'files.reason': 'remains',
  'part_uploads.owner_id': 'remains',
  'part_uploads.key': 'remains',
  'part_uploads.mime': 'remains',
  'part_uploads.store_id': 'remains',
  'part_uploads.received': 'remains',
  'documents.owner_id': 'documents',
  'documents.side': 'documents',
  'documents.mime': 'documents',
  'documents.sealed_key': 'documents',
  'ledger_transactions.description': 'ledger',
  'notification_actors.account_id': 'mentions',
  'audit_log.facts': 'mentions',
  'jobs.payload': 'mentions',
  'email_outbox.to': 'mentions',
  'email_outbox.subject': 'mentions',
  'email_outbox.text': 'mentions',
  'email_outbox.unsubscribe_token': 'mentions',
  'email_outbox.recipient_id': 'mentions',
  'email_outbox.actor_ids': 'mentions',
};

/** Columns that stay as they are, and why. */
export const kept: Readonly<Record<string, string>> = {
  'former_usernames.account_id': 'goes with the name, after 30 days',
  'account_deletions.account_id': 'that the account was deleted, and when',
  'consents.account_id': 'that the statements were made; whose they were isn’t known any longer',
  'consents.version': 'which statements there were',
  'consents.text_digest': 'which statements there were',
  'auctions.performer_id': theirs,
  'auctions.shipping_countries': 'countries, of an auction without a title',
  'auctions.leader_id': theirs,
  'bids.bidder_id': books,
  'broadcast_recipients.account_id': 'a creator’s count of deliveries',
  'comments.author_id': 'a placeholder, where others replied',
  'coupons.code': codes,
  'coupon_uses.account_id': books,
  'performers.account_id': 'counts, which nobody is shown',
  'earning_days.performer_id': books,
  'earning_days.source': codes,
  'earning_quarter_hours.performer_id': books,
  'earning_quarter_hours.source': codes,
  'earning_months.performer_id': books,
  'earning_months.source': codes,
  'earning_day_tops.performer_id': books,
  'earning_day_tops.key': books,
  'earning_late.performer_id': books,
  'files.owner_id': sold,
  'files.type': sold,
  'files.mime': sold,
  'files.alt': sold,
  'files.placeholder': sold,
  'files.storage_key': sold,
  'files.renditions': sold,
  'files.peaks': sold,
  'view_marks.viewer': 'a hash with a salt that is deleted with its day',
  'view_marks.kind': codes,
  'view_salts.salt': 'a random value',
  'galleries.performer_id': buyers,
  'galleries.description': buyers,
  'galleries.tags': buyers,
  'galleries.title': buyers,
  'photos.performer_id': buyers,
  'photos.description': buyers,
  'photos.tags': buyers,
  'photos.title': buyers,
  'videos.performer_id': buyers,
  'videos.description': buyers,
  'videos.tags': buyers,
  'videos.title': buyers,
  'feeds.performer_id': buyers,
  'feeds.text': buyers,
  'feeds.link_card': buyers,
  'polls.question': buyers,
  'poll_options.text': buyers,
  'poll_votes.account_id': 'counted in the result, which doesn’t say whose it is',
  'products.performer_id': theirs,
  'products.shipping_countries': 'countries, of a product without a name',
  'settings.key': codes,
  'settings.value': codes,
  'rate_limits.key': 'hashes and ids, for a day at most',
  'jobs.kind': codes,
  'jobs.dedupe_key': 'ids',
  'jobs.last_error': 'errors of the program',
  'processes.role': codes,
  'processes.host': codes,
  'processes.store_id': codes,
  'processes.store': codes,
  'ledger_accounts.owner_id': books,
  'ledger_transactions.subject': codes,
  'ledger_transactions.actor_id': books,
  'ledger_transactions.performer_id': books,
  'ledger_transactions.provider_event_id': codes,
  'ledger_postings.account_id': books,
  'payments.account_id': books,
  'payments.idempotency_key': 'a random value',
  'payments.fingerprint': 'a hash of the request',
  'payments.currency': books,
  'payments.charge_id': 'by which the bank and the site find a payment that is disputed later',
  'payments.gateway_ref': 'by which the bank and the site find a payment that is disputed later',
  'payments.reason': codes,
  'payments.decline_code': codes,
  'provider_events.id': codes,
  'provider_events.gateway': codes,
  'conversations.pair_key': 'ids',
  'conversation_members.account_id': 'the conversation is the other member’s, too',
  'conversation_members.other_id': 'the conversation is the other member’s, too',
  'message_requests.sender_id': 'the conversation is the other member’s, too',
  'message_requests.performer_id': 'the conversation is the other member’s, too',
  'messages.sender_id': 'texts stay with whoever received them',
  'messages.recipient_id': 'texts stay with whoever wrote them',
  'messages.text': 'texts stay with whoever received them',
  'message_tips.note': 'texts stay with whoever received them',
  'push_keys.public_key': 'the site’s own',
  'push_keys.private_key': 'the site’s own',
  'promos.title': 'the site’s own',
  'promos.text': 'the site’s own',
  'promos.href': 'the site’s own',
  'promos.image': 'the site’s own',
  'site_posts.slug': 'the site’s own',
  'site_posts.title': 'the site’s own',
  'site_posts.summary': 'the site’s own',
  'site_posts.html': 'the site’s own',
  'site_posts.changes': 'the site’s own',
  'token_packages.name': 'the site’s own',
  'audit_log.actor_id': 'what operators did, accounted for without their name',
  'audit_log.action': codes,
  'audit_log.subject': 'ids',
  'operators.account_id': 'an operator can’t delete their account',
  'operators.added_by': 'a user of the site’s own machine',
  'webhook_events.id': codes,
  'webhook_events.gateway': codes,
  'webhook_events.type': codes,
  'webhook_events.payload': 'ids, amounts and states',
  'webhook_events.outcome': codes,
  'webhook_events.error': codes,
  'disputes.gateway': codes,
  'disputes.gateway_id': 'by which the bank and the site find the dispute',
  'disputes.reason': codes,
  'cards.account_id': books,
  'cards.gateway': codes,
  'payout_methods.account_id': books,
  'payout_requests.performer_id': books,
  'payout_requests.currency': books,
  'adjustments.account_id': books,
  'adjustments.proposed_by_id': 'what operators did, accounted for without their name',
  'adjustments.decided_by_id': 'what operators did, accounted for without their name',
  'payout_requests.reference': 'by which the bank and the site find a payout',
  'payout_events.state': codes,
  'payout_events.actor': codes,
  'promotions.performer_id': books,
  'promotion_uses.account_id': books,
  'gifts.giver_id': books,
  'gifts.performer_id': books,
  'gifts.redeemed_by': books,
  'gifts.code': 'nothing of a person: a random link that someone may still hold',
  'receipts.number': books,
  'receipts.seller_name': 'the site',
  'receipts.seller_email': 'the site',
  'referrals.referrer_id': books,
  'referrals.referred_id': books,
  'referrals.void_reason': codes,
  'orders.number': books,
  'orders.buyer_id': books,
  'orders.seller_id': books,
  'orders.snapshot': buyers,
  'order_events.event': codes,
  'subscriptions.user_id': books,
  'subscriptions.performer_id': books,
  'subscriptions.gateway': codes,
  'purchases.account_id': books,
  'purchases.performer_id': books,
  'purchases.title': buyers,
  'purchases.text': buyers,
  'purchase_files.account_id': books,
  'moderation_cases.target_type': codes,
  'moderation_cases.account_id': 'that there was a case, without its words',
  'reports.reporter_id': 'that there was a report, without its words',
  'reports.target_type': codes,
  'reports.opened_by_id': 'what operators did, accounted for without their name',
  'reports.outcome': codes,
  'reports.reporter_email': 'a visitor’s, who has no account; removed once they were told',
  'moderation_decisions.account_id': 'that it was decided, without the facts; counted for transparency',
  'moderation_decisions.target_type': codes,
  'moderation_decisions.rule': codes,
  'moderation_decisions.decided_by_id': 'what operators did, accounted for without their name',
  'moderation_decisions.confirmed_by_id': 'what operators did, accounted for without their name',
  'moderation_appeals.account_id': 'that there was an appeal, without its words',
  'moderation_appeals.decided_by_id': 'what operators did, accounted for without their name',
  'taken_down_items.kind': codes,
  'private_streams.performer_id': books,
  'private_streams.account_id': books,
  'stream_meters.account_id': books,
  'stream_chats.performer_id': 'the rules of a chat that nobody can open',
  'stream_messages.sender_id': 'a placeholder without words, so that a chat’s numbers have no gap',
  'stream_messages.deleted_by': 'ids',
  'streams.performer_id': books,
  'stream_tips.account_id': books,
};

const folder = fileURLToPath(new URL('../../../../src/backend/db/schema/', import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const modules: object[] = await Promise.all(
  names.map((name): Promise<object> => import(/* @vite-ignore */ `${folder}${name}`)),
);
export const tables: readonly PgTable[] = [
  ...new Set(modules.flatMap((each) => Object.values(each) as unknown[])),
].filter((each) => is(each, PgTable));

/** The names of the columns that refer to accounts. */
export const referencesOf = (table: PgTable): string[] =>
  getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .filter(({ foreignTable }) => foreignTable === accounts)
    .flatMap(({ columns }) => columns.map(({ name }) => name));

/** Whether a column holds words, and not one of a few values. */
export const hasWords = (column: AnyPgColumn): boolean =>
  column.getSQLType() === 'text' && !column.enumValues?.length;

/** Columns that can name a person or hold their words: references to accounts, lists, JSON and texts. */
export const personalColumns: readonly string[] = tables.flatMap((table) => {
  const { name, columns } = getTableConfig(table);
  const references = referencesOf(table);
  const isId = ({ name: own }: AnyPgColumn) =>
    /(_by|_by_id|account_id|performer_id|recipient_id)$/.test(own) || references.includes(own);
  return columns
    .filter(
      (column) =>
        hasWords(column) ||
        /\[\]|json/.test(column.getSQLType()) ||
        (column.getSQLType() === 'uuid' && isId(column)),
    )
    .map((column) => `${name}.${column.name}`);
});

/** Columns that the list of steps erases. */
export const erasedColumns: ReadonlySet<string> = new Set(
  [...personSteps, ...lastSteps].flatMap(({ table, mine, set }) => {
    const { name, columns } = getTableConfig(table);
    const own = table as unknown as Record<string, AnyPgColumn | undefined>;
    const changed = Object.keys(set ?? {}).map((property) => own[property]?.name ?? property);
    // Where rows are deleted whoever of their people is the account, all of their columns go.
    const isWhole = !set && referencesOf(table).every((each) => mine.some((column) => column.name === each));
    const whole = isWhole ? columns.map((column) => column.name) : [];
    return [...mine.map((column) => column.name), ...changed, ...whole].map((column) => `${name}.${column}`);
  }),
);
