import { type CreatorPlan, ask, audio, followers, photo, sold, soldOrSubscribed, subscribers, video, words } from './plan.ts';

export const players: readonly CreatorPlan[] = [
  {
    username: 'blue.hour.trio', name: 'Desmond Hale', country: 'US', languages: ['en'], monthly: 999, palette: 'plum', cover: 'keys', look: { cut: 'bald', skin: 5, hair: 'grey', beard: true, glasses: true }, appeal: 0.82, categories: ['jazz', 'music'],
    bio: 'Piano, and two friends who are better than me. Late sets from a small room in New Orleans, charts and all.',
    posts: [
      audio('The first half-minute of Thursday’s opener. Brushes a little loud; I like it that way.', 'piano', { cover: 'keys', pinned: true }),
      photo('The room before anyone came in.', ['keys']),
      photo('The chart for “Late Ferry”, with the voicings I really play.', ['keys', 'desk'], subscribers),
      words('Leave the third out and see who misses it.'),
      audio('The whole ballad, one take, dog included.', 'piano', { cover: 'city', ...soldOrSubscribed(60) }),
      photo('After the second set.', ['city', 'keys'], { shape: 'square' }),
      words('Tuner came. The piano and I are speaking again.', followers),
    ],
  },
  {
    username: 'slowstrings', name: 'Kofi Mensah', country: 'GH', languages: ['en'], monthly: 749, palette: 'sand', cover: 'strings', look: { cut: 'crop', skin: 5, hair: 'black', glasses: false }, appeal: 0.68, categories: ['guitar', 'music'],
    bio: 'Fingerstyle guitar for patient people. A lesson every week at the speed you can really play.',
    posts: [
      audio('This week’s piece at half speed. Play along three times before you look at the tab.', 'guitar', { cover: 'strings' }),
      photo('New strings, old spruce, Sunday.', ['strings']),
      words('Practise the change, not the chord. You already know the chord.'),
      photo('Tab and notation for the four pieces of May.', ['desk', 'strings'], subscribers),
      audio('The study in A minor, complete, with the repeat I always forget.', 'guitar', { cover: 'strings', ...sold(45) }),
      ask('Next month.', { question: 'What shall we learn?', options: ['A lullaby', 'Something by candlelight', 'A tune to annoy the neighbours'], openDays: 8 }),
      words('A student of nine asked why the guitar has a hole. I said: so that it can breathe in.', followers),
    ],
  },
  {
    username: 'crate.digger', name: 'Rosa Villanueva', country: 'MX', languages: ['es', 'en'], monthly: 399, free: true, palette: 'citrus', cover: 'vinyl', look: { cut: 'bob', skin: 3, hair: 'blue', glasses: true }, appeal: 0.58, categories: ['vinyl', 'music'],
    bio: 'Records nobody asked for, played in full. Free to subscribe; the Sunday list is worth getting up for.',
    posts: [
      video('Side B, track one. You can smell the shop.', 'record'),
      photo('Three pesos, no sleeve notes, best bass line of the year.', ['vinyl']),
      photo('This week’s finds.', ['vinyl', 'vinyl', 'vinyl'], { shape: 'square' }),
      words('If the cover is ugly and the label is handwritten, buy it.'),
      photo('The Sunday list, with prices and where to look.', ['vinyl', 'desk'], subscribers),
      words('Cleaned forty records and my conscience.', followers),
    ],
  },
  {
    username: 'tiny.islands', name: 'Yuki Tanabe', country: 'JP', languages: ['ja', 'en'], monthly: 649, palette: 'night', cover: 'pixels', look: { cut: 'bob', skin: 1, hair: 'black', glasses: true }, appeal: 0.78, categories: ['game art', 'pixel art'],
    bio: 'Making a very small game about a very large sea. One island a week, sixty-four pixels high.',
    posts: [
      photo('Island 27: lighthouse, two trees, somebody waiting.', ['pixels'], { pinned: true }),
      photo('The same island at five hours of the day. Nine colours each.', ['pixels', 'pixels', 'pixels'], { shape: 'square' }),
      photo('Palette files and the layered source of island 26.', ['pixels', 'pixels'], subscribers),
      words('A tree is three dark blobs and one light pixel. Everything else is doubt.'),
      ask('The next island is yours.', { question: 'Who lives there?', options: ['A clockmaker', 'Four hundred frogs', 'Nobody, but the lamp is lit'], resultsVisible: 'afterVote', openDays: 5 }),
      photo('The whole tile set of the harbour, free to use in your own game.', ['pixels', 'pixels'], sold(150)),
      words('Fixed a bug where the moon collided with the player.', followers),
    ],
  },
  {
    username: 'openfile', name: 'Viktor Novák', country: 'CZ', languages: ['cs', 'en'], monthly: 549, palette: 'graphite', cover: 'chess', look: { cut: 'crop', skin: 0, hair: 'brown', glasses: true }, appeal: 0.44, categories: ['chess', 'games'],
    bio: 'Candidate master, patient explainer. One position a day, no engine until dinner.',
    posts: [
      photo('White to move. The quiet move wins; the loud one loses a rook.', ['chess']),
      words('You don’t lose because you missed the trick. You lose because three moves earlier your bishop had nothing to do.'),
      photo('Annotated game: how I drew a lost rook ending by being stubborn.', ['chess', 'desk'], subscribers),
      photo('Club night.', ['chess', 'chess'], { shape: 'square' }),
      ask('Settle this.', { question: 'Best piece in the endgame?', options: ['The king', 'A passed pawn', 'The clock'], resultsVisible: 'always', openDays: -5 }),
      words('Lost to a boy of eleven, who offered me a biscuit afterwards.', followers),
    ],
  },
];
