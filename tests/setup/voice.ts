/** An EBML element whose length is stated, in one to two bytes. */
function element(id: readonly number[], body: readonly number[]): number[] {
  const size = body.length < 127 ? [0x80 | body.length] : [0x40 | (body.length >> 8), body.length & 0xff];
  return [...id, ...size, ...body];
}
const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const bigEndian = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 0xff);

const frame = Array.from({ length: 24 }, (_, at) => at);

/**
 * A WebM as a browser records it: no length in the header, clusters of unknown size, a frame every 100 ms.
 * Nothing in it can be heard.
 */
export function webmRecording(seconds: number): Uint8Array<ArrayBuffer> {
  const clusters: number[] = [];
  for (let from = 0; from < seconds * 1000; from += 10_000) {
    clusters.push(0x1f, 0x43, 0xb6, 0x75, ...unknown, ...element([0xe7], bigEndian(from, 4)));
    for (let at = 0; at < 10_000 && from + at <= seconds * 1000; at += 100)
      clusters.push(...element([0xa3], [0x81, ...bigEndian(at, 2), 0x80, ...frame]));
  }
  return new Uint8Array([
    ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], [...Buffer.from('webm')])),
    0x18,
    0x53,
    0x80,
    0x67,
    ...unknown,
    ...element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], bigEndian(1_000_000, 3))),
    ...element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0xd7], [1]))),
    ...clusters,
  ]);
}

/** The form that uploads a recording. */
export function voiceForm(
  bytes: Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([bytes], 'voice.webm', { type: 'audio/webm;codecs=opus' }));
  return form;
}
