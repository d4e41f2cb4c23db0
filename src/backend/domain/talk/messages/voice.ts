import type { VoiceFields } from '#contract/talk/messages/voice.ts';
import { limits } from '#config/limits.ts';
import { isVoiceTooLong, voiceTooLongText } from '#lib/voice/voice-length.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import type { FileRow } from '../../base/files/presenters.ts';
import { tooLarge, type UploadedObject } from '../../base/files/upload-objects.ts';
import { storeUpload } from '../../base/files/uploads.ts';
import { sniffMedia } from '../../../ports/media-format.ts';
import { readHeader } from '../../../ports/recording-header.ts';

/** The type of files that may be sent as a voice message. */
export const voiceFileType = 'message-audio';

const longest = async (ctx: UserCtx): Promise<number> => (await ctx.settings.all()).voiceMessageSeconds;

/** The length in seconds that the file's own headers or blocks give; null if they don't. */
async function measureLength(object: UploadedObject): Promise<number | null> {
  const format = sniffMedia(object.head);
  if (!format) return null;
  const bytes = new Uint8Array(await object.bytes());
  const open = ({ start, end }: { start: number; end?: number } = { start: 0 }) =>
    Promise.resolve(new Blob([bytes.subarray(start, end === undefined ? undefined : end + 1)]).stream());
  return (await readHeader({ format, bytes: bytes.byteLength, open }))?.duration ?? null;
}

/**
 * Stores a recording for a voice message. Its length is what the file says; what the recorder says counts only
 * where the file doesn't, and both only until it is processed.
 * @throws AppError 413, 422 for another format or a longer recording than the setting allows, 429.
 */
export function storeVoice(
  ctx: UserCtx,
  { seconds, peaks, ...fields }: VoiceFields,
  file: UploadedFile | undefined,
): Promise<FileRow> {
  return storeUpload(ctx, {
    type: voiceFileType,
    kind: 'audio',
    fields,
    file,
    async inspect(object) {
      if (object.size > limits.voice.bytes) throw tooLarge(limits.voice.bytes);
      const most = await longest(ctx);
      const duration = (await measureLength(object)) ?? seconds ?? null;
      if (duration !== null && isVoiceTooLong(duration, most)) throw invalid('file', voiceTooLongText(most));
      return { duration, peaks: peaks === undefined ? null : peaks.split(',').map(Number) };
    },
  });
}

/**
 * Checks recordings among a message's files: one, by itself, and not too long.
 * @throws AppError 422 on `files`.
 */
export async function refuseOddVoice(tx: UserCtx, rows: readonly FileRow[]): Promise<void> {
  const [voice] = rows.filter(({ mime }) => mime.startsWith('audio/'));
  if (!voice) return;
  if (rows.length > 1) throw invalid('files', 'Send a voice message separately, without other files.');
  if (voice.type !== voiceFileType)
    throw invalid('files', 'Only a recording made for a message can be sent. Record it again.');
  const most = await longest(tx);
  // Without a length, nothing says that it isn't hours.
  if (voice.duration === null)
    throw invalid('files', 'The length of this recording is unknown. Record it again.');
  if (isVoiceTooLong(voice.duration, most)) throw invalid('files', voiceTooLongText(most));
}
