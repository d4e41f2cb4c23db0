// Which area may write which table, and which may read the tables that access decides by.
import type { Program } from './syntax.ts';
import { type Finding, ownerOf } from './places.ts';
import { type Schema, isSchemaFile } from './schema.ts';
import { type Use, usesOf } from './statements.ts';

/**
 * The areas that write each table of `db/schema/`. No other code writes it, except as listed with a reason in
 * `exceptions.ts`.
 */
export const owners: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts', 'joining'],
  performers: ['accounts', 'creators', 'joining'],
  sessions: ['accounts'],
  oneTimeTokens: ['accounts'],
  formerUsernames: ['accounts'],
  emailChanges: ['accounts'],
  activeDays: ['accounts'],
  secondFactors: ['accounts'],
  recoveryCodes: ['accounts'],
  loginChallenges: ['accounts'],
  socialLogins: ['accounts'],
  passkeys: ['accounts'],
  consents: ['accounts'],
  dataExports: ['leaving'],
  accountDeletions: ['accounts', 'leaving'],

  notifications: ['notifications'],
  notificationActors: ['notifications'],
  notificationSettings: ['notifications'],
  notificationDigests: ['notifications'],
  pushSubscriptions: ['notifications'],
  pushKeys: ['notifications'],

  coupons: ['coupons'],
  couponUses: ['coupons'],

  ledgerAccounts: ['ledger'],
  ledgerTransactions: ['ledger'],
  ledgerPostings: ['ledger'],

  files: ['files', 'publishing'],
  documents: ['files'],
  partUploads: ['files'],

  contactMessages: ['site'],
  contactReplies: ['site'],
  emailOutbox: ['site'],

  cards: ['payments'],
  gatewayCustomers: ['payments'],
  payments: ['payments', 'payment-outcomes'],
  providerEvents: ['payment-outcomes'],
  webhookEvents: ['payment-outcomes'],
  disputes: ['payment-outcomes'],
  receipts: ['receipts'],

  coCreators: ['media-items'],
  releases: ['media-items'],
  mediaItemPeople: ['media-items'],

  purchases: ['wallet'],
  purchaseFiles: ['wallet'],
  spendCaps: ['wallet'],

  conversations: ['messages'],
  conversationMembers: ['messages'],
  messages: ['messages'],
  messageFiles: ['messages'],
  messageReactions: ['messages'],
  messageTips: ['messages'],
  messageRequests: ['messages'],
  messageSettings: ['messages'],

  broadcasts: ['broadcasts'],
  broadcastFiles: ['broadcasts'],
  broadcastRecipients: ['broadcasts'],
  automaticMessages: ['broadcasts'],
  automaticMessageFiles: ['broadcasts'],
  automaticDeliveries: ['broadcasts'],
  quickReplies: ['broadcasts'],
  scheduledMessages: ['broadcasts'],
  scheduledMessageFiles: ['broadcasts'],
  fanLists: ['broadcasts'],
  fanListMembers: ['broadcasts'],
  massMessageCaps: ['broadcasts'],
  massMessageMutes: ['broadcasts'],

  streamSettings: ['streams'],
  streams: ['streams'],
  streamReminders: ['streams'],
  streamTips: ['streams'],
  streamChats: ['streams'],
  streamMessages: ['streams'],
  streamMessageFiles: ['streams'],
  streamModerators: ['streams'],
  streamBans: ['streams'],
  privateStreams: ['streams'],
  streamMeters: ['streams'],
  streamIntervals: ['streams'],
  meterCharges: ['streams'],

  heldWords: ['held-words'],

  comments: ['community'],
  commentBans: ['community'],
  reactions: ['community'],
  postProgress: ['posts'],
  bookmarkCollections: ['library'],
  creatorLists: ['library'],
  creatorListMembers: ['library'],
  bookmarkCollectionItems: ['library'],
  follows: ['community'],
  postAlerts: ['community'],

  earningDays: ['earnings'],
  earningQuarterHours: ['earnings'],
  earningMonths: ['earnings'],
  earningDayTops: ['earnings'],
  earningClosing: ['earnings'],
  earningLate: ['earnings'],
  billingDetails: ['earnings'],

  itemViewDays: ['statistics'],
  sourceViewDays: ['statistics'],
  viewDays: ['statistics'],
  viewHours: ['statistics'],
  viewMarks: ['statistics'],
  viewSalts: ['statistics'],

  creatorSearch: ['creators'],
  verificationEvents: ['creators'],
  searchTerms: ['creators'],
  pinnedViews: ['creator-home'],

  feeds: ['posts'],
  feedFiles: ['posts'],
  polls: ['posts'],
  pollOptions: ['posts'],
  pollVotes: ['posts'],
  postTemplates: ['posts'],
  postSeries: ['posts'],
  postSeriesItems: ['posts'],

  products: ['shop'],
  productImages: ['shop'],
  productFiles: ['shop'],
  addresses: ['shop'],
  orders: ['shop'],
  orderEvents: ['shop'],
  orderFiles: ['shop'],
  orderProblemFiles: ['shop'],

  connectAccounts: ['payouts'],
  payoutMethods: ['payouts'],
  payoutRequests: ['payouts'],
  payoutEvents: ['payouts'],
  payoutHolds: ['payouts'],

  subscriptions: ['subscriptions'],
  subscriberNotes: ['subscriptions'],
  gifts: ['subscriptions'],
  promotions: ['subscriptions'],
  promotionUses: ['subscriptions'],

  auctions: ['auctions'],
  auctionImages: ['auctions'],
  bids: ['auctions'],

  galleries: ['galleries'],
  photos: ['galleries'],

  referralCodes: ['referrals'],
  referrals: ['referrals'],
  referralCredits: ['referrals'],

  auditLog: ['operator'],
  operators: ['operator'],
  operatorProposals: ['operator'],
  adjustments: ['operator'],
  promos: ['operator'],
  sitePosts: ['operator'],
  tokenPackages: ['operator'],

  accountBlocks: ['blocks'],
  creatorMutes: ['blocks'],
  countryBlocks: ['blocks'],

  videos: ['videos'],
  watchProgress: ['videos'],

  siteSearch: ['search'],
  trendingCreators: ['search'],

  moderationCases: ['moderation'],
  reports: ['moderation'],
  reportFiles: ['moderation'],
  moderationDecisions: ['moderation'],
  moderationAppeals: ['moderation'],
  takenDownItems: ['moderation'],
  takenDownFiles: ['moderation'],
  removedPictureHashes: ['moderation'],

  idempotencyKeys: ['kernel'],
  rateLimits: ['kernel'],
  settings: ['kernel'],
  jobs: ['kernel', 'jobs'],
  processes: ['node'],
};

/** Written by `ledger` only: exceptions for "any table" don't apply to these. */
const ledgerTables = new Set(['ledgerAccounts', 'ledgerTransactions', 'ledgerPostings']);

/** The SQL that creates the tables and triggers. */
const migrations = 'src/backend/db/migrations.ts';

/** Tables outside the schema that the migrations need. */
const besides: Readonly<Record<string, readonly string[]>> = { migrations: ['db', 'node'] };

/** Tables that determine access. Only `access` and the areas that write them may query them. */
const decidedBy = new Set([
  'purchases',
  'purchaseFiles',
  'subscriptions',
  'follows',
  'accountBlocks',
  'countryBlocks',
]);

/** Stands for a table that is only known at run time, which could be one of the ledger's. */
const byItsName = 'a table by its name';

/** All lines of `exceptions.ts` that could excuse a file. */
const excusesFor = (file: string, act: string, table: string): string[] => [
  `${file} ${act} ${table}`,
  `${ownerOf(file)} ${act} ${table}`,
  ...(ledgerTables.has(table) || table === byItsName ? [] : [`${ownerOf(file)} ${act} any table`]),
];

function writeFinding(file: string, { table, unknown }: Use): Finding | null {
  const place = ownerOf(file);
  if (unknown !== undefined)
    return besides[unknown]?.includes(place)
      ? null
      : { file, problem: `it writes ${unknown}, which is no table of the schema` };
  if (table === null)
    return {
      file,
      problem: 'it writes a table that can’t be told here: name the table where it is written',
      excuses: excusesFor(file, 'writes', byItsName),
    };
  const owned = owners[table];
  if (!owned) return { file, problem: `${table} has no owner in scripts/boundaries/tables.ts` };
  if (owned.includes(place)) return null;
  return {
    file,
    problem: `${table} is written by ${owned.join(' and ')} alone: call a function of theirs`,
    excuses: excusesFor(file, 'writes', table),
  };
}

function readFinding(file: string, { table }: Use): Finding | null {
  const place = ownerOf(file);
  if (
    table === null ||
    !decidedBy.has(table) ||
    ['access', 'demo'].includes(place) ||
    owners[table]?.includes(place)
  )
    return null;
  return {
    file,
    problem: `${table} says what is open to whom: ask domain/base/access`,
    excuses: excusesFor(file, 'reads', table),
  };
}

/** Violations in the tables that one file uses, each table once. */
export function tableFindings(file: string, program: Program, schema: Schema): Finding[] {
  if (!/^src\/(backend|mock)\//.test(file) || isSchemaFile(file) || file === migrations) return [];
  const found = usesOf(file, program, schema)
    .map((use) => (use.does === 'writes' ? writeFinding(file, use) : readFinding(file, use)))
    .filter((finding) => finding !== null);
  return [...new Map(found.map((finding) => [finding.problem, finding])).values()];
}

/** Tables without an owner, and owners of tables that don't exist. */
export function ownerFindings(schema: Schema): Finding[] {
  const there = new Set(schema.values());
  const file = 'scripts/boundaries/tables.ts';
  return [
    ...[...there]
      .filter((table) => !owners[table])
      .map((table) => ({ file, problem: `${table} has no owner` })),
    ...Object.keys(owners)
      .filter((table) => !there.has(table))
      .map((table) => ({ file, problem: `${table} has an owner, but is no table of the schema` })),
  ];
}
