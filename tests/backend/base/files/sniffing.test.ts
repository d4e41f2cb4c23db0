import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { detectImageFormat, sniffImage } from '#backend/ports/image-format.ts';
import { HEAD_BYTES, isText, sniffDocument, sniffMedia } from '#backend/ports/media-format.ts';
import { clip } from '../../../setup/recordings.ts';

const formatOf = (bytes: Uint8Array) => detectImageFormat(bytes) ?? sniffMedia(bytes) ?? sniffDocument(bytes);
const signs = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
/** The `ftyp` box that an ISO media file starts with. */
const brands = (major: string, ...compatible: string[]) => {
  const size = String.fromCharCode(0, 0, 0, 16 + 4 * compatible.length);
  return signs(`${size}ftyp${major}\0\0\0\0${compatible.join('')}`);
};
const ebml = (kind: string) =>
  signs(`\u001aEß£\u009fB\u0086\u0081\u0001B\u0082${String.fromCharCode(0x80 + kind.length)}${kind}`);
const id3 = (...rest: number[]) => new Uint8Array([...signs('ID3\u0004\0\0\0\0\0\0'), ...rest]);

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'an image written by sharp: %s',
  async (format) => {
    const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } });
    expect(sniffImage(await picture[format]().toBuffer())).toBe(format);
  },
);

test.each([
  ['wheel.mp4', 'mp4'],
  ['piano.m4a', 'm4a'],
] as const)('a file made by another program: %s', async (name, format) =>
  expect(formatOf(await clip(name))).toBe(format),
);

test.each<[string, Uint8Array, string | null]>([
  ['AVIF that names a general brand first', brands('mif1', 'avif', 'miaf'), 'avif'],
  ['a series of AVIF', brands('avis', 'msf1'), 'avif'],
  ['HEIC', brands('heic', 'mif1'), 'heic'],
  ['HEIC that names a general brand first', brands('mif1', 'heic'), 'heic'],
  ['QuickTime', brands('qt  '), 'mov'],
  ['QuickTime of old', signs('\0\0\0\u0008wide\0\0\0\u0008mdat'), 'mov'],
  ['an audio book', brands('M4B ', 'isom'), 'm4a'],
  ['a telephone’s video', brands('3gp5', 'isom'), 'mp4'],
  ['WebM', ebml('webm'), 'webm'],
  ['Matroska, which browsers don’t play', ebml('matroska'), null],
  ['MP3', new Uint8Array([0xff, 0xfb, 0x90, 0x44]), 'mp3'],
  ['MP3 with words before it', id3(0xff, 0xfb), 'mp3'],
  ['MPEG layer 2', new Uint8Array([0xff, 0xfd, 0x90, 0x44]), null],
  ['AAC without a container', new Uint8Array([0xff, 0xf1, 0x50, 0x80]), null],
  ['Ogg', signs('OggS\0\u0002'), 'ogg'],
  ['FLAC', signs('fLaC\0\0\0"'), 'flac'],
  ['WAV', signs('RIFF\0\0\0\0WAVEfmt '), 'wav'],
  ['AVI', signs('RIFF\0\0\0\0AVI LIST'), null],
  ['PDF', signs('%PDF-1.7'), 'pdf'],
  ['PDF behind something else', signs('<script>%PDF-1.7'), null],
  ['ZIP', signs(`PK\u0003\u0004${'\0'.repeat(30)}`), 'zip'],
  ['EPUB', signs(`PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/epub+zip`), 'epub'],
  ['SVG', signs('<svg onload="x()"/>'), null],
  ['HTML', signs('<!doctype html><script>x()</script>'), null],
  ['a program', signs('MZ\u0090\0'), null],
  ['a script', signs('#!/bin/sh\n'), null],
  ['BMP', signs('BM\0\0'), null],
  ['TIFF', signs('II*\0'), null],
  ['nothing', new Uint8Array(), null],
  ['half a signature', signs('\u0089PNG'), null],
])('%s', (_, bytes, format) => expect(formatOf(bytes)).toBe(format));

test.each<[string, Uint8Array, boolean]>([
  ['a playlist', signs('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), true],
  ['a text in other letters', new TextEncoder().encode('Привет, это не фильм\r\n'), true],
  ['a letter cut in two', new TextEncoder().encode('né').slice(0, 2), true],
  ['a recording', brands('isom', 'mp42'), false],
  ['AVI', signs('RIFF\u00ff\0\0\0AVI LIST'), false],
  ['MPEG-TS', new Uint8Array([0x47, 0x40, 0x11, 0x10, 0x00]), false],
  ['nothing', new Uint8Array(), false],
])('whether it is a text: %s', (_, bytes, expected) => expect(isText(bytes)).toBe(expected));

describe('whatever the bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 60 }).map((rest) => new Uint8Array([...brands('isom', 'mp42'), ...rest])),
  );
  test('they are detected or rejected, and never throw', () =>
    fc.assert(fc.property(bytes, (given) => void formatOf(given))));
  test('the first 4096 bytes give the same result as all of them', () =>
    fc.assert(
      fc.property(bytes, (given) => {
        const whole = new Uint8Array(HEAD_BYTES + 500).fill(0x3c);
        whole.set(given);
        expect(formatOf(whole.subarray(0, HEAD_BYTES))).toBe(formatOf(whole));
      }),
    ));
});

test('a drawing that can contain scripts is rejected with the reason, and so is a HEIC', () => {
  expect(() => sniffImage(signs('<?xml version="1.0"?><svg/>'))).toThrow('SVG');
  expect(() => sniffImage(brands('mif1', 'heic'))).toThrow('HEIC');
  expect(() => sniffImage(signs('hello'))).toThrow('isn’t a picture');
});
