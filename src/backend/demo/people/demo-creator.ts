import {
  type CreatorPlan,
  ask,
  audio,
  followers,
  photo,
  sold,
  soldOrSubscribed,
  subscribers,
  teaser,
  video,
  words,
} from './plan.ts';

/** The creator account offered on the login page. */
export const demoCreator: CreatorPlan = {
  username: 'demo-creator',
  name: 'Mara Lindqvist',
  country: 'SE',
  languages: ['sv', 'en'],
  monthly: 999,
  appeal: 1,
  categories: ['film photography', 'art'],
  bio: 'Film photographer on the west coast of Sweden. Two cameras, one darkroom, a lot of fog. Subscribers get the contact sheets and the why.',
  posts: [
    photo(
      'Last light at the point. Tri-X, one stop over, because I never trust the meter at that hour.',
      ['sea'],
      { pinned: true },
    ),
    photo(
      'Contact sheet from Tuesday’s roll. The circled one makes it into the book.',
      ['film'],
      subscribers,
    ),
    words('You don’t need another camera. You need to walk the same road in worse weather.', {
      daysLeft: 3,
      links: 'Last light, A3 print',
    }),
    photo('Four mornings from the same rock: clear, fog, one sail, and clear again.', [
      'sea',
      'fog',
      'sailing',
      'sea',
    ]),
    ask('The autumn zine is nearly done.', {
      question: 'Which cover?',
      options: ['The boat', 'The empty harbour', 'Fog, only fog'],
      openDays: 5,
    }),
    photo(
      'Large scans of the harbour series: two frames and the sheet they come from, full resolution.',
      ['city', 'city', 'film'],
      sold(120),
    ),
    video('Twenty seconds from the pier. No film was exposed; I just watched.', 'waves', { teaser: 'waves' }),
    photo('Night roll, pushed two stops: the sheet, and the frame I kept.', ['film', 'city'], {}),
    words('Developed four rolls, opened the tank a minute early on the last. So three rolls.', followers),
    photo('How I meter fog, with the frames that taught me.', ['ridges', 'film'], soldOrSubscribed(80)),
    photo('First frost.', ['frost']),
    words('Darkroom rule one: label it. Rule two: you didn’t, so sniff it.'),
    audio('What the harbour sounds like from the darkroom: a neighbour and a piano.', 'piano', {
      cover: 'keys',
    }),
    teaser('The whole crossing, for subscribers. This much for everybody.', 'waves', subscribers),
  ],
  series: [
    {
      title: 'Learning to see fog',
      description:
        'Metering, waiting, and one rock on four mornings. Start at the beginning even if you know your camera well.',
      posts: [10, 9, 3, 0],
    },
    {
      title: 'A month in the darkroom',
      description: 'What went into the trays between two full moons.',
      posts: [11, 8, 7, 1],
    },
  ],
};
