import { texts } from '#lib/problem';
import type { Http } from './http.ts';
import { ApiProblem, problemOf } from './problem.ts';
import { sendWithProgress } from './upload.ts';
import type { Progress, Sending } from './upload.ts';

/** What the payload of a photo feed or a video names: an object in the bucket (specification section 3). */
export interface CloudObject {
  readonly filename: string;
  readonly path: string;
}
export interface CloudUploadOptions {
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}
export type CloudUpload = (file: File, options?: CloudUploadOptions) => Promise<CloudObject>;

export interface CloudWorld {
  readonly http: Http;
  readonly now: () => number;
  readonly log: (message: string, problem: unknown) => void;
  readonly send?: (sending: Sending) => Promise<{ status: number; text: string }>;
}

/** A timestamp plus the lowercase original extension: nothing else of a person's file name leaves the machine. */
export function cloudFileName(original: string, now: number): string {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(original)?.[1];
  return extension ? `${now}.${extension.toLowerCase()}` : String(now);
}

async function signedAddress(http: Http, body: { fileName: string; fileType: string }, signal?: AbortSignal): Promise<string> {
  const path = new URL('/api/getsignedUrl', location.origin).href;
  const answer = (await http({ method: 'POST', path, body, signal })) as { url?: unknown; data?: { url?: unknown } } | null;
  const url = answer?.url ?? answer?.data?.url;
  if (typeof url !== 'string') throw new ApiProblem({ status: 200, code: 'unreadable', message: texts.somethingWrong });
  return url;
}

/** Asks for a presigned address, then PUTs the file there. A failure is logged and thrown on, so that the screen can say why and offer a retry. */
export const makeCloudUpload = ({ http, now, log, send = sendWithProgress }: CloudWorld): CloudUpload =>
  async (file, { onProgress, signal } = {}) => {
    const filename = cloudFileName(file.name, now());
    try {
      const url = await signedAddress(http, { fileName: filename, fileType: file.type }, signal);
      const { status, text } = await send({ method: 'PUT', url, headers: { 'Content-Type': file.type }, body: file, onProgress, signal });
      if (status < 200 || status >= 300) throw problemOf(status, text);
      onProgress?.(100);
      return { filename, path: new URL(url, location.origin).pathname.replace(/^\//, '') };
    } catch (problem) {
      log('cloud upload failed', problem);
      throw problem;
    }
  };
