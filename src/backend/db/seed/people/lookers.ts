import { type CreatorPlan, ask, followers, photo, sold, soldOrSubscribed, subscribers, teaser, words } from './plan.ts';

export const lookers: readonly CreatorPlan[] = [
  {
    username: 'darksky.diary', name: 'Jonas Weber', country: 'DE', languages: ['de', 'en'], monthly: 599, palette: 'night', cover: 'stars', look: { cut: 'short', skin: 1, hair: 'blond', beard: true, glasses: false }, appeal: 0.76, categories: ['astronomy', 'science'],
    bio: 'A small telescope, a cold field, a thermos. What is up tonight and how to find it with bare eyes.',
    posts: [
      photo('Four hours on the meadow. The Milky Way rose behind the wood like somebody opening a door.', ['stars'], { pinned: true }),
      words('Look west at ten. The bright one is not a plane.'),
      photo('Observing plan for the month, with charts you can print in red.', ['stars', 'desk'], subscribers),
      photo('Saturn, the camp, and a tent that is not waterproof.', ['stars', 'stars'], { shape: 'tall' }),
      words('Minus six. Lens froze, nose froze, saw everything.', followers),
      photo('Full-size frames of the August meteors.', ['stars', 'stars', 'stars'], soldOrSubscribed(95)),
    ],
  },
  {
    username: 'wingbeat', name: 'Harriet Moss', country: 'IE', languages: ['en', 'ga'], monthly: 449, palette: 'forest', cover: 'bird', look: { cut: 'bun', skin: 0, hair: 'grey', glasses: true }, appeal: 0.57, categories: ['birds', 'nature'],
    bio: 'Birds by ear, coffee by hand. I sit still in Kerry so you don’t have to.',
    posts: [
      photo('He sang from that branch for eleven minutes and then looked at me as if I should clap.', ['bird']),
      words('If you hear a squeaky gate and there is no gate, it is a great tit.'),
      photo('Week’s list with calls, in the order you’ll hear them before breakfast.', ['bird', 'desk'], subscribers),
      photo('Estuary, low tide, everyone busy.', ['sea', 'bird'], { shape: 'square' }),
      ask('For the wall chart.', { question: 'Which call do you never recognise?', options: ['Wren', 'Blackcap', 'Chiffchaff', 'All of them'], openDays: 7 }),
      words('Forgot my binoculars. Saw an eagle. Naturally.', followers),
    ],
  },
  {
    username: 'isometric.town', name: 'Leo Marchetti', country: 'AR', languages: ['es', 'it', 'en'], monthly: 699, palette: 'rose', cover: 'blocks', look: { cut: 'curls', skin: 2, hair: 'brown', beard: true, glasses: false }, appeal: 0.54, categories: ['architecture', 'drawing'],
    bio: 'I draw towns that could exist. Thirty degrees, no vanishing points, lots of stairs.',
    posts: [
      photo('Upper town, with the laundry left out.', ['blocks'], { pinned: true }),
      photo('Lower town at night, from the same desk.', ['city', 'blocks'], { shape: 'square' }),
      words('Draw the roof first. People forgive a crooked wall, never a crooked roof.'),
      photo('Construction lines and the reference sheet for windows.', ['blocks', 'desk'], subscribers),
      photo('Print-size files of the first four quarters.', ['blocks', 'blocks'], sold(160)),
      words('Added a bakery on the corner because I was hungry.', followers),
    ],
  },
  {
    username: 'parlons.peu', name: 'Camille Aubert', country: 'FR', languages: ['fr', 'en'], monthly: 1299, palette: 'rose', cover: 'desk', look: { cut: 'bob', skin: 1, hair: 'chestnut', glasses: false }, appeal: 0.74, categories: ['languages', 'teaching'],
    bio: 'French in small doses: one phrase, one story, one mistake worth making. Ten minutes a day, spoken from the first.',
    posts: [
      words('Phrase of the day: « Ça ne mange pas de pain. » It doesn’t eat bread: it can’t hurt, so do it.', { pinned: true }),
      photo('Lesson 14, on my kitchen table.', ['desk']),
      photo('Cards for the hundred verbs you’ll meet this year.', ['desk', 'cups'], subscribers),
      words('You are not bad at languages. You were bad at being corrected in front of thirty people.'),
      teaser('Listening practice from the harbour in Concarneau: half a minute, then the questions.', 'waves'),
      photo('The workbook, all forty pages.', ['desk', 'books'], soldOrSubscribed(130)),
      words('A student dreamed in French last night. She was late for a train, but still.', followers),
    ],
  },
  {
    username: 'margin.notes', name: 'Theo Papadakis', country: 'GR', languages: ['el', 'en'], monthly: 499, palette: 'plum', cover: 'books', look: { cut: 'short', skin: 2, hair: 'grey', beard: true, glasses: true }, appeal: 0.46, categories: ['books', 'writing'],
    bio: 'One book a fortnight, read together, with a pencil. We finish what we start, mostly.',
    posts: [
      photo('The shelf we are reading from this spring.', ['books']),
      words('Read the last page of chapter seven aloud. If you don’t stop once, read it again.'),
      photo('Reading guide and the questions for Thursday.', ['desk', 'books'], subscribers),
      ask('The next one.', { question: 'Which first sentence would you follow?', options: ['It begins at sea', 'It begins with a letter', 'It begins at the wrong address'], openDays: 4 }),
      photo('Corner of the shop where I am not allowed to sit any more.', ['books', 'cups'], { shape: 'square' }),
      words('Underlined in pencil, regretted in pen.', followers),
    ],
  },
  {
    username: 'presswork', name: 'Milan Horvat', country: 'HR', languages: ['hr', 'en'], monthly: 599, palette: 'graphite', cover: 'desk', look: { cut: 'short', skin: 1, hair: 'black', glasses: true }, appeal: 0, categories: ['letterpress', 'craft'], pending: true,
    bio: 'Lead type, slow posters. Setting up shop.',
    posts: [],
  },
];
