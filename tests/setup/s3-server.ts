import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';

export interface S3Stand {
  readonly endpoint: string;
  readonly objects: Map<string, { bytes: Buffer; mime: string }>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly open: Map<string, Map<number, Buffer>>;
  /** Statuses to fail the next requests with. */
  readonly failures: number[];
  readonly requests: string[];
  close(): void;
}
export const s3Keys = {
  accessKeyId: 'STANDIN',
  secretAccessKey: 'a secret of the stand-in',
  region: 'eu-test-1',
};
export const s3Bucket = 'limelight-test';

const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** `%2F` and `/` in a query are equivalent to a server, but only the former is valid in the signature. */
const strict = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

interface Claim {
  signature: string;
  names: string[];
  stamp: string;
  scope: string;
  payload: string;
  query: [string, string][];
}
function claimOf(request: IncomingMessage, url: URL): Claim | null {
  const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature');
  const header =
    /^AWS4-HMAC-SHA256 Credential=STANDIN\/(\S+?),\s*SignedHeaders=(\S+?),\s*Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (header)
    return {
      scope: header[1]!,
      names: header[2]!.split(';'),
      signature: header[3]!,
      stamp: String(request.headers['x-amz-date']),
      payload: String(request.headers['x-amz-content-sha256']),
      query,
    };
  const given = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  if (!given('Credential').startsWith('STANDIN/')) return null;
  return {
    scope: given('Credential').slice('STANDIN/'.length),
    names: given('SignedHeaders').split(';'),
    signature: given('Signature'),
    stamp: given('Date'),
    payload: 'UNSIGNED-PAYLOAD',
    query,
  };
}

function isStale({ stamp }: Claim, url: URL): boolean {
  const begun = Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const expires = url.searchParams.get('X-Amz-Expires');
  return (
    !(Math.abs(Date.now() - begun) < 16 * 60_000) ||
    (expires !== null && Date.now() > begun + Number(expires) * 1000)
  );
}

/**
 * Implemented from the published rules, independently of the code it verifies. Returns an error code, or
 * null.
 */
function refusal(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const claim = claimOf(request, url);
  if (!claim) return 'AccessDenied';
  if (isStale(claim, url)) return 'RequestExpired';
  if (!claim.names.includes('host') || (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== sha(body)))
    return 'XAmzContentSHA256Mismatch';
  const headers = claim.names
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  const query = claim.query
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&');
  const canonical = [request.method, url.pathname, query, headers, claim.names.join(';'), claim.payload].join(
    '\n',
  );
  let key: string | Buffer = `AWS4${s3Keys.secretAccessKey}`;
  for (const part of claim.scope.split('/')) key = mac(key, part);
  const expected = mac(
    key,
    ['AWS4-HMAC-SHA256', claim.stamp, claim.scope, sha(canonical)].join('\n'),
  ).toString('hex');
  return expected === claim.signature &&
    claim.scope === `${claim.stamp.slice(0, 8)}/${s3Keys.region}/s3/aws4_request`
    ? null
    : 'SignatureDoesNotMatch';
}

/** Two parts a page, so that paging is tested. */
function listOf(pieces: Map<number, Buffer>, url: URL): string {
  const after = Number(url.searchParams.get('part-number-marker') ?? 0);
  const rest = [...pieces].filter(([number]) => number > after).toSorted(([a], [b]) => a - b);
  const page = rest.slice(0, 2);
  const parts = page.map(
    ([number, piece]) =>
      `<Part><PartNumber>${number}</PartNumber><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;${sha(piece)}&quot;</ETag><Size>${piece.length}</Size></Part>`,
  );
  return `<ListPartsResult><NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker><IsTruncated>${String(rest.length > 2)}</IsTruncated>${parts.join('')}</ListPartsResult>`;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
const failed = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
});

/** A fake store with as much of S3 as the product uses, which verifies every signature itself. */
export async function startS3(): Promise<S3Stand> {
  const objects: S3Stand['objects'] = new Map();
  const open: S3Stand['open'] = new Map();
  const [failures, requests]: [number[], string[]] = [[], []];
  let uploads = 0;

  function inPieces(
    { method }: IncomingMessage,
    url: URL,
    { key, body, mime }: { key: string; body: Buffer; mime: string },
  ): Answer {
    if (url.searchParams.has('uploads')) {
      uploads += 1;
      open.set(`upload-${uploads}`, new Map([[0, Buffer.from(mime)]]));
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>upload-${uploads}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    const id = url.searchParams.get('uploadId') ?? '';
    const pieces = open.get(id);
    if (!pieces) return failed(404, 'NoSuchUpload');
    if (method === 'DELETE') return (open.delete(id), { status: 204 });
    if (method === 'GET') return { status: 200, body: listOf(pieces, url) };
    if (method === 'PUT') {
      pieces.set(Number(url.searchParams.get('partNumber')), body);
      return { status: 200, headers: { etag: `"${sha(body)}"` } };
    }
    const listed = [
      ...body
        .toString()
        .matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(?:"|&quot;)(\w+)(?:"|&quot;)<\/ETag>/g),
    ].map(([, number, etag]) => ({ piece: pieces.get(Number(number))!, etag }));
    if (
      listed.some(({ piece, etag }) => sha(piece) !== etag) ||
      listed.slice(0, -1).some(({ piece }) => piece.length < 5 * 1024 * 1024)
    )
      return { status: 200, body: '<Error><Code>InvalidPart</Code></Error>' };
    objects.set(key, {
      bytes: Buffer.concat(listed.map(({ piece }) => piece)),
      mime: pieces.get(0)!.toString(),
    });
    open.delete(id);
    return { status: 200, body: '<CompleteMultipartUploadResult/>' };
  }

  function read(request: IncomingMessage, key: string): Answer {
    const object = objects.get(key);
    if (!object) return failed(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const total = object.bytes.length;
    if (from === undefined)
      return { status: 200, headers: { 'content-type': object.mime }, body: object.bytes };
    if (Number(from) >= total)
      return { ...failed(416, 'InvalidRange'), headers: { 'content-range': `bytes */${total}` } };
    const part = object.bytes.subarray(Number(from), to ? Number(to) + 1 : total);
    return {
      status: 206,
      headers: {
        'content-type': object.mime,
        'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${total}`,
      },
      body: part,
    };
  }

  function answer(request: IncomingMessage, url: URL, body: Buffer): Answer {
    const wrong = refusal(request, url, body);
    if (wrong) return failed(403, wrong);
    const key = decodeURIComponent(url.pathname).replace(`/${s3Bucket}/`, '');
    const mime = request.headers['content-type'] ?? '';
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return inPieces(request, url, { key, body, mime });
    if (request.method === 'GET') return read(request, key);
    if (request.method === 'DELETE') return (objects.delete(key), { status: 204 });
    const from = request.headers['x-amz-copy-source'];
    const source =
      from === undefined
        ? { bytes: body }
        : objects.get(decodeURIComponent(String(from)).replace(`/${s3Bucket}/`, ''));
    if (!source) return failed(404, 'NoSuchKey');
    objects.set(key, { bytes: source.bytes, mime });
    return { status: 200, body: from === undefined ? '' : '<CopyObjectResult/>' };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url?.split('?')[0]}`);
      const failure = failures.shift();
      const {
        status,
        headers = {},
        body = '',
      } = failure
        ? failed(failure, 'SlowDown')
        : answer(
            request,
            new URL(request.url ?? '/', `http://${request.headers.host}`),
            Buffer.concat(chunks),
          );
      response
        .writeHead(status, {
          ...headers,
          ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
        })
        .end(status === 204 ? undefined : body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    objects,
    open,
    failures,
    requests,
    close,
  };
}
