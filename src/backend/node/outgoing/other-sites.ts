import type { Env } from '#config/env.ts';
import type { OtherSites } from '../../ports/ports.ts';
import { RefusedAddressError, createGuardedFetch } from './guarded-fetch.ts';
import { pageWords } from './page-words.ts';

const mostRedirects = 3;
/** For a page and its picture each, with names and redirects, because a person waits. */
const patienceMs = 6_000;
/** What describes a page stands at its beginning. */
const page = { accept: 'text/html', mime: /^(?:text\/html|application\/xhtml\+xml)\b/i, mostBytes: 512_000 };
const picture = { accept: 'image/*', mime: /^image\//i, mostBytes: 8_000_000 };

interface Found {
  readonly url: URL;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** As the server says it is written; as UTF-8 if it says nothing that is known. */
function decodeText({ type, bytes }: Found): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Pages are read by TLS, also those whose address was written without. */
function secureUrl(written: string, base?: URL): URL | null {
  const url = URL.parse(written, base);
  if (url?.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  return url;
}

/** Reads pages of other sites through the guarded fetch. Each redirect is asked for, and so checked, by itself. */
export function createOtherSites({
  LINK_TEST_ORIGIN: exceptOrigin,
}: Partial<Pick<Env, 'LINK_TEST_ORIGIN'>>): OtherSites {
  const guardedFetch = createGuardedFetch({ exceptOrigin, patienceMs });

  async function follow(url: URL, { accept, mime, mostBytes }: typeof page): Promise<Found | null> {
    const signal = AbortSignal.timeout(patienceMs);
    let next: URL | null = url;
    for (let step = 0; next !== null && step <= mostRedirects; step++) {
      const headers = { accept, 'user-agent': 'Limelight link cards' };
      const reply = await guardedFetch(next, { method: 'GET', headers, mostBytes, mayCut: true, signal });
      const type = reply.headers.get('content-type') ?? '';
      if (reply.status === 200 && mime.test(type))
        return { url: next, type, bytes: new Uint8Array(await reply.arrayBuffer()) };
      const isRedirect = reply.status >= 300 && reply.status < 400;
      next = isRedirect ? secureUrl(reply.headers.get('location') ?? '', next) : null;
    }
    return null;
  }

  /** Null also where the address is refused or nothing answers. */
  const read = (url: URL, what: typeof page): Promise<Found | null> =>
    follow(url, what).catch((error: unknown) => {
      if (error instanceof RefusedAddressError || error instanceof TypeError) return null;
      throw error;
    });

  return {
    async describe(url) {
      const address = secureUrl(url.href);
      const found = address && (await read(address, page));
      if (!found) return null;
      const words = pageWords(decodeText(found));
      if (words.title === '') return null;
      const shown = words.picture === '' ? null : secureUrl(words.picture, found.url);
      const image = shown && (await read(shown, picture));
      const isWhole = image !== null && image.bytes.byteLength < picture.mostBytes;
      return { ...words, site: words.site || found.url.host, picture: isWhole ? image.bytes : null };
    },
  };
}
