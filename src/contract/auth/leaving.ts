import { z } from 'zod';
import { op } from '../core/op.ts';

const DataExport = z.object({
  _id: z.uuid(),
  state: z.enum(['preparing', 'ready', 'failed']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('When the file is deleted; null until it is ready'),
  bytes: z.int().nullable().describe('Size of the file; null until it is ready'),
  url: z
    .string()
    .nullable()
    .describe('Where your browser downloads it while you are logged in; null until it is ready'),
});
export type DataExport = z.infer<typeof DataExport>;

export const leaving = {
  'GET /auth/export': op({
    summary: 'Your latest copy of your data',
    access: 'user',
    reply: z.object({ export: DataExport.nullable().describe('Null: none, or deleted since.') }),
    ours: true,
  }),
  'POST /auth/export': op({
    summary: 'Ask for a ZIP of everything of yours; an email says when it is ready',
    access: 'user',
    reply: z.object({ export: DataExport }),
    status: 201,
    ours: true,
  }),
};
