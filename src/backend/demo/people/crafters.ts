import {
  type CreatorPlan,
  ask,
  followers,
  photo,
  sold,
  soldOrSubscribed,
  subscribers,
  teaser,
  video,
  words,
} from './plan.ts';

export const crafters: readonly CreatorPlan[] = [
  {
    username: 'clay.and.ash',
    name: 'Tomas Okafor',
    country: 'GB',
    languages: ['en'],
    monthly: 799,
    appeal: 0.86,
    categories: ['ceramics', 'craft'],
    bio: 'Wood-fired pots from a shed in Devon. I throw, I glaze, I break a fifth of it. Subscribers get the glaze recipes and the kiln diary.',
    posts: [
      video(
        'A vase in sixteen seconds. It took eleven minutes and two attempts, and the first one is still on the floor.',
        'wheel',
      ),
      photo(
        'The kiln opened at six this morning, still too warm to touch. Everything on the top shelf came out the colour of weak tea, which is exactly what I was after.',
        ['teaPots', 'mugs'],
        { pinned: true },
      ),
      photo(
        'Glaze notes, part 4: the ash glaze on three clays, with the recipe in grams and what each firing did to it.',
        ['pots', 'pots', 'pots'],
        subscribers,
      ),
      words(
        'People ask why the handles of my mugs look too big. Pick one up with gloves on in January and you will know.',
      ),
      ask('The spring batch has room for one more shape.', {
        question: 'What should I throw next?',
        options: ['Lidded jars', 'Pour-over drippers', 'Very small plates', 'Another attempt at teapots'],
        openDays: 6,
      }),
      photo(
        'A whole week of seconds: small cracks, honest prices. Unlock the sheet and choose before Sunday.',
        ['pots', 'pots'],
        soldOrSubscribed(60),
      ),
      words(
        'Wedged forty kilos of clay today and listened to one very long opera. Both are in good shape.',
        followers,
      ),
      photo('Morning light on the drying shelf.', ['greenware']),
    ],
    series: [
      {
        title: 'From clay to shelf',
        description: 'One batch of pots, followed from the wedging table until it leaves the kiln.',
        posts: [7, 6, 2, 1, 0],
      },
    ],
  },
  {
    username: 'halfblind.joinery',
    name: 'Owen Price',
    country: 'GB',
    languages: ['en', 'cy'],
    monthly: 999,
    appeal: 0.62,
    categories: ['woodwork', 'craft'],
    bio: 'Hand tools, honest joints. I build one piece of furniture a month and show every mistake on the way.',
    posts: [
      photo(
        'Half-blind dovetails in ash and walnut. The gap on the left one is why I practise on offcuts. @clay.and.ash was going to burn them.',
        ['wood'],
      ),
      photo(
        'The full set of drawings for the wall cabinet, with the cutting list and the order I would do it in next time.',
        ['desk', 'wood'],
        sold(180),
      ),
      words('Sharpening is not a chore before the work. It is the first ten minutes of the work.'),
      photo('Shavings thin enough to read through. That chisel cost four pounds at a car boot sale.', [
        'shavings',
      ]),
      words(
        'Week 3 of the chair: the back legs are in, the seat isn’t flat yet, and I have stopped pretending the plan was right.',
        subscribers,
      ),
      photo('Before oil and after oil. Same joint, ten minutes apart.', ['wood', 'oiled'], subscribers),
      ask('For the July build.', {
        question: 'What shall we make?',
        options: ['A step stool', 'A tool chest', 'A bench for the porch'],
        openDays: -3,
      }),
    ],
  },
  {
    username: 'quiltology',
    name: 'Ruth Abernathy',
    country: 'CA',
    languages: ['en', 'fr'],
    monthly: 599,
    appeal: 0.55,
    categories: ['textiles', 'craft'],
    bio: 'Quilts as maps, quilts as letters. Pattern every month, gossip about thread every day.',
    posts: [
      photo(
        'Number 41 is finished. Nine shirts of my grandfather’s, one tablecloth, two winters.',
        ['quilt'],
        { pinned: true },
      ),
      photo('Four ways to lay out the same sixteen blocks. The third is the one I dreamed about.', [
        'quilt',
        'quilt',
        'quilt',
        'quilt',
      ]),
      photo(
        'This month’s pattern, in three sizes, with the cutting plan that wastes least.',
        ['quilt', 'quilt'],
        subscribers,
      ),
      words('A small rule that saved me years: never press a seam while you are angry.'),
      words('Found a tin of buttons at the church sale. There go my plans for the weekend.', followers),
      photo('The scrap drawer, sewn up by mood rather than by colour.', ['quilt'], soldOrSubscribed(40)),
    ],
  },
  {
    username: 'northlight',
    name: 'Elif Demir',
    country: 'TR',
    languages: ['tr', 'en'],
    monthly: 899,
    appeal: 0.7,
    categories: ['painting', 'art'],
    bio: 'Watercolour, mostly weeds. Istanbul rooftop studio. I teach how to leave the paper alone.',
    posts: [
      photo('Poppies, twenty minutes, one brush. The wet edge did the petals and I only watched.', [
        'poppies',
      ]),
      photo(
        'From first petal to last wash in three steps, with what I mixed for each.',
        ['paint', 'paint', 'paint'],
        subscribers,
      ),
      words('Your painting is usually finished two strokes before you think it is.'),
      photo(
        'Colour studies for the garden series: the flowers on paper, and the leaves I mixed every green from.',
        ['paint', 'leaves'],
      ),
      teaser('A lesson on painting water is on its way: twenty seconds of where it comes from.', 'waves'),
      photo('The original sketchbook spreads of June, scanned large.', ['paint', 'paint'], sold(120)),
      words(
        'Rain on the roof, radio on low, three sheets stretched and drying. A good day to do nothing quickly.',
        followers,
      ),
    ],
  },
];
