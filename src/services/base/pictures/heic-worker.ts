import { decodeHeic } from './heic-decoding.ts';

/* Decodes one picture and is then ended by the page, which gives its memory back: about 150 MB for a photo of
   12 megapixels. */

export interface HeicJob {
  readonly bytes: ArrayBuffer;
  readonly most: number;
}
export type HeicAnswer = Awaited<ReturnType<typeof decodeHeic>>;

interface Scope {
  onmessage: ((event: MessageEvent<HeicJob>) => void) | null;
  postMessage(answer: HeicAnswer, transfer: Transferable[]): void;
}
const scope = globalThis as unknown as Scope;

const answer = async ({ bytes, most }: HeicJob): Promise<void> => {
  const pixels = await decodeHeic(new Uint8Array(bytes), most).catch(() => null);
  scope.postMessage(pixels, pixels && typeof pixels === 'object' ? [pixels.data.buffer] : []);
};
scope.onmessage = ({ data }) => void answer(data);
