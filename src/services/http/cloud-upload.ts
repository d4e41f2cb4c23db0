import { limits } from '#config/limits.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { texts } from '#lib/problem.ts';
import type { Call } from './call.ts';
import { assertFits } from './file-size.ts';
import { parsed } from './http.ts';
import type { Http } from './http.ts';
import { storable } from './storable.ts';
import { shownEverywhere } from '../base/pictures/shown-everywhere.ts';
import { uploadInParts } from './part-upload.ts';
import { ApiProblem, problemFromResponse } from './problem.ts';
import { sendWithProgress } from './upload.ts';
import type { Progress, Sending } from './upload.ts';

/** An object in the bucket, as referenced by photo posts and videos (specification section 3). */
export interface CloudObject {
  readonly filename: string;
  readonly path: string;
}
export interface CloudUploadOptions {
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
  /** Called with true while an upload in parts waits for a connection, and with what interrupted it. */
  readonly onPause?: (isPaused: boolean, cause?: unknown) => void;
  /**
   * Hands the object on. An upload in parts isn't over before: an interruption here doesn't cost what has arrived
   * either.
   */
  readonly handOn?: (object: CloudObject) => Promise<void>;
}
export type CloudUpload = (file: File, options?: CloudUploadOptions) => Promise<CloudObject>;

export interface CloudDeps {
  readonly http: Http;
  readonly call: Call;
  readonly now: () => number;
  readonly log: (message: string, problem: unknown) => void;
  readonly send?: (sending: Sending) => Promise<{ status: number; text: string }>;
}

/**
 * A timestamp plus the original extension in lower case, so that nothing else of a person's file name is
 * sent.
 */
export function cloudFileName(original: string, now: number): string {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(original)?.[1];
  return extension ? `${now}.${extension.toLowerCase()}` : String(now);
}

/** Whether an account may upload that much is up to the server. */
const mostInCloud = ({ type }: Blob): number =>
  type.startsWith('image/') ? limits.upload.imageBytes : limits.upload.largestBytes;

let latest = 0;
/**
 * A timestamp that no other upload of this page has. Files picked at the same time would otherwise overwrite
 * each other.
 */
const uniqueTimestamp = (now: number): number => (latest = Math.max(now, latest + 1));

type Signed = ReplyOf<'POST /uploads/sign'>;

const unreadable = () => new ApiProblem({ status: 200, code: 'unreadable', message: texts.somethingWrong });

/** The endpoint of specification section 7, which forwards to `POST /uploads/sign`. */
async function sign(
  http: Http,
  body: { fileName: string; fileType: string; fileSize: number },
  signal?: AbortSignal,
): Promise<Signed> {
  const path = new URL('/api/getsignedUrl', location.origin).href;
  const answer = (await http({ method: 'POST', path, body, signal })) as { data?: Partial<Signed> } | null;
  if (typeof answer?.data?.url !== 'string') throw unreadable();
  return answer.data as Signed;
}

/**
 * Requests a presigned URL and PUTs the file there. Failures are rethrown, so that the page can show them and offer
 * a retry, and those of the upload logged.
 */
export const makeCloudUpload =
  ({ http, call, now, log, send = sendWithProgress }: CloudDeps): CloudUpload =>
  async (given, { handOn, ...others } = {}) => {
    const { onProgress, signal } = others;
    let isArrived = false;
    const take = async (object: CloudObject): Promise<void> => {
      isArrived = true;
      await handOn?.(object);
    };
    const options = { ...others, handOn: take };
    try {
      const file = storable(await shownEverywhere(given, signal));
      assertFits(file, mostInCloud(file));
      const fileName = cloudFileName(file.name, uniqueTimestamp(now()));
      if (file.size > limits.upload.partBytes)
        return await uploadInParts({ call, send }, { file, fileName }, options);
      const { url, filename, path, maxBytes } = await sign(
        http,
        { fileName, fileType: file.type, fileSize: file.size },
        signal,
      );
      assertFits(file, maxBytes);
      const { status, text } = await send({
        method: 'PUT',
        url,
        headers: { 'Content-Type': file.type },
        body: file,
        onProgress,
        signal,
      });
      if (status < 200 || status >= 300) throw problemFromResponse(status, parsed(text));
      await take({ filename, path });
      onProgress?.(100);
      return { filename, path };
    } catch (problem) {
      // What refuses an object that has arrived says so itself.
      if (!isArrived) log('cloud upload failed', problem);
      throw problem;
    }
  };
