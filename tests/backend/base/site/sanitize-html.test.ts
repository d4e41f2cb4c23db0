import { JSDOM, VirtualConsole } from 'jsdom';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sitePosts } from '#backend/db/schema/operator.ts';
import { writeSitePost } from '#backend/domain/across/operator/posts.ts';
import { cleanSiteHtml } from '#backend/domain/base/site/sanitize-html.ts';
import { SitePost } from '#features/base/site/site-post.tsx';
import { testBackend } from '../../../setup/backend.ts';

const app = await testBackend();

/** Each sets `window.hit` if a browser executes it. */
const hostile = [
  '<script>hit=1</script>',
  '<ScRiPt src="https://evil.example/x.js"></sCrIpT >',
  '<script\n>hit=1</script\t\n bar>',
  '<scr<script>ipt>hit=1</scr</script>ipt>',
  '<<script>script>hit=1<</script>/script>',
  '<svg onload="hit=1"></svg>',
  '<svg><script>hit=1</script></svg>',
  '<svg><a xlink:href="javascript:hit=1"><text>x</text></a></svg>',
  '<svg><animate onbegin="hit=1" attributeName="x" dur="1s"/></svg>',
  '<svg><foreignObject><img src=x onerror=hit=1></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit=1&gt;">',
  '<math><a xlink:href="javascript:hit=1">x</a></math>',
  '<img src=x onerror=hit=1>',
  '<img src="x" onerror="hit=1" alt="a" onload=\'hit=1\'>',
  '<img """><script>hit=1</script>">',
  '<img src="javascript:hit=1">',
  '<img src=x:x onerror=hit=1//',
  '<img srcset="javascript:hit=1 1x, x 2x" src="data:image/svg+xml,<svg onload=hit=1>">',
  '<p onclick="hit=1" onmouseover=hit=1 onfocus=hit=1 tabindex=1 autofocus>words</p>',
  '<b/onclick="hit=1">words</b>',
  '<a href="javascript:hit=1">go</a>',
  '<a href=" javascript:hit=1">go</a>',
  '<a href="jav&#x09;ascript:hit=1">go</a>',
  '<a href="java\nscript:hit=1">go</a>',
  '<a href="&#106;&#97;vascript&colon;hit=1">go</a>',
  '<a href="\u0001javascript:hit=1">go</a>',
  '<a href="JaVaScRiPt:hit=1">go</a>',
  '<a href="vbscript:hit=1">go</a>',
  '<a href="data:text/html,<script>parent.hit=1</script>">go</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5oaXQ9MTwvc2NyaXB0Pg==">go</a>',
  '<a href="//evil.example/login">go</a>',
  '<a href="https://good.example" style="position:fixed;inset:0" target="_top" onclick="hit=1">go</a>',
  '<style>*{background:url("javascript:hit=1")}</style>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<p style="background:url(javascript:hit=1);position:fixed;inset:0">words</p>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<iframe src="javascript:parent.hit=1"></iframe>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<object data="javascript:hit=1"></object><embed src="javascript:hit=1">',
  '<form action="javascript:hit=1"><button formaction="javascript:hit=1">Sign in</button><input autofocus onfocus=hit=1></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:hit=1"><base href="https://evil.example/">',
  '<details open ontoggle=hit=1><summary>x</summary></details>',
  '<video><source onerror=hit=1></video><audio src=x onerror=hit=1></audio>',
  '<template><script>hit=1</script></template><noscript><p title="</noscript><img src=x onerror=hit=1>">',
  '<textarea></textarea><img src=x onerror=hit=1></textarea><title></title><script>hit=1</script></title>',
  '<!--><img src=x onerror=hit=1>--><!-- --!><script>hit=1</script>',
  '<![CDATA[<script>hit=1</script>]]><?xml version="1.0"?><!DOCTYPE html [<!ENTITY x "y">]>',
  '<table><td><a href="javascript:hit=1"><tr></table><p>unbalanced <b><i></p></b></ul></div></article></main>',
  `${'<blockquote>'.repeat(2_000)}<img src=x onerror=hit=1>${'</blockquote>'.repeat(2_000)}`,
  '<p id="content" class="button" name="cookie">words</p><a href="#" id="getElementById">x</a>',
  '<noembed><img title="</noembed><img src=x onerror=hit=1>"></noembed><xmp><p title="</xmp><img src=x onerror=hit=1>">',
  '&lt;script&gt;hit=1&lt;/script&gt; &lt;img src=x onerror=hit=1&gt;',
];
const kept = '<h2>Heading</h2><p>A <a href="/help">link</a> and <strong>words</strong>.</p>';
const text = hostile.join('\n') + kept;

const allowedAttributes = new Set(['href', 'src', 'alt', 'width', 'height', 'scope']);
const allowedTags =
  /^(h2|h3|h4|p|ul|ol|li|a|strong|em|b|i|code|pre|blockquote|hr|br|table|thead|tbody|tr|th|td|img)$/;

/**
 * Renders HTML in a document that executes scripts, and triggers click, focus and error events on everything
 * in the article.
 */
function visit(html: string) {
  const { window } = new JSDOM(`<!doctype html><body>${html}</body>`, {
    runScripts: 'dangerously',
    url: 'https://limelight.test/posts/x',
    virtualConsole: new VirtualConsole(),
  });
  for (const element of window.document.querySelectorAll<HTMLElement>('body *'))
    for (const kind of ['load', 'error', 'click', 'mouseover', 'focus', 'toggle', 'begin', 'submit'])
      element.dispatchEvent(new window.Event(kind, { bubbles: false, cancelable: true }));
  return window;
}

async function pageOf(slug: string) {
  const post = await app.ok('GET /posts/:id', { params: { id: slug } });
  return visit(renderToString(createElement(SitePost, { post })));
}

function expectInert(window: JSDOM['window']) {
  expect((window as unknown as { hit?: number }).hit).toBeUndefined();
  const prose = window.document.querySelector('article > div:last-child')!;
  expect(prose.querySelectorAll('h2')).toHaveLength(1);
  expect(prose.querySelector('a[href="/help"]')!.textContent).toBe('link');
  let depth = 0;
  for (const element of prose.querySelectorAll('*')) {
    expect(element.localName).toMatch(allowedTags);
    for (const { name } of element.attributes) expect(allowedAttributes).toContain(name);
    for (const address of [element.getAttribute('href'), element.getAttribute('src')])
      if (address !== null) expect(address).toMatch(/^(https?:\/\/|mailto:|\/(?!\/)|#|x$|1$)/);
    let levels = 0;
    for (let at: Element | null = element; at && at !== prose; at = at.parentElement) levels += 1;
    depth = Math.max(depth, levels);
  }
  expect(depth).toBeLessThanOrEqual(40);
  // Surplus closing tags don't close elements of the surrounding page.
  expect(window.document.querySelectorAll('article > *').length).toBeGreaterThan(1);
}

test("the corpus does run in a page that isn't sanitized", () => {
  const harmful = hostile.filter((one) => (visit(one) as unknown as { hit?: number }).hit === 1);
  expect(harmful.length).toBeGreaterThan(10);
});

test('no hostile content that is saved runs or stays in the page', async () => {
  await writeSitePost(
    { ...app.ctx, actor: 'test', actorId: null },
    { slug: 'saved', title: 'Saved', summary: '', html: text, kind: 'page', changes: null },
  );
  const [row] = await app.db.select().from(sitePosts);
  expect(row!.html).not.toMatch(/javascript:|<script|<svg|<iframe|<style|<[^>]+\bon\w+=/i);
  await app.db.update(sitePosts).set({ publishedAt: app.ports.clock.now() });
  expectInert(await pageOf('saved'));
});

test('no hostile content already in the database runs or stays in the page', async () => {
  const moment = app.ports.clock.now();
  const row = { title: 'Old', summary: '', kind: 'page' as const, publishedAt: moment, createdAt: moment };
  await app.db
    .insert(sitePosts)
    .values({ id: app.ports.ids(), slug: 'old', html: text, updatedAt: moment, ...row });
  expectInert(await pageOf('old'));
});

test.each(hostile.map((one) => [one.slice(0, 100), one]))('alone: %s', async (_name, one) => {
  const cleaned = await cleanSiteHtml(one);
  expect(await cleanSiteHtml(cleaned)).toBe(cleaned);
  expect((visit(cleaned) as unknown as { hit?: number }).hit).toBeUndefined();
});
