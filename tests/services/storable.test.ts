import { expect, test } from 'vitest';
import { storable } from '#services/http/storable.ts';

test.each([
  ['a.mp4', 'video/mp4', 'a.mp4', 'video/mp4'],
  ['a.mp4', '', 'upload.mp4', 'video/mp4'],
  ['a.MOV', '', 'upload.mov', 'video/quicktime'],
  ['a.txt', 'video/webm', 'upload.webm', 'video/webm'],
  ['a.mkv', 'video/x-matroska', 'upload.bin', 'application/octet-stream'],
  ['a.amr', '', 'upload.bin', 'application/octet-stream'],
  ['without ending', '', 'upload.bin', 'application/octet-stream'],
  ['a.pdf', 'application/pdf', 'a.pdf', 'application/pdf'],
])('%s of type “%s” is stored as %s', (name, type, ...expected) => {
  const file = storable(new File(['x'], name, { type, lastModified: 7 }));
  expect([file.name, file.type, file.size, file.lastModified]).toEqual([...expected, 1, 7]);
});
