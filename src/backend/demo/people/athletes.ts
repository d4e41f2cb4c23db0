import {
  audio,
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

export const athletes: readonly CreatorPlan[] = [
  {
    username: 'runwithines',
    name: 'Inés Calder',
    country: 'ES',
    languages: ['es', 'en'],
    monthly: 1499,
    appeal: 0.9,
    categories: ['running', 'fitness'],
    bio: 'Running coach, slow on purpose. Plans for people with jobs, knees and children. Twelve weeks to a calm ten kilometres.',
    posts: [
      photo(
        'Saturday’s long one: eleven kilometres, two climbs, and a goat too quick for the camera.',
        ['trail'],
        {
          pinned: true,
        },
      ),
      words(
        'Run your easy days so easily that you are a little embarrassed. Then your hard days can be hard.',
      ),
      photo(
        'Week 6 of the plan: three runs, the pace table and what to do when you miss one.',
        ['trail', 'desk'],
        subscribers,
      ),
      ask('New group in two weeks.', {
        question: 'When can you run with us online?',
        options: ['6:30 in the morning', 'Lunch', '20:00'],
        openDays: 9,
      }),
      photo('Four Sundays: two to look at, two to run.', ['ridges', 'trail', 'ridges', 'trail'], {}),
      words('Your watch is a diary, not a judge.', followers),
      photo(
        'Strength for runners: the three moves I give to everyone, drawn one by one.',
        ['poised', 'poised', 'poised'],
        soldOrSubscribed(140),
      ),
    ],
    series: [
      {
        title: 'Twelve calm weeks',
        description:
          'The plan for a first ten kilometres, in the order in which I would tell it to a friend.',
        posts: [6, 5, 2, 1],
      },
    ],
  },
  {
    username: 'sunlit.practice',
    name: 'Anika de Vries',
    country: 'NL',
    languages: ['nl', 'en'],
    monthly: 899,
    appeal: 0.72,
    categories: ['yoga', 'fitness'],
    bio: 'Twenty quiet minutes a day. No mirrors, no music, no talk of toxins.',
    posts: [
      photo('Today’s shape. Stay for eight breaths, then stay for two more.', ['poised']),
      photo('The morning sequence, in order.', ['poised', 'poised', 'poised'], {
        ...subscribers,
      }),
      words('Being stiff is not a failing. It is where you begin, like a postcode.'),
      teaser('A course for people who sit all day begins on Monday. This is how it feels.', 'waves'),
      words('Class notes from yesterday: shoulders down, jaw loose, stop trying to win.', followers),
      photo('Twelve evenings: the whole booklet, to print.', ['poised', 'poised'], sold(110)),
    ],
  },
  {
    username: 'beta.notes',
    name: 'Sam Whitlock',
    country: 'US',
    languages: ['en'],
    monthly: 649,
    appeal: 0.48,
    categories: ['climbing', 'outdoors'],
    bio: 'Route setter and professional faller-off. Problems, beta, and how to keep your fingers.',
    posts: [
      photo('New set on the short wall. The yellow one is meaner than it looks.', ['climb']),
      words('If you can’t do the move, do the move before it better.'),
      photo(
        'Weekend in the hills. The rock was wet, so we looked at it, had soup and drove home to the wall.',
        ['ridges', 'climb'],
        {},
      ),
      photo(
        'Six weeks of finger training that didn’t hurt anybody, week by week.',
        ['climb', 'desk'],
        subscribers,
      ),
      ask('Setting on Thursday.', {
        question: 'What is missing?',
        options: ['A long easy traverse', 'Slabs, proper ones', 'One ridiculous dyno'],
        resultsVisible: 'always',
        openDays: 2,
      }),
      words('Brushed two hundred holds tonight. Glamour.', followers),
    ],
  },
  {
    username: 'chainline',
    name: 'Femke Jansen',
    country: 'NL',
    languages: ['nl', 'en', 'de'],
    monthly: 449,
    appeal: 0.52,
    categories: ['cycling', 'outdoors'],
    bio: 'Old steel bikes, new legs. I restore one frame a month and ride it to the sea.',
    posts: [
      photo('Finished on Friday, ridden on Saturday, rained on by Sunday. She is perfect.', ['bike']),
      photo(
        'Every part of the rebuild with its size, its price and where I found it.',
        ['bike', 'bike'],
        subscribers,
      ),
      words('A quiet bicycle is a well-loved bicycle.'),
      photo('The route to the coast: seventy kilometres, four ferries, one good bakery.', [
        'lane',
        'sea',
        'bike',
      ]),
      words('Found the noise. It was my sandwich box.', followers),
      photo('Map and cue sheet for the three-day tour.', ['desk', 'lane'], soldOrSubscribed(70)),
    ],
  },
  {
    username: 'tide.tables',
    name: 'Ailsa Munro',
    country: 'GB',
    languages: ['en', 'gd'],
    monthly: 1199,
    appeal: 0.64,
    categories: ['sailing', 'outdoors'],
    bio: 'Seven metres of boat, two hundred islands. Sailing Scotland slowly and writing it down.',
    posts: [
      video('Out of the sound at sunset, wind on the quarter, nobody else for ten miles.', 'waves', {
        pinned: true,
      }),
      photo('Anchored behind the skerries. The seals inspected us and found us dull.', ['sea']),
      photo(
        'Passage notes, Oban to Barra: tides, marks, where I would hide in a westerly.',
        ['sailing', 'desk'],
        subscribers,
      ),
      words('The forecast said four, occasionally five. It was six, occasionally porridge.'),
      photo('Three evenings, one anchorage.', ['sea', 'sea', 'sea']),
      video('How I reef alone, in one minute.', 'tide', sold(100)),
      words('Made bread in the pressure cooker. It worked. I will never mention it again.', followers),
      audio(
        'Eighty seconds under the deck, ear against the planks. Better than any lullaby I know.',
        'hull',
        {
          cover: 'sea',
        },
      ),
    ],
  },
];
