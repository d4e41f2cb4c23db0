import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { bestCoding } from './content-coding.ts';

const brotli = promisify(brotliCompress);

/** Encodings with their file extensions, best first. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
type Coding = (typeof codings)[number][0];

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.gif': 'image/gif',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

interface File {
  readonly type: string;
  readonly plain: Buffer;
  readonly coded: Partial<Record<Coding, Buffer>>;
  readonly etag: string;
}
/** Serves a request under the prefix, or returns false when there is no such file. */
export type ServeStatic = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => Promise<boolean>;

interface Options {
  readonly folder: string;
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For folders without precompressed files: compress with Brotli on a file's first request. */
  readonly compress?: boolean;
  /**
   * The file that appears once every file has its compressed copies. Until then, files are read for each request,
   * so that none stays uncompressed for as long as the process runs.
   */
  readonly compressedStamp?: string;
}

/**
 * Serves a folder that doesn't change while the process runs, except that compressed copies may be added. Files
 * are kept in memory after their first request. Only names found at startup exist, so no path can escape the
 * folder.
 */
export async function staticFolder({
  folder,
  prefix,
  headers,
  compress = false,
  compressedStamp,
}: Options): Promise<ServeStatic> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const names = new Set(paths);
  const files = new Map<string, Promise<File>>();
  const load = async (name: string): Promise<File> => {
    const plain = await readFile(join(folder, name));
    const coded: File['coded'] = {};
    for (const [coding, ending] of codings) {
      const copy = await readFile(join(folder, name + ending)).catch(() => null);
      if (copy) coded[coding] = copy;
    }
    if (compress && plain.length > 600)
      coded.br = await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    return {
      type: types[extname(name)] ?? 'application/octet-stream',
      plain,
      coded,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`,
    };
  };
  let isWhole = compressedStamp === undefined;
  return async (request, response, path) => {
    const name = decoded(path.slice(prefix.length));
    if (!names.has(name) || name.endsWith('.br') || name.endsWith('.gz')) return false;
    if (compressedStamp !== undefined && !isWhole)
      isWhole = await access(compressedStamp).then(
        () => true,
        () => false,
      );
    const pending = files.get(name) ?? load(name);
    if (isWhole) files.set(name, pending);
    send(request, response, { file: await pending, headers });
    return true;
  };
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
};

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { file, headers }: { file: File; headers: Options['headers'] },
): void {
  for (const [name, value] of Object.entries({ ...headers, ETag: file.etag, Vary: 'Accept-Encoding' }))
    response.setHeader(name, value);
  if (request.headers['if-none-match'] === file.etag) return void response.writeHead(304).end();
  const available = codings.map(([coding]) => coding).filter((coding) => file.coded[coding] !== undefined);
  const coding = bestCoding(request.headers['accept-encoding'], available);
  const body = (coding && file.coded[coding]) ?? file.plain;
  if (coding) response.setHeader('Content-Encoding', coding);
  response
    .writeHead(200, { 'Content-Type': file.type, 'Content-Length': body.length })
    .end(request.method === 'HEAD' ? undefined : body);
}
