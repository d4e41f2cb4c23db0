import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Done, Email, Id, ObjectType } from '../core/schemas.ts';
import { op } from '../core/op.ts';

export const ReportTarget = z.enum(['account', ...ObjectType.options, 'stream', 'comment', 'message']);
export type ReportTarget = z.infer<typeof ReportTarget>;
export const ReportCategory = z.enum(['child-safety', 'spam', 'legal', 'violation', 'other']);
export type ReportCategory = z.infer<typeof ReportCategory>;

/** What anyone can see without an account, so not messages. */
const VisitorReportTarget = ReportTarget.exclude(['message']);

const about = {
  targetId: Id,
  category: ReportCategory,
  comment: z.string().trim().max(limits.text.reason).default(''),
};

export const reports = {
  'POST /reports': op({
    summary:
      'Report an item, a stream, a person, or a message (also of a stream’s chat); a copy of it is kept',
    access: 'user',
    body: z.strictObject({ targetType: ReportTarget, ...about }),
    reply: z.object({
      _id: Id,
      targetType: ReportTarget,
      targetId: Id,
      category: ReportCategory,
      comment: z.string(),
      state: z.enum(['open', 'closed']),
      createdAt: z.iso.datetime(),
    }),
    creates: true,
    status: 201,
  }),
  'POST /reports/visitors': op({
    captcha: true,
    summary: 'Report something that is visible without an account; a copy of it is kept',
    access: 'anyone',
    body: z.strictObject({
      targetType: VisitorReportTarget,
      ...about,
      email: Email.nullable()
        .default(null)
        .describe('Where to send the outcome. Ignored for those who are logged in.'),
    }),
    reply: Done,
    status: 201,
    ours: true,
  }),
};
