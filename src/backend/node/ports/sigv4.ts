import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

/** AWS Signature Version 4 for S3, in headers or in a URL. */
export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}
export interface Signable {
  readonly method: string;
  readonly url: URL;
  /** All of them are signed, together with `host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly time: Date;
}

export const sha256Hex = (data: Uint8Array | string): string =>
  createHash('sha256').update(data).digest('hex');

/** Formats a time as `20130524T000000Z`. */
const formatStamp = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const signer = (
  { method, url, headers, time }: Signable,
  { accessKeyId, secretAccessKey, region }: Keys,
  signQuery: boolean,
): AwsV4Signer =>
  new AwsV4Signer({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    method,
    url: url.href,
    headers,
    datetime: formatStamp(time),
    signQuery,
    // Otherwise type, length and range stay open.
    allHeaders: true,
  });

/** Returns the request's headers with the signature added. `payload` is the SHA-256 of the body. */
export async function signHeaders(request: Signable, keys: Keys, payload: string): Promise<Headers> {
  const headers = { ...request.headers, 'x-amz-content-sha256': payload };
  return (await signer({ ...request, headers }, keys, false).sign()).headers;
}

/** Returns a presigned URL, valid for `seconds` with exactly these headers. */
export async function signAddress(request: Signable, keys: Keys, seconds: number): Promise<URL> {
  const url = new URL(request.url);
  url.searchParams.set('X-Amz-Expires', String(seconds));
  return (await signer({ ...request, url }, keys, true).sign()).url;
}
