import type { products } from '../db/schema/shop.ts';
import { demoId } from './random.ts';

type Row = typeof products.$inferInsert;
export interface ProductPlan extends Pick<Row, 'name' | 'description' | 'price'> {
  readonly by: string;
  /** Pictures that show the product: index of a free post, and of the photo in it. */
  readonly shown: readonly (readonly [post: number, photo: number])[];
  /** Units in stock; a download has none. */
  readonly stock?: number;
  readonly shipping?: number;
  readonly days?: number;
  readonly countries?: readonly string[];
  /** Lines of the downloadable PDF. */
  readonly sheet?: readonly string[];
  /** Further PDFs that are downloaded with it. */
  readonly more?: readonly { readonly name: string; readonly lines: readonly string[] }[];
  /** Days since it was published. */
  readonly age: number;
  readonly state?: Row['state'];
}

const europe = [
  'AT',
  'BE',
  'CH',
  'CZ',
  'DE',
  'DK',
  'ES',
  'FI',
  'FR',
  'GB',
  'IE',
  'IT',
  'NL',
  'NO',
  'PL',
  'PT',
  'SE',
];

export const productPlans: readonly ProductPlan[] = [
  {
    by: 'demo-creator',
    name: 'Last light, A3 print',
    price: 240,
    stock: 6,
    shipping: 60,
    days: 4,
    age: 26,
    shown: [[0, 0]],
    countries: europe,
    description:
      'Printed on matt cotton paper, 310 g, from a scan I made myself. Signed on the back. It comes flat, between boards.',
  },
  {
    by: 'demo-creator',
    name: 'The harbour zine, number 2',
    price: 120,
    stock: 34,
    shipping: 40,
    days: 2,
    age: 21,
    shown: [
      [7, 1],
      [3, 2],
    ],
    description:
      'Thirty-two pages, stapled, black and white. Two winters of the same harbour and everybody who asked what I was doing there.',
  },
  {
    by: 'demo-creator',
    name: 'Metering fog, the long notes',
    price: 80,
    age: 17,
    shown: [[3, 1]],
    description:
      'Everything I know about exposing film in fog, on twelve pages you can print: readings, mistakes, and the frames that came of them.',
    sheet: [
      'Meter the road, not the sky.',
      'One stop over where there is nothing but grey.',
      'Two where there is sun behind it.',
      'Bracket only when you have time to be wrong.',
    ],
  },
  {
    by: 'demo-creator',
    name: 'Contact prints, box of eight',
    price: 400,
    stock: 3,
    shipping: 60,
    days: 7,
    age: 2,
    state: 'draft',
    shown: [[7, 0]],
    description: 'Still choosing the eight.',
  },
  {
    by: 'clay.and.ash',
    name: 'Breakfast mug, ash glaze',
    price: 160,
    stock: 9,
    shipping: 70,
    days: 5,
    age: 24,
    shown: [[1, 1]],
    countries: europe,
    description:
      'Stoneware, 300 ml, thrown and trimmed here, fired once. Each has its own drips. Dishwasher yes, microwave yes, floor no.',
  },
  {
    by: 'clay.and.ash',
    name: 'Seven ash glazes, with recipes',
    price: 90,
    age: 20,
    shown: [[1, 0]],
    description:
      'Seven glazes I use every week, by weight, with the cone, the clay and a picture of each going wrong.',
    sheet: [
      'Ash 40, feldspar 40, clay 20: the plain one.',
      'Sieve twice. Then once more.',
      'Cone 9, slow, and hold twenty minutes.',
    ],
    more: [
      {
        name: 'Shopping list',
        lines: ['Wood ash, washed and dried: 2 kg.', 'Potash feldspar: 2 kg.', 'Ball clay: 1 kg.'],
      },
      {
        name: 'Firing log',
        lines: ['Hour, cone, damper, notes.', 'Write it down while it is hot.'],
      },
    ],
  },
  {
    by: 'quiltology',
    name: 'Sixteen blocks, the pattern',
    price: 60,
    age: 23,
    shown: [
      [1, 0],
      [1, 1],
    ],
    description: 'Cutting plan, templates at full size and the four layouts. Prints on ordinary paper.',
    sheet: [
      'Print at 100 per cent, not “fit to page”.',
      'Measure the square on page 2 before you cut.',
      'Grain runs up and down, always.',
    ],
  },
  {
    by: 'quiltology',
    name: 'Tea cosy from number 41’s scraps',
    price: 140,
    stock: 1,
    shipping: 50,
    days: 3,
    age: 22,
    shown: [[0, 0]],
    description:
      'There was enough left for one. Two layers of wool inside. The picture shows the quilt it was cut from.',
  },
  {
    by: 'halfblind.joinery',
    name: 'Paring chisel, new handle',
    price: 300,
    stock: 4,
    shipping: 80,
    days: 10,
    age: 19,
    shown: [[3, 0]],
    countries: ['GB', 'IE', 'FR', 'DE', 'NL', 'US', 'CA'],
    description:
      'Old steel, a turned handle and a brass ferrule. Ground and honed, so that it cuts on the day it arrives.',
  },
  {
    by: 'halfblind.joinery',
    name: 'Dovetail practice, six joints',
    price: 70,
    age: 15,
    shown: [[0, 0]],
    description: 'Six joints in the order I teach them, with the layout of each at full size.',
    sheet: ['Saw the waste, not the line.', 'If it slides together dry it is too loose.', 'Offcuts first.'],
  },
  {
    by: 'northlight',
    name: 'Poppies, original on paper',
    price: 900,
    stock: 0,
    shipping: 120,
    days: 5,
    age: 18,
    shown: [[0, 0]],
    description: 'The sheet from the first film, 30 × 40 cm, unframed.',
  },
  {
    by: 'saltandsorrel',
    name: 'Nine soups for the cold months',
    price: 85,
    age: 16,
    shown: [[0, 0]],
    description:
      'A small book to read in the kitchen: nine soups, what to serve with them, and what to do with what is left.',
    sheet: [
      'Salt early, acid late.',
      'Roast what you can before you boil it.',
      'The second day is the better one.',
    ],
  },
  {
    by: 'crate.digger',
    name: 'Mystery record, one a month',
    price: 110,
    stock: 12,
    shipping: 60,
    days: 6,
    age: 14,
    shown: [
      [2, 0],
      [2, 1],
      [2, 2],
    ],
    description: 'I choose; you find out. Clean, playable, never a greatest hits.',
  },
  {
    by: 'tiny.islands',
    name: 'Island tile set, 320 tiles',
    price: 150,
    age: 12,
    shown: [
      [1, 0],
      [1, 2],
      [0, 0],
    ],
    description:
      'Sixteen by sixteen, nine colours, with the layered source and a sheet that says what goes where. For your own games, sold or free.',
    sheet: [
      'Row 1: water and its edges.',
      'Row 2: shores, cliffs, steps.',
      'Row 3 and 4: everything that stands on an island.',
    ],
  },
  {
    by: 'thirdwave.notes',
    name: 'Filter coffee, 250 g',
    price: 95,
    stock: 40,
    shipping: 45,
    days: 3,
    age: 10,
    shown: [
      [0, 0],
      [1, 0],
    ],
    countries: europe,
    description: 'Roasted on Tuesdays, posted on Wednesdays. Panela and orange peel, a little smoke.',
  },
  {
    by: 'isometric.town',
    name: 'Upper town, poster',
    price: 180,
    stock: 25,
    shipping: 55,
    days: 4,
    age: 9,
    shown: [[0, 0]],
    description: '50 × 70 cm, on paper heavy enough to hang without a frame.',
  },
];

export const productId = ({ by, name }: Pick<ProductPlan, 'by' | 'name'>): string =>
  demoId(`product ${by} ${name}`);
/** The PDFs that buyers of a download get. */
export const listSheets = (
  plan: ProductPlan,
): { readonly id: string; readonly name: string; readonly lines: readonly string[] }[] =>
  plan.sheet
    ? [{ name: plan.name, lines: plan.sheet }, ...(plan.more ?? [])].map((sheet, at) => ({
        ...sheet,
        id: demoId(`sheet ${productId(plan)}${at > 0 ? ` ${at + 1}` : ''}`),
      }))
    : [];
