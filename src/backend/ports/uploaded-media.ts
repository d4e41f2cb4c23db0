import { limits } from '#config/limits.ts';
import { isVoiceTooLong, voiceTooLongText } from '#lib/voice/voice-length.ts';
import type { MediaProcessor, MediaSource, MediaTask, ProcessedMedia } from './media-processor.ts';
import { refuseDolbyVision } from './dolby-vision.ts';
import type { RecordingHeader } from './header.ts';
import { unsupported } from './image-format.ts';
import { readHeader } from './recording-header.ts';

const damaged = () =>
  unsupported('The file is damaged or doesn’t match its type. Save it again and upload the new file.');

/**
 * Replaces text metadata in the stream with zeros. A blanked box keeps its length and becomes a `free` box.
 */
function blanked(
  stream: ReadableStream<Uint8Array>,
  words: RecordingHeader['words'],
): ReadableStream<Uint8Array> {
  const free = new TextEncoder().encode('free');
  let position = 0;
  const blank = (chunk: Uint8Array, [from, to]: readonly [number, number]) => {
    for (let at = Math.max(from + 4, position); at < Math.min(to, position + chunk.length); at += 1)
      chunk[at - position] = free[at - from - 4] ?? 0;
  };
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(given, controller) {
        const end = position + given.length;
        const touched = words.filter(([from, to]) => from < end && to > position);
        const chunk = touched.length > 0 ? given.slice() : given;
        for (const range of touched) blank(chunk, range);
        position = end;
        controller.enqueue(chunk);
      },
    }),
  );
}

async function look(source: MediaSource, { cut, maxSeconds }: MediaTask): Promise<RecordingHeader> {
  if (cut) throw unsupported('Teasers can’t be generated here. Upload your own.');
  if (source.format === null)
    throw unsupported(
      'This format can’t be converted here. Upload an MP4, WebM or MOV, or an MP3, M4A, OGG, WAV or FLAC.',
    );
  const header = await readHeader(source);
  if (!header) throw damaged();
  if (header.cutShort) throw unsupported('This file is incomplete. Upload it again.');
  if (maxSeconds !== undefined && isVoiceTooLong(header.duration ?? 0, maxSeconds))
    throw unsupported(voiceTooLongText(maxSeconds));
  if ((header.duration ?? 0) > limits.upload.recordingSeconds)
    throw unsupported(
      `This is longer than ${limits.upload.recordingSeconds / 3600} hours, the maximum length.`,
    );
  return header;
}

/**
 * Stores the file unchanged except for its text metadata, which could reveal where and with what it was
 * recorded.
 */
async function keepAsIs(
  source: MediaSource,
  work: MediaTask,
  { header, mime, ending }: { header: RecordingHeader; mime: string; ending: string },
): Promise<ProcessedMedia> {
  const { width, height, duration, words } = header;
  const about = { width, height, duration, peaks: null, poster: null, asUploaded: true };
  if (words.length === 0) return { ...about, renditions: [] };
  const rendition = {
    name: `source.${ending}`,
    width: width ?? 0,
    height: height ?? 0,
    mime,
    bytes: source.bytes,
  };
  await work.keep(rendition, blanked(await source.open(), words));
  return { ...about, renditions: [rendition] };
}

/**
 * For hosts that can't make renditions: files are stored as uploaded once their headers have been validated.
 */
export const uploadedMedia: Pick<MediaProcessor, 'video' | 'audio'> = {
  async video(source, work) {
    const header = await look(source, work);
    if (header.width === null) throw unsupported('This video has no picture.');
    refuseDolbyVision(header.dolbyVision ?? null);
    return keepAsIs(source, work, {
      header,
      mime: source.format === 'mov' ? 'video/quicktime' : `video/${source.format ?? 'mp4'}`,
      ending: source.format ?? 'mp4',
    });
  },
  async audio(source, work) {
    return keepAsIs(source, work, {
      header: { ...(await look(source, work)), width: null, height: null },
      mime: 'audio/mp4',
      ending: 'm4a',
    });
  },
};
