import { lookAtBoxes } from './boxes.ts';
import { expect, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** The reasons for which the only content of a page is wrong. */
async function reasonsOf(page: Page, html: string): Promise<string[]> {
  await page.setContent(
    `<!doctype html><style>* { box-sizing: border-box } body { margin: 0; font: 16px/24px monospace }
     button { width: 100px; height: 48px; padding: 0 }</style>${html}`,
  );
  return (await lookAtBoxes(page)).map(({ reason }) => reason);
}

const sound = {
  'a button': '<button>Tip</button>',
  'a button that can be scrolled into view':
    '<div style="width: 200px; overflow-x: auto; white-space: nowrap"><button>One</button><button>Two</button><button>Three</button></div>',
  'a button below the window': '<div style="height: 2000px"></div><button>Tip</button>',
  'a small button whose pseudo-element takes presses around it':
    '<style>.wide { position: relative; width: 24px; height: 24px; margin: 20px } .wide::after { content: ""; position: absolute; inset: -12px }</style><button class="wide">x</button>',
  'a field in a large label':
    '<label style="display: block; height: 48px"><input type="checkbox"> Included</label>',
  'a link in a sentence': '<p>Read the <a href="#x">terms</a> first.</p>',
  'a small link beside a large one to the same place':
    '<a href="#x" style="display: block; width: 20px; height: 20px">A</a><a href="#x" style="display: block; height: 48px">Ada</a>',
  'words that end in dots':
    '<p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">A very long title</p>',
  'a linked name that is shortened after its second line':
    '<div style="width: 90px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-height: 24px"><a href="#x">Ada Augusta King, Countess of Lovelace</a></div>',
  'a very long address on two lines':
    '<p style="width: 90px; overflow-wrap: anywhere">https://example.com/a/very/long/one</p>',
};
test('nothing is wrong with boxes that are in view, whole and large enough', async ({ page }) => {
  for (const [what, html] of Object.entries(sound))
    expect.soft(await reasonsOf(page, html), what).toEqual([]);
});

const planted: Record<string, readonly [html: string, reason: RegExp]> = {
  'a button that its parent cuts': [
    '<div style="width: 60px; height: 60px; overflow: hidden"><button>Tip</button></div>',
    /^40 px cut off at the right$/m,
  ],
  'a button cut by a parent of a parent, although its own parent scrolls': [
    '<div style="width: 60px; overflow: hidden"><div style="width: 90px; overflow-x: auto"><button>Tip</button></div></div>',
    /^30 px cut off at the right$/m,
  ],
  'a button left of where scrolling begins': [
    '<div style="overflow-x: auto"><button style="margin-left: -30px">Tip</button></div>',
    /^30 px cut off at the left$/m,
  ],
  'a button beyond the window': [
    '<button style="margin-left: 300px">Tip</button>',
    /^scrolls sideways: 400 px in 360$/m,
  ],
  'a bar that is lower than the window': [
    '<div style="position: fixed; bottom: -20px"><button>Tip</button></div>',
    /^20 px below the window/,
  ],
  'a button under something else': [
    '<button>Tip</button><div style="position: absolute; inset: 0">Veil</div>',
    /^can’t be pressed: div “Veil” lies over it$/m,
  ],
  'a small target': [
    '<button style="width: 30px; height: 30px">x</button>',
    /^only 30 × 30 px for a finger$/m,
  ],
  'a word in pieces': [
    '<p style="width: 40px; overflow-wrap: anywhere">12 months</p>',
    /^the word “months” is broken$/m,
  ],
  'words one letter wide': [
    '<p style="width: 12px; overflow-wrap: anywhere">to do it in an hour</p>',
    /squeezed into|is broken/,
  ],
  'a label that its button cuts': [
    '<button style="overflow: hidden; white-space: nowrap">Subscribe for $9.99</button>',
    /^its words are .* cut off at the (left|right)$/m,
  ],
  'a field too narrow to write in': [
    '<textarea style="width: 120px; height: 48px"></textarea>',
    /^only 120 px to write in$/m,
  ],
};
test('planted defects are found', async ({ page }) => {
  for (const [what, [html, reason]] of Object.entries(planted))
    expect.soft((await reasonsOf(page, html)).join('\n'), what).toMatch(reason);
});
