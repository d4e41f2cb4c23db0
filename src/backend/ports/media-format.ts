import { readBrands } from './image-format.ts';

/**
 * Containers known by their first bytes, never by name or declared type: those of files for sale, and those that
 * a host without ffmpeg can take. What else is a recording, ffmpeg decides.
 */
export const mediaFormats = {
  mp4: { video: 'video/mp4', audio: 'audio/mp4' },
  mov: { video: 'video/quicktime', audio: 'audio/mp4' },
  webm: { video: 'video/webm', audio: 'audio/webm' },
  m4a: { audio: 'audio/mp4' },
  mp3: { audio: 'audio/mpeg' },
  ogg: { audio: 'audio/ogg' },
  wav: { audio: 'audio/wav' },
  flac: { audio: 'audio/flac' },
} as const satisfies Record<string, { video?: string; audio?: string }>;
export type MediaFormat = keyof typeof mediaFormats;
export type DocumentFormat = 'pdf' | 'zip' | 'epub';
export const documentMimes: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  epub: 'application/epub+zip',
};

/** Enough leading bytes to detect every format. */
export const HEAD_BYTES = 4096;

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** Old QuickTime files begin with one of these boxes instead of `ftyp`. */
const quickTimeBoxes: ReadonlySet<string> = new Set(['moov', 'mdat', 'wide', 'pnot']);
const pictureBrand = /^(avi[fs]|hei[cxsm]|hev[cxms]|mif1|msf1)$/;

function isoFormat(bytes: Uint8Array): MediaFormat | null {
  const [major = '', ...others] = readBrands(bytes);
  if (major === '') return quickTimeBoxes.has(ascii(bytes, 4, 8)) ? 'mov' : null;
  if (pictureBrand.test(major) || others.some((brand) => /^avi[fs]$/.test(brand))) return null;
  if (/^M4[AB] $/.test(major)) return 'm4a';
  return major === 'qt  ' ? 'mov' : 'mp4';
}

/** An EBML file whose document type, near the beginning, is `webm`. */
const isWebm = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, 4) === '\u001aEß£' && ascii(bytes, 4, 64).includes('B\u0082\u0084webm');

/** An ID3 tag, or a frame header: eleven set bits, then a version and the layer bits of MP3. */
const isMp3 = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

export function sniffMedia(bytes: Uint8Array): MediaFormat | null {
  const start = ascii(bytes, 0, 4);
  if (start === 'OggS') return 'ogg';
  if (start === 'fLaC') return 'flac';
  if (start === 'RIFF') return ascii(bytes, 8, 12) === 'WAVE' ? 'wav' : null;
  if (isWebm(bytes)) return 'webm';
  return isMp3(bytes) ? 'mp3' : isoFormat(bytes);
}

/**
 * Whether this is the beginning of a text. No recording is one, while lists that name other files and addresses
 * are.
 */
export function isText(bytes: Uint8Array): boolean {
  // A character of several bytes may be cut at the end.
  const text = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).replace(/\uFFFD$/, '');
  return /^[^\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\uFFFD]+$/.test(text);
}

export function sniffDocument(bytes: Uint8Array): DocumentFormat | null {
  if (ascii(bytes, 0, 5) === '%PDF-') return 'pdf';
  if (ascii(bytes, 0, 4) !== 'PK\u0003\u0004') return null;
  // An EPUB is a ZIP whose first entry, stored uncompressed, declares the type.
  return ascii(bytes, 30, 58) === 'mimetypeapplication/epub+zip' ? 'epub' : 'zip';
}
