import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { files } from './files.ts';

const category = () =>
  text('category', { enum: ['child-safety', 'spam', 'legal', 'violation', 'other'] }).notNull();

/** Everything reported about one thing until it is decided. A later report opens the next case. */
export const moderationCases = pgTable(
  'moderation_cases',
  {
    id: id(),
    targetType: text('target_type').notNull(),
    targetId: uuid('target_id').notNull(),
    /** Who published or wrote it, or is it. */
    accountId: accountRef('account_id'),
    /** Of the first report. */
    category: category(),
    state: text('state', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    closedAt: at('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('moderation_cases_open')
      .on(t.targetType, t.targetId)
      .where(sql`state = 'open'`),
    index('moderation_cases_queue').on(t.state, t.createdAt, t.id),
    index('moderation_cases_account').on(t.accountId, t.createdAt),
    index('moderation_cases_target').on(t.targetId),
  ],
);
const caseRef = () => uuid('case_id').references(() => moderationCases.id);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    caseId: caseRef().notNull(),
    /** Null for visitors, and for what an operator or the site itself looks into. */
    reporterId: uuid('reporter_id').references(() => accounts.id),
    source: text('source', { enum: ['person', 'visitor', 'operator', 'site'] })
      .notNull()
      .default('person'),
    /** Where a visitor wants to hear what came of it. Removed once they were told. */
    reporterEmail: text('reporter_email'),
    /** The operator who opened the case on their own initiative. */
    openedBy: text('opened_by'),
    openedById: uuid('opened_by_id'),
    targetType: text('target_type').notNull(),
    targetId: uuid('target_id').notNull(),
    category: category(),
    comment: text('comment').notNull().default(''),
    /** The reported content at the time of the report. */
    snapshot: jsonb('snapshot').notNull(),
    state: text('state', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    /** What the reporter was told in the end: whether something was done. */
    outcome: text('outcome').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('reports_once').on(t.reporterId, t.targetType, t.targetId),
    index('reports_case').on(t.caseId, t.createdAt),
  ],
);

/** Files that are evidence. They are kept, whatever their owner does. */
export const reportFiles = pgTable(
  'report_files',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (t) => [primaryKey({ columns: [t.reportId, t.fileId] }), index('report_files_file').on(t.fileId)],
);

/** What an operator decided about a person or their content, with what a statement of reasons names. */
export const moderationDecisions = pgTable(
  'moderation_decisions',
  {
    id: id(),
    /** Null for a decision on the operator's own initiative. */
    caseId: caseRef(),
    /** The person concerned. */
    accountId: accountRef('account_id'),
    targetType: text('target_type').notNull(),
    targetId: uuid('target_id').notNull(),
    category: category(),
    action: text('action', {
      enum: ['dismiss', 'warn', 'hide', 'remove', 'suspend', 'ban', 'refund', 'hold-payout'],
    }).notNull(),
    /** `proposed` waits for a second operator; `reversed` and `lifted` no longer apply. */
    state: text('state', { enum: ['proposed', 'in-force', 'withdrawn', 'reversed', 'lifted'] }).notNull(),
    /** Whether it is against the law, or against the site's rules. */
    ground: text('legal_basis', { enum: ['illegal', 'terms'] }).notNull(),
    /** The law or rule relied on. */
    rule: text('rule').notNull(),
    /** The facts and circumstances, as the person reads them. */
    facts: text('facts').notNull(),
    /** When it ends by itself; null if it doesn't. */
    until: at('until'),
    /** Whether it was taken without a person. */
    automated: boolean('automated').notNull().default(false),
    /** What the content was called, so that the person knows which one is meant after it has gone. */
    about: text('about').notNull().default(''),
    /** What to restore on reversal. */
    before: jsonb('before'),
    /** The operator's username, and their account where they decided at the desk. */
    decidedBy: text('decided_by').notNull(),
    decidedById: uuid('decided_by_id'),
    confirmedBy: text('confirmed_by'),
    confirmedById: uuid('confirmed_by_id'),
    decidedAt: at('decided_at'),
    endedAt: at('ended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('moderation_decisions_case').on(t.caseId, t.createdAt),
    index('moderation_decisions_account').on(t.accountId, t.createdAt, t.id),
    index('moderation_decisions_period').on(t.decidedAt),
    // A case waits for one second opinion at a time.
    uniqueIndex('moderation_decisions_proposed')
      .on(t.caseId)
      .where(sql`state = 'proposed'`),
  ],
);

/** One per decision. */
export const moderationAppeals = pgTable(
  'moderation_appeals',
  {
    decisionId: uuid('decision_id')
      .primaryKey()
      .references(() => moderationDecisions.id),
    accountId: accountRef('account_id'),
    text: text('text').notNull(),
    state: text('state', { enum: ['pending', 'upheld', 'reversed'] })
      .notNull()
      .default('pending'),
    answer: text('answer').notNull().default(''),
    decidedBy: text('decided_by'),
    decidedById: uuid('decided_by_id'),
    decidedAt: at('decided_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('moderation_appeals_account').on(t.accountId),
    index('moderation_appeals_queue').on(t.state, t.createdAt),
  ],
);

/** Content that an operator hid or removed. As long as it is here, its creator can't publish it again. */
export const takenDownItems = pgTable(
  'taken_down_items',
  {
    kind: text('kind').notNull(),
    itemId: uuid('item_id').notNull(),
    decisionId: uuid('decision_id')
      .notNull()
      .references(() => moderationDecisions.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.itemId] }),
    index('taken_down_items_decision').on(t.decisionId),
    index('taken_down_items_item').on(t.itemId),
  ],
);

/** The files of such content: their addresses stop working for everyone but their owner and buyers. */
export const takenDownFiles = pgTable(
  'taken_down_files',
  {
    decisionId: uuid('decision_id')
      .notNull()
      .references(() => moderationDecisions.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.decisionId] }),
    index('taken_down_files_decision').on(t.decisionId),
  ],
);

/** Pictures that operators removed, recognised when somebody uploads them again. */
export const removedPictureHashes = pgTable(
  'removed_picture_hashes',
  {
    id: id(),
    decisionId: uuid('decision_id')
      .notNull()
      .references(() => moderationDecisions.id),
    hash: bigint('hash', { mode: 'bigint' }).notNull(),
    /** How often it was uploaded again since, and when last. */
    refusals: integer('refusals').notNull().default(0),
    lastRefusedAt: at('last_refused_at'),
    createdAt: createdAt(),
  },
  (t) => [unique('removed_picture_hashes_once').on(t.decisionId, t.hash)],
);
