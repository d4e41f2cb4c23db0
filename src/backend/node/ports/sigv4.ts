import { createHash, createHmac } from 'node:crypto';

/** AWS Signature Version 4 for S3, in headers or in a URL. */
export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}
export interface Signable {
  readonly method: string;
  readonly url: URL;
  /** With lowercase names. All of them are signed, together with `host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly time: Date;
}

const algorithm = 'AWS4-HMAC-SHA256';
const unsigned = 'UNSIGNED-PAYLOAD';
export const sha256Hex = (data: Uint8Array | string): string =>
  createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Percent-encodes per RFC 3986, which is stricter than `encodeURIComponent`. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
/** Formats a time as `20130524T000000Z`. */
const formatStamp = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const canonicalQuery = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted(byText)
    .join('&');

interface Scope {
  readonly stamp: string;
  readonly scope: string;
  readonly names: string;
  readonly all: Readonly<Record<string, string>>;
}

function buildScope({ url, headers, time }: Signable, { region }: Keys): Scope {
  const all = { ...headers, host: url.host };
  const stamp = formatStamp(time);
  return {
    stamp,
    scope: `${stamp.slice(0, 8)}/${region}/s3/aws4_request`,
    all,
    names: Object.keys(all).toSorted(byText).join(';'),
  };
}

function calculateSignature(
  { method, url }: Signable,
  { secretAccessKey, region }: Keys,
  { scope, payload }: { scope: Scope; payload: string },
): string {
  const lines = scope.names
    .split(';')
    .map((name) => `${name}:${(scope.all[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`)
    .join('');
  const request = [method, url.pathname, canonicalQuery(url), lines, scope.names, payload].join('\n');
  const day = scope.stamp.slice(0, 8);
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, [algorithm, scope.stamp, scope.scope, sha256Hex(request)].join('\n')).toString('hex');
}

/** Returns the request's headers with the signature added. `payload` is the SHA-256 of the body. */
export function signHeaders(request: Signable, keys: Keys, payload: string): Record<string, string> {
  const headers = {
    ...request.headers,
    'x-amz-content-sha256': payload,
    'x-amz-date': formatStamp(request.time),
  };
  const scope = buildScope({ ...request, headers }, keys);
  const signature = calculateSignature(request, keys, { scope, payload });
  return {
    ...headers,
    authorization: `${algorithm} Credential=${keys.accessKeyId}/${scope.scope},SignedHeaders=${scope.names},Signature=${signature}`,
  };
}

/** Returns a presigned URL, valid for `seconds` with exactly these headers. */
export function signAddress(request: Signable, keys: Keys, seconds: number): URL {
  const scope = buildScope(request, keys);
  const url = new URL(request.url);
  const query = {
    Algorithm: algorithm,
    Credential: `${keys.accessKeyId}/${scope.scope}`,
    Date: scope.stamp,
    Expires: String(seconds),
    SignedHeaders: scope.names,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(`X-Amz-${name}`, value);
  url.searchParams.set(
    'X-Amz-Signature',
    calculateSignature({ ...request, url }, keys, { scope, payload: unsigned }),
  );
  return url;
}
