import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { FileView } from '../../core/schemas.ts';
import { UploadFields } from '../../base/files.ts';
import { op } from '../../core/op.ts';

const peak = '(?:100|[1-9]?[0-9])';

/** What the recorder knows. The server uses it only where it can't find out itself. */
export const VoiceFields = UploadFields.extend({
  seconds: z.coerce
    .number()
    .pipe(z.number().min(0).max(86_400))
    .optional()
    .describe('Length of the recording in seconds.'),
  /** Loudness at even intervals, from 0 to 100, separated by commas. */
  peaks: z
    .string()
    .regex(
      new RegExp(`^${peak}(?:,${peak}){0,${limits.voice.peaks - 1}}$`),
      `Send up to ${limits.voice.peaks} numbers from 0 to 100, separated by commas.`,
    )
    .optional(),
});
export type VoiceFields = z.infer<typeof VoiceFields>;

/** The specification uploads photos and videos of private messages; recordings are ours. */
export const voiceUploads = {
  'POST /messages/private/file/audio': op({
    summary: 'Upload a recording for a voice message',
    access: 'user',
    body: VoiceFields,
    reply: FileView,
    status: 201,
    upload: { fields: { file: { kind: 'audio', max: 1 } }, maxBytes: limits.voice.bytes + 64 * 1024 },
    ours: true,
  }),
};
