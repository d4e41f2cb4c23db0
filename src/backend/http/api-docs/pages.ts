import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import type { ApiDocument } from './document.ts';
import { type Listed, operationHtml } from './operation-html.ts';
import { schemaHtml, schemasPath } from './schema-html.ts';
import { textHtml } from './text-html.ts';

export const apiDocsPath = '/api/docs';
const stylePath = `${apiDocsPath}/style.css`;

const style = `:root{color-scheme:light dark;--page:#fafaf7;--surface:#fff;--text:#16181d;--muted:#5b616e;--border:#e4e5e0;--primary:#3f6212;--soft:#ecfccb}
@media(prefers-color-scheme:dark){:root{--page:#0f1115;--surface:#171a21;--text:#f2f4f7;--muted:#a1a7b3;--border:#2a2f3a;--primary:#bef264;--soft:#26310f}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header,main{max-width:960px;margin:0 auto;padding:16px}
header{display:flex;gap:16px}
a{color:var(--primary)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
h1{margin:8px 0 16px;font-size:28px}
h2{margin:0 0 8px;font-size:18px}
h3{margin:16px 0 4px;font-size:14px}
p{margin:4px 0}
article,section{margin:0 0 16px;padding:16px;border:1px solid var(--border);border-radius:16px;background:var(--surface)}
article:target{border-color:var(--primary)}
code,pre{font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:4px 0;padding:12px;border:1px solid var(--border);border-radius:8px;background:var(--page);white-space:pre-wrap}
ul{margin:4px 0;padding:0 0 0 20px}
.fields{padding-left:12px;list-style:none;border-left:1px solid var(--border)}
.fields li{margin:6px 0}
.type,.muted,.mark,.fields p{color:var(--muted);font-size:14px}
.method{padding:2px 8px;border-radius:8px;background:var(--soft);color:var(--primary);font-size:14px}
.operations li{margin:6px 0}
summary{min-height:32px;padding:4px 0;cursor:pointer}
`;

export interface ApiDocsFile {
  readonly type: string;
  readonly body: string;
}

const page = (title: string, html: string): ApiDocsFile => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeMarkup(title)}</title><link rel="stylesheet" href="${stylePath}"></head><body><header><a href="${apiDocsPath}">All operations</a><a href="${schemasPath}">Schemas</a><a href="/api/v1/openapi.json">OpenAPI document</a></header><main><h1>${escapeMarkup(title)}</h1>${html}</main></body></html>`,
});

const tagPath = (tag: string): string => `${apiDocsPath}/${encodeURIComponent(tag)}`;

function overview({ info }: ApiDocument, byTag: ReadonlyMap<string, readonly Listed[]>): ApiDocsFile {
  const sections = [...byTag].map(
    ([tag, all]) =>
      `<section><h2><a href="${tagPath(tag)}">${escapeMarkup(tag)}</a></h2><ul class="operations">${all
        .map(
          ({ method, path, operation: { operationId, summary } }) =>
            `<li><a href="${tagPath(tag)}#${operationId}"><code>${method.toUpperCase()} ${escapeMarkup(path)}</code></a> ${textHtml(summary)}</li>`,
        )
        .join('')}</ul></section>`,
  );
  return page(`${info.title} API`, `<p>${textHtml(info.description)}</p>${sections.join('')}`);
}

const schemas = ({ components }: ApiDocument): ApiDocsFile =>
  page(
    'Schemas',
    Object.entries(components.schemas)
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([name, schema]) => `<article id="${name}"><h2>${name}</h2>${schemaHtml(schema)}</article>`)
      .join(''),
  );

/** Operations by tag, in the order of the document. */
function operationsByTag({ paths }: ApiDocument): ReadonlyMap<string, readonly Listed[]> {
  const listed = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Listed => ({ method, path, operation })),
  );
  return Map.groupBy(listed, ({ operation }) => operation.tags[0] ?? '');
}

/**
 * One of the pages that show the document of the API: an overview, the operations of a tag, or the schemas; null for
 * other paths. HTML alone, without scripts, so that they work everywhere and need no exception in any policy.
 */
export function apiDocsFile(path: string, document: ApiDocument, publicUrl: string): ApiDocsFile | null {
  if (path === stylePath) return { type: 'text/css; charset=utf-8', body: style };
  if (path === schemasPath) return schemas(document);
  const byTag = operationsByTag(document);
  if (path === apiDocsPath) return overview(document, byTag);
  const [tag, all] = [...byTag].find(([name]) => tagPath(name) === path) ?? [];
  if (tag === undefined || !all) return null;
  const server = publicUrl + (document.servers[0]?.url ?? '');
  return page(tag, all.map((each) => operationHtml(each, { server, document })).join(''));
}
