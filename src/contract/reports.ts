import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Id, ObjectType } from './core/schemas.ts';
import { op } from './core/op.ts';

export const ReportTarget = z.enum(['account', ...ObjectType.options, 'stream', 'comment', 'message']);
export type ReportTarget = z.infer<typeof ReportTarget>;
export const ReportCategory = z.enum(['spam', 'legal', 'violation', 'other']);
export type ReportCategory = z.infer<typeof ReportCategory>;

export const reports = {
  'POST /reports': op({
    summary:
      'Report an item, a stream, a person, or a message (also of a stream’s chat); a copy of it is kept',
    access: 'user',
    body: z.strictObject({
      targetType: ReportTarget,
      targetId: Id,
      category: ReportCategory,
      comment: z.string().trim().max(limits.text.reason).default(''),
    }),
    reply: z.object({
      _id: Id,
      targetType: ReportTarget,
      targetId: Id,
      category: ReportCategory,
      comment: z.string(),
      state: z.enum(['open', 'closed']),
      createdAt: z.iso.datetime(),
    }),
    status: 201,
  }),
};
