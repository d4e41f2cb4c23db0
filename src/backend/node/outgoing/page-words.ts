import { Parser } from 'htmlparser2';

/** What the head of a page says about it. */
export interface PageWords {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** As written, so perhaps relative to the page. */
  readonly picture: string;
}

/** Names of `meta` elements, the preferred ones first. */
const sources = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  site: ['og:site_name', 'application-name'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Reads a page, or its beginning, in time linear in its length. */
export function pageWords(html: string): PageWords {
  const metas = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  const parser = new Parser({
    onopentag(name, { name: called = '', property = called, content = '' }) {
      isInTitle = name === 'title' && title === '';
      const key = property.toLowerCase();
      if (name === 'meta' && !metas.has(key)) metas.set(key, oneLine(content));
    },
    ontext(text) {
      if (isInTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false;
    },
  });
  parser.end(html);
  const first = (names: readonly string[]): string =>
    names.map((name) => metas.get(name)).find(Boolean) ?? '';
  return {
    title: first(sources.title) || oneLine(title),
    description: first(sources.description),
    site: first(sources.site),
    picture: first(sources.picture),
  };
}
