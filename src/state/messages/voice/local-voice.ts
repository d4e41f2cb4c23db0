import type { FileView } from '#contract/core/schemas.ts';

const localPrefix = 'local:';

/** The view of a recording that is only on this device. Its URL lasts as long as the page. */
export const localVoice = (recording: {
  readonly clientId: string;
  readonly url: string;
  readonly mime: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly peaks: readonly number[];
}): FileView => ({
  _id: `${localPrefix}${recording.clientId}`,
  type: 'message-audio',
  mime: recording.mime,
  state: 'ready',
  percent: 100,
  reason: null,
  bytes: recording.bytes,
  width: null,
  height: null,
  duration: recording.seconds,
  alt: null,
  placeholder: null,
  url: recording.url,
  sizes: [],
  sources: [{ url: recording.url, mime: recording.mime, kind: 'original', height: null }],
  peaks: [...recording.peaks],
  asUploaded: true,
  thumbnails: [],
});

export const isLocal = ({ _id }: Pick<FileView, '_id'>): boolean => _id.startsWith(localPrefix);
